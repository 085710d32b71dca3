#pragma once

#include <span>
#include <vector>

#include "core/participation_mixture/certificate.h"

namespace noiseloom {

/// Fewer steps in place of those of a long period, `stride` for each of them, a real number: two patterns meet there
/// with e^u the mean over the pairs of steps that are joined (math: section 10.8).
class PeriodLattice {
 public:
  /// Shortens the periods of a law to at most so many steps.
  PeriodLattice(const ParticipationMixture::Law& law, Index mostPeriod);

  Index period() const { return m_period; }
  double stride() const { return m_stride; }
  /// With which as many take part in each period.
  const ParticipationMixture::Law& law() const { return m_law; }
  /// Exponents u_d, d = 0 .. period - 1, from those of the law's own steps (0 beyond the last one).
  std::vector<double> exponents(std::span<const double> own) const;
  /// The gradient in `own` (of its size) from that in the exponents.
  void pullBack(std::span<const double> own, std::span<const double> byExponent, std::span<double> byOwn) const;

 private:
  template <class Visit>
  void join(Index step, Visit visit) const;

  Index m_period;
  double m_stride;
  ParticipationMixture::Law m_law;
};

}  // namespace noiseloom
