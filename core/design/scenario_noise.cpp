#include "core/design/scenario_noise.h"

#include <algorithm>

#include "core/accounting/analytic_gaussian.h"

namespace noiseloom {
namespace {

// What the accountant is asked about: one Gaussian mechanism is the subsampled one with q = 1, T = 1.
struct Sampling {
  Sampling(const Scenario& scenario, Index bands) {
    if (scenario.batching != Batching::CyclicPoisson) return;
    probability = scenario.samplingProbability(bands);
    compositions = scenario.compositions(bands);
  }
  double probability = 1;
  Index compositions = 1;
};

}  // namespace

ScenarioNoise::ScenarioNoise(const Scenario& scenario, const Strategy& strategy, const Sensitivity& sensitivity,
                             const RunControl& control)
    : m_scenario(scenario), m_bands(strategy.bands()), m_sensitivity(sensitivity.value) {
  if (scenario.batching == Batching::BallsInBins) m_gram = binGram(strategy, scenario.epochs, control);
}

ScenarioNoise::Calibrated ScenarioNoise::calibrate(const RunControl& control) const {
  const double epsilon = m_scenario.epsilon;
  const double delta = m_scenario.delta;
  if (m_scenario.batching != Batching::BallsInBins) {
    const Sampling sampling(m_scenario, m_bands);
    return {
        noiseMultiplierFor(epsilon, delta, sampling.probability, sampling.compositions, control, m_scenario.adjacency),
        std::nullopt};
  }
  BallsInBinsCertificate certificate;
  if (m_gram.bins > 0) {
    certificate = ballsInBinsNoise(m_gram, epsilon, delta, options(), control);
  } else {
    certificate.value = m_sensitivity * gaussianNoiseMultiplier(epsilon, delta);
    certificate.method = BallsInBinsMethod::Unamplified;
    certificate.stopped = true;
  }
  Certified sigma;
  sigma.value = certificate.value / m_sensitivity;
  // How much too large the safe value without amplification is, nobody has computed.
  const bool loose = certificate.method == BallsInBinsMethod::Unamplified && m_gram.bins != 1;
  sigma.errorBound = loose ? 1 : certificate.errorBound;
  sigma.seconds = certificate.seconds;
  sigma.stopped = certificate.stopped;
  return {sigma, certificate};
}

double ScenarioNoise::approximate(const RunControl& control) const {
  if (m_gram.bins > 0) {
    return approximateBallsInBinsNoise(m_gram, m_scenario.epsilon, m_scenario.delta, options(), control) /
           m_sensitivity;
  }
  const Sampling sampling(m_scenario, m_bands);
  return approximateNoiseMultiplier(m_scenario.epsilon, m_scenario.delta, sampling.probability, sampling.compositions,
                                    m_scenario.adjacency);
}

double ScenarioNoise::deltaAt(double noiseMultiplier, double epsilon, const RunControl& control) const {
  if (m_gram.bins > 0) {
    return ballsInBinsDelta(m_gram, noiseMultiplier * m_sensitivity, epsilon, options(), control).value;
  }
  const Sampling sampling(m_scenario, m_bands);
  return deltaFor(noiseMultiplier, epsilon, sampling.probability, sampling.compositions, control, m_scenario.adjacency)
      .value;
}

}  // namespace noiseloom
