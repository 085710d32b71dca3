#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/error/error_summary.h"
#include "core/optimize/solution.h"
#include "core/participation_mixture/certificate.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// What a strategy is optimised for when balls-in-bins batching amplifies its privacy: the smallest
/// sigma(C) sqrt(error of A C^-1), where sigma(C) is the noise that (epsilon, delta)-DP takes under that batching.
/// Without amplification in view an optimiser buys cancellation with sensitivity that sampling would have hidden.
struct BinnedProblem {
  Workload workload = Workload::prefix();
  Index iterations = 1;  ///< n
  Index epochs = 1;      ///< k; bins are ceil(n / k)
  double epsilon = 1;
  double delta = 1e-5;
  ErrorObjective objective = ErrorObjective::Mean;
  /// Under which patterns of participation; nothing: balls-in-bins.
  std::optional<ParticipationMixture::Law> law = {};
  /// The fewest that a minimisation draws; nothing: as many as pay.
  std::optional<Index> samples = {};
};

/// Objective: sigma(C) sqrt(error) without a certificate. Best non-negative Toeplitz strategy with at most `bands`
/// bands (no limit below n: bands = n), never worse by the approximate error than the unamplified optimum it starts
/// from. Source: near-exact-amplification, section 4 and appendix D (implicit differentiation at fixed random numbers);
/// math: section 12. `start`: coefficients, or empty. Throws InvalidArgument naming iterations (at most 65 536),
/// epochs, bins, epsilon, delta, bands or start[i].
Solution optimizeBinnedToeplitz(const BinnedProblem& problem, Index bands, std::span<const double> start = {},
                                const RunControl& control = {});

/// The same under problem.law for exactly so many bands, its separation, never worse by the approximate error than the
/// start; of kMostPatternNumbers at most, iterations times bands, else the start itself.
Solution optimizePatternToeplitz(const BinnedProblem& problem, std::span<const double> start,
                                 const RunControl& control = {});
constexpr Index kMostPatternNumbers = Index{1} << 18;

/// The same over buffered linear Toeplitz strategies; no number of buffers: as many as still help, at most `most`.
Solution optimizeBinnedBlt(const BinnedProblem& problem, std::optional<Index> buffers, Index most,
                           const RunControl& control = {});

}  // namespace noiseloom
