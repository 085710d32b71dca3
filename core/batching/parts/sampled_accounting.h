#pragma once

#include <utility>

#include "core/balls_in_bins/certificate.h"
#include "core/batching/parts/scheme.h"
#include "core/participation_mixture/certificate.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// The fields that apply to accountings by draws.
inline constexpr Field kSettingsOfDraws[]{Field::Tau, Field::FailureProbability};

/// The accounting of a mixture by draws: of a BinGram or of a ParticipationMixture, for which noise is certified in the
/// units of C's entries. What the scenario's cap costs is a part of delta. `stopped`: the law stands in for one that
/// was not finished, so that nothing is known of how much too large its noise is.
template <class Law>
class SampledAccounting final : public Accounting {
 public:
  SampledAccounting(const Scenario& scenario, Index bands, Law law, double sensitivity, bool stopped = false)
      : m_epsilon(scenario.epsilon),
        m_capped(capReached(scenario, bands)),
        m_delta(scenario.delta - m_capped),
        m_options{scenario.tau, scenario.failureProbability, 0},
        m_law(std::move(law)),
        m_sensitivity(sensitivity),
        m_stopped(stopped) {}

  Calibrated calibrate(const RunControl& control) const override {
    return ofStrategy(certifiedNoise(m_law, m_epsilon, m_delta, m_options, control));
  }
  Calibrated calibrateUpTo(double most, const RunControl& control) const override {
    SampledOptions options = m_options;
    options.mostOfUse = most * m_sensitivity;
    return ofStrategy(certifiedNoise(m_law, m_epsilon, m_delta, options, control));
  }
  Calibrated withoutDraws(const RunControl& control) const override {
    return ofStrategy(noiseWithoutDraws(m_law, m_epsilon, m_delta, control));
  }
  double approximate(const RunControl& control) const override {
    return approximateNoise(m_law, m_epsilon, m_delta, m_options, control) / m_sensitivity;
  }
  double optimistic(const RunControl& control) const override {
    return optimisticNoise(m_law, m_epsilon, m_delta, m_options, control) / m_sensitivity;
  }
  double atOnce(const RunControl& control) const override {
    return noiseAtOnce(m_law, m_epsilon, m_delta, m_options, control) / m_sensitivity;
  }
  Certified certifiedDelta(double noiseMultiplier, double epsilon, const RunControl& control) const override {
    const SampledCertificate delta =
        noiseloom::certifiedDelta(m_law, noiseMultiplier * m_sensitivity, epsilon, m_options, control);
    // Its error is relative to the exact value, and 1 or not a number where it is not known.
    const double error = delta.errorBound < 1 ? delta.errorBound / (1 + delta.errorBound) : 1;
    return withCapped({delta.value, error, delta.seconds, delta.stopped}, m_capped);
  }

 private:
  Calibrated ofStrategy(SampledCertificate noise) const {
    if (m_stopped) noise.stopped = true, noise.errorBound = 1;
    return {{noise.value / m_sensitivity, noise.errorBound, noise.seconds, noise.stopped}, noise};
  }

  double m_epsilon;
  double m_capped;  // a part of delta
  double m_delta;
  SampledOptions m_options;
  Law m_law;
  double m_sensitivity;
  bool m_stopped;
};

}  // namespace noiseloom
