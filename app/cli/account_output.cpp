#include "app/cli/account_output.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/text_table.h"
#include "core/base/check.h"
#include "core/io/or_null.h"
#include "core/scenario/scenario.h"

namespace noiseloom::cli {
using Json = nlohmann::ordered_json;

namespace {

Json known(double errorBound) {
  return errorBound < 1 ? Json(errorBound) : Json(nullptr);
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
  object["seconds"] = account.solved.seconds;
  return object.dump(2) + "\n";
}

std::string accountText(const Account& account) {
  // What was given has all its digits, what was found is rounded to the side that is safe.
  const auto number = [&](const char* name, double value) {
    if (name != account.unknown) return shortest(value);
    return account.unknown == "sampling_probability" ? readableDown(value, 9) : readableUp(value, 9);
  };
  const auto note = [&](const char* name) -> std::string {
    if (name != account.unknown) return "given";
    if (account.unknown == "compositions") {
      return account.largestCompositions > account.compositions
                 ? "certified; at most " + std::to_string(account.largestCompositions) + " would do"
                 : "certified";
    }
    const bool low = account.unknown == "sampling_probability";
    if (!(account.solved.errorBound < 1))
      return std::string("certified; how much too ") + (low ? "small" : "large") + " is not known";
    return "certified, about " + readableUp(account.solved.errorBound, 2) + " (relative) too " +
           (low ? "small" : "large");
  };
  TextTable table;
  if (account.phases.empty()) {
    const std::string relative = account.batching.empty() ? "" : ", for sensitivity 1";
    table.row({"Noise multiplier", number("noise_multiplier", account.noiseMultiplier),
               account.ofStddev ? "the stddev over the sensitivity" : note("noise_multiplier") + relative});
  }
  table.row({"Epsilon", number("epsilon", account.epsilon), note("epsilon")});
  table.row({"Delta", number("delta", account.delta), note("delta")});
  const std::string adjacency(toString(account.adjacency));
  if (!account.batching.empty()) {
    table.row({"Batching", account.batching, "as accounted"});
    if (!account.instead.empty()) table.row({"", "", account.instead});
    if (account.largestBatch) table.row({"Largest batch", std::to_string(*account.largestBatch)});
    table.row({"Sensitivity", readableUp(account.sensitivity, 9), "clip norms"});
    table.row({"Noise stddev", account.ofStddev ? shortest(account.stddev) : readableUp(account.stddev, 9),
               account.ofStddev ? "given, in clip norms" : "clip norms: the noise multiplier times the sensitivity"});
  } else if (account.phases.empty()) {
    table.row({"Sampling probability", number("sampling_probability", account.samplingProbability),
               note("sampling_probability")});
    table.row({"Compositions", std::to_string(account.compositions), note("compositions")});
  } else {
    table.row({"Noise scale", number("noise_scale", account.noiseScale), note("noise_scale")});
    for (const Phase& phase : account.phases) {
      table.row({"Phase", std::to_string(phase.steps) + " x",
                 "sampling probability " + shortest(phase.samplingProbability) + ", noise multiplier " +
                     number("noise_scale", phase.noiseMultiplier * account.noiseScale)});
    }
  }
  const bool poisson = account.batching.empty() && !account.mu;
  table.row({"Assumes", adjacency, poisson ? "adjacency, Poisson sampling" : "adjacency"});
  if (account.directions) {
    const auto direction = [&](const char* name, const std::optional<double>& delta) {
      table.row({name, delta ? readableUp(*delta, 9) : "-",
                 account.mu ? "exact"
                 : delta    ? "uncertified"
                            : "not resolved"});
    };
    direction("Delta to remove", account.directions->remove);
    direction("Delta to add", account.directions->add);
  }
  if (account.mu) {
    table.row({"Gaussian DP", readableUp(*account.mu, 9), "mu"});
    table.row({"zCDP", readableUp(*account.mu * *account.mu / 2, 9), "rho"});
  } else if (account.batching.empty()) {
    table.row({"Gaussian DP, zCDP", "-", "not applicable to sampled steps"});
  }
  for (const Account::ProfilePoint& point : account.profile) {
    table.row({"Delta at epsilon " + shortest(point.epsilon), readableUp(point.delta.value, 9), "certified"});
  }
  table.row({"Time", readableSeconds(account.solved.seconds)});
  return table.text();
}

}  // namespace noiseloom::cli
