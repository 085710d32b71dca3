#pragma once

#include <map>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/scenario/mechanism.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {

// What the papers' settings have in common: prefix sums, the mean error, clip norm 1, add/remove adjacency. Errors are
// rmse = sigma sens sqrt(mean_i v_i); an "error" below is that at sigma = 1.

/// 1, 2, 4, .. up to `most`, and `most` itself.
std::vector<Index> doublings(Index most);
/// 2^from, .., 2^to.
std::vector<double> powersOfTwo(int from, int to);

/// sens sqrt(mean_i v_i) of the optimal column-normalised banded Toeplitz strategy at n steps under single
/// participation, or any with participations `bands` steps apart: each number of bands is solved once.
class BandedErrors {
 public:
  explicit BandedErrors(Index iterations, RunControl control = {});
  double at(Index bands) { return of(bands).error; }
  /// Of as many steps and bands.
  const ToeplitzStrategy& strategy(Index bands) { return of(bands).strategy; }
  Index iterations() const { return m_iterations; }

 private:
  struct Known {
    ToeplitzStrategy strategy;
    double error;
  };
  const Known& of(Index bands);

  Index m_iterations;
  RunControl m_control;
  std::map<Index, Known> m_known;
};

/// sigma of b-banded strategies with equal column norms under cyclic Poisson sampling: of the Gaussian, Poisson-sampled
/// with probability min(1, b k / n), ceil(n / b) times. Not certified: to about 1e-6.
double poissonNoise(Index iterations, Index epochs, Index bands, double epsilon, double delta);

/// The best of `tried` numbers of bands under cyclic Poisson sampling.
struct BestBanded {
  Index bands = 1;
  double rmse = 0;
};
BestBanded bestPoisson(BandedErrors& errors, Index epochs, double epsilon, double delta,
                       const std::vector<Index>& tried);

/// The rmse of DP-SGD with the whole data in every batch: n epochs, no amplification.
double fullBatchRmse(Index iterations, double epsilon, double delta);
/// sens sqrt(mean_i v_i) of a mechanism where each example takes part once an epoch, n / k steps apart, without
/// amplification. bands 0: as many as the mechanism would take.
double fixedEpochError(const Mechanism& mechanism, Index iterations, Index epochs, Index bands = 0,
                       const RunControl& control = {});

}  // namespace noiseloom
