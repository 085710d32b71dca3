#include "core/answer/account_answer.h"

#include <cmath>

#include "core/io/or_null.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

Json known(double errorBound) {
  return errorBound < 1 ? Json(errorBound) : Json(nullptr);
}

}  // namespace

Json accountJson(const Account& account) {
  Json object;
  if (account.phases.empty()) object["noise_multiplier"] = account.noiseMultiplier;
  object["epsilon"] = account.epsilon;
  object["delta"] = account.delta;
  object["solved_for"] = account.unknown;
  if (!account.batching.empty()) {
    object["batching"] = account.batching;
    object["sensitivity"] = account.sensitivity;
    object["stddev"] = account.stddev;
    object["largest_batch"] = orNull(account.largestBatch);
    if (!account.instead.empty()) object["accounted_instead"] = account.instead;
  } else if (account.phases.empty()) {
    object["sampling_probability"] = account.samplingProbability;
    object["compositions"] = account.compositions;
    if (account.largestCompositions > 0) object["compositions_largest"] = account.largestCompositions;
  } else {
    object["noise_scale"] = account.noiseScale;
    for (const Phase& phase : account.phases) {
      object["phases"].push_back(Json{{"sampling_probability", phase.samplingProbability},
                                      {"noise_multiplier", phase.noiseMultiplier},
                                      {"compositions", phase.steps}});
    }
  }
  object["adjacency"] = toString(account.adjacency);
  object["error_bound"] = known(account.solved.errorBound);
  if (account.batching.empty()) {
    object["mu"] = orNull(account.mu);
    object["zcdp_rho"] = account.mu ? Json(*account.mu * *account.mu / 2) : Json(nullptr);
  }
  if (account.directions) {
    object["delta_remove"] = orNull(account.directions->remove);
    object["delta_add"] = orNull(account.directions->add);
  }
  for (const Account::ProfilePoint& point : account.profile) {
    object["profile"].push_back(
        Json{{"epsilon", point.epsilon}, {"delta", point.delta.value}, {"error_bound", known(point.delta.errorBound)}});
  }
  for (const Account::RenyiPoint& point : account.renyi)
    object["rdp"].push_back(Json{{"order", point.order}, {"epsilon", point.epsilon}});
  object["seconds"] = account.solved.seconds;
  return object;
}

Json budgetJson(const ComposedRuns& runs) {
  const auto& [files, request, budget] = runs;
  Json list = Json::array();
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Scenario& scenario = request.designs[i]->scenario;
    list.push_back({{"file", files[i]},
                    {"epsilon", scenario.epsilon},
                    {"delta", scenario.delta},
                    {"batching", scenario.batching->id}});
  }
  const Scenario* first = files.empty() ? nullptr : &request.designs.front()->scenario;
  const bool summed = std::isfinite(budget.sumOfEpsilons);
  Json object{{"epsilon", budget.epsilon},
              {"delta", budget.delta},
              {"adjacency", first ? Json(toString(first->adjacency)) : Json(nullptr)},
              {"unit", first ? Json(toString(first->unit)) : Json(nullptr)},
              {"failure_probability", budget.failureProbability},
              {"sum_of_epsilons", summed ? Json(budget.sumOfEpsilons) : Json(nullptr)},
              {"sum_of_deltas", summed ? Json(budget.sumOfDeltas) : Json(nullptr)},
              {"runs", std::move(list)}};
  for (const OtherRelease& release : request.others) object["releases"].push_back(toString(release));
  if (request.bestOf) {
    object["best_of"] = {{"mean", request.bestOf->mean},
                         {"trials", toString(request.bestOf->law)},
                         {"stop_probability", stopProbability(*request.bestOf)}};
  }
  return object;
}

}  // namespace noiseloom
