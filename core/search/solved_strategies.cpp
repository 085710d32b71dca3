#include "core/search/solved_strategies.h"

#include <cmath>
#include <utility>

#include "core/scenario/scenario_fields.h"
#include "core/search/moved_curve.h"

namespace noiseloom {
namespace {

/// The distance between two numbers of bands.
double distanceOf(Index left, Index right) {
  return std::abs(std::log(static_cast<double>(left) / static_cast<double>(right)));
}

}  // namespace

bool SolvedStrategies::isOf(const Scenario& scenario) const {
  if (!m_of) return false;
  Scenario same = underGuaranteeOf(scenario, *m_of);
  same.bands = scenario.bands;
  return agree(same, scenario, [](const Concerns& of) { return of.strategy || of.error; });
}

const SolvedStrategy* SolvedStrategies::find(const Scenario& scenario, Index bands) const {
  const auto found = m_solved.find(bands);
  return found != m_solved.end() && isOf(scenario) ? &found->second : nullptr;
}

std::span<const double> SolvedStrategies::start(const Scenario& scenario, Index bands) const {
  if (!m_of || m_of->mechanism != scenario.mechanism || !scenario.usesBands()) return {};
  std::span<const double> nearest;
  double least = 0;
  for (const auto& [own, solved] : m_solved) {
    const double distance = distanceOf(own, bands);
    if (solved.solution.coefficients.empty() || (!nearest.empty() && distance >= least)) continue;
    nearest = solved.solution.coefficients;
    least = distance;
  }
  return nearest;
}

void SolvedStrategies::keep(const Scenario& scenario, Index bands, SolvedStrategy solved) {
  if (!isOf(scenario)) m_solved.clear();
  m_of = scenario;
  m_solved.insert_or_assign(bands, std::move(solved));
  if (m_solved.size() <= kMost) return;
  const Index first = m_solved.begin()->first;
  const Index last = m_solved.rbegin()->first;
  m_solved.erase(distanceOf(first, bands) > distanceOf(last, bands) ? first : last);
}

}  // namespace noiseloom
