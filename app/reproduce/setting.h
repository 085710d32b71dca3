#pragma once

#include <map>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/scenario/mechanism.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {

// The papers' common setting: prefix sums, the mean error, clip norm 1, add/remove adjacency. Errors are rmse = sigma
// sens sqrt(mean_i v_i); an "error" below is that at sigma = 1.

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
  /// The strategy with that many bands.
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
/// sens sqrt(mean_i v_i) of a mechanism if each example takes part once per epoch, n / k steps apart, without
/// amplification. bands 0: the mechanism's own choice.
double fixedEpochError(const Mechanism& mechanism, Index iterations, Index epochs, Index bands = 0,
                       const RunControl& control = {});

}  // namespace noiseloom
