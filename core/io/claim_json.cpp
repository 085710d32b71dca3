#include "core/io/claim_json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/check.h"
#include "core/io/or_null.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

Json finite(const char* name, double value) {
  checkFinite(name, value);
  return value;
}

Json accountantJson(const Accountant& accountant) {
  return {{"name", accountant.name},
          {"method", accountant.method.english()},
          {"sensitivity", finite("sensitivity", accountant.sensitivity)},
          {"sensitivity_kind", toString(accountant.sensitivityKind)},
          {"noise_multiplier", finite("noise_multiplier", accountant.noiseMultiplier)},
          // A stopped calibration knows no bound: infinite.
          {"error_bound", std::isfinite(accountant.errorBound) ? Json(accountant.errorBound) : Json(nullptr)},
          {"failure_probability", finite("failure_probability", accountant.failureProbability)},
          {"sampling_probability", orNull(accountant.sampling.probability)},
          {"compositions", orNull(accountant.sampling.compositions)},
          {"bins", orNull(accountant.sampling.bins)},
          {"tau", orNull(accountant.tau)},
          {"samples", orNull(accountant.samples)}};
}

Accountant readAccountant(JsonObject json) {
  Accountant accountant;
  accountant.name = json.text("name");
  accountant.method = json.text("method");
  accountant.sensitivity = json.positive("sensitivity");
  accountant.sensitivityKind = json.named<BoundKind>("sensitivity_kind");
  accountant.noiseMultiplier = json.positive("noise_multiplier");
  accountant.errorBound = json.numberOrNull("error_bound").value_or(std::numeric_limits<double>::infinity());
  accountant.failureProbability = json.number("failure_probability");
  accountant.sampling.probability = json.numberOrNull("sampling_probability");
  accountant.sampling.compositions = json.integerOrNull("compositions", 1);
  accountant.sampling.bins = json.integerOrNull("bins", 1);
  accountant.tau = json.numberOrNull("tau");
  accountant.samples = json.integerOrNull("samples");
  json.finish();
  return accountant;
}

std::vector<Assumption> readAssumptions(JsonObject& json) {
  std::vector<Assumption> list;
  for (JsonObject each : json.objects("assumptions")) {
    Assumption assumption{each.text("name"), each.text("text"), each.named<AssumptionStatus>("status"), {}};
    assumption.remedy = each.text("remedy");
    each.finish();
    list.push_back(std::move(assumption));
  }
  return list;
}

// The fields that version 3 brought.
void readData(JsonObject& json, PrivacyClaim& claim) {
  claim.severity = json.named<ClaimSeverity>("severity");
  claim.epsilon = json.notNegative("epsilon");
  claim.delta = json.positive("delta");
  claim.notCovered = json.text("not_covered");
  claim.unit = json.named<PrivacyUnit>("unit");
  claim.unitText = json.text("unit_text");
  claim.adjacency = json.named<Adjacency>("adjacency");
  claim.adjacencyText = json.text("adjacency_text");
  claim.batching = json.named("batching", batchingFromName);
  claim.jobBatching = json.named("job_batching", jobBatchingFromName);
  claim.accountant = readAccountant(json.object("accountant"));
  claim.assumptions = readAssumptions(json);
  const bool violated = std::any_of(claim.assumptions.begin(), claim.assumptions.end(),
                                    [](const Assumption& each) { return each.status == AssumptionStatus::Violated; });
  if (violated != (claim.severity == ClaimSeverity::Critical)) {
    json.refuse("severity", {Core::tr("contradicts the assumptions, of which %1 is violated"),
                             violated ? Core::tr("one") : Core::tr("none")});
  }
  claim.zcdpRho = json.numberOrNull("zcdp_rho");
  claim.gdpMu = json.numberOrNull("gdp_mu");
}

// The words that versions 1 and 2 had in their place.
void readWords(JsonObject& json, PrivacyClaim& claim) {
  claim.unitText = json.text("unit");
  claim.adjacencyText = json.text("adjacency");
  claim.accountant.method = json.text("accountant");
  for (std::string& text : json.texts("assumptions"))
    claim.assumptions.push_back({{}, std::move(text), AssumptionStatus::ToBeEnsured});
}

}  // namespace

Json claimJson(const PrivacyClaim& claim) {
  Json assumptions = Json::array();
  for (const Assumption& each : claim.assumptions) {
    assumptions.push_back({{"name", each.name},
                           {"text", each.text.english()},
                           {"status", toString(each.status)},
                           {"remedy", each.remedy.english()}});
  }
  Json profile = Json::array();
  for (const auto& [epsilon, delta] : claim.profile) {
    profile.push_back({{"epsilon", finite("epsilon of the privacy profile", epsilon)},
                       {"delta", finite("delta of the privacy profile", delta)}});
  }
  return {{"severity", toString(claim.severity)},
          {"epsilon", finite("epsilon", claim.epsilon)},
          {"delta", finite("delta", claim.delta)},
          {"statement", claim.statement.english()},
          {"setting", claim.setting.english()},
          {"data_accesses", claim.dataAccesses.english()},
          {"not_covered", claim.notCovered.english()},
          {"outputs", claim.outputs.english()},
          {"unit", toString(claim.unit)},
          {"unit_text", claim.unitText.english()},
          {"adjacency", toString(claim.adjacency)},
          {"adjacency_text", claim.adjacencyText.english()},
          {"batching", toString(claim.batching)},
          {"job_batching", toString(claim.jobBatching)},
          {"accountant", accountantJson(claim.accountant)},
          {"assumptions", std::move(assumptions)},
          {"profile", std::move(profile)},
          {"zcdp_rho", orNull(claim.zcdpRho)},
          {"gdp_mu", orNull(claim.gdpMu)},
          {"how_to_verify", claim.howToVerify.english()}};
}

PrivacyClaim readClaim(JsonObject json, Index version) {
  PrivacyClaim claim;
  if (version < 3) {
    readWords(json, claim);
  } else {
    readData(json, claim);
  }
  claim.statement = json.text("statement");
  claim.setting = json.text("setting");
  claim.dataAccesses = json.text("data_accesses");
  claim.outputs = json.text("outputs");
  for (JsonObject point : json.objects("profile")) {
    claim.profile.emplace_back(point.notNegative("epsilon"), point.probability("delta"));
    point.finish();
    if (claim.profile.size() < 2) continue;
    const auto &before = claim.profile.end()[-2], &last = claim.profile.back();
    if (!(last.first > before.first) || last.second > before.second)
      json.refuse("profile", {Core::tr("must rise in epsilon, and not in delta: (%1, %2) follows (%3, %4)"), last.first,
                              last.second, before.first, before.second});
  }
  claim.howToVerify = json.text("how_to_verify");
  json.finish();
  return claim;
}

}  // namespace noiseloom
