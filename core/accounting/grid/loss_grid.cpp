#include "core/accounting/grid/loss_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/accounting/grid/small_expm1.h"
#include "core/linalg/gauss_legendre.h"

namespace noiseloom {
namespace {

/// P-masses that a cell gives to its lower and upper node.
struct Shares {
  double lower = 0;
  double upper = 0;
};

/// Where a cell begins: the outcome at its lower node, and there the log of P's likelihood ratio to N(0, sigma^2) and
/// the shares of it and of Q's that come from taking part.
struct Node {
  double outcome = 0;
  double logRatio = 0;
  double ofP = 0;
  double ofQ = 0;
};

/// The nodes of a grid in the order of their losses: j spacings above `offset` above the step's anchor.
class Nodes {
 public:
  Nodes(const SubsampledGaussian& step, double offset, double spacing)
      : m_step(step),
        m_offset(offset),
        m_spacing(spacing),
        m_variance(step.sigma * step.sigma),
        m_logOut(std::log1p(-step.q)),
        m_zeroOdds(0.5 + m_variance * (m_logOut - std::log(step.q))) {
    for (std::size_t k = 0; k < kRow; ++k) m_growth[k] = std::expm1(static_cast<double>(k) * spacing);
  }

  Node at(Index j) {
    const double excess = m_offset + static_cast<double>(j) * m_spacing;
    if (m_step.replacesOne() || m_step.q == 1) {
      const double x = m_step.positionOfExcess(excess);
      if (!m_step.replacesOne()) return {x, excess, 1, 0};
      const double logP = m_step.participationLoss(x), logQ = m_step.participationLoss(-x);
      return {x, logP, m_step.q * std::exp(m_step.ratio(x) - logP), m_step.q * std::exp(m_step.ratio(-x) - logQ)};
    }
    if (m_growth.back() < kMostGrowth && excess < kMostExcess && excess > 0 && m_offset >= 0 && j >= 0) {
      // e^excess - 1 from that of a node before and of their distance: a sum of what is not negative.
      const auto k = static_cast<std::size_t>(j) % kRow;
      if (m_row != j - static_cast<Index>(k)) {
        m_row = j - static_cast<Index>(k);
        m_atRow = std::expm1(m_offset + static_cast<double>(m_row) * m_spacing);
      }
      const double growth = m_atRow + m_growth[k] + m_atRow * m_growth[k];
      return {m_zeroOdds + m_variance * std::log(growth), m_logOut + excess, growth / (1 + growth), 0};
    }
    const double out = std::exp(-excess);
    const double logOdds = excess > 1 ? excess + std::log1p(-out) : std::log(std::expm1(excess));
    return {m_zeroOdds + m_variance * logOdds, m_logOut + excess, excess > 1 ? 1 - out : -std::expm1(-excess), 0};
  }

 private:
  static constexpr std::size_t kRow = 32;  // nodes that share one exponential
  static constexpr double kMostGrowth = 1e100, kMostExcess = 300;

  SubsampledGaussian m_step;
  double m_offset;
  double m_spacing;
  double m_variance;
  double m_logOut;
  double m_zeroOdds;
  std::array<double, kRow> m_growth{};  ///< e^(k spacing) - 1
  Index m_row = -1;
  double m_atRow = 0;  ///< e^excess - 1 of node m_row
};

/// Integrates cells between neighbouring nodes.
class CellIntegrator {
 public:
  CellIntegrator(const SubsampledGaussian& step, double spacing)
      : m_step(step),
        m_inverseVariance(1 / (step.sigma * step.sigma)),
        m_expm1Spacing(std::expm1(spacing)),
        m_logScale(-std::log(step.sigma * std::sqrt(2 * std::numbers::pi))) {}

  /// The outcomes `from` to `to` of the cell above the node.
  Shares integrate(const Node& node, double from, double to) const {
    Shares shares;
    forPieces(from, to, [&](double left, double right, double relativeWidth) {
      if (relativeWidth < 1.0 / 16) {
        addNarrow(shares, node, left, right);
      } else {
        addWide(shares, left, right, [&](double x) {
          const double u = (x - node.outcome) * m_inverseVariance, fall = node.ofQ * std::expm1(-u);
          return MassAndRise{node.logRatio, 1 + fall, node.ofP * std::expm1(u) - fall};
        });
      }
    });
    return shares;
  }

  /// The outcomes `from` to `to` of the cell at the least loss, which is unbounded below.
  Shares integrateLeast(double from, double to) const {
    Shares shares;
    const double logOut = std::log1p(-m_step.q), odds = m_step.q / (1 - m_step.q);
    forPieces(from, to, [&](double left, double right, double) {
      addWide(shares, left, right, [&](double x) { return MassAndRise{logOut, 1, odds * std::exp(m_step.ratio(x))}; });
    });
    return shares;
  }

 private:
  /// e^{l_j} Q at x relative to N(0, sigma^2) e^{logRatio}, and that times e^{l - l_j} - 1, without cancellation.
  struct MassAndRise {
    double logRatio;
    double mass;
    double rise;
  };

  double steepness(double x) const {
    return std::max({1 / m_step.sigma, m_inverseVariance, std::abs(x) * m_inverseVariance});
  }

  /// Pieces over which neither the density nor the ratio changes by more than about a factor of e.
  template <class Add>
  void forPieces(double from, double to, Add add) const {
    for (double left = from; left < to;) {
      const double scale = steepness(left), right = std::min(to, left + 1 / scale);
      add(left, right, (right - left) * std::max(scale, steepness(right)));
      if (right <= left) break;  // narrower than the spacing of doubles
      left = right;
    }
  }

  /// A piece so narrow that one exponential does for all its nodes.
  void addNarrow(Shares& shares, const Node& node, double left, double right) const {
    const auto& rule = GaussLegendre<3>::rule();
    const double middle = 0.5 * (left + right), half = 0.5 * (right - left);
    const double slope = node.ofP / m_expm1Spacing, slopeOfQ = node.ofQ / m_expm1Spacing;
    // The piece may begin away from the cell's origin when the cell has several.
    const double start = node.outcome == left ? 0 : std::expm1((left - node.outcome) * m_inverseVariance);
    double lower = 0, upper = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double offset = half * rule.nodes[i];
      const double fromLeft = smallExpm1((half + offset) * m_inverseVariance);
      const double growth = start + fromLeft + start * fromLeft;
      const double decay = growth / (1 + growth);  // 1 - e^{-u}
      const double total = 1 - node.ofQ * decay;
      const double share = std::clamp(slope * growth + slopeOfQ * decay, 0.0, total);
      const double mass = rule.weights[i] * (1 + smallExpm1(-offset * (middle + 0.5 * offset) * m_inverseVariance));
      lower += (total - share) * mass;
      upper += share * mass;
    }
    const double scale = half * std::exp(m_logScale + node.logRatio - 0.5 * middle * middle * m_inverseVariance);
    shares.lower += scale * lower;
    shares.upper += scale * upper * (1 + m_expm1Spacing);
  }

  template <class Function>
  void addWide(Shares& shares, double left, double right, Function f) const {
    const auto& rule = GaussLegendre<6>::rule();
    const double middle = 0.5 * (left + right), half = 0.5 * (right - left);
    double lower = 0, upper = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const double x = middle + half * rule.nodes[i];
      const MassAndRise at = f(x);
      const double share = std::clamp(at.rise / m_expm1Spacing, 0.0, at.mass);
      const double density = rule.weights[i] * std::exp(m_logScale + at.logRatio - 0.5 * x * x * m_inverseVariance);
      lower += (at.mass - share) * density;
      upper += share * density;
    }
    shares.lower += half * lower;
    shares.upper += half * upper * (1 + m_expm1Spacing);
  }

  SubsampledGaussian m_step;
  double m_inverseVariance;
  double m_expm1Spacing;
  double m_logScale;
};

}  // namespace

std::optional<LossGrid> LossGrid::build(const RepeatedStep& part, const LossGridPlan& plan, const RunControl& control) {
  const SubsampledGaussian& step = part.step;
  const OutcomeSlice& slice = part.slice;
  LossGrid grid;
  grid.m_anchor = part.anchor();
  grid.m_spacing = plan.spacing;
  // Outcomes beyond `least` and `most` are lost; when one is replaced, the losses below 0 mirror those above.
  const double least = step.replacesOne() ? 0 : plan.leastOutcome;
  const double from = slice.hasAtom() ? slice.from : least;
  const double most = std::max(from, std::min(plan.mostOutcome, slice.to));
  const double offset = slice.hasAtom() ? step.lossBelow(slice.from) - step.anchor() : 0;
  const bool bounded = std::isfinite(step.leastLoss());
  const auto excessAt = [&](double x) { return step.loss(x) - step.anchor() - offset; };
  const double leastExcess = bounded || step.replacesOne() ? std::max(0.0, excessAt(from)) : excessAt(from);
  const double mostExcess = std::max(leastExcess + plan.spacing, excessAt(most));
  // Node 0 is there for the atom.
  const auto firstCell = static_cast<Index>(std::floor(leastExcess / plan.spacing));
  grid.m_first = slice.hasAtom() || step.replacesOne() ? 0 : firstCell;
  const auto last = static_cast<Index>(std::ceil(mostExcess / plan.spacing));

  std::vector<double>& masses = grid.m_masses;
  masses.assign(last - grid.m_first + 1, 0.0);
  Nodes nodes(step, offset, plan.spacing);
  const CellIntegrator cell(step, plan.spacing);
  // The first cell is unbounded below when it starts at the least loss; the density is 0 in doubles beyond 39 sigma.
  const bool startsAtLeast = bounded && offset == 0 && firstCell == 0;
  Node node = startsAtLeast ? Node{} : nodes.at(firstCell);
  double outcome = std::max(from, startsAtLeast ? -39 * step.sigma : node.outcome);
  if (!slice.hasAtom() && !startsAtLeast) outcome = node.outcome;
  const double bottom = outcome;
  for (Index j = firstCell; j < last; ++j) {
    if ((j & 4095) == 0 && control.stopRequested()) return std::nullopt;
    const Node next = nodes.at(j + 1);
    const double end = std::max(outcome, std::min(next.outcome, most));
    const bool isLeast = startsAtLeast && j == 0;
    const Shares shares = isLeast ? cell.integrateLeast(bottom, end) : cell.integrate(node, outcome, end);
    const std::size_t i = j - grid.m_first;
    masses[i] += shares.lower;
    masses[i + 1] += shares.upper;
    node = next;
    outcome = end;
  }
  grid.finish(part, bottom, outcome);
  return grid;
}

/// Completes a grid whose outcomes between `bottom` and `top` have been integrated.
void LossGrid::finish(const RepeatedStep& part, double bottom, double top) {
  const SubsampledGaussian& step = part.step;
  const OutcomeSlice& slice = part.slice;
  const bool both = step.replacesOne();
  // Tails of |x| when one is replaced.
  const auto aboveP = [&](double x) { return step.upperTailOfP(x) + (both ? step.lowerTailOfP(-x) : 0); };
  const auto aboveQ = [&](double x) { return step.upperTailOfQ(x) + (both ? step.lowerTailOfQ(-x) : 0); };
  if (both) mirror();
  const double belowP = slice.hasAtom() || both ? 0 : step.lowerTailOfP(bottom);
  const double belowQ = slice.hasAtom() || both ? 0 : step.lowerTailOfQ(bottom);
  const double withinP = 1 - aboveP(slice.to), withinQ = 1 - aboveQ(slice.to);
  m_lostP = (belowP + std::max(0.0, aboveP(top) - aboveP(slice.to))) / withinP;
  m_lostQ = (belowQ + std::max(0.0, aboveQ(top) - aboveQ(slice.to))) / withinQ;
  double total = std::accumulate(m_masses.begin(), m_masses.end(), 0.0);
  // The total is known exactly; T compositions would multiply the rounding of the quadrature.
  const double scale = slice.hasAtom() ? 1 / withinP : (1 - m_lostP) / total;
  for (double& mass : m_masses) mass *= scale;
  if (slice.hasAtom()) m_masses[-m_first] += 1 - m_lostP - total * scale;
}

/// P and Q change places under x -> -x, L -> -L, so the P-mass at -l is the Q-mass at l, e^{-l} times the P-mass there.
void LossGrid::mirror() {
  const std::size_t half = m_masses.size() - 1;
  m_masses.resize(2 * half + 1);
  std::move_backward(m_masses.begin(), m_masses.begin() + static_cast<std::ptrdiff_t>(half + 1), m_masses.end());
  for (std::size_t j = 1; j <= half; ++j)
    m_masses[half - j] = m_masses[half + j] * std::exp(-static_cast<double>(j) * m_spacing);
  m_masses[half] *= 2;
  m_first = -static_cast<Index>(half);
}

double LossGrid::logTransform(double z) const {
  std::vector<double> unused;
  return tilt(z, unused);
}

double LossGrid::tilt(double z, std::vector<double>& tilted) const {
  tilted.resize(m_masses.size());
  const double greatest = (z - 1) * loss(z > 1 ? size() - 1 : 0), least = (z - 1) * loss(z > 1 ? 0 : size() - 1);
  double sum = 0;
  if (greatest < 600 && least > -1e4) {
    for (std::size_t i = 0; i < tilted.size(); ++i) {
      tilted[i] = std::expm1((z - 1) * loss(static_cast<Index>(i)));
      sum += m_masses[i] * tilted[i];
    }
    if (std::isfinite(sum)) {  // the logarithm is relative to its distance from 0, which T compositions magnify
      const double scale = 1 / (1 - m_lostP + sum);
      for (std::size_t i = 0; i < tilted.size(); ++i) tilted[i] = scale * m_masses[i] * (1 + tilted[i]);
      return std::log1p(sum - m_lostP);
    }
  }
  double most = -1e300;
  for (std::size_t i = 0; i < tilted.size(); ++i) {
    tilted[i] = std::log(m_masses[i]) + (z - 1) * loss(static_cast<Index>(i));
    most = std::max(most, tilted[i]);
  }
  sum = 0;
  for (double& value : tilted) {
    value = std::exp(value - most);
    sum += value;
  }
  for (double& value : tilted) value /= sum;
  return most + std::log(sum);
}

}  // namespace noiseloom
