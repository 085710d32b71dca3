#include "core/accounting/grid/grid_composition.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr double kDeviations = 4;  // of rounding errors that are counted

struct Window {
  Index first;
  Index size;
};

/// Nodes around `centre`, counted from `origin`; empty if there would be far too many. Spare length goes above, below,
/// or to both sides (sense 1, -1, 0).
std::optional<Window> windowAround(double centre, const DirectedLosses::Reach& reach, double origin, double spacing,
                                   int sense) {
  const double first = std::floor((centre - reach.below - origin) / spacing) - 1;
  const double last = std::ceil((centre + reach.above - origin) / spacing) + 1;
  if (!(last - first < 4 * kMostNodes)) return std::nullopt;
  const Index size = RealFft::goodSize(std::max<Index>(2, static_cast<Index>(last - first) + 1));
  const Index spare = size - static_cast<Index>(last - first) - 1;
  return Window{static_cast<Index>(first) - (sense > 0 ? 0 : sense < 0 ? spare : spare / 2), size};
}

}  // namespace

GridComposition::GridComposition(const PlannedSide& planned, const std::vector<LossGrid>& grids)
    : m_planned(planned), m_side(planned.side) {
  for (std::size_t p = 0; p < grids.size(); ++p) {
    m_steps.push_back(coarse(tilted(grids[p], m_side.z()), planned.plan.kinds[p].spacing));
    m_logTransform += m_side.count(p) * m_steps.back().logTransform;
    m_logLost = logSum(m_logLost, std::log(m_side.count(p) * grids[p].lost(m_side.direction())));
  }
}

double GridComposition::simpleBound() const {
  return std::min(0.0, logSum(m_side.logScale(m_logTransform) + std::log(m_side.greatestPayoff(0)), m_logLost));
}

std::optional<GridComposition::Result> GridComposition::compose(const RunControl& control) {
  constexpr Result unresolved{0, std::numeric_limits<double>::infinity(), 0};
  std::vector<RepeatedLattice> parts;
  for (std::size_t p = 0; p < m_steps.size(); ++p) {
    const CompositionPlan::Kind& kind = m_planned.plan.kinds[p];
    if (kind.blocks == 0) {
      parts.push_back({coarse(m_steps[p], m_planned.plan.coarse), kind.rest});
      continue;
    }
    // The steps left over are a shorter block.
    for (const auto& [size, blocks] : {std::pair{kind.size, kind.blocks}, std::pair{kind.rest, Index{1}}}) {
      if (size == 0) continue;
      auto block = composeBlock(p, size, blocks, control);
      if (!block) return std::nullopt;
      if (block->masses.empty()) return unresolved;
      parts.push_back({coarse(std::move(*block), m_planned.plan.coarse), blocks});
    }
  }
  double origin = 0;
  for (const RepeatedLattice& part : parts) origin += static_cast<double>(part.count) * part.lattice.anchor;
  const int sense = m_side.sign() > 0 ? 1 : -1;
  const auto window = windowAround(m_side.barrier(), m_planned.reach, origin, parts[0].lattice.spacing, sense);
  if (!window) return unresolved;
  double noise = 0;
  const auto sum = wrappedSum(parts, window->first, window->size, control, m_side.theta(), &noise);
  if (!sum) return std::nullopt;
  m_transformSize = std::max(m_transformSize, window->size);

  // Chernoff's bound on the mass beyond the window.
  const double shift = sense > 0 ? m_planned.reach.shiftAbove : m_planned.reach.shiftBelow;
  const double end = sense > 0 ? sum->loss(window->size) : sum->loss(-1);
  double logBeyond = -shift * end;
  for (const RepeatedLattice& part : parts)
    logBeyond += static_cast<double>(part.count) * part.lattice.logGrowth(shift);
  const double distance = std::max(0.0, m_side.sign() * (end - m_side.barrier()));
  const double found = std::max(0.0, payoffOf(*sum));
  const double payoff =
      found + kDeviations * noise + std::exp(std::min(0.0, logBeyond)) * m_side.greatestPayoff(distance);
  const double logInside = m_side.logScale(sum->logTransform) + std::log(payoff);
  // Blocks that left their window belong to the fine composition, which has its own transform.
  const double logOutside = m_side.logScale(m_logTransform) + std::log(m_lostMass * m_side.greatestPayoff(0));
  const double logDelta = std::min(0.0, logSum(logSum(logInside, logOutside), m_logLost));
  if (!(found > 2 * kDeviations * noise)) return Result{logDelta, unresolved.added, m_transformSize};
  return Result{logDelta, logDelta - m_side.logScale(sum->logTransform) - std::log(found), m_transformSize};
}

TiltedLattice GridComposition::coarse(TiltedLattice fine, double spacing) const {
  const auto ratio = static_cast<Index>(std::round(spacing / fine.spacing));
  return ratio > 1 ? coarsened(fine, ratio, m_side.z()) : std::move(fine);
}

/// Without masses where the window would be too long.
std::optional<TiltedLattice> GridComposition::composeBlock(std::size_t p, Index size, Index count,
                                                           const RunControl& control) {
  const TiltedLattice& one = m_steps[p];
  const auto steps = static_cast<double>(size), blocks = static_cast<double>(count);
  const auto reach = m_side.reachOfBlock(p, steps, m_side.logNegligible() - std::log(blocks));
  const auto window = windowAround(steps * m_side.mean(p), reach, steps * one.anchor, one.spacing, 0);
  if (!window) return TiltedLattice{};
  const std::vector<RepeatedLattice> parts{{one, size}};
  auto sum = wrappedSum(parts, window->first, window->size, control);
  if (!sum) return std::nullopt;
  m_transformSize = std::max(m_transformSize, window->size);
  const auto chernoff = [&](double shift, double end) { return std::exp(steps * one.logGrowth(shift) - shift * end); };
  double lost = chernoff(reach.shiftAbove, sum->loss(window->size));
  if (window->first > size * one.first) lost += chernoff(reach.shiftBelow, sum->loss(-1));
  m_lostMass += blocks * lost;
  return sum;
}

double GridComposition::payoffOf(const TiltedLattice& sum) const {
  double total = 0;
  for (std::size_t i = 0; i < sum.masses.size(); ++i) {
    const double distance = m_side.sign() * (sum.loss(static_cast<Index>(i)) - m_side.barrier());
    if (distance > 0) total += sum.masses[i] * m_side.payoff(distance);
  }
  return total;
}

}  // namespace noiseloom
