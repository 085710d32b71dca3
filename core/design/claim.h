#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/design/design.h"
#include "core/design/pairing.h"

namespace noiseloom {

/// Something that must be true for a claim to hold.
struct Assumption {
  std::string name;  ///< "clipping", "noise", "steps", "batching", "independence", "bands", ...: unique in a claim
  std::string text;
  AssumptionStatus status = AssumptionStatus::ToBeEnsured;
  std::string remedy = {};  ///< what to do about it; empty where nothing is to be done
};

enum class ClaimSeverity {
  Ok,       ///< holds if the training job sees to what is ToBeEnsured
  Critical  ///< an assumption is violated: nothing is promised
};
std::string_view toString(ClaimSeverity severity);
std::optional<ClaimSeverity> claimSeverityFromName(std::string_view name);

/// Which mechanism was analysed, how, and with which numbers; those that mean nothing for the method are absent.
struct Accountant {
  std::string name;        ///< "pld", "analytic-gaussian", "balls-in-bins"
  std::string method;      ///< a sentence
  double sensitivity = 0;  ///< L2, in units of the clip norm
  BoundKind sensitivityKind = BoundKind::Exact;
  double noiseMultiplier = 0;                 ///< sigma for sensitivity 1
  double errorBound = 0;                      ///< by how much sigma may be larger than needed, relative; an estimate
  double failureProbability = 0;              ///< that sigma is too small all the same; 0 where nothing is sampled
  std::optional<double> samplingProbability;  ///< q of cyclic Poisson
  std::optional<Index> compositions;          ///< T of cyclic Poisson
  std::optional<Index> bins;                  ///< b_e of balls-in-bins, and how the Monte Carlo certificate was made
  std::optional<double> tau;
  std::optional<Index> samples;
};

/// Everything that an auditor needs to know about what a design promises, as data (math: section 10). Its text is
/// claimText()'s, its JSON that of strategy files.
struct PrivacyClaim {
  ClaimSeverity severity = ClaimSeverity::Ok;
  double epsilon = 0;
  double delta = 0;
  std::string statement;     ///< the formal sentence; says so first where the claim is not made
  std::string setting;       ///< central DP, one trusted curator ...
  std::string dataAccesses;  ///< which uses of the data the claim covers
  std::string notCovered;    ///< and which it does not
  std::string outputs;       ///< which outputs it covers
  PrivacyUnit unit = PrivacyUnit::Example;
  std::string unitText;  ///< "one example"
  Adjacency adjacency = Adjacency::AddRemove;
  std::string adjacencyText;
  Batching batching = Batching::CyclicPoisson;         ///< as accounted
  JobBatching jobBatching = JobBatching::AsAccounted;  ///< as the job is said to do it
  Accountant accountant;
  std::vector<Assumption> assumptions;
  std::vector<std::pair<double, double>> profile;  ///< (epsilon, delta), certified, by rising epsilon
  std::optional<double> zcdpRho;                   ///< unamplified: also rho-zCDP with this rho (concentrated-dp)
  std::optional<double> gdpMu;                     ///< unamplified: also mu-GDP with this mu (gaussian-dp)
  std::string howToVerify;
};

/// The claim at once: its profile is the claimed point alone.
PrivacyClaim claimOf(const Design& design);
/// The claim with a profile of half, once and twice the epsilon. Amplified batchings take a certificate for each, up to
/// seconds; points that a stop leaves out are missing.
PrivacyClaim claimWithProfile(const Design& design, const RunControl& control = {});

/// The claim bar's sentence: mechanism, bands, eps, delta, unit, adjacency, batching, accountant; ends with a warning
/// where the claim is critical.
std::string claimSentence(const Design& design);

/// The whole claim as plain text, a paragraph for each part, lines as long as they come.
std::string claimText(const PrivacyClaim& claim);

}  // namespace noiseloom
