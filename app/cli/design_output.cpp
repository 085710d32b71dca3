#include "app/cli/design_output.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/text_table.h"
#include "core/design/claim.h"

namespace noiseloom::cli {
namespace {

using Json = nlohmann::ordered_json;

Json workloadJson(const Workload& workload) {
  Json json{{"name", workload.name()}};
  if (workload.name() == "sgd") {
    json["momentum"] = workload.beta();
    json["weight_decay"] = workload.alpha();
    if (!workload.eta().empty()) json["learning_rates"] = workload.eta().size();
  }
  return json;
}

Json filesJson(const WrittenFiles& files) {
  Json json = Json::object();
  if (!files.strategy.empty()) {
    json["strategy"] = files.strategy;
    json["strategy_sha256"] = files.strategySha256;
  }
  if (files.noisePlan) {
    json["plan"] = files.plan;
    json["buffer_rows"] = files.noisePlan->bufferRows;
    Json shards = Json::array();
    for (const NoiseShard& shard : files.noisePlan->shards) {
      shards.push_back({{"machine", shard.machine},
                        {"begin", shard.begin},
                        {"end", shard.end},
                        {"buffer_bytes", shard.bufferBytes}});
    }
    json["shards"] = std::move(shards);
  }
  return json;
}

// "19 % better than DP-SGD"; empty for the baseline itself.
std::string againstBaseline(const Design& design) {
  if (design.scenario.mechanism == MechanismKind::DpSgd || !(design.dpSgdRmse > 0)) return "";
  const double gain = 100 * (1 - design.rmse / design.dpSgdRmse);
  return ", " + readable(std::abs(gain), 3) + " % " + (gain >= 0 ? "better" : "worse") + " than DP-SGD";
}

void addOptimizer(TextTable& table, const OptimizerSummary& optimizer) {
  if (optimizer.termination == Termination::NotRun) {
    table.row({"Optimiser", "not needed", "a closed form"});
    return;
  }
  table.row({"Optimiser", std::string(toString(optimizer.termination)),
             "after " + std::to_string(optimizer.iterations) + " iterations, " + std::to_string(optimizer.evaluations) +
                 " evaluations"});
}

void addFiles(TextTable& table, const WrittenFiles& files) {
  if (!files.strategy.empty()) table.row({"Strategy file", files.strategy, "SHA-256 " + files.strategySha256});
  if (!files.noisePlan) return;
  const NoisePlan& plan = *files.noisePlan;
  Index largest = 0;
  for (const NoiseShard& shard : plan.shards) largest = std::max(largest, shard.bufferBytes);
  table.row({"Noise plan", files.plan,
             std::to_string(plan.shards.size()) + (plan.shards.size() == 1 ? " machine" : " machines") + " for " +
                 readable(static_cast<double>(plan.parameters)) + " parameters"});
  table.row({"Ring buffer", readableBytes(static_cast<double>(largest)),
             "a machine: " + std::to_string(plan.bufferRows) + " rows of its shard, " +
                 std::string(toString(plan.numberType))});
  table.row(
      {"Noise a step", readableSeconds(plan.predictedSecondsPerStep), "predicted for the largest shard, one core"});
}

}  // namespace

std::string designJson(const Design& design, const WrittenFiles& files) {
  constexpr std::size_t kMostCoefficients = 4096;
  const Scenario& scenario = design.scenario;
  Json json{{"mechanism", toString(scenario.mechanism)},
            {"bands", design.bands},
            {"iterations", scenario.iterations},
            {"epochs", scenario.effectiveParticipations()},
            {"epsilon", scenario.epsilon},
            {"delta", scenario.delta},
            {"batching", toString(scenario.batching)},
            {"adjacency", toString(scenario.adjacency)},
            {"min_separation", scenario.effectiveMinSeparation()},
            {"workload", workloadJson(scenario.workload)},
            {"column_normalize", scenario.columnNormalize},
            {"clip_norm", scenario.clipNorm}};
  if (scenario.datasetSize) json["dataset_size"] = *scenario.datasetSize;
  if (scenario.batching == Batching::CyclicPoisson) {
    json["sampling_probability"] = scenario.samplingProbability(design.bands);
    json["compositions"] = scenario.compositions(design.bands);
  }
  json["noise_multiplier"] = design.noiseMultiplier.value;
  json["noise_multiplier_error_bound"] = design.noiseMultiplier.errorBound;
  json["sensitivity"] = design.sensitivity.value;
  json["sensitivity_kind"] = toString(design.sensitivity.kind);
  json["stddev"] = design.stddev;
  json["loss_mean"] = design.lossMean;
  json["loss_max"] = design.lossMax;
  json["loss_error_bound"] = design.lossErrorBound;
  json["rmse"] = design.rmse;
  json["max_error"] = design.maxError;
  json["lower_bound"] = design.lowerBound;
  json["dp_sgd_rmse"] = design.dpSgdRmse;
  json["termination"] = toString(design.optimizer.termination);
  json["solve_iterations"] = design.optimizer.iterations;
  json["seconds"] = {
      {"optimize", design.seconds.optimize}, {"calibrate", design.seconds.calibrate}, {"total", design.seconds.total}};
  json["claim"] = claimSentence(design);
  if (const auto* toeplitz = design.strategy.as<ToeplitzStrategy>()) {
    const auto all = toeplitz->coefficients();
    json["coefficients"] = all.first(std::min(all.size(), kMostCoefficients));
  } else if (design.strategy.as<IdentityStrategy>() != nullptr) {
    json["coefficients"] = {1.0};
  }
  if (Json written = filesJson(files); !written.empty()) json["files"] = std::move(written);
  return json.dump(2) + "\n";
}

std::string designText(const Design& design, const WrittenFiles& files) {
  TextTable table;
  const Scenario& scenario = design.scenario;
  table.row({"Bands", std::to_string(design.bands), scenario.bands ? "as asked" : "the best found"});
  table.row({"Noise multiplier", readable(design.noiseMultiplier.value),
             "for sensitivity 1; certified, about " + readable(design.noiseMultiplier.errorBound, 2) +
                 " (relative) too large"});
  table.row({"Sensitivity", readable(design.sensitivity.value), std::string(toString(design.sensitivity.kind))});
  table.row({"Noise stddev", readable(design.stddev),
             "clip norm " + readable(scenario.clipNorm) + " x noise multiplier x sensitivity"});
  table.row({"RMSE", readable(design.rmse), "x clip norm, on the summed gradient" + againstBaseline(design)});
  table.row({"Largest error", readable(design.maxError), "x clip norm, of the worst step"});
  table.row({"Lower bound", readable(design.lowerBound),
             "x clip norm: no strategy with this noise and sensitivity has a smaller RMSE"});
  addOptimizer(table, design.optimizer);
  table.row({"Time", readableSeconds(design.seconds.total),
             "optimising " + readableSeconds(design.seconds.optimize) + ", calibrating " +
                 readableSeconds(design.seconds.calibrate)});
  addFiles(table, files);
  return claimSentence(design) + "\n\n" + table.text();
}

}  // namespace noiseloom::cli
