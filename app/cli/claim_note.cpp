#include "app/cli/claim_note.h"

namespace noiseloom::cli {

std::string criticalNote(const PrivacyClaim& claim) {
  if (claim.severity != ClaimSeverity::Critical) return "";
  std::string note;
  for (const Assumption& assumption : claim.assumptions) {
    if (assumption.status != AssumptionStatus::Violated) continue;
    note += (note.empty() ? "CRITICAL, no privacy is claimed: " : "; ") + assumption.text.english() +
            " What to do: " + assumption.remedy.english();
  }
  return note;
}

}  // namespace noiseloom::cli
