#pragma once

#include <Eigen/Dense>

#include <map>
#include <vector>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// Sums of the gradients of each step, and their probabilities.
using Sums = std::map<std::vector<int>, double>;

/// What a job sums up in a data set with an example, whose gradient is 1 at every step, and in one that is adjacent: it
/// is not there, or its gradient is 0 or -1. Few steps, one parameter, few others, so that all of it is enumerated.
struct Worlds {
  Sums with, without;
  bool operator==(const Worlds&) const = default;
};

/// Of a job by what its name says, for a strategy of `bands` bands: scenario.jobBatching, its steps, epochs, size of
/// the data set, largest batch and adjacency; k divides n, and bands or epochs the size. Every other example has the
/// gradient `others`, where it can meet the one example. Several, where something is for nobody to know but may be
/// anything: an order that nothing random decides.
std::vector<Worlds> worldsOf(const Scenario& scenario, Index bands, int others);

/// H_{e^epsilon}(P, Q) of the mixtures N(C s, stddev^2 I), s drawn from each: by draws from P and the densities of
/// both.
struct Estimate {
  double value = 0;
  double error = 0;  ///< standard error
};
Estimate hockeyStick(const Sums& p, const Sums& q, const Eigen::MatrixXd& c, double stddev, double epsilon,
                     Index draws);

/// The larger of both directions, of all worlds.
Estimate worstDelta(const std::vector<Worlds>& worlds, const Eigen::MatrixXd& c, double stddev, double epsilon,
                    Index draws);

}  // namespace noiseloom
