#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/design/designer.h"
#include "core/io/strategy_file.h"
#include "core/io/strategy_reader.h"

namespace noiseloom {
namespace {

constexpr double kSensitivityTolerance = 1e-9;
constexpr double kLossTolerance = 1e-8;
constexpr double kSigmaTolerance = 2e-6;    // what the certificate itself may move by
constexpr double kProfileTolerance = 1e-4;  // of delta, which moves many times as fast as sigma
constexpr double kSigmaRemark = 1e-3;       // an excess worth a remark

double relativeDifference(double a, double b) {
  return std::abs(a - b) / std::max(std::abs(a), std::abs(b));
}

// A figure that may be too large, never too small.
VerificationItem atLeast(std::string name, double stated, double recomputed, double tolerance, double remarkAbove) {
  VerificationItem item{std::move(name), shortest(stated), shortest(recomputed),
                        stated >= recomputed * (1 - tolerance)};
  if (item.passed && stated > recomputed * (1 + remarkAbove)) {
    item.recomputed +=
        " (the stated value is safe, but larger than needed by a factor of " + shortest(stated / recomputed) + ")";
  }
  return item;
}

VerificationItem equal(std::string name, double stated, double recomputed, double tolerance) {
  return {std::move(name), shortest(stated), shortest(recomputed), relativeDifference(stated, recomputed) <= tolerance};
}

// Recomputed figures carry the stated sensitivity and sigma, which are checked on their own: an older, looser bound
// must not make every other figure fail.
void compare(std::vector<VerificationItem>& items, const StrategyMetadata& stated, const Design& design) {
  items.push_back(
      atLeast("sensitivity", stated.sensitivity.value, design.sensitivity.value, kSensitivityTolerance, 1e-9));
  items.push_back(
      {"sensitivity_kind", std::string(toString(stated.sensitivity.kind)),
       std::string(toString(design.sensitivity.kind)),
       stated.sensitivity.kind == design.sensitivity.kind || stated.sensitivity.kind == BoundKind::UpperBound});
  items.push_back(
      atLeast("noise_multiplier", stated.noiseMultiplier, design.noiseMultiplier.value, kSigmaTolerance, kSigmaRemark));
  items.push_back(equal("stddev", stated.stddev,
                        stated.scenario.clipNorm * stated.noiseMultiplier * stated.sensitivity.value, 1e-12));

  const double scale = std::pow(stated.sensitivity.value / design.sensitivity.value, 2);
  const double tolerance = kLossTolerance + 2 * design.lossErrorBound;
  items.push_back(equal("loss_mean", stated.lossMean, design.lossMean * scale, tolerance));
  items.push_back(equal("loss_max", stated.lossMax, design.lossMax * scale, tolerance));
  items.push_back(equal("rmse", stated.rmse, stated.noiseMultiplier * std::sqrt(stated.lossMean), kLossTolerance));
  items.push_back(
      equal("max_error", stated.maxError, stated.noiseMultiplier * std::sqrt(stated.lossMax), kLossTolerance));
  // A bound may be proven tighter later: stating less than the best known one is no error.
  const double bound = design.lowerBound * stated.noiseMultiplier / design.noiseMultiplier.value;
  items.push_back(
      {"lower_bound", shortest(stated.lowerBound), shortest(bound), stated.lowerBound <= bound * (1 + kLossTolerance)});
  items.push_back(equal("dp_sgd_rmse", stated.dpSgdRmse, design.dpSgdRmse, kSigmaRemark));
}

// The claim's words must be those that follow from the stated figures. Another version may word them otherwise, and
// then only the profile's numbers can be compared: no stated delta may be below the recomputed one.
void compareClaim(std::vector<VerificationItem>& items, const StrategyMetadata& stated, Design design) {
  design.sensitivity = stated.sensitivity;
  design.noiseMultiplier.value = stated.noiseMultiplier;
  design.noiseMultiplier.errorBound = stated.noiseMultiplierErrorBound;
  design.stddev = stated.stddev;
  const PrivacyClaim claim = claimOf(design);
  if (stated.softwareVersion == NOISELOOM_VERSION) {
    const auto compareText = [&](const char* name, const std::string& words, const std::string& expected) {
      if (words != expected) items.push_back({std::string("privacy_claim: ") + name, words, expected, false});
    };
    const std::size_t before = items.size();
    compareText("setting", stated.claim.setting, claim.setting);
    compareText("data_accesses", stated.claim.dataAccesses, claim.dataAccesses);
    compareText("outputs", stated.claim.outputs, claim.outputs);
    compareText("unit", stated.claim.unit, claim.unit);
    compareText("adjacency", stated.claim.adjacency, claim.adjacency);
    compareText("accountant", stated.claim.accountant, claim.accountant);
    compareText("statement", stated.claim.statement, claim.statement);
    if (stated.claim.assumptions != claim.assumptions) {
      items.push_back({"privacy_claim: assumptions", std::to_string(stated.claim.assumptions.size()) + " sentences",
                       "other sentences", false});
    }
    if (items.size() == before) items.push_back({"privacy_claim", "as worded", "the same", true});
  }
  for (const auto& [epsilon, delta] : stated.claim.profile) {
    const auto same = std::find_if(claim.profile.begin(), claim.profile.end(),
                                   [&epsilon = epsilon](const auto& point) { return point.first == epsilon; });
    if (same == claim.profile.end()) continue;  // a point of another version's choice
    items.push_back(atLeast("delta at epsilon " + shortest(epsilon), delta, same->second, kProfileTolerance, 1));
  }
}

}  // namespace

bool Verification::passed() const {
  return !items.empty() &&
         std::all_of(items.begin(), items.end(), [](const VerificationItem& item) { return item.passed; });
}

Verification verifyStrategyFile(const std::filesystem::path& path, const RunControl& control) {
  control.report(0, "reading the strategy file");
  const StrategyFileContents contents = readStrategyContents(path);
  Verification verification;
  for (const auto& [name, stated] : contents.file.sha256) {
    const std::string& recomputed = contents.recomputedSha256.at(name);
    verification.items.push_back({"sha256 " + name, stated, recomputed, stated == recomputed});
  }
  if (!contents.columnScaleFollows) {
    verification.items.push_back({"column_scale_tail", "as in the file", "does not follow from strategy_coef", false});
  }
  try {
    const auto design = evaluate(contents.file.scenario, contents.file.strategy, control.part(0.1, 1));
    if (!design || design->noiseMultiplier.stopped || control.stopRequested()) {
      verification.items.push_back({"recomputation", "", "stopped before it was complete", false});
      return verification;
    }
    compare(verification.items, contents.metadata, *design);
    compareClaim(verification.items, contents.metadata, *design);
  } catch (const InvalidArgument& error) {
    // The strategy cannot serve the scenario at all, e.g. more bands than its batching allows.
    verification.items.push_back({error.argument(), error.value(), "not allowed: use " + error.allowed(), false});
  }
  return verification;
}

}  // namespace noiseloom
