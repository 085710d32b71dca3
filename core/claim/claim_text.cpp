#include "core/base/check.h"
#include "core/claim/claim.h"

namespace noiseloom {
namespace {

std::string_view heading(AssumptionStatus status) {
  switch (status) {
    case AssumptionStatus::Satisfied: return "satisfied";
    case AssumptionStatus::ToBeEnsured: return "for the job to ensure";
    case AssumptionStatus::Violated: return "VIOLATED";
  }
  return "unknown";
}

std::string accountantText(const Accountant& accountant) {
  std::string text =
      accountant.method.english() + "; noise multiplier " + shortest(accountant.noiseMultiplier) + " for sensitivity 1";
  // The analytic method names its sensitivity itself.
  if (accountant.name != "analytic-gaussian") {
    text += ", L2 sensitivity " + shortest(accountant.sensitivity) + " (" +
            std::string(toString(accountant.sensitivityKind)) + ")";
  }
  return text;
}

}  // namespace

std::string claimText(const PrivacyClaim& claim) {
  std::string text;
  const auto paragraph = [&text](std::string_view name, const Text& what) {
    text += std::string(name) + ": " + what.english() + "\n";
  };
  if (claim.severity == ClaimSeverity::Critical)
    text += "CRITICAL: an assumption is violated, so that this claim is not made.\n";
  paragraph("Statement", claim.statement);
  paragraph("Setting", claim.setting);
  paragraph("Data accesses covered", claim.dataAccesses);
  paragraph("Not covered", claim.notCovered);
  paragraph("Outputs covered", claim.outputs);
  paragraph("Unit of privacy", claim.unitText);
  paragraph("Adjacency", claim.adjacencyText);
  paragraph("Batches as accounted", claim.batching->name);
  paragraph("Batches of the job", claim.jobBatching->name);
  paragraph("Accountant", accountantText(claim.accountant));
  text += "Assumptions:\n";
  for (const Assumption& assumption : claim.assumptions) {
    text += "  [" + std::string(heading(assumption.status)) + "] " + assumption.text.english();
    if (!assumption.remedy.empty()) text += " What to do: " + assumption.remedy.english() + ".";
    text += "\n";
  }
  for (const Text& caution : claim.cautions) paragraph("Caution", caution);
  text += "Privacy profile, certified:\n";
  for (const auto& [epsilon, delta] : claim.profile)
    text += "  epsilon " + shortest(epsilon) + ", delta " + shortest(delta) + "\n";
  if (claim.zcdpRho) paragraph("Zero-concentrated DP", "rho = " + shortest(*claim.zcdpRho));
  if (claim.gdpMu) paragraph("Gaussian DP", "mu = " + shortest(*claim.gdpMu));
  paragraph("How to verify", claim.howToVerify);
  return text;
}

}  // namespace noiseloom
