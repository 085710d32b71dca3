// The accounting of one Gaussian mechanism, or of T subsampled ones: both depend on q and T alone.

#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

// One Gaussian mechanism is the subsampled one with q = 1, T = 1.
class GaussianAccounting final : public Accounting {
 public:
  GaussianAccounting(const Scenario& scenario, const Sampling& sampling)
      : m_epsilon(scenario.epsilon),
        m_delta(scenario.delta),
        m_adjacency(scenario.adjacency),
        m_probability(sampling.probability.value_or(1)),
        m_compositions(sampling.compositions.value_or(1)) {}

  Calibrated calibrate(const RunControl& control) const override {
    return {noiseMultiplierFor(m_epsilon, m_delta, m_probability, m_compositions, control, m_adjacency), {}};
  }
  double approximate(const RunControl&) const override {
    return approximateNoiseMultiplier(m_epsilon, m_delta, m_probability, m_compositions, m_adjacency);
  }
  Certified certifiedDelta(double noiseMultiplier, double epsilon, const RunControl& control) const override {
    return deltaFor(noiseMultiplier, epsilon, m_probability, m_compositions, control, m_adjacency);
  }

 private:
  double m_epsilon;
  double m_delta;
  Adjacency m_adjacency;
  double m_probability;
  Index m_compositions;
};

}  // namespace

std::unique_ptr<Accounting> gaussianAccounting(const Scenario& scenario, const Strategy& strategy, const Sensitivity&,
                                               const RunControl&) {
  return std::make_unique<GaussianAccounting>(scenario, samplingOf(scenario, strategy.bands()));
}

Accountant gaussianAccountant(const Accounted& figures) {
  Accountant accountant;
  accountant.name = "analytic-gaussian";
  accountant.shortName = Core::tr("analytic Gaussian");
  const Phrase kind = displayName(figures.sensitivity.kind);
  if (figures.scenario.adjacency == Adjacency::ReplaceOne) {
    accountant.method = {Core::tr("analytic Gaussian mechanism at L2 sensitivity %1 (%2) per contribution; a "
                                  "replacement changes it by up to twice that, which the noise multiplier covers"),
                         figures.sensitivity.value, kind};
  } else {
    accountant.method = {Core::tr("analytic Gaussian mechanism at L2 sensitivity %1 (%2)"), figures.sensitivity.value,
                         kind};
  }
  return accountant;
}

}  // namespace noiseloom
