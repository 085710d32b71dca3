#include "core/batching/parts/mixture_accounting.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/batching/parts/scheme.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

class MixtureAccounting final : public Accounting {
 public:
  MixtureAccounting(const Scenario& scenario, Index bands, ParticipationMixture mixture, double sensitivity)
      : m_epsilon(scenario.epsilon),
        m_capped(capReached(scenario, bands)),
        m_delta(scenario.delta - m_capped),
        m_options{scenario.tau, scenario.failureProbability, 0},
        m_mixture(std::move(mixture)),
        m_sensitivity(sensitivity) {}

  Calibrated calibrate(const RunControl& control) const override {
    const SampledCertificate certificate = participationNoise(m_mixture, m_epsilon, m_delta, m_options, control);
    Certified sigma;
    sigma.value = certificate.value / m_sensitivity;
    sigma.errorBound = certificate.errorBound;
    sigma.seconds = certificate.seconds;
    sigma.stopped = certificate.stopped;
    return {sigma, certificate};
  }
  double approximate(const RunControl& control) const override {
    return approximateParticipationNoise(m_mixture, m_epsilon, m_delta, m_options, control) / m_sensitivity;
  }
  double deltaAt(double noiseMultiplier, double epsilon, const RunControl& control) const override {
    const double delta =
        participationDelta(m_mixture, noiseMultiplier * m_sensitivity, epsilon, m_options, control).value;
    return std::min(1.0, delta + m_capped);
  }

 private:
  double m_epsilon;
  double m_capped;  // a part of delta
  double m_delta;
  SampledOptions m_options;
  ParticipationMixture m_mixture;
  double m_sensitivity;
};

}  // namespace

std::unique_ptr<Accounting> mixtureAccounting(const Scenario& scenario, const Strategy& strategy,
                                              const Sensitivity& sensitivity, const ParticipationMixture::Law& law,
                                              const RunControl& control) {
  // Stopped, it knows the fallback only, which needs nothing of the columns.
  return std::make_unique<MixtureAccounting>(scenario, strategy.bands(), ParticipationMixture(strategy, law, control),
                                             sensitivity.value);
}

BatchLaw mixtureBatchLaw(const Scenario& scenario, Index) {
  return {scenario.iterations, largerSize(scenario),
          static_cast<double>(scenario.epochs) / static_cast<double>(scenario.iterations)};
}

Accountant mixtureAccountant(const Accounted& figures, std::string_view name, Phrase sampler,
                             const Sampling& sampling) {
  Accountant made;
  made.name = name;
  made.sampling = sampling;
  const auto& certificate = figures.certificate;
  switch (certificate ? certificate->method : SampledMethod::Unamplified) {
    case SampledMethod::Composition:
      made.shortName = Core::tr("PLD");
      made.method = {Core::tr("privacy loss distribution of the composition of Poisson-subsampled Gaussian mechanisms "
                              "that bounds %1, the worse of both directions, pessimistic, nothing sampled"),
                     sampler};
      break;
    case SampledMethod::MomentBound:
    case SampledMethod::Deterministic:
      made.shortName = Core::tr("moment bound");
      made.method = {
          Core::tr("Chernoff's bound of the privacy loss of %1 from bounds of its moments, the worse of both "
                   "directions, nothing sampled"),
          sampler};
      break;
    case SampledMethod::Unamplified:
      made.shortName = Core::tr("analytic Gaussian");
      made.method = {Core::tr("one Gaussian mechanism of as many participations as %1 may lead to: the sampling is not "
                              "credited"),
                     sampler};
      break;
    case SampledMethod::MonteCarlo:
      made.shortName = Core::tr("Monte Carlo certificate");
      made.method = {
          Core::tr("importance sampling of the privacy loss of %1, %2 samples, the worse of both directions: an upper "
                   "confidence bound that fails with probability at most %3 over the draw of the samples (and so does "
                   "each other figure of the profile); the samples are those of a fixed public stream, so that anyone "
                   "gets the same figure"),
          sampler, certificate->samples, certificate->failureProbability};
      made.failureProbability = certificate->failureProbability;
      made.tau = figures.scenario.tau;
      made.samples = certificate->samples;
      break;
  }
  return made;
}

}  // namespace noiseloom
