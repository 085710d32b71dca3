#include "core/answer/design_answer.h"

#include <algorithm>

#include "core/answer/error_unit_option.h"
#include "core/design/objective_note.h"
#include "core/io/claim_json.h"
#include "core/io/figures_json.h"
#include "core/io/scenario_json.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

Json workloadJson(const Workload& workload, const LearningRateSchedule& schedule) {
  Json json{{"name", workload.name()}};
  if (workload.name() == "sgd") {
    json["momentum"] = workload.beta();
    json["weight_decay"] = workload.alpha();
    if (workload.averaging() != 0) json["averaging"] = workload.averaging();
    if (workload.window() != 1) json["averaging_window"] = workload.window();
    if (!workload.eta().empty()) json["learning_rates"] = workload.eta().size();
    if (schedule.isFormula()) {
      json["schedule"] = toString(schedule.kind);
      json["warmup"] = schedule.warmup;
      json["cooldown"] = schedule.cooldown;
    }
  }
  if (!workload.given().empty()) {
    if (workload.isMatrix())
      json["rows"] = workload.fixedIterations();
    else
      json["coefficients"] = workload.given().size();
    if (!workload.file().empty()) json["coefficients_file"] = workload.file();
  }
  if (!workload.spectrum().empty()) json["spectrum"] = toText(workload.spectrum());
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

constexpr std::size_t kMostCoefficients = 4096;

// The numbers of a kind that has few enough; the first ones of a long series.
void addStrategy(Json& json, const Strategy& strategy) {
  json["kind"] = strategy.kindName();
  json["noise_rows"] = strategy.noiseRows();
  for (NamedNumbers& numbers : strategy.kind().numbers(strategy)) {
    Json& named = json[numbers.name];
    if (numbers.shape.empty()) {
      named = static_cast<Index>(numbers.values.front());
    } else {
      numbers.values.resize(std::min(numbers.values.size(), kMostCoefficients));
      named = numbers.values;
    }
  }
}

Json rankingJson(const std::vector<RankedMechanism>& ranking) {
  Json list = Json::array();
  for (const RankedMechanism& entry : ranking) {
    Json one{{"mechanism", toString(entry.mechanism)}};
    if (entry.design) {
      one["error"] = entry.error();
      one["bands"] = entry.design->bands;
      if (!entry.searched.empty()) one["bands_searched"] = entry.searched.english();
      one["noise_rows"] = entry.design->strategy.noiseRows();
      one["seconds"] = entry.design->seconds.total;
    } else {
      one["left_out"] = entry.leftOut.english();
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json classBoundsJson(const std::vector<ClassBound>& bounds) {
  Json list = Json::array();
  for (const ClassBound& bound : bounds)
    list.push_back({{"class", bound.id},
                    {"bands", bound.bands ? Json(*bound.bands) : Json()},
                    {"lower_bound", bound.value > 0 ? Json(bound.value) : Json()},
                    {"meaning", classText(bound).english()}});
  return list;
}

Json stopsJson(const std::vector<RunStop>& stops) {
  const auto add = [](Json& json, const ByObjective& error) {
    json["rmse"] = error.mean;
    json["max_error"] = error.max;
    json["last_error"] = error.last;
  };
  Json list = Json::array();
  for (const RunStop& stop : stops) {
    Json one{{"steps", stop.steps}};
    add(one, stop.error);
    if (stop.own) {
      one["own"] = {{"mechanism", toString(stop.own->mechanism)},
                    {"bands", stop.own->bands},
                    {"epochs", epochsJson(stop.own->scenario.effectiveEpochs())},
                    {"stddev", stop.own->stddev}};
      add(one["own"], stop.own->error);
      one["price"] = stop.price();
      one["price_of"] = infoOf(stop.objective).error;
    } else {
      one["left_out"] = stop.problem.english();
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json solvedJson(const SolvedInput& solved) {
  Json json{{"unknown", optionName(solved.unknown)},
            {"value", solved.result.value},
            {"target", toString(solved.target.quantity)},
            {"target_value", solved.target.value},
            {"reached", solved.result.reached}};
  if (solved.target.quantity == TargetQuantity::TruePositives)
    json["false_positive_rate"] = solved.target.falsePositives;
  if (solved.target.quantity == TargetQuantity::RightGuesses) json["prior"] = solved.target.prior;
  return json;
}

}  // namespace

Json designJson(const DesignAnswer& answer, const WrittenFiles& files) {
  const Design& design = *answer.design;
  const Scenario& scenario = design.scenario;
  Json json{{"mechanism", toString(design.mechanism)},
            {"mechanism_requested", toString(scenario.mechanism)},
            {"objective", toString(scenario.objective)},
            {"bands", design.bands},
            {"iterations", scenario.iterations},
            {"epochs", epochsJson(scenario.effectiveEpochs())},
            {"epsilon", scenario.epsilon},
            {"delta", scenario.delta},
            {"batching", toString(scenario.batching)},
            {"adjacency", toString(scenario.adjacency)},
            {"job_batching", toString(scenario.jobBatching)},
            {"unit", toString(scenario.unit)},
            {"min_separation", scenario.effectiveMinSeparation()},
            {"workload", workloadJson(scenario.workload, scenario.schedule)},
            {"column_normalize", scenario.columnNormalize},
            {"clip_norm", scenario.clipNorm}};
  if (design.mechanism == &importedMechanism()) json["imported"] = importedJson(*scenario.imported);
  if (scenario.datasetSize) json["dataset_size"] = *scenario.datasetSize;
  if (scenario.datasetSizeAtMost) json["dataset_size_at_most"] = *scenario.datasetSizeAtMost;
  if (scenario.largestBatch) json["largest_batch"] = *scenario.largestBatch;
  const Sampling sampling = samplingOf(scenario, design.bands);
  if (sampling.probability) json["sampling_probability"] = *sampling.probability;
  if (sampling.compositions) json["compositions"] = *sampling.compositions;
  if (design.certificate) {
    if (sampling.bins) json["bins"] = *sampling.bins;
    json["tau"] = scenario.tau;
    json["failure_probability"] = design.certificate->failureProbability;
    json["samples"] = design.certificate->samples;
    json["certificate"] = toString(design.certificate->method);
  }
  addFigures(json, design, FiguresExtent::Full);
  if (!(design.lowerBound > 0)) json["lower_bound"] = nullptr;
  if (!answer.stops.empty()) json["stops"] = stopsJson(answer.stops);
  if (answer.bounds) json["class_bounds"] = classBoundsJson(*answer.bounds);
  if (const auto note = objectiveNote(design)) json["objective_note"] = note->english();
  if (answer.inUnit) json["errors"] = errorsJson(answer.scale, design);
  json["termination"] = toString(design.optimizer.termination);
  json["solve_iterations"] = design.optimizer.iterations;
  json["seconds"] = {{"optimize", design.seconds.optimize},
                     {"calibrate", design.seconds.calibrate},
                     {"profile", answer.profileSeconds},
                     {"total", design.seconds.total + answer.profileSeconds}};
  json["cautions"] = Json::array();
  for (const NamedCaution& caution : cautionsOf(design))
    json["cautions"].push_back({{"field", caution.name}, {"text", caution.text.english()}});
  if (const Text& instead = answer.claim.accountant.instead; !instead.empty())
    json["accounted_instead"] = instead.english();
  json["claim"] = claimSentence(design).english();
  json["privacy_claim"] = claimJson(answer.claim);
  addStrategy(json, design.strategy);
  if (answer.solved) json["solved_for"] = solvedJson(*answer.solved);
  if (!answer.ranking.empty()) json["ranking"] = rankingJson(answer.ranking);
  if (Json written = filesJson(files); !written.empty()) json["files"] = std::move(written);
  return json;
}

}  // namespace noiseloom
