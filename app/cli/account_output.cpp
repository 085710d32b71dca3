#include "app/cli/account_output.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/text_table.h"
#include "core/io/or_null.h"
#include "core/scenario/scenario.h"

namespace noiseloom::cli {
using Json = nlohmann::ordered_json;

namespace {

Json known(double errorBound) {
  return std::isnan(errorBound) ? Json(nullptr) : Json(errorBound);
}

}  // namespace

std::string accountJson(const Account& account) {
  Json object;
  if (account.phases.empty()) object["noise_multiplier"] = account.noiseMultiplier;
  object["epsilon"] = account.epsilon;
  object["delta"] = account.delta;
  object["solved_for"] = account.unknown;
  if (!account.batching.empty()) {
    object["batching"] = account.batching;
    object["sensitivity"] = account.sensitivity;
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
  object["seconds"] = account.solved.seconds;
  return object.dump(2) + "\n";
}

std::string accountText(const Account& account) {
  const auto note = [&](const char* name) -> std::string {
    if (name != account.unknown) return "given";
    if (account.unknown == "compositions") {
      return account.largestCompositions > account.compositions
                 ? "certified; at most " + std::to_string(account.largestCompositions) + " would do"
                 : "certified";
    }
    if (std::isnan(account.solved.errorBound)) return "certified";
    const bool low = account.unknown == "sampling_probability";
    return "certified, about " + readable(account.solved.errorBound, 2) + " (relative) too " +
           (low ? "small" : "large");
  };
  TextTable table;
  if (account.phases.empty()) {
    table.row({"Noise multiplier", readable(account.noiseMultiplier, 9), note("noise_multiplier")});
  }
  table.row({"Epsilon", readable(account.epsilon, 9), note("epsilon")});
  table.row({"Delta", readable(account.delta, 9), note("delta")});
  const std::string adjacency(toString(account.adjacency));
  if (!account.batching.empty()) {
    table.row({"Batching", account.batching, "as accounted"});
    if (!account.instead.empty()) table.row({"", "", account.instead});
    if (account.largestBatch) table.row({"Largest batch", std::to_string(*account.largestBatch)});
    table.row({"Sensitivity", readable(account.sensitivity, 9), "stddev / clip norm is the noise multiplier times it"});
  } else if (account.phases.empty()) {
    table.row({"Sampling probability", readable(account.samplingProbability, 9), note("sampling_probability")});
    table.row({"Compositions", std::to_string(account.compositions), note("compositions")});
  } else {
    table.row({"Noise scale", readable(account.noiseScale, 9), note("noise_scale")});
    for (const Phase& phase : account.phases) {
      table.row({"Phase", std::to_string(phase.steps) + " x",
                 "sampling probability " + readable(phase.samplingProbability) + ", noise multiplier " +
                     readable(phase.noiseMultiplier * account.noiseScale, 9)});
    }
  }
  const bool poisson = account.batching.empty() && !account.mu;
  table.row({"Assumes", adjacency, poisson ? "adjacency, Poisson sampling" : "adjacency"});
  if (account.directions) {
    const auto direction = [&](const char* name, const std::optional<double>& delta) {
      table.row({name, delta ? readable(*delta, 9) : "-",
                 account.mu ? "exact"
                 : delta    ? "uncertified"
                            : "not resolved"});
    };
    direction("Delta to remove", account.directions->remove);
    direction("Delta to add", account.directions->add);
  }
  if (account.mu) {
    table.row({"Gaussian DP", readable(*account.mu, 9), "mu"});
    table.row({"zCDP", readable(*account.mu * *account.mu / 2, 9), "rho"});
  } else if (account.batching.empty()) {
    table.row({"Gaussian DP, zCDP", "-", "not applicable to sampled steps"});
  }
  for (const Account::ProfilePoint& point : account.profile) {
    table.row({"Delta at epsilon " + readable(point.epsilon), readable(point.delta.value, 9), "certified"});
  }
  table.row({"Time", readableSeconds(account.solved.seconds)});
  return table.text();
}

}  // namespace noiseloom::cli
