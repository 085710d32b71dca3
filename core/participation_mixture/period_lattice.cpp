#include "core/participation_mixture/period_lattice.h"

#include <algorithm>
#include <cmath>

namespace noiseloom {

PeriodLattice::PeriodLattice(const ParticipationMixture::Law& law, Index mostPeriod)
    : m_period(std::min(periodOf(law), mostPeriod)),
      m_stride(static_cast<double>(periodOf(law)) / static_cast<double>(m_period)),
      m_law(law) {
  if (m_stride == 1) return;
  if (auto* groups = std::get_if<RandomGroups>(&m_law)) {
    groups->cycle = m_period;
  } else {
    m_law = SpacedSampling::ofRate(m_period, rateOfStep(law) * m_stride);
  }
}

// Steps so far from the middle of the others weigh as much as there are pairs of them.
template <class Visit>
void PeriodLattice::join(Index step, Visit visit) const {
  const double middle = static_cast<double>(step) * m_stride;
  const auto first = static_cast<Index>(std::floor(middle - m_stride)) + 1;
  for (Index at = first; static_cast<double>(at) < middle + m_stride; ++at)
    visit(static_cast<std::size_t>(std::abs(at)), m_stride - std::abs(static_cast<double>(at) - middle));
}

std::vector<double> PeriodLattice::exponents(std::span<const double> own) const {
  std::vector<double> joined;
  for (Index step = 0; step < m_period; ++step) {
    double sum = 0, weights = 0;
    join(step, [&](std::size_t distance, double weight) {
      weights += weight;
      if (distance < own.size()) sum += weight * std::expm1(own[distance]);
    });
    joined.push_back(std::log1p(sum / weights));
  }
  return joined;
}

void PeriodLattice::pullBack(std::span<const double> own, std::span<const double> byExponent,
                             std::span<double> byOwn) const {
  std::fill(byOwn.begin(), byOwn.end(), 0.0);
  const std::vector<double> joined = exponents(own);
  for (Index step = 0; step < m_period; ++step) {
    const auto at = static_cast<std::size_t>(step);
    double weights = 0;
    join(step, [&](std::size_t, double weight) { weights += weight; });
    join(step, [&](std::size_t distance, double weight) {
      if (distance < own.size())
        byOwn[distance] += byExponent[at] * weight / weights * std::exp(own[distance] - joined[at]);
    });
  }
}

}  // namespace noiseloom
