#include "core/accounting/calibration/loss_scheme.h"

#include <cmath>

#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/grid/loss_masses.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/infinity.h"
#include "core/linalg/secant_search.h"

namespace noiseloom {

using namespace calibration;

namespace {

// Fineness is that of SchemePrecision.
constexpr double kCoarseFineness = 4;  // of the first estimate
constexpr double kDeltaFineness = 32;  // with which delta is tried
constexpr double kMostFineness = 768;
constexpr int kMostGrids = 8;
constexpr double kLinearWithin = 0.25;    // of log delta: so near to the root it is taken to be straight
constexpr double kMostGridChange = 0.06;  // of log delta: grids farther apart are not extrapolated from alone
constexpr double kWantedError = 6e-4;     // of sigma and epsilon, relative
constexpr double kWantedErrorOfDelta = 7.5e-3;
constexpr double kOrderMargin = 2.25;  // on an error that is taken to fall with the square of the spacing
// Grids that agree better do so by chance: one epoch's loss is not smooth at epsilon. Relative.
constexpr double kLeastError = 4e-4;
constexpr double kLeastErrorOfDelta = 5e-3;
constexpr double kSearchShare = 0.27;  // of the wanted error

/// By how much the error of a finer grid is less, as it falls with the square of the spacing.
double orderRatio(double finer, double fineness) {
  return finer / fineness * (finer / fineness);
}

/// What a grid comes out too large by at most, after one that is coarser by that ratio; infinite if they hardly differ.
double gridError(double coarse, double fine, double ratio) {
  return ratio > 1.5 ? kOrderMargin / (ratio - 1) * std::max(0.0, coarse - fine) : kInfinity;
}

/// Which of a scheme's cases are asked for: that which was the worst before (the first, to begin with), all until one
/// is above what is wanted, or all.
enum class Cases { One, UntilAbove, All };

/// delta along an axis.
class DeltaAlong {
 public:
  DeltaAlong(const LossScheme& scheme, const LossBound::Axis& axis, const RunControl& control)
      : m_scheme(scheme),
        m_axis(axis),
        m_logDelta(std::log(axis.delta)),
        m_mu(axis.ofSigma ? gaussianMuFor(axis.known, axis.delta) : 0),
        m_control(control) {}

  /// The worst case of the answers so far.
  Index worstCase() const { return m_case; }
  /// Linearises log delta less what is wanted: the mu of the Gaussian mechanism with the same delta is nearly a power
  /// of sigma, so that the result is nearly straight along x.
  double linearised(double value) const {
    if (!m_axis.ofSigma) return value;
    const double logDelta = value + m_logDelta;
    if (!(logDelta > -690)) return -kInfinity;
    if (!(logDelta < -1e-9)) return kInfinity;
    return std::log(gaussianMuFor(m_axis.known, std::exp(logDelta)) / m_mu);
  }
  /// The inverse of linearised().
  double value(double y) const {
    return m_axis.ofSigma ? gaussianLogDelta(m_mu * std::exp(y), m_axis.known) - m_logDelta : y;
  }
  /// d value / d linearised(value) at the root.
  double steepness() const {
    constexpr double kStep = 1e-3;
    return std::max(0.5 * (value(kStep) - value(-kStep)) / kStep, 1e-6);
  }

  /// log delta less what is wanted, and the fineness of its grid.
  struct Answer {
    double value = 0;
    double fineness = 0;
    double allowance = 0;
  };
  std::optional<Answer> at(double x, double fineness, Cases cases) {
    if (m_control.stopRequested()) return std::nullopt;
    SchemePrecision precision{fineness, m_logDelta};
    precision.first = m_case;
    if (cases != Cases::All) precision.enough = cases == Cases::One ? -kInfinity : m_logDelta;
    const auto bound = m_scheme.bound(m_axis.sigma(x), m_axis.epsilon(x), precision, m_control);
    if (!bound) return std::nullopt;
    m_case = bound->worstCase;
    return Answer{bound->worst() - m_logDelta, bound->fineness, bound->allowance};
  }

  /// f: of the value of an answer; `answer`: the last one.
  template <class Function>
  SecantResult root(const SecantOptions& options, double fineness, Cases cases, Answer& answer, Function f) {
    return searchDecreasing(
        [&](double x) -> std::optional<double> {
          const auto found = at(x, fineness, cases);
          if (!found) return std::nullopt;
          answer = *found;
          return f(found->value);
        },
        options);
  }

 private:
  const LossScheme& m_scheme;
  LossBound::Axis m_axis;
  double m_logDelta;
  double m_mu;
  const RunControl& m_control;
  Index m_case = 0;
};

/// A root by two or three coarse grids, extrapolated, with the slope of log delta there; x is not a number where none
/// was found.
struct RoughRoot : SecantResult {
  double excess = 0;  ///< what log delta comes out too large by at fineness 1, should it fall with its square

  /// So fine a grid is too large by at most half of what is wanted of x.
  double finenessFor(double wanted) const { return std::sqrt(kOrderMargin * excess / (0.5 * wanted * -slope)); }
};

/// What the finest of three grids, each twice as fine as the one before, comes out too large by, from what the first is
/// above the second and the second above the third: the error falls with the square of the spacing, and what that
/// leaves with the fourth power.
double richardsonError(double first, double second) {
  const double ofFourth = (first - 4 * second) / 180;  // of the finest
  const double left = (second - 15 * ofFourth) / 3 + ofFourth;
  return std::abs(ofFourth) < 0.5 * left ? left : second / 3;
}

/// options: along the axis' linearised value. wanted: the error of x for which a certificate will be asked, 0 for none.
RoughRoot roughRoot(DeltaAlong& deltas, SecantOptions options, double wanted) {
  constexpr int kMostLevels = 5, kMostWorst = 4;
  constexpr double kNearby = 3;  // a grid so many times finer may follow without one between
  const double steepness = deltas.steepness();
  options.tolerance = kLinearWithin / steepness;
  options.mostEvaluations = 40;
  RoughRoot found;
  DeltaAlong::Answer last;
  for (int worst = 0; worst < kMostWorst; ++worst) {
    static_cast<SecantResult&>(found) =
        deltas.root(options, kCoarseFineness, Cases::One, last, [&](double value) { return deltas.linearised(value); });
    // A certificate asks for the other cases by itself.
    if (wanted > 0 || found.stopped || std::isnan(found.x)) break;
    const Index known = deltas.worstCase();
    const auto all = deltas.at(found.x, kCoarseFineness, Cases::All);
    found.stopped = !all;
    if (found.stopped || deltas.worstCase() == known) break;
    options.start = found.x;
    options.slope = found.slope;
  }
  if (found.stopped || std::isnan(found.x)) return found;
  double slope = found.slope, x = found.x, before = deltas.value(found.value), earlier = 0;
  const auto valueAt = [&](double value, double from, double to) {
    return deltas.value(deltas.linearised(value) + slope * (to - from));
  };
  const auto rootFrom = [&](double value, double from) {
    const double to = from - deltas.linearised(value) / slope;
    return std::isfinite(to) ? std::clamp(to, options.leastX, options.mostX) : from;
  };
  found.slope = slope * steepness;
  if (!std::isfinite(before) || !std::isfinite(found.value)) return found;
  double fineness = last.fineness;
  for (int level = 0; level < kMostLevels; ++level) {
    const double next = rootFrom(before, x);
    before = valueAt(before, x, next);
    x = next;
    const auto fine = deltas.at(x, 2 * fineness, Cases::One);
    if (!fine) {
      found.stopped = true;
      return found;
    }
    found.x = x;
    const double ratio = orderRatio(fine->fineness, fineness);
    if (!std::isfinite(fine->value) || !std::isfinite(before) || !(ratio > 1.5)) break;  // no finer grid is to be had
    const double apart = std::max(0.0, before - fine->value);
    const bool twice = earlier > 0 && std::abs(ratio - 4) < 1e-6;
    const double above = twice ? richardsonError(earlier, apart) : apart / (ratio - 1);
    earlier = std::abs(ratio - 4) < 1e-6 ? apart : 0;
    fineness = fine->fineness;
    found.excess = above * fineness * fineness;
    found.x = rootFrom(fine->value - above, x);
    found.value = 0;
    if (apart < kMostGridChange || (twice && wanted > 0 && found.finenessFor(wanted) < kNearby * fineness)) break;
    before = fine->value;
    if (std::abs(fine->value - above) < kLinearWithin) continue;
    // So far away a second look is worth it, for the slope as well.
    const double moved = rootFrom(fine->value - above, x);
    const auto again = deltas.at(moved, fineness, Cases::One);
    if (!again) {
      found.stopped = true;
      return found;
    }
    const double secant = (deltas.linearised(again->value) - deltas.linearised(before)) / (moved - x);
    if (!std::isfinite(again->value)) break;
    if (secant > 2 * slope && secant < 0.5 * slope) {
      slope = secant;
      found.slope = slope * steepness;
    }
    x = moved;
    before = again->value;
  }
  return found;
}

/// The certified root near a rough one, with an error of about `wanted` as far as the finest grids allow.
LossBound::Least safeRoot(DeltaAlong& deltas, const RoughRoot& rough, SecantOptions options, double wanted,
                          const RunControl& control) {
  LossBound::Least best{.error = kInfinity, .inflation = kRounding};
  double start = rough.x, slope = rough.slope;
  // As fine as the rough grids suggest, half of what is wanted being for the search.
  const double needed = rough.finenessFor(wanted);
  double fineness = std::clamp(std::isfinite(needed) ? needed : 0.0, 2 * kCoarseFineness, kMostFineness / 8);
  for (int attempt = 0; attempt < kMostGrids && fineness <= kMostFineness; ++attempt, fineness *= 2) {
    control.report(1 - kCoarseFineness / fineness, Core::tr("certifying the privacy accounting"));
    options.slope = slope;
    options.tolerance = std::max(kSearchShare * wanted * -slope, 1e-7);
    const double expected = rough.excess / (fineness * fineness) + 0.5 * options.tolerance;
    options.start = std::clamp(start - expected / slope, options.leastX, options.mostX);
    options.fromBelow = true;
    options.mostEvaluations = 15;
    DeltaAlong::Answer last;
    const SecantResult found =
        deltas.root(options, fineness, Cases::UntilAbove, last, [](double value) { return value; });
    if (found.stopped) {
      best.stopped = true;
      return best;
    }
    const double reached = last.fineness;
    const bool finest = reached < 0.9 * fineness;
    if (std::isnan(found.x)) {
      if (finest) break;
      continue;
    }
    const auto coarse = deltas.at(found.x, 0.5 * reached, Cases::One);
    if (!coarse) {
      best.stopped = true;
      return best;
    }
    const double ratio = orderRatio(reached, coarse->fineness);
    const double above = gridError(coarse->value, found.value, ratio) + last.allowance;
    const double error = std::isfinite(above) ? (above - found.value) / -found.slope : kInfinity;
    if (std::isnan(best.x) || found.x <= best.x) best.x = found.x, best.error = error;
    if (found.x == options.leastX) best.error = kInfinity;
    if (best.error <= wanted || finest) break;
  }
  return best;
}

SecantOptions searchOf(const LossScheme& scheme, const LossBound::Axis& axis) {
  return searchFromLimit(
      axis, [&](double sigma) { return scheme.limitMu(sigma); }, -1.1);
}

}  // namespace

LossBound::Least LossScheme::least(const Axis& axis, const RunControl& control) const {
  const SecantOptions options = searchOf(*this, axis);
  DeltaAlong deltas(*this, axis, control);
  const RoughRoot rough = roughRoot(deltas, options, axis.scaled(kWantedError, options.start));
  if (rough.stopped || std::isnan(rough.x)) return {.stopped = rough.stopped};
  const double wanted = axis.scaled(kWantedError, std::max(rough.x, 1e-6 * axis.mostX));
  Least root = safeRoot(deltas, rough, options, wanted, control);
  root.error = std::max(root.error, axis.scaled(kLeastError, root.x));
  return root;
}

double LossScheme::approximate(double epsilon, double delta, const RunControl& control) const {
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * sensitivity();
  if (unsampled <= kLeastSigma) return unsampled;
  const Axis axis{true, epsilon, delta, std::log(kLeastSigma), std::log(unsampled)};
  DeltaAlong deltas(*this, axis, control);
  const RoughRoot rough = roughRoot(deltas, searchOf(*this, axis), 0);
  return rough.stopped || std::isnan(rough.x) ? unsampled : std::exp(rough.x);
}

Certified LossScheme::epsilon(double sigma, double delta, const RunControl& control) const {
  checkOpenInterval("delta", delta, 0, 1);
  checkNoiseMultiplier(sigma, {});
  return delta >= seenAtAll() ? Certified() : LossBound::epsilon(sigma, delta, control);
}

Certified LossScheme::delta(double sigma, double epsilon, const RunControl& control) const {
  const Stopwatch watch;
  checkNoiseMultiplier(sigma, {});
  checkNonNegative("epsilon", epsilon);
  const double most = std::min(1.0, gaussianDelta(sensitivity() / sigma, epsilon) * (1 + 1e-9));
  const auto safe = [&](double logDelta, double error, bool stopped) {
    return promisedDelta(logDelta, kRounding, error, most, watch, stopped);
  };
  if (sigma > kMostSigma) return safe(0, 1, false);
  // A first estimate shows where tails stop to matter.
  const auto rough = bound(sigma, epsilon, {2 * kCoarseFineness, std::log(kLeastSubsampledDelta)}, control);
  if (!rough) return safe(0, 1, true);
  const double expected = std::max(rough->worst(), std::log(kLeastSubsampledDelta));
  double best = 0, error = 1;
  std::optional<SchemeDelta> coarse = bound(sigma, epsilon, {0.5 * kDeltaFineness, expected - 3}, control);
  if (!coarse) return safe(0, 1, true);
  double fineness = kDeltaFineness;
  for (int attempt = 0; attempt < kMostGrids && fineness <= kMostFineness; ++attempt, fineness *= 2) {
    const auto fine = bound(sigma, epsilon, {fineness, expected - 3}, control);
    if (!fine) return safe(best, error, true);
    const double ratio = orderRatio(fine->fineness, coarse->fineness);
    best = std::min(best, fine->worst());
    if (ratio > 1.5) {
      const double grid = gridError(coarse->worst(), fine->worst(), ratio);
      error = std::max(std::expm1(std::min(10.0, grid + fine->allowance)), kLeastErrorOfDelta) + 2 * kRounding;
    }
    if (error <= kWantedErrorOfDelta || fine->fineness < 0.9 * fineness) break;
    coarse = fine;
  }
  return safe(best, error, false);
}

SchemeDelta LossScheme::withoutSampling(double sigma, double epsilon, const SchemePrecision& precision) const {
  const double logDelta = gaussianLogDelta(sensitivity() / sigma, epsilon);
  return {logDelta, logDelta, precision.fineness, 0, 0};
}

std::optional<SchemeDelta> LossScheme::worseDirection(const LossMasses& losses, Index count, double fineness,
                                                      double epsilon, const SchemePrecision& precision,
                                                      const RunControl& control) {
  SchemeDelta worst{-1e300, -1e300, fineness, 0, 0};
  for (const Index turn : {precision.first % 2, 1 - precision.first % 2}) {
    const Direction direction = turn == 0 ? Direction::Remove : Direction::Add;
    const auto delta =
        composedDelta(losses, count, direction, epsilon, control, precision.both ? -HUGE_VAL : worst.worst());
    if (!delta) return std::nullopt;
    if (delta->logDelta > worst.worst()) {
      worst.allowance = delta->rounding;
      worst.worstCase = turn;
    }
    (direction == Direction::Remove ? worst.logRemove : worst.logAdd) = delta->logDelta;
    if (worst.worst() > precision.enough) break;
  }
  return worst;
}

}  // namespace noiseloom
