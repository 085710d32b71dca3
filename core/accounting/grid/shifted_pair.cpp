#include "core/accounting/grid/shifted_pair.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "core/accounting/grid/bracketed_newton.h"
#include "core/accounting/grid/small_expm1.h"
#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/linalg/gauss_legendre.h"
#include "core/linalg/normal_tail.h"

namespace noiseloom {
namespace {

/// log(1 - q + q e^r), in the form that neither overflows nor cancels.
double logMixture(double q, double r) {
  if (q == 1) return r;
  if (r > 30) return r + std::log(q) + std::log1p((1 / q - 1) * std::exp(-r));
  if (r < -1 && q > 0.5) return std::log((1 - q) + q * std::exp(r));
  return std::log1p(q * std::expm1(r));
}

/// The two ends' Q-masses of a cell.
struct Shares {
  double lower = 0;
  double upper = 0;
};

class Cells {
 public:
  Cells(const ShiftedPair& pair, double anchor, double spacing)
      : m_pair(pair),
        m_offset(pair.anchor() - anchor),
        m_growth(std::expm1(spacing)),
        m_scale(1 / (pair.sigma * std::sqrt(2 * std::numbers::pi))),
        m_slope(std::max(pair.up, pair.down) / (pair.sigma * pair.sigma)) {}

  /// The loss over the plan's anchor.
  double lossAt(double x) const { return m_offset + m_pair.excess(x); }
  double positionOf(double loss, double guess) const { return m_pair.positionOf(loss - m_offset, guess); }

  /// Outcomes from `from`, where the loss is `least`, to the next node at `to`: where the cell is so narrow that one
  /// exponential does for all its outcomes, by what that loss tells already.
  Shares integrateWhole(double least, double from, double to) const {
    const double s = m_pair.sigma, width = to - from;
    if (!(width * std::max({1 / s, m_slope, std::abs(from) / (s * s)}) < kNarrow)) return integrate(least, from, to);
    const double inverse = 1 / (s * s), up = m_pair.up * inverse, down = m_pair.down * inverse;
    // The parts of the densities of P and Q over that of N(0, sigma^2) that move; those of 1 - q add to them.
    double logOfQ = 0, ofP = 1, ofQ = 0;
    if (m_pair.down > 0) {
      const double back = -down * (from + 0.5 * m_pair.down), forth = up * (from - 0.5 * m_pair.up);
      logOfQ = logMixture(m_pair.q, back);
      ofQ = m_pair.q * std::exp(back - logOfQ);
      ofP = m_pair.q * std::exp(forth - logMixture(m_pair.q, forth));
    } else if (m_pair.q < 1) {
      ofP = -std::expm1(m_offset - least);
    }
    const double slopeOfP = ofP / m_growth, slopeOfQ = ofQ / m_growth;
    const auto& rule = GaussLegendre<3>::rule();
    const double half = 0.5 * width, middle = from + half;
    Shares shares;
    for (std::size_t k = 0; k < 3; ++k) {
      const double offset = half * rule.nodes[k], beyond = half + offset;
      const double fall = m_pair.down > 0 ? smallExpm1(-down * beyond) : 0;
      const double total = 1 + ofQ * fall;
      const double upper = std::clamp(slopeOfP * smallExpm1(up * beyond) - slopeOfQ * fall, 0.0, total);
      const double mass = rule.weights[k] * (1 + smallExpm1(-offset * (middle + 0.5 * offset) * inverse));
      shares.lower += mass * (total - upper);
      shares.upper += mass * upper;
    }
    const double scale = half * m_scale * std::exp(logOfQ - 0.5 * middle * middle * inverse);
    shares.lower *= scale;
    shares.upper *= scale;
    return shares;
  }

  /// Outcomes between `from` and `to`, whose losses are above `least` and below the next node.
  Shares integrate(double least, double from, double to) const {
    const double s = m_pair.sigma;
    Shares shares;
    for (double left = from; left < to;) {
      // Neither the density nor the ratio changes by more than about a factor of e.
      const double steep = std::max({1 / s, m_slope, std::abs(left) / (s * s)});
      const double right = std::min(to, left + 1 / steep);
      if (!(right > left)) break;
      if ((right - left) * steep < kNarrow) {
        add<3>(shares, least, left, right);
      } else {
        add<6>(shares, least, left, right);
      }
      left = right;
    }
    return shares;
  }

 private:
  static constexpr double kNarrow = 1.0 / 16;  // of the width over which the density or the ratio changes by e

  template <std::size_t Order>
  void add(Shares& shares, double least, double left, double right) const {
    const auto& rule = GaussLegendre<Order>::rule();
    const double s = m_pair.sigma, half = 0.5 * (right - left), middle = 0.5 * (right + left);
    for (std::size_t k = 0; k < Order; ++k) {
      const double x = middle + half * rule.nodes[k];
      const double rise = std::clamp(std::expm1(lossAt(x) - least) / m_growth, 0.0, 1.0);
      const double down = m_pair.down;
      const double logQ = down == 0 ? 0 : logMixture(m_pair.q, (-down * x - 0.5 * down * down) / (s * s));
      const double q = half * rule.weights[k] * m_scale * std::exp(logQ - 0.5 * (x / s) * (x / s));
      shares.lower += q * (1 - rise);
      shares.upper += q * rise;
    }
  }

  ShiftedPair m_pair;
  double m_offset;
  double m_growth;
  double m_scale;
  double m_slope;
};

/// Integrates all outcomes from `least` to `most` into the nodes from `first` on.
std::optional<LossMasses> integrated(const ShiftedPair& pair, const ShiftedPairPlan& plan, double least, double most,
                                     const RunControl& control) {
  const Cells cells(pair, plan.anchor, plan.spacing);
  LossMasses losses;
  losses.anchor = plan.anchor;
  losses.spacing = plan.spacing;
  const double h = plan.spacing, lowest = cells.lossAt(least);
  losses.first = static_cast<Index>(std::floor(lowest / h + 1e-9));
  const Index last = std::max(losses.first + 1, static_cast<Index>(std::ceil(cells.lossAt(most) / h)));
  std::vector<double> masses(last - losses.first + 1, 0.0);
  double x = least, before = least;
  for (Index j = losses.first; j < last; ++j) {
    if ((j & 4095) == 0 && control.stopRequested()) return std::nullopt;
    const double guess = x + (x - before);
    const double next =
        j + 1 == last ? most : std::clamp(cells.positionOf(static_cast<double>(j + 1) * h, guess), x, most);
    const double loss = static_cast<double>(j) * h;
    const Shares shares = j > losses.first ? cells.integrateWhole(loss, x, next) : cells.integrate(loss, x, next);
    const std::size_t i = j - losses.first;
    // Masses of Q; those of P are e^loss times them.
    masses[i] += shares.lower;
    masses[i + 1] += shares.upper;
    before = x;
    x = next;
  }
  for (std::size_t i = 0; i < masses.size(); ++i) {
    if (masses[i] > 0) masses[i] *= std::exp(losses.loss(static_cast<Index>(i)));
  }
  losses.masses = std::move(masses);
  return losses;
}

double mostOutcome(const ShiftedPair& pair, double negligible) {
  return std::max(pair.up + pair.sigma * scoreOfTail(negligible / pair.q, 1), pair.sigma * scoreOfTail(negligible, 1));
}

}  // namespace

double ShiftedPair::anchor() const {
  return down > 0 || q == 1 ? 0 : std::log1p(-q);
}

double ShiftedPair::excess(double x) const {
  const double variance = sigma * sigma, r = (up * x - 0.5 * up * up) / variance;
  if (down > 0) return logMixture(q, r) - logMixture(q, (-down * x - 0.5 * down * down) / variance);
  if (q == 1) return r;
  const double odds = r + std::log(q) - std::log1p(-q);
  return odds > 30 ? odds + std::exp(-odds) : std::log1p(std::exp(odds));
}

double ShiftedPair::positionOf(double wanted, double guess) const {
  const double variance = sigma * sigma;
  if (down == 0) {
    const double r = q == 1 ? wanted : logExpm1(wanted) + std::log1p(-q) - std::log(q);
    return (r * variance + 0.5 * up * up) / up;
  }
  // The loss rises by at most (up + down) / sigma^2 for each unit of x.
  const auto lossAndSlope = [&](double x) {
    const double r = (up * x - 0.5 * up * up) / variance, back = (-down * x - 0.5 * down * down) / variance;
    const double ofP = logMixture(q, r), ofQ = logMixture(q, back);
    const double slope = (up * q * std::exp(r - ofP) + down * q * std::exp(back - ofQ)) / variance;
    return std::pair(ofP - ofQ - wanted, slope);
  };
  return bracketedNewton(lossAndSlope, guess, sigma);
}

double ShiftedPair::upperTailOfP(double from) const {
  return (1 - q) * upperTail(from / sigma) + q * upperTail((from - up) / sigma);
}

double ShiftedPair::lowerTailOfP(double to) const {
  return (1 - q) * upperTail(-to / sigma) + q * upperTail((up - to) / sigma);
}

double ShiftedPair::upperTailOfQ(double from) const {
  return (1 - q) * upperTail(from / sigma) + q * upperTail((from + down) / sigma);
}

double ShiftedPair::lowerTailOfQ(double to) const {
  return (1 - q) * upperTail(-to / sigma) + q * upperTail((-to - down) / sigma);
}

double rangeOf(const ShiftedPair& pair, double negligible) {
  return pair.excess(mostOutcome(pair, negligible));
}

std::optional<LossMasses> lossesOf(const ShiftedPair& pair, const ShiftedPairPlan& plan, const RunControl& control) {
  const double most = mostOutcome(pair, plan.negligible);
  const double least = -mostOutcome({pair.sigma, pair.q, std::max(pair.down, 1e-300), 0}, plan.negligible);
  auto losses = integrated(pair, plan, least, most, control);
  if (!losses) return std::nullopt;
  losses->infiniteP = pair.upperTailOfP(most) + pair.lowerTailOfP(least);
  losses->infiniteQ = pair.upperTailOfQ(most) + pair.lowerTailOfQ(least);
  // The total is known exactly; many compositions would multiply the rounding of the quadrature.
  const double total = std::accumulate(losses->masses.begin(), losses->masses.end(), 0.0);
  for (double& mass : losses->masses) mass *= (1 - losses->infiniteP) / total;
  return losses;
}

std::optional<LossMasses> symmetrisedLosses(const ShiftedPair& pair, const ShiftedPairPlan& plan,
                                            const RunControl& control) {
  const double zero = pair.positionOf(-pair.anchor(), 0),
               most = std::max(mostOutcome(pair, plan.negligible), zero + pair.sigma);
  auto above = integrated(pair, {0, plan.spacing, plan.negligible}, zero, most, control);
  if (!above) return std::nullopt;
  LossMasses losses;
  losses.spacing = plan.spacing;
  const Index half = above->first + above->size() - 1;
  losses.first = -half;
  losses.masses.assign(2 * half + 1, 0.0);
  double rest = 1;
  for (Index j = 1; j <= half; ++j) {
    if (j < above->first) continue;
    const double p = above->masses[j - above->first];
    const double q = p * std::exp(-static_cast<double>(j) * plan.spacing);
    losses.masses[half + j] = p;
    losses.masses[half - j] = q;
    rest -= p + q;
  }
  // Seen under P, the mirror image of what is cut has the probability that it has under Q.
  losses.infiniteP = pair.upperTailOfP(most) + pair.upperTailOfQ(most);
  losses.infiniteQ = losses.infiniteP;
  losses.masses[half] = std::max(0.0, rest - losses.infiniteP);
  return losses;
}

}  // namespace noiseloom
