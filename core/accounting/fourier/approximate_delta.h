#pragma once

#include <array>
#include <optional>

#include "core/accounting/fourier/fourier_accountant.h"
#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/linalg/secant_search.h"

namespace noiseloom {

/// T alike subsampled steps and the epsilon at which their delta is asked for.
struct ComposedSteps {
  SubsampledGaussian step;
  double epsilon = 0;
  Index compositions = 1;
};

/// Uncertified log delta of T compositions: closed form for T = 1, what a single rare outcome makes where that is all
/// that matters, else the plain Fourier inversion (fourierDelta), the one without the atom (atomFreeDelta) where that
/// does not settle soon, and the grid (less its estimated excess) where neither does. One object serves one search:
/// each evaluation is warm-started from the one before and begins with the method that worked.
class ApproximateDelta {
 public:
  /// expectedLogDelta: a rough idea of the results, or less.
  ApproximateDelta(double expectedLogDelta, RunControl control);

  /// log delta of the worse direction. Empty when stopped.
  std::optional<double> operator()(const ComposedSteps& composed);
  /// log delta of one direction, -infinity where it is 0 or below the least double; not from the grid: empty where no
  /// inversion settles. Below `negligible` it may be rough.
  std::optional<double> inDirection(Direction direction, const ComposedSteps& composed, double negligible);

  /// -d log delta to remove / d epsilon, to about a tenth; 0 where no inversion settles.
  double fallOfRemove(const ComposedSteps& composed);

  /// What the costlier methods, without the atom and the grid, aim at: 1e-3 at first, which is enough to come near to a
  /// root; once refined the 1e-8 of the plain inversion, or what can be had.
  void refine() noexcept { m_refined = true; }
  /// True if the last result would be better refined.
  bool isCoarse() const noexcept { return m_error > 1e-7 && !m_refined; }
  /// Error of the last result; infinity where not even the grid resolves delta.
  double error() const noexcept { return m_error; }
  /// True if the last result is not the grid's, so that it can confirm what the grid says.
  bool isIndependent() const noexcept { return m_independent; }

 private:
  enum class Method { Plain, AtomFree, LongPlain };
  struct Warm {
    Method method = Method::Plain;
    FourierStart start = {};  ///< of the plain inversion
  };

  std::optional<FourierDelta> invert(Method method, Direction direction, const ComposedSteps& composed,
                                     double negligible);

  double m_expected;
  RunControl m_control;
  std::array<Warm, 2> m_warm;  ///< remove, add
  bool m_refined = false;
  double m_error = 0;
  bool m_independent = true;
};

/// log delta to remove, by what a single rare outcome makes or the saddle-point approximation: rough, but cheap. -750
/// where it is less. One object serves one search: where a rare outcome is far from all that matters it need not be
/// asked again.
class RoughDelta {
 public:
  explicit RoughDelta(double expectedLogDelta) : m_expected(expectedLogDelta) {}
  double operator()(const ComposedSteps& composed);

 private:
  double m_expected;
  bool m_mayBeRare = true;
};

/// The mu of the Gaussian mechanism that the central limit theorem gives T subsampled steps,
/// mu^2 = q^2 T (e^{1/sigma^2} - 1), and the sigma that has a given mu.
double limitMu(double sigma, double q, Index compositions);
double limitSigma(double mu, double q, Index compositions);

}  // namespace noiseloom
