#include "core/accounting/loss_grid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/accounting/gauss_legendre.h"

namespace noiseloom {
namespace {

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
      if (relativeWidth < 1.0 / 16) {
        add<3>(shares, j, from, left, right);
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

  std::vector<double>& masses = grid.m_logMasses;
  masses.assign(static_cast<std::size_t>(last - grid.m_first + 1), 0.0);
  const CellIntegrator cell(step, plan.spacing);
  double from = bottom;
  for (Index j = grid.m_first; j < last; ++j) {
    if ((j & 4095) == 0 && control.stopRequested()) return std::nullopt;
    const double to = std::max(from, step.positionOfExcess(static_cast<double>(j + 1) * plan.spacing));
    const Shares shares = cell.integrate(j, from, to);
    const auto i = static_cast<std::size_t>(j - grid.m_first);
    masses[i] += shares.lower;
    masses[i + 1] += shares.upper;
    from = to;
  }
  const double lostBelow = step.upperTailOfQ(-bottom);  // also bounds P there: the shifted half has less
  grid.m_lostQ = lostBelow + step.upperTailOfQ(from);
  grid.m_lostP = lostBelow + step.upperTailOfP(from);
  for (double& mass : masses) mass = std::log(mass);
  return grid;
}

double LossGrid::logTransform(double z) const {
  double most = -1e300;
  for (Index i = 0; i < size(); ++i)
    most = std::max(most, m_logMasses[static_cast<std::size_t>(i)] + (z - 1) * loss(i));
  double sum = 0;
  for (Index i = 0; i < size(); ++i) {
    const double exponent = m_logMasses[static_cast<std::size_t>(i)] + (z - 1) * loss(i) - most;
    if (exponent > -45) sum += std::exp(exponent);
  }
  return most + std::log(sum);
}

}  // namespace noiseloom
