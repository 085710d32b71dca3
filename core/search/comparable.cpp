#include "core/search/comparable.h"

#include <algorithm>

#include "core/search/designer.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// The scenario with the batching's passes and separation.
Scenario counted(Scenario scenario) {
  scenario.minSeparation = scenario.effectiveMinSeparation();
  scenario.epochs = scenario.effectiveEpochs();
  return scenario;
}

// The differences in the question that concern the job, or that do not.
std::vector<Field> differences(const Scenario& left, const Scenario& right, bool job) {
  const Scenario a = counted(left);
  const Scenario b = counted(right);
  std::vector<Field> parts;
  for (const FieldInfo& field : scenarioFields()) {
    if (!field.concerns.question || field.concerns.job != job) continue;
    if (!matters(field, a) || !matters(field, b) || sameField(field, a, b)) continue;
    const Field part = field.reportedWith.value_or(field.field);
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(part);
  }
  return parts;
}

}  // namespace

std::vector<Field> claimDifferences(const Scenario& left, const Scenario& right) {
  return differences(left, right, false);
}

std::vector<Field> jobDifferences(const Scenario& left, const Scenario& right) {
  return differences(left, right, true);
}

Scenario underClaimOf(const Scenario& claim, const Scenario& scenario) {
  // The mechanism's fields are copied into the claim's scenario, not vice versa: new fields thus belong to the claim.
  Scenario result = claim;
  for (const FieldInfo& field : scenarioFields()) {
    const Concerns& of = field.concerns;
    if (!of.question && (of.strategy || of.cost)) copyField(field, scenario, result);
  }
  return result;
}

bool sameDesign(const Scenario& left, const Scenario& right) {
  return agree(left, right, [](const Concerns& of) { return of.strategy || of.noise || of.error || of.scale; });
}

bool strategySurvives(const Design& design, const Scenario& claim) {
  const Scenario& own = design.scenario;
  // Under Batching::ofStrategy() the strategy is optimised together with its noise.
  if (own.batching != claim.batching || own.batching->ofStrategy()) return false;
  const Participation before = own.participation();
  const Participation after = claim.participation();
  return own.iterations == claim.iterations && before.schema == after.schema &&
         before.participations == after.participations && before.separation == after.separation &&
         own.workload == claim.workload && own.objective == claim.objective;
}

std::shared_ptr<const Design> evaluatedIn(const Design& design, const Scenario& scenario, const RunControl& control) {
  Scenario other = scenario;
  other.mechanism = design.mechanism;
  // An optimiser might refuse that many bands there: the accounting judges the strategy as it is.
  other.bands.reset();
  return evaluate(other, design.strategy.withIterations(scenario.iterations), control);
}

bool leavesOpen(const Scenario& scenario) {
  return scenario.asksForBest() || (scenario.usesBands() && !scenario.bands) ||
         (scenario.mechanism->uses(Field::Buffers) && !scenario.buffers);
}

std::shared_ptr<const Design> recalibrated(const Design& design, const Scenario& claim, const RunControl& control,
                                           Recalibration how) {
  Scenario scenario = underClaimOf(claim, design.scenario);
  if (how == Recalibration::Anew && leavesOpen(scenario))
    return noiseloom::design(scenario, control, {.abandon = control.stop});
  // The same mechanism and size, even if the best of several was requested.
  scenario.mechanism = design.mechanism;
  if (scenario.usesBands()) scenario.bands = design.bands;
  if (design.strategy.kind().form == NoiseForm::Buffers) scenario.buffers = sizesOf(design.strategy).buffers;
  if (scenario.mechanism->uses(Field::Stamps)) scenario.stamps = design.scenario.effectiveStamps();
  if (!strategySurvives(design, claim)) {
    return noiseloom::design(scenario, control, {.abandon = control.stop});
  }
  const auto evaluated = evaluate(scenario, design.strategy, control);
  if (!evaluated) return nullptr;
  // The strategy is the one optimised earlier, in the time that this took.
  auto result = std::make_shared<Design>(*evaluated);
  result->optimizer = design.optimizer;
  result->seconds.optimize = design.seconds.optimize;
  result->seconds.total += design.seconds.optimize;
  return result;
}

}  // namespace noiseloom
