#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/mechanism/amplified/error.h"
#include "core/mechanism/amplified/problem.h"
#include "core/monte_carlo/strategy_noise.h"

namespace noiseloom {

/// A way to write the coefficients of a Toeplitz strategy by a few free variables x without constraints.
struct BinnedChart {
  /// The coefficients at x; empty outside the domain.
  std::function<std::vector<double>(std::span<const double> x)> coefficients;
  /// The gradient in x from that in the coefficients, at the x asked about last.
  std::function<void(std::span<const double> byCoefficient, std::span<double> gradient)> pullBack;
};

/// log(sigma(C) sqrt(error of A C^-1)) of non-negative Toeplitz strategies, at fixed random numbers: minimised over a
/// chart, and judged by samples of its own.
class BinnedSolver {
 public:
  /// Throws InvalidArgument naming iterations, epochs, bins, epsilon, delta or workload.
  explicit BinnedSolver(const BinnedProblem& problem);

  static constexpr double kInfiniteError = std::numeric_limits<double>::infinity();
  struct Judgement {
    double sigma = kInfiniteError;
    double error = kInfiniteError;  ///< sigma sqrt(error); +infinity where it is not known
  };
  /// By samples that no minimisation uses.
  Judgement judge(std::span<const double> coefficients, const RunControl& control);
  /// The error with few samples, to choose among starts, and by a standard error too large: few samples tend to say too
  /// little.
  double cautiousError(std::span<const double> coefficients, const RunControl& control);

  /// Goes on from x with `effort` (1, 2, 4 ..) times the fewest samples, drawn for x and drawn again where a search had
  /// to end for the samples' sake; appends to the summary. False when stopped or when nothing could be sampled at x.
  bool minimize(const BinnedChart& chart, std::vector<double>& x, Index effort, double tolerance, Index iterations,
                OptimizerSummary& summary, const RunControl& control);

  /// The best of several so far, by judge(); nothing improves on an infinite error.
  struct Best {
    std::vector<double> coefficients;
    std::vector<double> x;  ///< where a chart has them
    Judgement judged;
    /// Takes what is better.
    void offer(std::vector<double> coefficients, std::vector<double> x, Judgement judged);
  };

  Index bins() const { return m_bins; }
  /// Independent noise, with what is safe without amplification: for a stop before anything was found.
  Best fallback() const;
  /// The answer: the strategy of `best`, which is judged last where it was not.
  Solution optimum(Strategy strategy, const Best& best, OptimizerSummary summary, const RunControl& control) const;

 private:
  BinnedProblem m_problem;
  Index m_bins;
  Index m_fewest;  // samples
  BinnedError m_error;
  std::unique_ptr<StrategyNoise> m_noise;
  std::unique_ptr<StrategyNoise> m_judge;
};

}  // namespace noiseloom
