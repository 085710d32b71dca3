#include "core/snippet/command_line.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/workload/learning_rates.h"

namespace noiseloom {
namespace {

class Command {
 public:
  void add(std::string_view option, std::string_view value) {
    m_text += " --";
    m_text += option;
    m_text += ' ';
    m_text += value;
  }
  void add(std::string_view option, Index value) { add(option, std::to_string(value)); }
  void add(std::string_view option, double value) { add(option, shortest(value)); }
  // What differs from the default; absent values are defaults of the command as well.
  template <class Value>
  void addUnless(std::string_view option, const Value& value, const Value& standard) {
    if (value != standard) add(option, toText(value));
  }
  template <class Value>
  void addIf(std::string_view option, const std::optional<Value>& value) {
    if (value) add(option, *value);
  }
  std::string text() && { return std::move(m_text); }

 private:
  template <class Name>
  static std::string toText(const Name& name) {
    return std::string(toString(name));
  }
  static std::string toText(double value) { return shortest(value); }
  static std::string toText(Index value) { return std::to_string(value); }

  std::string m_text = "noiseloom-cli design";
};

void addBatching(Command& command, const Scenario& scenario, const Scenario& standard) {
  command.addUnless("batching", scenario.batching, standard.batching);
  command.addUnless("job-batching", scenario.jobBatching, standard.jobBatching);
  if (scenario.batching == Batching::MinSeparation) command.addIf("min-sep", scenario.minSeparation);
  if (scenario.batching == Batching::BallsInBins) {
    command.addUnless("tau", scenario.tau, standard.tau);
    command.addUnless("failure-probability", scenario.failureProbability, standard.failureProbability);
  }
}

void addMechanism(Command& command, const Scenario& scenario, const Scenario& standard) {
  const MechanismKind kind = scenario.mechanism;
  command.addUnless("mechanism", kind, standard.mechanism);
  // Also of families that are not optimised: their lower bound is that of the objective.
  command.addUnless("objective", scenario.objective, standard.objective);
  if (scenario.usesBands()) command.addIf("bands", scenario.bands);
  if (kind == MechanismKind::Blt) command.addIf("buffers", scenario.buffers);
  if (kind == MechanismKind::Tree) command.addUnless("decoder", scenario.treeDecoder, standard.treeDecoder);
  if (kind == MechanismKind::Stamped) command.addIf("stamps", scenario.stamps);
  if (kind == MechanismKind::BandedToeplitz) command.addIf("robust-from", scenario.robustFrom);
  const bool hasColumns =
      kind == MechanismKind::BandedToeplitz || kind == MechanismKind::Dense || kind == MechanismKind::Best;
  if (hasColumns && !scenario.columnNormalize) command.add("column-normalize", std::string_view("off"));
  command.addIf("noise-rows", scenario.mostNoiseRows);
  if (kind == MechanismKind::Best) command.addIf("seconds", scenario.mostSeconds);
}

void addWorkload(Command& command, const Scenario& scenario) {
  const Workload& workload = scenario.workload;
  const bool schedule = !workload.eta().empty();
  if (!schedule && workload.name() == "prefix") return;
  command.add("workload", std::string_view("sgd"));
  command.addUnless("momentum", workload.beta(), 0.0);
  if (needsRatesFile(scenario)) {
    command.add("learning-rates", std::string_view(kRatesFile));
  } else if (schedule) {
    const LearningRateSchedule& recipe = scenario.schedule;
    command.add("schedule", toString(recipe.kind));
    command.addUnless("warmup", recipe.warmup, 0.0);
    if (recipe.kind == ScheduleKind::Linear) command.addUnless("cooldown", recipe.cooldown, 0.0);
  } else {
    command.addUnless("weight-decay", workload.alpha(), 1.0);
  }
}

}  // namespace

std::string commandLine(const Scenario& scenario) {
  const Scenario standard;
  Command command;
  command.add("iterations", scenario.iterations);
  if (scenario.batching != Batching::Single) command.add("epochs", scenario.epochs);
  command.add("epsilon", scenario.epsilon);
  command.add("delta", scenario.delta);
  addMechanism(command, scenario, standard);
  addBatching(command, scenario, standard);
  command.addUnless("adjacency", scenario.adjacency, standard.adjacency);
  command.addUnless("unit", scenario.unit, standard.unit);
  addWorkload(command, scenario);
  command.addUnless("clip-norm", scenario.clipNorm, standard.clipNorm);
  command.addIf("dataset-size", scenario.datasetSize);
  command.addUnless("parameters", scenario.deployment.parameters, standard.deployment.parameters);
  command.addUnless("machines", scenario.deployment.machines, standard.deployment.machines);
  command.addIf("memory-per-machine", scenario.deployment.memoryPerMachine);
  command.addUnless("number-type", scenario.deployment.numberType, standard.deployment.numberType);
  return std::move(command).text();
}

bool needsRatesFile(const Scenario& scenario) {
  const auto rates = scenario.workload.eta();
  if (rates.empty()) return false;
  if (!scenario.schedule.isFormula()) return true;
  try {
    // The schedule is only a note beside the rates, which are what counts.
    return !std::ranges::equal(rates, learningRates(scenario.schedule, std::ssize(rates)));
  } catch (const InvalidArgument&) {
    return true;
  }
}

std::string ratesText(const Workload& workload) {
  std::string text;
  for (const double rate : workload.eta()) text += shortest(rate) + "\n";
  return text;
}

}  // namespace noiseloom
