#pragma once

#include <optional>
#include <vector>

#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/base/index.h"

namespace noiseloom {

/// log M(z), M(z) = E_Q e^{zL} with the privacy loss L, and the first two derivatives of it at a real z: with the
/// weights e^{zL} the loss has this mean and variance.
struct TiltedMoments {
  double logTransform = 0;
  double mean = 0;
  double variance = 0;

  /// Adds those of `count` independent losses.
  void add(const TiltedMoments& other, double count) {
    logTransform += count * other.logTransform;
    mean += count * other.mean;
    variance += count * other.variance;
  }
};

/// Beyond the most relevant outcome x the density is made to fade like a narrower Gaussian, e^{-fade (x - most)^2 /
/// sigma^2} with an analytic knee: rare outcomes that do not matter to delta may otherwise dominate M. The default is
/// nearly the sharp edge of a grid; a sharp edge would make the characteristic function ring. Replace-one fades alike
/// below -most.
struct OutcomeLimit {
  double most = 1e300;
  double fade = 30;
};

/// M(z) = E_Q e^{zL}, the two-sided Laplace transform of one step's privacy loss, by the trapezoid rule in the outcome
/// x, which converges geometrically (math: section 10.2). Holds the rule's nodes for real parts of z between 0 or 1 and
/// `reach`.
class LossTransform {
 public:
  /// reach: the real z farthest from [0, 1] that will be asked for; the outcomes' range follows it.
  /// step: spacing of outcomes; 0 chooses it for real z. Outcomes beyond the limit fade out.
  LossTransform(const SubsampledGaussian& step, double reach, double spacing = 0, OutcomeLimit limit = {});
  /// The transform of a slice of a step, by Gauss-Legendre panels between its sharp ends: for real z only.
  LossTransform(const RepeatedStep& part, double reach, OutcomeLimit limit);

  TiltedMoments moments(double z) const;
  /// Losses at the nodes and their normalised weights under the tilt e^{zL}.
  const std::vector<double>& losses() const noexcept { return m_losses; }
  void tiltedWeights(double z, std::vector<double>& weights) const;
  double spacing() const noexcept { return m_spacing; }

  /// Spacing that resolves e^{iuL} for |u| <= mostFrequency.
  static double spacingFor(const SubsampledGaussian& step, double mostFrequency);

 private:
  double m_spacing;
  std::vector<double> m_losses;
  std::vector<double> m_logWeights;
};

/// The saddle point z of M(z) e^{-z b} / (z (z - 1)), M the transform of the sum of all steps, where b = epsilon and
/// z > 1 to remove, b = -epsilon and z < 0 to add: through it runs the best contour for delta, and it is the best
/// exponential tilt.
struct SaddlePoint {
  double z = 0;
  TiltedMoments moments;  ///< at z: of all steps, or of one step where one kind is asked for
  double logHeight = 0;   ///< log M(z) - z b - log(z (z - 1)), the log of the integrand there
  double logDelta = 0;    ///< the saddle-point approximation of log delta: rough, but cheap and smooth
};

/// Solved to a hundredth of the peak's width, which is all that a contour needs. guess: a z on the right
/// side, or 0. limit: cuts off a far mode of rare outcomes that may dominate M but not delta. Empty when there is
/// none or it does not matter: adding with epsilon >= -(least loss of all steps), where delta is 0, or delta below the
/// least double.
std::optional<SaddlePoint> saddlePoint(const SubsampledGaussian& step, Direction direction, double epsilon,
                                       Index compositions, double guess = 0, OutcomeLimit limit = {});
/// The same for steps of several kinds; a limit for each kind.
std::optional<SaddlePoint> saddlePoint(const Steps& steps, Direction direction, double epsilon,
                                       const std::vector<OutcomeLimit>& limits, double guess = 0);

}  // namespace noiseloom
