#include "core/answer/sweep_answer.h"

#include "core/answer/error_unit_option.h"
#include "core/claim/claim.h"
#include "core/io/figures_json.h"
#include "core/io/scenario_json.h"

namespace noiseloom {
namespace {

// Mechanism, size and the job that a strategy is for, or is evaluated in.
void addJob(Json& json, const Design& design) {
  const Scenario& scenario = design.scenario;
  json["mechanism"] = toString(design.mechanism);
  json["bands"] = design.bands;
  json["iterations"] = scenario.iterations;
  json["epochs"] = epochsJson(scenario.effectiveEpochs());
  json["batching"] = toString(scenario.batching);
  json["min_separation"] = scenario.effectiveMinSeparation();
}

Json keptJson(const PostHocClaim& kept) {
  return {{"sensitivity", kept.sensitivity.value},
          {"noise_multiplier", kept.noiseMultiplier},
          {"epsilon", kept.epsilon.value},
          {"delta", kept.delta.value}};
}

}  // namespace

ClaimSeverity severityOf(const Design& design) {
  return coverageOf(design.scenario, design.bands).status == AssumptionStatus::Violated ? ClaimSeverity::Critical
                                                                                        : ClaimSeverity::Ok;
}

Json sweepJson(const Sweep& sweep, bool inUnit) {
  const auto& [over, points, fixed] = sweep;
  Json list = Json::array();
  for (const SweepRow& point : points) {
    Json one{{"value", point.value}};
    if (!point.design) {
      one["left_out"] = point.problem;
      list.push_back(std::move(one));
      continue;
    }
    const Design& design = *point.design;
    const Scenario& scenario = design.scenario;
    addJob(one, design);
    one["epsilon"] = scenario.epsilon;
    one["delta"] = scenario.delta;
    if (scenario.largestBatch) one["largest_batch"] = *scenario.largestBatch;
    addFigures(one, design, FiguresExtent::Brief);
    if (!(design.lowerBound > 0)) one["lower_bound"] = nullptr;
    one["dp_sgd_rmse"] = design.dpSgdRmse;
    if (inUnit) one["errors"] = errorsJson(point.scale, design);
    one["severity"] = toString(severityOf(design));
    if (const Text instead = accountedInstead(design); !instead.empty()) one["accounted_instead"] = instead.english();
    one["claim"] = claimSentence(design).english();
    if (point.kept) one["kept_noise"] = keptJson(*point.kept);
    one["termination"] = toString(design.optimizer.termination);
    one["seconds"] = design.seconds.total;
    list.push_back(std::move(one));
  }
  Json object{{"over", over}};
  if (fixed) {
    Json strategy = Json::object();
    addJob(strategy, *fixed);
    strategy["stddev"] = fixed->stddev;
    object["fixed_strategy"] = std::move(strategy);
  }
  object["points"] = std::move(list);
  return object;
}

}  // namespace noiseloom
