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

/// Integrates the cell between nodes j and j + 1, i.e. losses from anchor + j spacing to anchor + (j + 1) spacing.
class CellIntegrator {
 public:
  CellIntegrator(const SubsampledGaussian& step, double spacing)
      : m_step(step),
        m_inverseVariance(1 / (step.sigma * step.sigma)),
        m_spacing(spacing),
        m_expm1Spacing(std::expm1(spacing)),
        m_logScale(std::log1p(-step.q) - std::log(step.sigma * std::sqrt(2 * std::numbers::pi))) {}

  Shares integrate(Index j, double from, double to) const {
    Shares shares;
    // Pieces over which neither the density nor the ratio changes by more than about a factor of e.
    for (double left = from; left < to;) {
      const double scale = steepness(left), right = std::min(to, left + 1 / scale);
      const double relativeWidth = (right - left) * std::max(scale, steepness(right));
      if (relativeWidth < 1.0 / 16 && j > 0) {
        addNarrow(shares, j, from, left, right);
      } else {
        add<6>(shares, j, from, left, right);
      }
      if (right <= left) break;  // narrower than the spacing of doubles
      left = right;
    }
    return shares;
  }

 private:
  double steepness(double x) const {
    return std::max({1 / m_step.sigma, m_inverseVariance, std::abs(x) * m_inverseVariance});
  }

  /// add<3>() for j > 0 and a piece so narrow that one exponential does for all its nodes.
  void addNarrow(Shares& shares, Index j, double origin, double left, double right) const {
    const auto& rule = GaussLegendre<3>::rule();
    const double middle = 0.5 * (left + right), half = 0.5 * (right - left);
    const double excess = static_cast<double>(j) * m_spacing;
    const double slope = -std::expm1(-excess) / m_expm1Spacing;
    // The piece may begin away from the cell's origin when the cell has several.
    const double start = origin == left ? 0 : std::expm1((left - origin) * m_inverseVariance);
    double lower = 0, upper = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double offset = half * rule.nodes[i];
      const double fromLeft = smallExpm1((half + offset) * m_inverseVariance);
      const double share = std::clamp(slope * (start + fromLeft + start * fromLeft), 0.0, 1.0);
      const double mass = rule.weights[i] * (1 + smallExpm1(-offset * (middle + 0.5 * offset) * m_inverseVariance));
      lower += (1 - share) * mass;
      upper += share * mass;
    }
    const double scale = half * std::exp(m_logScale + excess - 0.5 * middle * middle * m_inverseVariance);
    shares.lower += scale * lower;
    shares.upper += scale * upper * (1 + m_expm1Spacing);
  }

  template <std::size_t Order>
  void add(Shares& shares, Index j, double origin, double left, double right) const {
    const auto& rule = GaussLegendre<Order>::rule();
    const double middle = 0.5 * (left + right), half = 0.5 * (right - left);
    const double excess = static_cast<double>(j) * m_spacing;
    const double growth = -std::expm1(-excess);  // d e^{l - l_j} / d e^{r - r_j}
    double lower = 0, upper = 0;
    for (std::size_t i = 0; i < Order; ++i) {
      const double x = middle + half * rule.nodes[i];
      // e^{l - l_j} - 1, without cancellation.
      const double rise = j > 0 ? growth * std::expm1((x - origin) * m_inverseVariance)
                                : m_step.q / (1 - m_step.q) * std::exp(m_step.ratio(x));
      const double share = std::clamp(rise / m_expm1Spacing, 0.0, 1.0);
      const double mass = rule.weights[i] * std::exp(m_logScale + excess - 0.5 * x * x * m_inverseVariance);
      lower += (1 - share) * mass;
      upper += share * mass;
    }
    shares.lower += half * lower;
    shares.upper += half * upper * (1 + m_expm1Spacing);
  }

  SubsampledGaussian m_step;
  double m_inverseVariance;
  double m_spacing;
  double m_expm1Spacing;
  double m_logScale;
};

}  // namespace

std::optional<LossGrid> LossGrid::build(const SubsampledGaussian& step, const LossGridPlan& plan,
                                        const RunControl& control) {
  LossGrid grid;
  grid.m_anchor = step.leastLoss();
  grid.m_spacing = plan.spacing;
  const double leastExcess = std::max(0.0, step.loss(plan.leastOutcome) - grid.m_anchor);
  const double mostExcess = std::max(plan.spacing, step.loss(plan.mostOutcome) - grid.m_anchor);
  grid.m_first = static_cast<Index>(std::floor(leastExcess / plan.spacing));
  const auto last = static_cast<Index>(std::ceil(mostExcess / plan.spacing));
  // The first cell is unbounded below when it starts at the anchor; the density is 0 in doubles beyond 39 sigma.
  const double bottom = grid.m_first > 0 ? step.positionOfExcess(static_cast<double>(grid.m_first) * plan.spacing)
                                         : std::max(plan.leastOutcome, -39 * step.sigma);

  std::vector<double>& masses = grid.m_masses;
  masses.assign(static_cast<std::size_t>(last - grid.m_first + 1), 0.0);
  const CellIntegrator cell(step, plan.spacing);
  const double zeroOdds = step.zeroOddsPosition(), variance = step.sigma * step.sigma;
  double from = bottom;
  for (Index j = grid.m_first; j < last; ++j) {
    if ((j & 4095) == 0 && control.stopRequested()) return std::nullopt;
    // The last cell may go on far beyond what matters.
    const double end = zeroOdds + variance * logExpm1(static_cast<double>(j + 1) * plan.spacing);
    const double to = std::max(from, j + 1 == last ? std::min(end, plan.mostOutcome) : end);
    const Shares shares = cell.integrate(j, from, to);
    const auto i = static_cast<std::size_t>(j - grid.m_first);
    masses[i] += shares.lower;
    masses[i + 1] += shares.upper;
    from = to;
  }
  const double lostBelow = step.upperTailOfQ(-bottom);  // also bounds P there: the shifted half has less
  grid.m_lostQ = lostBelow + step.upperTailOfQ(from);
  grid.m_lostP = lostBelow + step.upperTailOfP(from);
  // The total is known exactly; T compositions would multiply the rounding of the quadrature.
  const double scale = (1 - grid.m_lostP) / std::accumulate(masses.begin(), masses.end(), 0.0);
  grid.m_logMasses.resize(masses.size());
  for (std::size_t i = 0; i < masses.size(); ++i) {
    masses[i] *= scale;
    grid.m_logMasses[i] = std::log(masses[i]);
  }
  return grid;
}

double LossGrid::logTransform(double z) const {
  const double greatest = (z - 1) * loss(z > 1 ? size() - 1 : 0);
  double sum = 0;
  if (greatest < 30) {  // relative to its distance from 0, which T compositions magnify
    for (Index i = 0; i < size(); ++i) sum += m_masses[static_cast<std::size_t>(i)] * std::expm1((z - 1) * loss(i));
    return std::log1p(sum - m_lostP);
  }
  double most = -1e300;
  for (Index i = 0; i < size(); ++i)
    most = std::max(most, m_logMasses[static_cast<std::size_t>(i)] + (z - 1) * loss(i));
  for (Index i = 0; i < size(); ++i) {
    const double exponent = m_logMasses[static_cast<std::size_t>(i)] + (z - 1) * loss(i) - most;
    if (exponent > -45) sum += std::exp(exponent);
  }
  return most + std::log(sum);
}

}  // namespace noiseloom
