#include "core/search/phased_designs.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/accounting/composition/composition.h"
#include "core/base/check.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

// What all phases have in common: the data and who is hidden.
constexpr Field kShared[]{Field::DatasetSize, Field::DatasetSizeAtMost, Field::Adjacency, Field::Unit,
                          Field::ExamplesPerUser};

[[noreturn]] void refuse(std::size_t phase, const Text& value, const Text& allowed) {
  throw InvalidArgument("phase[" + std::to_string(phase) + "]", value, allowed);
}

void check(const PhasesRequest& request) {
  if (!(request.epsilon > 0 && std::isfinite(request.epsilon)))
    throw InvalidArgument("epsilon", request.epsilon, Core::tr("a number above 0"));
  checkOpenInterval("delta", request.delta, 0, 1);
  checkInteger("phases", std::ssize(request.phases), 1, kMostPhases);
  const Scenario& first = request.phases.front().scenario;
  for (std::size_t i = 0; i < request.phases.size(); ++i) {
    const auto& [scenario, relative] = request.phases[i];
    if (!(relative > 0 && std::isfinite(relative))) refuse(i, relative, Core::tr("relative noise above 0"));
    const bool gaussian = scenario.batching->noiseBy == NoiseBy::Sensitivity;
    if (!gaussian && !scenario.samplesPlainly()) {
      refuse(i, scenario.batching->name,
             Core::tr("cyclic Poisson of examples without a largest batch, or a batching that samples nothing: others "
                      "are not composed in phases"));
    }
    for (const Field field : kShared) {
      if (!sameField(infoOf(field), scenario, first))
        refuse(i, infoOf(field).label, Core::tr("the same data set, and the same neighbours, in all phases"));
    }
  }
}

// A phase, and what is known of it by now.
struct Planned {
  Scenario scenario;
  double relativeNoise = 1;
  Index bands = 1;
  double noiseMultiplier = 0;

  PoissonSteps steps() const {
    const Sampling sampling = samplingOf(scenario, bands);
    return PoissonSteps(sampling.probability.value_or(1), sampling.compositions.value_or(1), scenario.adjacency);
  }
  // Where nothing is sampled a user's examples may all point the same way.
  double distance() const { return static_cast<double>(scenario.examplesOfMember()); }
  Phase phase(double sigma) const {
    const Sampling sampling = samplingOf(scenario, bands);
    return {sigma / distance(), sampling.probability.value_or(1), sampling.compositions.value_or(1)};
  }
};

constexpr int kMostTries = 19;  // until half of an epsilon is asked for

class PhasePlan {
 public:
  PhasePlan(const PhasesRequest& request, RunControl control) : m_request(request), m_control(std::move(control)) {
    for (const auto& [scenario, relative] : request.phases) {
      Planned planned{scenario, relative, scenario.bands.value_or(1), 0};
      planned.scenario.delta = request.delta;
      m_phases.push_back(std::move(planned));
    }
  }

  PhasedDesigns made() {
    compose();
    share(1);
    chooseBands();
    compose();
    PhasedDesigns result;
    // Rounding may leave delta above by its last digits: then all noise grows by as little.
    for (double more = 0; !m_control.stopRequested(); more = std::max(1e-6, 2 * more)) {
      share(1 + more);
      result = designed();
      if (result.stopped || result.delta.value <= m_request.delta) return result;
    }
    result.stopped = true;
    return result;
  }

 private:
  Composition compositionOf(bool scaled) const {
    std::vector<Phase> phases;
    phases.reserve(m_phases.size());
    for (const Planned& each : m_phases)
      phases.push_back(each.phase(scaled ? each.noiseMultiplier : each.relativeNoise));
    return Composition(std::move(phases), m_phases.front().scenario.adjacency);
  }

  void compose() {
    m_scale = compositionOf(false).certifiedNoiseMultiplier(m_request.epsilon, m_request.delta, m_control);
  }

  // The noise of all phases, so many times as much, and the epsilon of each by itself.
  void share(double more) {
    m_more = more;
    for (Planned& each : m_phases) {
      if (m_control.stopRequested()) return;
      each.noiseMultiplier = more * m_scale.value * each.relativeNoise;
      each.scenario.epsilon = ownEpsilon(each);
      if (each.scenario.epsilon > 0 || m_control.stopRequested()) continue;
      refuse(static_cast<std::size_t>(&each - m_phases.data()), each.relativeNoise,
             Core::tr("relative noise that leaves a phase an epsilon above 0: less noise, or a promise without it"));
    }
  }

  // One whose calibrated noise is no less than that of the phase.
  double ownEpsilon(const Planned& planned) const {
    const PoissonSteps steps = planned.steps();
    const double sigma = planned.noiseMultiplier / planned.distance(), delta = m_request.delta;
    // A single phase is as any other job.
    if (m_phases.size() == 1) return m_request.epsilon;
    const double epsilon = steps.certifiedEpsilon(sigma, delta, m_control).value;
    for (int tries = 0; tries < kMostTries && !m_control.stopRequested(); ++tries) {
      const double own = epsilon * (1 - (tries == 0 ? 0 : std::ldexp(1e-6, tries)));
      if (steps.certifiedNoiseMultiplier(own, delta, m_control).value >= sigma) return own;
    }
    return 0;
  }

  void chooseBands() {
    for (Planned& each : m_phases) {
      if (m_control.stopRequested()) return;
      if (each.scenario.bands || !(each.scenario.searchesBands() || each.scenario.asksForBest())) continue;
      const auto best = design(each.scenario, m_control);
      if (!best) return;
      each.scenario.mechanism = best->mechanism;
      each.bands = best->bands;
      if (each.scenario.usesBands()) each.scenario.bands = best->bands;
    }
  }

  PhasedDesigns designed() {
    PhasedDesigns result;
    result.noiseScale = m_more * m_scale.value;
    result.errorBound = m_scale.errorBound;
    for (Planned& each : m_phases) {
      auto made = m_control.stopRequested() ? nullptr : design(each.scenario, m_control);
      result.stopped = !made || m_control.stopRequested();
      if (result.stopped) return result;
      each.bands = made->bands;
      each.noiseMultiplier = made->noiseMultiplier.value;
      result.designs.push_back(std::move(made));
    }
    result.delta = compositionOf(true).certifiedDelta(1, m_request.epsilon, m_control);
    result.stopped = result.delta.stopped;
    return result;
  }

  const PhasesRequest& m_request;
  RunControl m_control;
  std::vector<Planned> m_phases;
  Certified m_scale;
  double m_more = 1;  // times that noise
};

}  // namespace

PhasedDesigns designPhases(const PhasesRequest& request, const RunControl& control) {
  check(request);
  for (const PhaseRequest& each : request.phases) {
    Scenario whole = each.scenario;
    whole.epsilon = request.epsilon;
    whole.delta = request.delta;
    whole.validate();
  }
  return PhasePlan(request, control.quiet()).made();
}

}  // namespace noiseloom
