#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/design/design.h"

namespace noiseloom {

enum class ClaimSeverity {
  Ok,       ///< holds if the training job sees to what is ToBeEnsured
  Critical  ///< an assumption is violated: nothing is promised
};
std::string_view toString(ClaimSeverity severity);
std::optional<ClaimSeverity> claimSeverityFromName(std::string_view name);

/// Everything that an auditor needs to know about what a design promises, as data (math: section 10). Its text is
/// claimText()'s, its JSON that of strategy files.
struct PrivacyClaim {
  ClaimSeverity severity = ClaimSeverity::Ok;
  double epsilon = 0;
  double delta = 0;
  Text statement;     ///< the formal sentence; says so first where the claim is not made
  Text setting;       ///< central DP, one trusted curator ...
  Text dataAccesses;  ///< which uses of the data the claim covers
  Text notCovered;    ///< and which it does not
  Text outputs;       ///< which outputs it covers
  PrivacyUnit unit = PrivacyUnit::Example;
  Text unitText;  ///< "one example"
  Adjacency adjacency = Adjacency::AddRemove;
  Text adjacencyText;
  const Batching* batching = &standardBatching();           ///< as accounted
  const JobBatching* jobBatching = &standardJobBatching();  ///< as the job is said to do it
  Accountant accountant;
  std::vector<Assumption> assumptions;
  std::vector<Text> cautions;                      ///< what an expert would warn of all the same; not in files
  std::vector<std::pair<double, double>> profile;  ///< (epsilon, delta), certified, by rising epsilon
  std::optional<double> zcdpRho;                   ///< unamplified: also rho-zCDP with this rho (concentrated-dp)
  std::optional<double> gdpMu;                     ///< unamplified: also mu-GDP with this mu (gaussian-dp)
  Text howToVerify;
};

/// The claim at once: its profile is the claimed point alone.
PrivacyClaim claimOf(const Design& design);
/// The claim with a profile of half, once and twice the epsilon. Amplified batchings take a certificate for each, up to
/// seconds; points that a stop leaves out are missing.
PrivacyClaim claimWithProfile(const Design& design, const RunControl& control = {});

/// Mechanism and size: "Banded Toeplitz, 8 bands".
Text nameOf(const Design& design);
/// The name of its mechanism alone; of what was drawn by hand says so.
Phrase mechanismNameOf(const Scenario& scenario);
/// The claim bar's sentence: mechanism, bands, eps, delta, unit, adjacency, batching with its separation where it has
/// one of its own, accountant, and what took the place of another; ends with a warning where the claim is critical.
Text claimSentence(const Design& design);
/// Accountant::instead of a design.
Text accountedInstead(const Design& design);
/// What an expert would warn of about a design (PrivacyClaim::cautions), with the name of what it is about: an option
/// or a field of strategy files.
struct NamedCaution {
  std::string_view name;
  Text text;
};
std::vector<NamedCaution> cautionsOf(const Design& design);

/// The whole claim as plain text, a paragraph for each part, lines as long as they come.
std::string claimText(const PrivacyClaim& claim);

}  // namespace noiseloom
