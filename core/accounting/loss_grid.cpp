#include "core/accounting/loss_grid.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/accounting/gauss_legendre.h"

namespace noiseloom {
namespace {

/// e^x - 1 for |x| <= 1/16, by its Taylor polynomial.
double smallExpm1(double x) {
  constexpr double c2 = 1.0 / 2, c3 = 1.0 / 6, c4 = 1.0 / 24, c5 = 1.0 / 120, c6 = 1.0 / 720, c7 = 1.0 / 5040;
  constexpr double c8 = 1.0 / 40320;
  return x * (1 + x * (c2 + x * (c3 + x * (c4 + x * (c5 + x * (c6 + x * (c7 + x * c8)))))));
}

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

/// The nodes of a grid in the order of their losses, anchor + j spacing.
class Nodes {
 public:
  Nodes(const SubsampledGaussian& step, double spacing)
      : m_step(step),
        m_spacing(spacing),
        m_variance(step.sigma * step.sigma),
        m_logOut(std::log1p(-step.q)),
        m_zeroOdds(0.5 + m_variance * (m_logOut - std::log(step.q))) {}

  Node at(Index j) const {
    const double excess = static_cast<double>(j) * m_spacing;
    if (m_step.replacesOne() || m_step.q == 1) {
      const double x = m_step.positionOfExcess(excess);
      if (!m_step.replacesOne()) return {x, excess, 1, 0};
      const double logP = m_step.participationLoss(x), logQ = m_step.participationLoss(-x);
      return {x, logP, m_step.q * std::exp(m_step.ratio(x) - logP), m_step.q * std::exp(m_step.ratio(-x) - logQ)};
    }
    const double out = std::exp(-excess);
    const double logOdds = excess > 1 ? excess + std::log1p(-out) : std::log(std::expm1(excess));
    return {m_zeroOdds + m_variance * logOdds, m_logOut + excess, excess > 1 ? 1 - out : -std::expm1(-excess), 0};
  }

 private:
  SubsampledGaussian m_step;
  double m_spacing;
  double m_variance;
  double m_logOut;
  double m_zeroOdds;
};

/// Integrates cells between neighbouring nodes.
class CellIntegrator {
 public:
  CellIntegrator(const SubsampledGaussian& step, double spacing)
      : m_step(step),
        m_inverseVariance(1 / (step.sigma * step.sigma)),
        m_expm1Spacing(std::expm1(spacing)),
        m_logScale(-std::log(step.sigma * std::sqrt(2 * std::numbers::pi))) {}

  /// The outcomes node.outcome to `to`.
  Shares integrate(const Node& node, double to) const {
    Shares shares;
    forPieces(node.outcome, to, [&](double left, double right, double relativeWidth) {
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

std::optional<LossGrid> LossGrid::build(const SubsampledGaussian& step, const LossGridPlan& plan,
                                        const RunControl& control) {
  LossGrid grid;
  grid.m_anchor = step.anchor();
  grid.m_spacing = plan.spacing;
  const bool bounded = std::isfinite(step.leastLoss());
  // When one is replaced, the losses below 0 mirror those above.
  double leastExcess = step.replacesOne() ? 0 : step.loss(plan.leastOutcome) - grid.m_anchor;
  if (bounded) leastExcess = std::max(0.0, leastExcess);
  const double mostExcess = std::max(leastExcess + plan.spacing, step.loss(plan.mostOutcome) - grid.m_anchor);
  grid.m_first = static_cast<Index>(std::floor(leastExcess / plan.spacing));
  const auto last = static_cast<Index>(std::ceil(mostExcess / plan.spacing));

  std::vector<double>& masses = grid.m_masses;
  masses.assign(static_cast<std::size_t>(last - grid.m_first + 1), 0.0);
  const Nodes nodes(step, plan.spacing);
  const CellIntegrator cell(step, plan.spacing);
  // The first cell is unbounded below when it starts at the least loss; the density is 0 in doubles beyond 39 sigma.
  const bool startsAtLeast = bounded && grid.m_first == 0;
  Node node = startsAtLeast ? Node{std::max(plan.leastOutcome, -39 * step.sigma), 0, 0, 0} : nodes.at(grid.m_first);
  const double bottom = node.outcome;
  for (Index j = grid.m_first; j < last; ++j) {
    if ((j & 4095) == 0 && control.stopRequested()) return std::nullopt;
    Node next = nodes.at(j + 1);
    // The last cell may go on far beyond what matters.
    const double to = j + 1 == last ? std::min(next.outcome, plan.mostOutcome) : next.outcome;
    next.outcome = std::max(node.outcome, to);
    const bool isLeast = startsAtLeast && j == 0;
    const Shares shares = isLeast ? cell.integrateLeast(bottom, next.outcome) : cell.integrate(node, next.outcome);
    const auto i = static_cast<std::size_t>(j - grid.m_first);
    masses[i] += shares.lower;
    masses[i + 1] += shares.upper;
    node = next;
  }
  if (step.replacesOne()) {
    grid.mirror();
    grid.m_lostP = grid.m_lostQ = step.upperTailOfP(node.outcome) + step.lowerTailOfP(-node.outcome);
  } else {
    grid.m_lostP = step.upperTailOfP(node.outcome) + step.lowerTailOfP(bottom);
    grid.m_lostQ = step.upperTailOfQ(node.outcome) + step.lowerTailOfQ(bottom);
  }
  // The total is known exactly; T compositions would multiply the rounding of the quadrature.
  const double scale = (1 - grid.m_lostP) / std::accumulate(masses.begin(), masses.end(), 0.0);
  for (double& mass : masses) mass *= scale;
  return grid;
}

/// P and Q change places under x -> -x, L -> -L, so the P-mass at -l is the Q-mass at l, e^{-l} times the P-mass there.
void LossGrid::mirror() {
  const std::size_t half = m_masses.size() - 1;
  m_masses.resize(2 * half + 1);
  std::move_backward(m_masses.begin(), m_masses.begin() + static_cast<std::ptrdiff_t>(half + 1), m_masses.end());
  for (std::size_t j = 1; j <= half; ++j) {
    m_masses[half - j] = m_masses[half + j] * std::exp(-static_cast<double>(j) * m_spacing);
  }
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
