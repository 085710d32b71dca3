#pragma once

#include <optional>

#include "core/accounting/secant_search.h"
#include "core/accounting/subsampled_gaussian.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Uncertified log delta of the worse direction of T compositions: closed form for T = 1, else the Fourier inversion,
/// and the grid (less its estimated excess) once that has failed to settle. One object serves one search, warm-starting
/// each evaluation from the one before.
class ApproximateDelta {
 public:
  /// expectedLogDelta: a rough idea of the results, or less.
  ApproximateDelta(Index compositions, double expectedLogDelta, RunControl control);

  /// Empty when stopped.
  std::optional<double> operator()(const SubsampledGaussian& step, double epsilon);
  /// Error of the results: about 1e-9, or 1e-4 from the grid.
  double error() const noexcept { return m_useGrid ? 1e-4 : 1e-9; }

 private:
  Index m_compositions;
  double m_expected;
  RunControl m_control;
  bool m_useGrid = false;
  double m_removeSaddle = 0;
  double m_addSaddle = 0;
};

/// The saddle-point approximation of log delta to remove: rough, but smooth and cheap. -750 where it is less.
double roughLogDelta(const SubsampledGaussian& step, double epsilon, Index compositions, double expectedLogDelta);

/// The mu of the Gaussian mechanism that the central limit theorem gives T subsampled steps,
/// mu^2 = q^2 T (e^{1/sigma^2} - 1), and the sigma that has a given mu.
double limitMu(double sigma, double q, Index compositions);
double limitSigma(double mu, double q, Index compositions);

/// An uncertified root: of log delta in log sigma, or in epsilon. Its slope is d log delta / d x.
/// leastX and mostX bound the search.
SecantResult approximateLogSigma(double epsilon, double delta, double q, Index compositions, double leastX,
                                 double mostX, const RunControl& control);
SecantResult approximateEpsilon(const SubsampledGaussian& step, double delta, Index compositions, double mostX,
                                const RunControl& control);

}  // namespace noiseloom
