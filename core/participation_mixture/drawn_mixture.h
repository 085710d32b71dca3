#pragma once

#include <memory>

#include "core/base/run_control.h"
#include "core/participation_mixture/certificate.h"
#include "core/participation_mixture/sampling/mixture_weights.h"

namespace noiseloom {

/// What a mixture's draws are made of: its own columns, or those of joined steps, which lose at least as much privacy.
class DrawnMixture {
 public:
  /// It must not be used when stopped. The mixture must outlive it.
  DrawnMixture(const ParticipationMixture& mixture, const RunControl& control);
  /// Its own columns although steps can be joined; nothing where they are too many, and when stopped.
  static std::unique_ptr<const DrawnMixture> ofOwn(const ParticipationMixture& mixture, const RunControl& control);

  bool stopped() const { return m_weights == nullptr; }
  const MixtureWeights& weights() const { return *m_weights; }
  Index joined() const { return m_joined; }  ///< steps that are taken for one
  /// Draws show (epsilon, delta)-DP of the mixture where they show this of themselves; epsilon may be below 0.
  double epsilon(double own) const { return own - m_shift; }
  double delta(double own) const;
  /// The mixture's delta at an epsilon, from the draws' own delta at epsilon(that), or 0 if that is below 0.
  double deltaOf(double drawn, double epsilon) const;
  double epsilonOf(double drawn) const { return drawn + m_shift; }

 private:
  DrawnMixture() = default;
  void takeOwn(const ParticipationMixture& mixture, const RunControl& control);

  std::unique_ptr<const MixtureColumns> m_own;  // where the mixture does not keep them
  Index m_joined = 1;
  double m_shift = 0;
  std::unique_ptr<const ParticipationLaw> m_law;
  std::unique_ptr<const ParticipationLaw> m_ownLaw;  // of the steps that are joined
  std::unique_ptr<const MixtureWeights> m_weights;
};

}  // namespace noiseloom
