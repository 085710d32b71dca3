#pragma once

#include <QString>
#include <vector>

#include "core/claim/claim.h"

namespace noiseloom {

/// "Satisfied", "For the job to ensure", "Violated".
QString statusName(AssumptionStatus status);

/// A figure of a claim with its name, for a table: "Noise multiplier σ", "0.6 for sensitivity 1".
struct ClaimFact {
  QString name;
  QString value;
};

/// The accountant's method and those of its figures that apply, including its error bound and failure probability.
std::vector<ClaimFact> accountantFacts(const PrivacyClaim& claim);
/// The scope of the claim: setting, what it covers and excludes, unit, adjacency, batches, how to verify it.
std::vector<ClaimFact> scopeFacts(const PrivacyClaim& claim);
/// zCDP and Gaussian DP, if the claim has them.
std::vector<ClaimFact> otherCurrencies(const PrivacyClaim& claim);

/// The whole claim as a Markdown document with headings and tables.
QString claimMarkdown(const PrivacyClaim& claim);

}  // namespace noiseloom
