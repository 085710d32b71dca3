#include "app/cli/scenario_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/arguments.h"
#include "app/cli/learning_rate_file.h"
#include "core/base/errors.h"

namespace noiseloom::cli {
namespace {

// A scenario overlooks values that its other choices make idle; whoever typed them at the shell expected an effect.
void refuseIdleOptions(const Scenario& scenario) {
  if (scenario.mechanism == MechanismKind::DpSgd && scenario.bands.value_or(1) != 1) {
    throw InvalidArgument("bands", std::to_string(*scenario.bands), "1: dp-sgd has one band");
  }
  if (scenario.minSeparation && scenario.batching != Batching::MinSeparation && scenario.epochs >= 1 &&
      *scenario.minSeparation != scenario.effectiveMinSeparation()) {
    throw InvalidArgument("min_separation", std::to_string(*scenario.minSeparation),
                          "--batching min-sep with it (" + std::string(toString(scenario.batching)) + " has " +
                              std::to_string(scenario.effectiveMinSeparation()) + ")");
  }
}

}  // namespace

void ScenarioOptions::declare(CLI::App& command) {
  const auto option = [&command](const char* name, Text& value, const char* type, const char* help) {
    return command.add_option(name, value, help)->type_name(type);
  };
  const char* training = "Training";
  option("--iterations", m_iterations, "N", "training iterations n, e.g. 2000, 1e6 or 2^14")
      ->group(training)
      ->required();
  option("--epochs", m_epochs, "K", "most participations k of one example (required unless the batching is single)")
      ->group(training);
  option("--dataset-size", m_datasetSize, "N", "examples in the data set, for the claim and the batch size")
      ->group(training);
  option("--clip-norm", m_clipNorm, "C", "norm to which each example's gradient is clipped [1]")->group(training);
  option("--batching", m_batching, "NAME", "cyclic-poisson, fixed-epoch, min-sep or single [cyclic-poisson]")
      ->group(training);
  option("--min-sep", m_minSeparation, "S", "fewest steps between two participations [ceil(n/k)]")->group(training);

  const char* privacy = "Privacy";
  option("--epsilon", m_epsilon, "EPS", "privacy loss bound, above 0")->group(privacy)->required();
  option("--delta", m_delta, "DELTA", "failure probability, above 0 and below 1")->group(privacy)->required();
  option("--adjacency", m_adjacency, "NAME", "add-remove, zero-out or replace-one [add-remove]")->group(privacy);

  const char* mechanism = "Mechanism";
  option("--mechanism", m_mechanism, "NAME", "dp-sgd, banded-toeplitz or banded [banded-toeplitz]")->group(mechanism);
  option("--bands", m_bands, "B", "bands of the strategy, or best [best]")->group(mechanism);
  option("--column-normalize", m_columnNormalize, "on|off",
         "rescale the short last columns of a Toeplitz strategy [on]")
      ->group(mechanism);
  option("--objective", m_objective, "NAME", "mean: the mean squared error over all steps [mean]")->group(mechanism);

  const char* workload = "Workload";
  option("--workload", m_workload, "NAME", "prefix, or sgd for the options below [prefix]")->group(workload);
  option("--momentum", m_momentum, "BETA", "momentum, from 0 to below 1 [0]")->group(workload);
  option("--weight-decay", m_weightDecay, "ALPHA", "factor on the iterate at each step, 1 for none [1]")
      ->group(workload);
  option("--learning-rates", m_learningRates, "FILE", "text file of n learning rates, one for each step")
      ->group(workload);

  const char* deployment = "Deployment";
  option("--parameters", m_parameters, "D", "model parameters d [1e8]")->group(deployment);
  option("--machines", m_machines, "M", "machines that generate the noise [1]")->group(deployment);
  option("--number-type", m_numberType, "TYPE", "float32 or float64, of the noise [float32]")->group(deployment);
}

Workload ScenarioOptions::workload(Index iterations) const {
  const std::string name = m_workload.value_or("prefix");
  if (name == "prefix") {
    const char* onlySgd = "--workload sgd with it (the prefix workload has no such parameter)";
    if (m_momentum) throw InvalidArgument("momentum", *m_momentum, onlySgd);
    if (m_weightDecay) throw InvalidArgument("weight_decay", *m_weightDecay, onlySgd);
    if (m_learningRates) throw InvalidArgument("learning_rates", *m_learningRates, onlySgd);
    return Workload::prefix();
  }
  if (name != "sgd") refuseName("workload", name, {"prefix", "sgd"});
  const double momentum = m_momentum ? parseReal("momentum", *m_momentum) : 0.0;
  const double weightDecay = m_weightDecay ? parseReal("weight_decay", *m_weightDecay) : 1.0;
  if (!m_learningRates) return Workload::sgd(weightDecay, momentum);
  if (weightDecay != 1) throw InvalidArgument("weight_decay", *m_weightDecay, "1, or leave out --learning-rates");
  return Workload::learningRates(readLearningRates(*m_learningRates, iterations), momentum);
}

Scenario ScenarioOptions::scenario() const {
  Scenario scenario;
  scenario.iterations = parseCount("iterations", m_iterations.value());
  if (m_batching) {
    scenario.batching =
        parseName("batching", *m_batching, batchingFromName,
                  {Batching::CyclicPoisson, Batching::FixedEpoch, Batching::MinSeparation, Batching::Single});
  }
  if (m_epochs) {
    scenario.epochs = parseCount("epochs", *m_epochs);
  } else if (scenario.batching == Batching::Single) {
    scenario.epochs = 1;
  } else {
    throw InvalidArgument("epochs", "(missing)", "an integer of at least 1, or --batching single");
  }
  scenario.epsilon = parseReal("epsilon", m_epsilon.value());
  scenario.delta = parseReal("delta", m_delta.value());
  if (m_mechanism) {
    scenario.mechanism = parseName("mechanism", *m_mechanism, mechanismFromName,
                                   {MechanismKind::DpSgd, MechanismKind::BandedToeplitz, MechanismKind::Banded});
  }
  if (m_bands && *m_bands != "best") {
    try {
      scenario.bands = parseCount("bands", *m_bands);
    } catch (const InvalidArgument& problem) {
      throw InvalidArgument("bands", problem.value(), problem.allowed() + ", or best");
    }
  }
  if (m_minSeparation) scenario.minSeparation = parseCount("min_separation", *m_minSeparation);
  if (m_adjacency) {
    scenario.adjacency = parseName("adjacency", *m_adjacency, adjacencyFromName,
                                   {Adjacency::AddRemove, Adjacency::ZeroOut, Adjacency::ReplaceOne});
  }
  if (m_columnNormalize) scenario.columnNormalize = parseSwitch("column_normalize", *m_columnNormalize);
  if (m_objective && *m_objective != "mean") refuseName("objective", *m_objective, {"mean"});
  if (m_clipNorm) scenario.clipNorm = parseReal("clip_norm", *m_clipNorm);
  if (m_datasetSize) scenario.datasetSize = parseCount("dataset_size", *m_datasetSize);
  if (m_parameters) scenario.deployment.parameters = parseCount("parameters", *m_parameters);
  if (m_machines) scenario.deployment.machines = parseCount("machines", *m_machines);
  if (m_numberType) {
    scenario.deployment.numberType =
        parseName("number_type", *m_numberType, numberTypeFromName, {NumberType::Float32, NumberType::Float64});
  }
  // Before the workload, so that an impossible n is refused before a file of n values is asked for.
  scenario.validate();
  refuseIdleOptions(scenario);
  scenario.workload = workload(scenario.iterations);
  scenario.validate();
  return scenario;
}

}  // namespace noiseloom::cli
