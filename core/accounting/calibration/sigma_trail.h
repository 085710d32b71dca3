#pragma once

#include <optional>
#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/losses/adjacency.h"
#include "core/base/index.h"

namespace noiseloom {

/// Where searches for noise multipliers ended in a row of similar problems, as a slider poses them: the next one sets
/// out from there, and one that was posed before is not searched again.
struct SigmaTrail {
  /// All that a noise multiplier depends on.
  struct Problem {
    double epsilon = 0;
    double delta = 0;
    double samplingProbability = 1;
    Index compositions = 1;
    Adjacency adjacency = Adjacency::AddRemove;

    bool operator==(const Problem&) const = default;
  };
  struct Root {
    Problem problem = {};
    double limit = 0;  ///< log of the noise multiplier by the central limit
    double logSigma = 0;
    double slope = -1;     ///< d log delta / d log sigma there
    double tolerance = 0;  ///< of logSigma
  };
  /// Roots that are kept: as many as a slider has positions that people tell apart.
  static constexpr std::size_t kMostRoots = 64;

  std::optional<Root> last = {};
  std::optional<Root> before = {};
  std::vector<Root> roots = {};  ///< of different problems, the oldest first

  /// The root of that very problem, or nullptr. Until the next goOn().
  const Root* rootOf(const Problem& problem) const;
  /// The row goes on with this root, which takes the place of an older one of the same problem.
  void goOn(const Root& root);
  /// Where it points, for a row of its own with other problems: without the roots that were kept.
  SigmaTrail fork() const { return {last, before, {}}; }
};

/// Relative tolerances of sigma where it is printed, and where it is only drawn: a tenth of a pixel.
constexpr double kSigmaOfASketch = 1e-6;
constexpr double kSigmaOfAPlot = 3e-4;

/// LossBound::approximateNoiseMultiplier() of the next problem of a row, in a fraction of the time. The last digits
/// depend on the trail: off by less than `tolerance`, relative, where that function itself is off by less than 1e-6.
double nextNoiseMultiplier(const PoissonSteps& steps, double epsilon, double delta, SigmaTrail& trail,
                           double tolerance = kSigmaOfASketch);

}  // namespace noiseloom
