#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/names.h"
#include "core/design/design.h"

namespace noiseloom {

enum class ClaimSeverity {
  Ok,       ///< holds if the training job ensures what is ToBeEnsured
  Critical  ///< an assumption is violated: nothing is promised
};
template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<ClaimSeverity>{"ok", "critical"};

/// Everything that an auditor needs to know about a design's promise, as data (math: section 10). claimText() gives it
/// as text, strategy files as JSON.
struct PrivacyClaim {
  ClaimSeverity severity = ClaimSeverity::Ok;
  double epsilon = 0;
  double delta = 0;
  Text statement;     ///< the formal sentence; begins by saying so if the claim is not made
  Text setting;       ///< central DP, one trusted curator ...
  Text dataAccesses;  ///< the uses of the data that the claim covers
  Text notCovered;    ///< the uses of the data that it does not cover
  Text outputs;       ///< the outputs that it covers
  PrivacyUnit unit = PrivacyUnit::Example;
  Text unitText;  ///< "one example"
  Adjacency adjacency = Adjacency::AddRemove;
  Text adjacencyText;
  const Batching* batching = &standardBatching();           ///< as accounted
  const JobBatching* jobBatching = &standardJobBatching();  ///< as the job is stated to do it
  Accountant accountant;
  std::vector<Assumption> assumptions;
  std::vector<Text> cautions;                      ///< warnings of an expert; not in files
  std::vector<std::pair<double, double>> profile;  ///< (epsilon, delta), certified, by increasing epsilon
  std::optional<double> zcdpRho;                   ///< unamplified: also rho-zCDP with this rho (concentrated-dp)
  std::optional<double> gdpMu;                     ///< unamplified: also mu-GDP with this mu (gaussian-dp)
  Text howToVerify;
};

/// The claim without further certificates: its profile is the claimed point alone.
PrivacyClaim claimOf(const Design& design);
/// The claim with a profile of half, once and twice the epsilon. Amplified batchings take a certificate for each, up to
/// seconds; points not reached before a stop are missing.
PrivacyClaim claimWithProfile(const Design& design, const RunControl& control = {});

/// Mechanism and size: "Banded Toeplitz, 8 bands".
Text nameOf(const Design& design);
/// The name of the scenario's mechanism alone, or that its strategy was drawn by hand.
Phrase mechanismNameOf(const Scenario& scenario);
/// The claim bar's sentence: mechanism, bands, eps, delta, unit, adjacency, batching with its separation if it has one
/// of its own, accountant, and Accountant::instead if any; ends with a warning if the claim is critical.
Text claimSentence(const Design& design);
/// Accountant::instead of this design.
Text accountedInstead(const Design& design);
/// A warning about a design (PrivacyClaim::cautions), with the name of its subject: an option, or a field of files.
struct NamedCaution {
  std::string_view name;
  Text text;
};
std::vector<NamedCaution> cautionsOf(const Design& design);

/// The full claim as plain text, a paragraph for each part, without line breaks inside.
std::string claimText(const PrivacyClaim& claim);

}  // namespace noiseloom
