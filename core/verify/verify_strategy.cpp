#include "core/verify/verify_strategy.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/check.h"
#include "core/base/safe_digits.h"
#include "core/base/version.h"
#include "core/claim/cut_tail.h"
#include "core/error/row_error.h"
#include "core/io/claim_json.h"
#include "core/io/strategy_file.h"
#include "core/io/strategy_reader.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/designer.h"
#include "core/strategy/strategy_kind.h"
#include "core/workload/learning_rates.h"

namespace noiseloom {
namespace {

constexpr double kSensitivityTolerance = 1e-9;
constexpr double kLossTolerance = 1e-8;
constexpr double kSigmaRounding = 1e-11;
constexpr double kSigmaTolerance = 2e-6;  // certificates may move by this between versions
constexpr std::size_t kMostProfilePoints = 64;
constexpr double kProfileTolerance = 1e-4;  // of delta, which moves many times as fast as sigma
constexpr double kSafeExcess = 1e-3;        // a safe value passes without a remark up to this excess

double relativeDifference(double a, double b) {
  return std::abs(a - b) / std::max(std::abs(a), std::abs(b));
}

// A figure that may be too large, never too small.
VerificationItem atLeast(std::string name, double stated, double recomputed, double tolerance, double remarkAbove) {
  VerificationItem item{std::move(name), stated, recomputed, stated >= recomputed * (1 - tolerance)};
  if (item.passed && stated > recomputed * (1 + remarkAbove)) {
    item.recomputed = {Core::tr("%1 (the stated value is safe, but larger than needed by a factor of %2)"), recomputed,
                       stated / recomputed};
  }
  return item;
}

VerificationItem equal(std::string name, double stated, double recomputed, double tolerance) {
  return {std::move(name), stated, recomputed, relativeDifference(stated, recomputed) <= tolerance};
}

// equal(), also to a value that was computed by an independent second route, if there is one.
VerificationItem equalTwice(std::string name, double stated, double recomputed, std::optional<double> second,
                            double tolerance, double secondTolerance) {
  VerificationItem item = equal(std::move(name), stated, recomputed, tolerance);
  if (item.passed && second && relativeDifference(stated, *second) > secondTolerance) {
    item.passed = false;
    item.recomputed = {Core::tr("%1 row by row, which has more digits than %2"), *second, recomputed};
  }
  return item;
}

// Fields on which no figure depends: the request, the program, the deployment, and how the optimum was found.
std::vector<std::string> notChecked(const StrategyFileContents& contents) {
  std::vector<std::string> names{"software_version", "mechanism", "bands_requested", "min_separation_requested",
                                 "column_normalize", "objective", "deployment",      "optimizer"};
  if (contents.metadata.version > 1) {
    names.insert(names.end(), {"mechanism_requested", "buffers_requested", "tree_decoder", "robust_from",
                               "stamps_requested", "most_noise_rows", "most_seconds"});
  } else {
    names.insert(names.end(), {"stddev_formula", "error_formula"});
  }
  const Scenario& scenario = contents.file.scenario;
  if (scenario.imported) names.insert(names.end(), {"imported: file", "imported: content"});
  if (contents.metadata.version > 3)
    names.emplace_back(scenario.schedule.isFormula() ? "workload: schedule: file" : "workload: schedule");
  if (scenario.batching->once) names.emplace_back("epochs");
  // One band is the same strategy by either name.
  const Strategy& strategy = contents.file.strategy;
  if (strategy.bands() == 1) names.insert(names.end(), {"kind", "normalization"});
  // The number of bands of the full C depends on the last bits of its series.
  if (strategy.kind().bandsDependOnRounding) names.emplace_back("bands");
  return names;
}

// Fields that the batching does not use must have their standard values, as in every design.
void compareIdleFields(std::vector<VerificationItem>& items, const Scenario& scenario) {
  const Scenario expected = withoutIdleNoiseFields(scenario);
  const auto compareField = [&](Field field, const Text& stated, const Text& standard) {
    if (!sameField(infoOf(field), scenario, expected))
      items.push_back({std::string(infoOf(field).name), stated, standard, false});
  };
  const auto idle = [&](const Text& standard) {
    return Text(Core::tr("%1: it means nothing for %2"), standard, scenario.batching->id);
  };
  const auto counted = [](std::optional<Index> count) { return count ? Text(*count) : Text(); };
  compareField(Field::LargestBatch, counted(scenario.largestBatch), idle(Core::tr("any")));
  compareField(Field::ExamplesPerUser, counted(scenario.examplesPerUser), Core::tr("none: the unit is no user"));
  compareField(Field::Tau, scenario.tau, idle(expected.tau));
  compareField(Field::FailureProbability, scenario.failureProbability, idle(expected.failureProbability));
}

// Learning rates must follow from the stated formula, which makes them anew for another number of steps.
void compareSchedule(std::vector<VerificationItem>& items, const Scenario& scenario) {
  if (!scenario.schedule.isFormula()) return;
  const auto rates = learningRates(scenario.schedule, scenario.iterations);
  const bool follow = std::ranges::equal(scenario.workload.eta(), rates,
                                         [](double a, double b) { return relativeDifference(a, b) <= 1e-12; });
  items.push_back({"workload: schedule", toString(scenario.schedule.kind),
                   follow ? Core::tr("the same learning rates") : Core::tr("other learning rates than the file's"),
                   follow});
}

// Recomputed figures use the stated sensitivity and sigma, which are checked on their own: an older, looser bound must
// not make every other figure fail.
void compare(std::vector<VerificationItem>& items, const StrategyMetadata& stated, const Design& design,
             const Accounting& noise, const std::optional<RowErrors>& rows) {
  const auto& figures = stated.figures;
  const Scenario& scenario = stated.scenario;
  items.push_back(
      atLeast("sensitivity", figures.sensitivity.value, design.sensitivity.value, kSensitivityTolerance, 1e-9));
  items.push_back(
      {"sensitivity_kind", displayName(figures.sensitivity.kind), displayName(design.sensitivity.kind),
       figures.sensitivity.kind == design.sensitivity.kind || figures.sensitivity.kind == BoundKind::UpperBound});
  // A smaller sigma than ours may be safe, as certificates differ in their slack: then it must certify its own delta.
  const bool certifiesItself = scenario.batching->amplified() &&
                               figures.noiseMultiplier.value < design.noiseMultiplier.value &&
                               figures.noiseMultiplier.value >= design.noiseMultiplier.value * (1 - kSigmaTolerance) &&
                               noise.deltaAt(figures.noiseMultiplier.value, scenario.epsilon, {}) <= scenario.delta;
  items.push_back(atLeast("noise_multiplier", figures.noiseMultiplier.value, design.noiseMultiplier.value,
                          certifiesItself ? kSigmaTolerance : kSigmaRounding, kSafeExcess));
  items.push_back(equal("stddev", figures.stddev,
                        scenario.clipNorm * figures.noiseMultiplier.value * figures.sensitivity.value, 1e-12));

  const double scale = std::pow(figures.sensitivity.value / design.sensitivity.value, 2);
  const double tolerance = kLossTolerance + 2 * design.lossErrorBound;
  // The second route keeps digits that the first may lose: only the error bound that the file states is allowed for.
  const double strict = kLossTolerance + 2 * figures.lossErrorBound;
  const double square = std::pow(figures.sensitivity.value, 2);
  const auto byRows = [&](ErrorObjective objective) -> std::optional<double> {
    if (!rows || ofCurvatures(objective)) return std::nullopt;
    const std::optional<double> variance = isMean(objective)   ? rows->meanVariance
                                           : isLast(objective) ? rows->lastVariance
                                                               : rows->maxVariance;
    return variance ? std::optional(*variance * square) : std::nullopt;
  };
  const auto states = [&](ErrorObjective objective) {
    if (objective == ErrorObjective::Last) return stated.version > 1;
    if (!ofCurvatures(objective)) return true;
    if (figures.loss[objective] > 0) return true;
    // Files made before this objective of the last step was introduced do not state it.
    return isLast(objective) ? figures.error[objective] > 0 || scenario.objective == objective
                             : design.loss[objective] > 0;
  };
  for (const ObjectiveInfo& each : kObjectives) {
    if (!states(each.objective)) continue;
    items.push_back(equalTwice(std::string(each.loss), figures.loss[each.objective],
                               design.loss[each.objective] * scale, byRows(each.objective), tolerance, strict));
  }
  items.push_back(
      atLeast("loss_error_bound", figures.lossErrorBound, design.lossErrorBound, kLossTolerance, kSafeExcess));
  for (const ObjectiveInfo& each : kObjectives) {
    if (!states(each.objective)) continue;
    items.push_back(equal(std::string(each.error), figures.error[each.objective],
                          figures.noiseMultiplier.value * std::sqrt(figures.loss[each.objective]), kLossTolerance));
  }
  // A bound may be proven tighter later: stating less than the best known one is no error.
  const double bound = design.lowerBound * figures.noiseMultiplier.value / design.noiseMultiplier.value;
  VerificationItem lower{"lower_bound", figures.lowerBound, bound, figures.lowerBound <= bound * (1 + kLossTolerance)};
  if (figures.lowerBound < bound * (1 - kLossTolerance))
    lower.recomputed = {Core::tr("%1 (the stated value is safe, but smaller than what is proven)"), bound};
  items.push_back(std::move(lower));
  items.push_back(equal("dp_sgd_rmse", figures.dpSgdRmse, design.dpSgdRmse, kSafeExcess));
}

// A solve that was stopped states noise that is safe without draws: true if it is large enough for that.
bool needsNoDraws(const StrategyMetadata& stated, const Accounting& noise, const RunControl& control) {
  const Accounting::Calibrated safe = noise.withoutDraws(control);
  return safe.certificate && safe.certificate->method == stated.figures.certificate->method &&
         stated.figures.noiseMultiplier.value >= safe.noiseMultiplier.value * (1 - kSigmaRounding);
}

// Compares the stated certificate with the recomputed one. Another certificate may take other samples.
void compareCertificate(std::vector<VerificationItem>& items, const StrategyMetadata& stated, const Design& design,
                        const Accounting& noise, const RunControl& control) {
  if (!stated.figures.certificate || !design.certificate) return;
  const SampledCertificate& a = *stated.figures.certificate;
  const SampledCertificate& b = *design.certificate;
  const bool needsNone = a.method != b.method && needsNoDraws(stated, noise, control);
  items.push_back({"balls_in_bins: method", toString(a.method), toString(b.method), a.method == b.method || needsNone});
  items.push_back(atLeast("balls_in_bins: error_bound", a.errorBound, b.errorBound, kSigmaTolerance, kSafeExcess));
  // A choice among several certificates fails more often than one of them.
  items.push_back({"balls_in_bins: failure_probability", a.failureProbability, b.failureProbability,
                   needsNone || a.failureProbability >= b.failureProbability});
}

// The claim's data alone, without the texts that explain them.
nlohmann::ordered_json withoutExplanations(nlohmann::ordered_json claim) {
  for (const char* key : {"setting", "data_accesses", "not_covered", "outputs", "how_to_verify"}) claim.erase(key);
  claim["accountant"].erase("method");
  for (auto& assumption : claim["assumptions"]) {
    assumption.erase("text");
    assumption.erase("remedy");
  }
  return claim;
}

// The fields in which a claim differs from the one that follows from the stated figures.
std::vector<std::string> differencesOf(const nlohmann::ordered_json& stated, const nlohmann::ordered_json& expected) {
  std::vector<std::string> fields;
  for (const auto& [key, value] : expected.items()) {
    if (key != "profile" && stated.at(key) != value) fields.push_back(key);
  }
  return fields;
}

// The claim must be the one that follows from the stated figures, data for data. Another version of the software may
// word its explanations otherwise: they are then not confirmed, and the answer says so. Versions 1 and 2 of the format
// have words only. Every stated delta must be at least the recomputed one.
void compareClaim(std::vector<VerificationItem>& items, const StrategyMetadata& stated, Design design,
                  const Accounting& noise, const RunControl& control) {
  const auto& figures = stated.figures;
  design.sensitivity = figures.sensitivity;
  design.noiseMultiplier.value = figures.noiseMultiplier.value;
  design.noiseMultiplier.errorBound = figures.noiseMultiplier.errorBound;
  design.stddev = figures.stddev;
  if (figures.certificate) {
    // Files do not state how many steps were joined: it follows from the scenario and the strategy.
    const Index joined = design.certificate ? design.certificate->joined : 1;
    design.certificate = figures.certificate;
    design.certificate->joined = joined;
  }
  design.gaussianMethod = stated.gaussianMethod;
  const PrivacyClaim claim = claimOf(design);
  const std::size_t before = items.size();
  const auto compareText = [&](const char* name, const Text& words, const Text& expected) {
    if (words != expected) items.push_back({std::string("privacy_claim: ") + name, words, expected, false});
  };
  const bool sameSoftware = stated.softwareVersion == NOISELOOM_VERSION;
  const bool asData = stated.version > 2;
  bool sameWords = false;
  if (asData) {
    const nlohmann::ordered_json a = claimJson(stated.claim), b = claimJson(claim);
    sameWords = differencesOf(a, b).empty();
    for (const std::string& field :
         sameSoftware ? differencesOf(a, b) : differencesOf(withoutExplanations(a), withoutExplanations(b))) {
      items.push_back({"privacy_claim: " + field, Core::tr("as in the file"),
                       Core::tr("does not follow from the stated figures"), false});
    }
  } else {
    compareText("unit", stated.claim.unitText, claim.unitText);
    compareText("adjacency", stated.claim.adjacencyText, claim.adjacencyText);
    compareText("statement", stated.claim.statement, claim.statement);
  }
  // A claim that is not made cannot be confirmed, even if the file says so itself.
  for (const Assumption& assumption : claim.assumptions) {
    if (assumption.status != AssumptionStatus::Violated) continue;
    std::erase_if(items, [](const VerificationItem& item) { return item.name == "privacy_claim: severity"; });
    items.push_back({"privacy_claim: severity",
                     toString(stated.claim.severity),
                     {Core::tr("critical, not claimed: %1"), assumption.text},
                     false});
  }
  if (items.size() == before) {
    const Phrase otherWords =
        asData ? Core::tr("all data the same; its explanations are those of version %1 and are not confirmed")
               : Core::tr(
                     "statement, unit and adjacency the same; its explanations are those of version %1 and are not "
                     "confirmed");
    items.push_back({"privacy_claim", Core::tr("as stated"),
                     sameWords ? Text(Core::tr("the same")) : Text(otherWords, stated.softwareVersion), true});
  }
  const auto& profile = stated.claim.profile;
  const Scenario& scenario = stated.scenario;
  const bool complete = profile.size() <= kMostProfilePoints &&
                        std::ranges::find(profile, std::pair(scenario.epsilon, scenario.delta)) != profile.end();
  if (!complete) {
    items.push_back({"privacy profile",
                     {Core::tr("%1 points"), profile.size()},
                     {Core::tr("at most %1 points, the claimed epsilon and delta among them"), kMostProfilePoints},
                     false});
    return;
  }
  for (const auto& [epsilon, delta] : profile) {
    // Sigma was calibrated for the claimed point, which has been checked; beyond it delta is no larger.
    double recomputed = scenario.delta;
    if (epsilon != scenario.epsilon) recomputed = noise.deltaAt(figures.noiseMultiplier.value, epsilon, control);
    if (epsilon > scenario.epsilon) recomputed = std::min(recomputed, scenario.delta);
    items.push_back(
        atLeast("delta at epsilon " + shortest(epsilon), delta, recomputed, kProfileTolerance, kSafeExcess));
  }
}

// If the truncation of normals may add more to delta than is claimed, the claim is invalid; less is a caution.
void compareTail(std::vector<VerificationItem>& items, const Design& stated) {
  const double beyond = cutTail(stated);
  if (beyond <= stated.scenario.delta) return;
  items.push_back({"gaussian_method",
                   Core::tr("as in the file"),
                   {Core::tr("up to %1 more than the claimed delta of %2: its normals end at %3 standard deviations"),
                    roundedUp(beyond, 2), stated.scenario.delta, roundedDown(largestNormal(stated.gaussianMethod), 3)},
                   false});
}

Verification verified(const StrategyFileContents& contents, const RunControl& control) {
  Verification verification;
  verification.notChecked = notChecked(contents);
  for (const auto& [name, stated] : contents.file.sha256) {
    const std::string& recomputed = contents.recomputedSha256.at(name);
    verification.items.push_back({"sha256 " + name, stated, recomputed, stated == recomputed});
  }
  for (const auto& [name, from] : contents.contradictions) {
    verification.items.push_back(
        {name, Core::tr("as in the file"), {Core::tr("does not follow from %1"), from}, false});
  }
  try {
    Scenario scenario = contents.file.scenario;
    scenario.mechanism = contents.file.mechanism;  // the choice of the best one is not repeated
    const auto design = evaluate(scenario, contents.file.strategy, control.part(0.1, 1));
    if (!design || design->noiseMultiplier.stopped || control.stopRequested()) {
      verification.items.push_back({"recomputation", {}, Core::tr("stopped before it was complete"), false});
      return verification;
    }
    const auto noise =
        accountingOf(scenario, contents.file.strategy, contents.metadata.figures.sensitivity, control.quiet());
    const auto rows = errorByRows(contents.file.strategy, scenario.workload, control.quiet());
    compare(verification.items, contents.metadata, *design, *noise, rows);
    compareSchedule(verification.items, scenario);
    compareIdleFields(verification.items, scenario);
    compareCertificate(verification.items, contents.metadata, *design, *noise, control.quiet());
    compareClaim(verification.items, contents.metadata, *design, *noise, control.quiet());
    const Design stated = *designOf(contents.file);
    compareTail(verification.items, stated);
    for (NamedCaution& caution : cautionsOf(stated)) verification.cautions.push_back(std::move(caution.text));
    if (control.stopRequested())
      verification.items.push_back({"recomputation", {}, Core::tr("stopped before it was complete"), false});
  } catch (const InvalidArgument& error) {
    // The strategy cannot be used in the scenario at all, e.g. more bands than its batching allows.
    verification.items.push_back(
        {error.argument(), error.value(), {Core::tr("not allowed: use %1"), error.allowed()}, false});
  }
  return verification;
}

}  // namespace

bool Verification::passed() const {
  return !items.empty() && std::ranges::all_of(items, &VerificationItem::passed);
}

Verification verifyStrategyFile(const std::filesystem::path& path, const RunControl& control) {
  control.report(0, Core::tr("reading the strategy file"));
  return verified(readStrategyContents(path), control);
}

Verification verifyStrategyBytes(std::string_view bytes, const std::filesystem::path& name, const RunControl& control) {
  return verified(readStrategyContents(bytes, name), control);
}

}  // namespace noiseloom
