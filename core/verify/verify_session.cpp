#include "core/verify/verify_session.h"

#include <cmath>

#include "core/verify/verify_strategy.h"

namespace noiseloom {
namespace {

/// Relative; a repeated solve on another machine may round otherwise. Stored values are compared exactly.
constexpr double kSolvedAgain = 1e-6;

void compare(std::vector<Text>& found, std::string_view name, double stated, double follows, double tolerance) {
  if (std::abs(stated - follows) <= tolerance * std::abs(follows)) return;
  found.push_back({Core::tr("%1: %2 is stated, %3 follows"), name, stated, follows});
}

void compareNames(std::vector<Text>& found, std::string_view name, const Text& stated, const Text& follows) {
  if (stated == follows) return;
  found.push_back({Core::tr("%1: %2 is stated, %3 follows"), name, stated, follows});
}

}  // namespace

std::vector<Text> contradictionsOf(const SessionDesign& packed, const Design& design, const RunControl& control) {
  std::vector<Text> found;
  const double tolerance = packed.strategyFile.empty() ? kSolvedAgain : 0;
  compareNames(found, "mechanism", toString(packed.mechanism), toString(design.mechanism));
  compareNames(found, "sensitivity_kind", toString(packed.figures.sensitivity.kind), toString(design.sensitivity.kind));
  compare(found, "bands", static_cast<double>(packed.bands), static_cast<double>(design.bands), 0);
  for (const FigureInfo& figure : figureFields()) {
    // A figure of designs with a spectrum may have been introduced after the session was saved.
    if (figure.optional && figure.of(packed.figures) == 0) continue;
    if (figure.brief) compare(found, figure.name, figure.of(packed.figures), figure.of(design), tolerance);
  }
  if (packed.strategyFile.empty()) return found;
  const Verification verification = verifyStrategyBytes(packed.strategyFile, packed.name, control);
  if (control.stopRequested()) return {};
  for (const VerificationItem& item : verification.items) {
    // The claim bar already shows that a claim is not made for the job; its figures are confirmed all the same.
    if (item.passed || item.name == "privacy_claim: severity") continue;
    found.push_back({Core::tr("%1: %2 is stated, %3 follows"), item.name, item.stated, item.recomputed});
  }
  return found;
}

}  // namespace noiseloom
