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

/// Represents the coefficients of a Toeplitz strategy by a few free variables x without constraints.
struct BinnedChart {
  /// The coefficients at x; empty outside the domain.
  std::function<std::vector<double>(std::span<const double> x)> coefficients;
  /// The gradient in x from that in the coefficients, at the last x.
  std::function<void(std::span<const double> byCoefficient, std::span<double> gradient)> pullBack;
};

/// Bins of the problem, or steps of its law's period. Throws as BinnedSolver.
Index checkedBins(const BinnedProblem& problem);

/// When to end stages by the trees that stand for bins: after two in a row that gain little, as what a stage holds
/// fixed may mislead one.
class TreeStages {
 public:
  static constexpr int kMost = 12;
  static constexpr double kTolerance = 1e-4;  // relative gradient
  static constexpr Index kIterations = 100;

  /// True if another stage is not worth it after one that found `error`, where `best` was the least before.
  bool endAfter(double error, double best) {
    m_idle = error < (1 - kWorthAStage) * best ? 0 : m_idle + 1;
    return m_idle >= kMostIdle;
  }

 private:
  static constexpr double kWorthAStage = 1e-4;
  static constexpr int kMostIdle = 2;
  int m_idle = 0;
};

/// log(sigma(C) sqrt(error of A C^-1)) of non-negative Toeplitz strategies, at fixed random numbers: minimised over a
/// chart, and judged by separate samples.
class BinnedSolver {
 public:
  /// Throws InvalidArgument naming iterations, epochs, bins, epsilon, delta or workload.
  explicit BinnedSolver(const BinnedProblem& problem);

  static constexpr double kInfiniteError = std::numeric_limits<double>::infinity();
  struct Judgement {
    double sigma = kInfiniteError;
    double error = kInfiniteError;  ///< sigma sqrt(error); +infinity if unknown
  };
  /// By samples that no minimisation uses.
  Judgement judge(std::span<const double> coefficients, const RunControl& control);
  /// The error with few samples, to choose among starts, plus a standard error: few samples tend to underestimate.
  double cautiousError(std::span<const double> coefficients, const RunControl& control);

  /// Continues from x with `effort` (1, 2, 4 ..) times the fewest samples, drawn for x and drawn again when a search
  /// had to end because of the samples; appends to the summary. Returns false when stopped or if sampling fails at x.
  bool minimize(const BinnedChart& chart, std::vector<double>& x, Index effort, double tolerance, Index iterations,
                OptimizerSummary& summary, const RunControl& control);

  /// The best of several so far, by judge(); an infinite error is never an improvement.
  struct Best {
    std::vector<double> coefficients;
    std::vector<double> x;  ///< if a chart has them
    Judgement judged;
    /// Replaces the best if this is better.
    void offer(std::vector<double> coefficients, std::vector<double> x, Judgement judged);
  };

  Index bins() const { return m_bins; }
  /// Independent noise, safe without amplification: for a stop before anything was found.
  Best fallback() const;
  /// The answer: the strategy of `best`, judged now if it was not before.
  Solution optimum(const Strategy& strategy, const Best& best, OptimizerSummary summary,
                   const RunControl& control) const;

 private:
  BinnedProblem m_problem;
  Index m_bins;
  Index m_fewest;  // number of samples
  BinnedError m_error;
  std::unique_ptr<StrategyNoise> m_noise;
  std::unique_ptr<StrategyNoise> m_judge;
};

}  // namespace noiseloom
