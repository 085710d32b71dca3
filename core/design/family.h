#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/design/scenario.h"
#include "core/optimize/lbfgs.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// What a family of mechanisms makes of a scenario.
struct FamilySolution {
  Strategy strategy;
  OptimizerSummary summary = {};          ///< NotRun for closed forms
  std::vector<double> coefficients = {};  ///< of Toeplitz kinds, to start a neighbouring solve from
};

/// Every family, in the order in which they are offered.
std::span<const MechanismKind> allMechanisms();

/// Whether the family's strategies are banded, with at most `bands` bands, as cyclic Poisson sampling needs.
bool isBanded(const Scenario& scenario);

/// Why the scenario's family cannot be used in this scenario, by the name of the field that stands in the way: the
/// batching, the workload, the iterations or the noise rows. Nothing when it can, or when iterations or epochs
/// are below 1, which Scenario::problems() says.
std::optional<InvalidArgument> familyProblem(const Scenario& scenario);

/// Strategy::noiseRows() of the family's strategies where the scenario alone decides: nothing for families with bands
/// to choose, and for DP-SGD and "best"; for a BLT its buffers, at least 1.
std::optional<Index> fixedNoiseRows(const Scenario& scenario);

/// Solves the scenario's family with that many bands (ignored where the family has none). `start`: coefficients of a
/// neighbouring solve, or empty. Anything but MechanismKind::Best.
FamilySolution solveFamily(const Scenario& scenario, Index bands, std::span<const double> start,
                           const RunControl& control);

/// About how long solveFamily() takes, in seconds on one core of 2020s hardware; within a factor of three or so.
double estimatedSeconds(const Scenario& scenario, Index bands);

}  // namespace noiseloom
