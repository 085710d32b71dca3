#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/balls_in_bins/nested_bins.h"
#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/mechanism/amplified/problem.h"
#include "core/monte_carlo/strategy_noise.h"

namespace noiseloom {

/// StrategyNoise under balls-in-bins by the trees that stand for the bins, without a draw (math: sections 10.3 and 12):
/// deterministic, with the exact gradient of what it holds fixed. draw() finds the noise of the trees, and how log
/// delta changes with each exponent e_l; near there strategies are as private whose sums of w_l (e^(e_l) - 1) over
/// levels and trees agree, w_l such that the derivatives there do.
class NestedStrategyNoise final : public StrategyNoise {
 public:
  /// `grouped`: as for NestedBins. One tree for all bins leads a descent better than several, which judge better.
  NestedStrategyNoise(Index iterations, Index bins, double epsilon, double delta, std::optional<bool> grouped);

  bool draw(std::span<const double> coefficients, Index samples, const RunControl& control) override;
  double operator()(std::span<const double> coefficients, std::span<double> gradient,
                    const RunControl& control) override;
  double standardError() const override { return 0; }

 private:
  double sumOf(const std::vector<NestedBins::Tree>& trees) const;

  Index m_iterations;
  Index m_bins;
  double m_epsilon;
  double m_delta;
  std::optional<bool> m_grouped;
  std::vector<std::vector<double>> m_weights;  // w_l, tree by tree; empty: nothing was found
  double m_kept = 1;                           // keptShare() there
  double m_sum = 0;
  double m_logSigma = 0;  // found last
};

/// True if trees stand for the bins of a strategy of so many bands, by its square root: if the bins are alike enough,
/// the noise is within reach, and no number of samples is asked for. False when stopped.
bool nestedStandsFor(const BinnedProblem& problem, Index bins, Index bands, const RunControl& control);

}  // namespace noiseloom
