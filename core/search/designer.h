#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

struct ClimbedBands;
struct Solution;

/// Limit on processor time for the noise and the error of the best strategy so far after a stop.
inline constexpr double kSecondsAfterStop = 5;

/// What speeds up a solve, and how it ends. No figure depends on what is known.
struct DesignHelp {
  /// The known result of solveMechanism() for the scenario with its bands.
  const Solution* solution = nullptr;
  /// A certified design whose dpSgdRmse holds for the scenario as well if sameBaseline().
  std::shared_ptr<const Design> neighbour = {};
  /// Once it is requested, design() returns nullptr. Pass control.stop to get nothing when stopped.
  std::stop_token abandon = {};
  double secondsAfterStop = kSecondsAfterStop;  ///< >= 0
  /// The known result of climbBands(), in place of a search for bands and a climb; none: empty.
  std::span<const ClimbedBands> climbed = {};
  bool alone = false;  ///< certifies no other strategy that may need less noise
  /// Others are certified where they are likely to have less than this objective error as well.
  double toBeat = std::numeric_limits<double>::infinity();
  /// A certificate by draws that leaves more objective error than this is not sought: the design, with more, is then
  /// that of the noise that is valid without draws.
  double mostError = std::numeric_limits<double>::infinity();
};

/// True if independent noise has the same certified error in both.
bool sameBaseline(const Scenario& left, const Scenario& right);

/// Solves a scenario: picks the bands (a sweep if they are "best"), optimises the strategy, computes its sensitivity,
/// calibrates the certified noise and evaluates the error. Throws InvalidArgument for a scenario with problems(). When
/// stopped, the result is the best design so far with optimizer.termination == Stopped; nullptr if there is none, or
/// its noise and error would take longer than DesignHelp::secondsAfterStop.
std::shared_ptr<const Design> design(const Scenario& scenario, const RunControl& control = {},
                                     const DesignHelp& help = {});

/// Privacy and error of a given strategy in a scenario, without optimising: the figures that `verify` recomputes.
std::shared_ptr<const Design> evaluate(const Scenario& scenario, const Strategy& strategy,
                                       const RunControl& control = {});

/// One point of the curve "rmse against bands": has the noise multiplier, the loss, the errors and the bound.
struct BandPoint : DesignFigures {
  Index bands = 1;
  Termination termination = Termination::NotRun;
};

/// Solves the scenario for the bands that bestBands() requests, and for the powers of two that take no more than a
/// second. Calls onPoint as each point is ready (from the working thread); returns all points ordered by bands, those
/// of Mechanism::curve if there is one. Where noise depends on the whole strategy they are optima of asSolved() with
/// estimated noise; design() optimises further.
std::vector<BandPoint> sweepBands(const Scenario& scenario, const RunControl& control = {},
                                  const std::function<void(const BandPoint&)>& onPoint = {});

}  // namespace noiseloom
