#include "core/scenario/scenario.h"

#include <algorithm>

#include "core/scenario/scenario_fields.h"

namespace noiseloom {

Scenario::Scenario() = default;
Scenario::Scenario(const Scenario&) = default;
Scenario::Scenario(Scenario&&) noexcept = default;
Scenario& Scenario::operator=(const Scenario&) = default;
Scenario& Scenario::operator=(Scenario&&) noexcept = default;
Scenario::~Scenario() = default;
bool Scenario::operator==(const Scenario&) const = default;

bool Scenario::usesBands() const {
  return mechanism->uses(Field::Bands);
}

Index Scenario::effectiveStamps() const {
  if (stamps) return *stamps;
  const Index own = effectiveParticipations();
  if (!batching->banded || iterations < 1 || epochs < 1) return own;
  // If epochs do not divide the steps, one block per epoch would be a step longer than the batching runs. Blocks of
  // single steps would be independent noise, a mechanism of its own.
  const Index most = bandsAtMost(std::max<Index>(1, iterations / epochs));
  return most > 1 ? std::max(own, (iterations + most - 1) / most) : own;
}

Index Scenario::effectiveParticipations() const {
  return batching->once ? 1 : epochs;
}

Index Scenario::effectiveMinSeparation() const {
  return batching->separation ? batching->separation(*this) : stepsPerEpoch();
}

Index Scenario::stepsPerEpoch() const {
  return (iterations + epochs - 1) / std::max<Index>(epochs, 1);
}

Index Scenario::bandsAtMost(Index most) const {
  return batching->bandsAtMost && iterations >= 1 && epochs >= 1
             ? batching->bandsAtMost(*this, std::max<Index>(most, 1))
             : most;
}

Index Scenario::mostBands() const {
  if (!usesBands()) return 1;
  Index most = iterations;
  if (batching->banded) {
    most = iterations / std::max<Index>(epochs, 1);
  } else if (mechanism->needsSeparation) {
    // Neighbouring epochs then share rows of C; the sensitivity accounts for it.
    const bool anyStep = participation().schema == Participation::Schema::OnceEachEpoch;
    most = anyStep ? stepsPerEpoch() : effectiveMinSeparation();
  }
  if (mechanism->mostBands) most = std::min(most, mechanism->mostBands(iterations));
  if (mostNoiseRows) most = std::min(most, *mostNoiseRows + 1);
  return bandsAtMost(std::clamp<Index>(most, 1, std::clamp<Index>(iterations, 1, kMostBands)));
}

Scenario Scenario::withIterations(Index n) const {
  Scenario other = *this;
  other.iterations = n;
  if (schedule.isFormula() && !workload.isToeplitz() && n != workload.fixedIterations())
    other.workload = workload.withRates(learningRates(schedule, n));
  return other;
}

std::vector<InvalidArgument> Scenario::problems() const {
  std::vector<InvalidArgument> found;
  for (const FieldInfo& field : scenarioFields()) {
    if (!field.check || !matters(field, *this)) continue;
    try {
      field.check(*this);
    } catch (const InvalidArgument& problem) {
      found.push_back(problem);
    }
  }
  return found;
}

void Scenario::validate() const {
  const std::vector<InvalidArgument> found = problems();
  if (!found.empty()) throw found.front();
}

}  // namespace noiseloom
