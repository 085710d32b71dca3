#pragma once

#include <span>
#include <vector>

#include "core/error/toeplitz_error.h"

namespace noiseloom {

/// Errors of a Toeplitz strategy, without column scaling, under the mean of all iterates (Workload::averagesAll()), and
/// the gradient of any function of them. With w the decoder of the iterates and f_j = w_0 + .. + w_j, row t of A C^-1
/// is f_t .. f_0 over t + 1. O(n b), or O(n log n) for many bands (prefersTransforms()).
class MeanOfAllError {
 public:
  /// True if that workload has no rates: others have no such sums.
  static bool suits(const Workload& workload) { return workload.averagesAll() && workload.fixedIterations() == 0; }
  /// Throws InvalidArgument for a workload that it does not suit.
  MeanOfAllError(const Workload& workload, Index iterations);

  /// theta: 1 to n coefficients. Returns false when stopped or outside the domain: theta_0 <= 0, or a decoder that
  /// diverges.
  bool forward(std::span<const double> theta, const RunControl& control = {});
  /// v_0 .. v_(n-1) at sensitivity and sigma 1 of the last forward().
  std::span<const double> variances() const { return m_variances; }
  /// Bounds the relative change of each v_i where w counts as settled (closedTailErrorBound()).
  double relativeErrorBound() const;
  /// Derivatives in theta of the last forward(), for a function of v whose derivatives are seeds (n values).
  std::vector<double> reverse(std::span<const double> seeds) const;

 private:
  Workload m_iterates;
  Index m_iterations;
  std::vector<double> m_theta;
  ToeplitzDecoder m_decoder;   // of the iterates
  std::vector<double> m_sums;  // f
  std::vector<double> m_variances;
};

}  // namespace noiseloom
