#include "core/participation_mixture/drawn_mixture.h"

#include <algorithm>
#include <cmath>

#include "core/participation_mixture/fallback.h"

namespace noiseloom {

DrawnMixture::DrawnMixture(const ParticipationMixture& mixture, const RunControl& control) {
  if (!mixture.joinable()) {
    m_law = lawOf(mixture);
    m_weights = std::make_unique<MixtureWeights>(mixture.columns(), *m_law, control);
    return;
  }
  const JoinedSteps* joined = mixture.joined(control.quiet());
  if (!joined) return;
  if (joined->columns.empty()) {
    takeOwn(mixture, control);
    return;
  }
  m_joined = joined->joined;
  m_shift = joined->shift;
  const auto ofSteps = [](const MixtureLaw& law, Index steps) {
    return std::visit([&](const auto& own) { return makeLaw(own, steps); }, law);
  };
  m_law = ofSteps(joined->law, joined->columns.steps);
  m_ownLaw = ofSteps(mixture.law(), joined->begins.back());
  const double norm = mixture.greatestColumnNorm();
  m_weights =
      std::make_unique<MixtureWeights>(joined->columns, *m_law, control,
                                       MixtureWeights::Adding{*m_ownLaw, joined->begins, norm * norm, joined->meeting});
}

void DrawnMixture::takeOwn(const ParticipationMixture& mixture, const RunControl& control) {
  m_own = std::make_unique<const MixtureColumns>(mixture.ownColumns(control));
  if (m_own->empty()) return;
  m_law = lawOf(mixture);
  m_weights = std::make_unique<MixtureWeights>(*m_own, *m_law, control);
}

std::unique_ptr<const DrawnMixture> DrawnMixture::ofOwn(const ParticipationMixture& mixture,
                                                        const RunControl& control) {
  std::unique_ptr<DrawnMixture> made(new DrawnMixture);
  made->takeOwn(mixture, control);
  if (made->stopped()) return nullptr;
  return made;
}

double DrawnMixture::delta(double own) const {
  return own * std::exp(-m_shift);
}

// (V - e^-x)_+ is at most (V - 1)_+ and 1 - e^-x.
double DrawnMixture::deltaOf(double drawn, double epsilon) const {
  const double below = std::max(0.0, -std::expm1(epsilon - m_shift));
  return std::min(1.0, std::exp(m_shift) * (drawn + below));
}

}  // namespace noiseloom
