#include "ui/document/claim_state.h"

#include <algorithm>

#include "core/claim/claim.h"
#include "ui/document/scenario_document.h"
#include "ui/style/core_text.h"

namespace noiseloom {

ClaimState claimStateOf(const Design& design) {
  const std::vector<Assumption> assumptions = claimOf(design).assumptions;
  const auto violated = std::ranges::find(assumptions, AssumptionStatus::Violated, &Assumption::status);
  if (violated == assumptions.end()) return {};
  const QString text = coreText(violated->text);
  ClaimState state{true, text, text, coreText(violated->remedy)};
  // For batches, the job coverage states the problem in fewer words.
  const JobCoverage coverage = coverageOf(design.scenario, design.bands);
  if (coverage.status == AssumptionStatus::Violated) {
    state.why = coreText(coverage.why);
    state.reason = QStringLiteral("%1: %2").arg(coreText(design.scenario.jobBatching->name), state.why);
    state.remedy = coreText(coverage.remedy);
  }
  return state;
}

bool isCertified(const Design& design) {
  return !design.estimated && (!design.scenario.batching->ofStrategy() || design.certificate.has_value());
}

QString pictureMark(const ScenarioDocument& document) {
  const auto design = document.design();
  if (!design) return {};
  if (document.isLeftEstimated()) return ScenarioDocument::tr("an estimate: nothing is certified");
  if (document.designState() != DesignState::Current)
    return ScenarioDocument::tr("stale: this is not the result of the scenario that was set");
  const ClaimState state = claimStateOf(*design);
  return state.critical ? ScenarioDocument::tr("assumptions violated: %1").arg(state.reason) : QString();
}

Caption captionOf(const ScenarioDocument& document) {
  const auto design = document.design();
  return {.claim = design ? coreText(claimSentence(*design)) : QString(), .warning = pictureMark(document)};
}

}  // namespace noiseloom
