#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/composition/composition.h"
#include "core/answer/answer.h"
#include "core/claim/budget.h"

namespace noiseloom {

/// The result of `account`.
struct Account {
  std::string unknown;  ///< snake_case name of what was solved for
  double noiseMultiplier = 0;
  double epsilon = 0;
  double delta = 0;
  double samplingProbability = 1;
  Index compositions = 1;
  Adjacency adjacency = Adjacency::AddRemove;
  std::vector<Phase> phases;  ///< not empty: instead of the noise multiplier, q and T
  double noiseScale = 1;      ///< of all phases
  Certified solved;
  Index largestCompositions = 0;  ///< beside a number of compositions that was solved for
  struct ProfilePoint {
    double epsilon;
    Certified delta;
  };
  std::vector<ProfilePoint> profile;
  struct RenyiPoint {
    double order;
    double epsilon;
  };
  std::vector<RenyiPoint> renyi;
  std::optional<DirectionalDelta> directions;  ///< of a single phase
  std::string batching;                        ///< by whose name q and T, or whatever else, were found; empty: as given
  double sensitivity = 0;                      ///< beside a batching: of C, which the noise multiplier goes with
  double stddev = 0;                           ///< beside a batching: the noise multiplier times it, in clip norms
  bool ofStddev = false;                       ///< beside a batching: the stddev was given, not the noise multiplier
  std::optional<Index> largestBatch;           ///< beside a batching
  std::string instead;                         ///< beside a batching: Accountant::instead
  std::optional<double> mu;                    ///< Gaussian differential privacy, where every step is unsampled
  /// Beside a batching: why its steps are not known to be Gaussians, sampled by Poisson's law or not at all.
  std::string notGaussian;
};

/// The runs of strategy files and other releases on the same data, and what they promise together.
struct ComposedRuns {
  std::vector<std::string> files;  ///< of the designs
  BudgetRequest request;
  Budget budget;
};

/// One object each (docs/formats.md).
Json accountJson(const Account& account);
Json budgetJson(const ComposedRuns& runs);

}  // namespace noiseloom
