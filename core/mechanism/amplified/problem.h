#pragma once

#include <optional>
#include <span>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/error/error_summary.h"
#include "core/optimize/solution.h"
#include "core/participation_mixture/certificate.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// The optimisation of a strategy for balls-in-bins batching, which amplifies its privacy: minimises sigma(C)
/// sqrt(error of A C^-1), where sigma(C) is the noise for (epsilon, delta)-DP under that batching. An optimiser that
/// ignores amplification buys cancellation with sensitivity that sampling would have hidden.
struct BinnedProblem {
  Workload workload = Workload::prefix();
  Index iterations = 1;            ///< n
  Index epochs = 1;                ///< k
  std::optional<Index> bins = {};  ///< nullopt: ceil(n / k)
  double epsilon = 1;
  double delta = 1e-5;
  ErrorObjective objective = ErrorObjective::Mean;
  /// The law of participation; nullopt: balls-in-bins.
  std::optional<ParticipationMixture::Law> law = {};
  /// True if the equivalent composition of the law, or the tree that stands for the bins, stands in for draws.
  bool equivalent = false;
  /// The fewest samples that a minimisation draws; nullopt: as many as pay.
  std::optional<Index> samples = {};
};

/// Objective: sigma(C) sqrt(error) without a certificate. Best non-negative Toeplitz strategy with at most `bands`
/// bands (no limit below n: bands = n), whose approximate error is never above that of the unamplified optimum from
/// which it starts: over all coefficients where the tree stands for the bins (problem.equivalent is set then), else
/// over a few knots by draws. Source of these: near-exact-amplification, section 4 and appendix D (implicit
/// differentiation at fixed random numbers); math: section 12. `start`: coefficients, or empty. Throws InvalidArgument
/// naming iterations (at most 65 536), epochs, bins, epsilon, delta, bands or start[i].
Solution optimizeBinnedToeplitz(const BinnedProblem& problem, Index bands, std::span<const double> start = {},
                                const RunControl& control = {});

/// optimizeBinnedToeplitz() under problem.law with exactly as many bands as its separation, whose approximate error is
/// never above that of the start: over all coefficients by the equivalent composition where that holds, and under
/// b-min-sep wherever it is found; else over a few knots by draws, if iterations times bands are at most
/// kMostDrawnNumbers; else the square root, unjudged. The summary's message says where the start, or the square root,
/// is kept, and where the optimum is held back so that draws certify it.
Solution optimizePatternToeplitz(const BinnedProblem& problem, std::span<const double> start,
                                 const RunControl& control = {});
constexpr Index kMostDrawnNumbers = Index{1} << 18;

/// The optimum over buffered linear Toeplitz strategies; buffers nullopt: as many as still help, at most `most`.
Solution optimizeBinnedBlt(const BinnedProblem& problem, std::optional<Index> buffers, Index most,
                           const RunControl& control = {});

}  // namespace noiseloom
