#include "app/cli/scenario_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <tuple>

#include "app/cli/arguments.h"
#include "core/base/errors.h"

namespace noiseloom::cli {
namespace {

constexpr std::array kMechanisms{MechanismKind::DpSgd,
                                 MechanismKind::Tree,
                                 MechanismKind::SquareRoot,
                                 MechanismKind::Bsr,
                                 MechanismKind::Bisr,
                                 MechanismKind::BandInvMf,
                                 MechanismKind::ReciprocalToeplitz,
                                 MechanismKind::BandedToeplitz,
                                 MechanismKind::Banded,
                                 MechanismKind::Dense,
                                 MechanismKind::Stamped,
                                 MechanismKind::Blt,
                                 MechanismKind::Best};

constexpr std::array kBatchings{Batching::CyclicPoisson, Batching::BallsInBins, Batching::FixedEpoch,
                                Batching::MinSeparation, Batching::Single};
constexpr std::array kJobBatchings{JobBatching::AsAccounted,       JobBatching::Poisson,
                                   JobBatching::CyclicPoisson,     JobBatching::BallsInBins,
                                   JobBatching::FixedOrder,        JobBatching::ShuffledOnce,
                                   JobBatching::ShuffledEachEpoch, JobBatching::FixedSizeSamples,
                                   JobBatching::TruncatedPoisson,  JobBatching::MinSeparation};

using Names = std::vector<std::string_view>;

template <class Values>
Names namesOf(const Values& values) {
  Names names;
  for (const auto value : values) names.push_back(toString(value));
  return names;
}

Names mechanismNames(bool (*keep)(MechanismKind)) {
  Names names;
  for (const MechanismKind kind : kMechanisms) {
    if (keep(kind)) names.push_back(toString(kind));
  }
  return names;
}

bool hasBands(MechanismKind kind) {
  Scenario scenario;
  scenario.mechanism = kind;
  return scenario.usesBands();
}

bool hasColumnChoice(MechanismKind kind) {
  return kind == MechanismKind::BandedToeplitz || kind == MechanismKind::Dense || kind == MechanismKind::Best;
}

template <MechanismKind one>
bool is(MechanismKind kind) {
  return kind == one;
}

std::optional<Index> countOrBest(const char* argument, const std::optional<std::string>& text) {
  if (!text || *text == "best") return std::nullopt;
  try {
    return parseCount(argument, *text);
  } catch (const InvalidArgument& problem) {
    throw InvalidArgument(argument, problem.value(), problem.allowed() + ", or best");
  }
}

std::optional<Index> count(const char* argument, const std::optional<std::string>& text) {
  return text ? std::optional(parseCount(argument, *text)) : std::nullopt;
}

const std::string& needed(const char* argument, const std::optional<std::string>& text) {
  if (!text) throw InvalidArgument(argument, "(missing)", "a value for it");
  return *text;
}

}  // namespace

void ScenarioOptions::declare(CLI::App& command, bool complete) {
  const char* needed = complete ? "" : " (required)";
  const char* group = "Training";
  const auto option = [&](const char* name, Text& value, const char* type, const std::string& help) {
    return command.add_option(name, value, help)->type_name(type)->group(group);
  };
  option("--iterations", m_iterations, "N", std::string("training iterations n, e.g. 2000, 1e6 or 2^14") + needed)
      ->required(complete);
  option("--epochs", m_epochs, "K", "most participations k of one example (required unless the batching is single)");
  option("--dataset-size", m_datasetSize, "N", "examples in the data set, for the claim and the batch size");
  option("--clip-norm", m_clipNorm, "C", "norm to which each example's gradient is clipped [1]");
  option("--batching", m_batching, "NAME",
         "what the accounting assumes: " + listOf(namesOf(kBatchings)) + " [cyclic-poisson]");
  option("--job-batching", m_jobBatching, "NAME",
         "how the training job forms its batches: " + listOf(namesOf(kJobBatchings)) + " [as-accounted]");
  option("--min-sep", m_minSeparation, "S", "fewest steps between two participations [ceil(n/k)]");

  group = "Privacy";
  option("--epsilon", m_epsilon, "EPS", std::string("privacy loss bound, above 0") + needed)->required(complete);
  option("--delta", m_delta, "DELTA", std::string("failure probability, above 0 and below 1") + needed)
      ->required(complete);
  option("--adjacency", m_adjacency, "NAME", "add-remove, zero-out or replace-one [add-remove]");
  option("--unit", m_unit, "NAME", "whose presence is hidden: example, user or device [example]");
  option("--tau", m_tau, "TAU", "balls-in-bins: delta is at most TAU times its estimate, above 1 [1.25]");
  option("--failure-probability", m_failureProbability, "BETA",
         "balls-in-bins: chance that the Monte Carlo certificate is wrong [1e-9]");

  group = "Mechanism";
  option("--mechanism", m_mechanism, "NAME",
         listOf(mechanismNames([](MechanismKind) { return true; })) + " [banded-toeplitz]");
  option("--objective", m_objective, "NAME",
         "error to make small, and of the lower bound: mean over all steps, max or last [mean]");
  option("--bands", m_bands, "B", "bands of the strategy (bisr, band-inv-mf: of its inverse), or best [best]");
  option("--buffers", m_buffers, "M", "blt: buffers, or best [best]");
  option("--decoder", m_decoder, "NAME", "tree: online or full [online]");
  option("--stamps", m_stamps, "R", "stamped: blocks along the diagonal [one an epoch]");
  option("--robust-from", m_robustFrom, "B0", "banded-toeplitz: least min-separation to be prepared for");
  option("--column-normalize", m_columnNormalize, "on|off",
         "banded-toeplitz: rescale the short last columns; dense: equal column norms [on]");

  option("--noise-rows", m_noiseRows, "M", "most rows of the model's size that making the noise may keep");
  option("--seconds", m_seconds, "S", "best: leave out mechanisms that would take longer to solve");

  m_workload.declare(command);

  group = "Deployment";
  option("--parameters", m_parameters, "D", "model parameters d [1e8]");
  option("--machines", m_machines, "M", "machines that generate the noise [1]");
  option("--memory-per-machine", m_memory, "BYTES", "memory a machine has for the noise, e.g. 80G or 16Gi [not known]");
  option("--number-type", m_numberType, "TYPE", "float32 or float64, of the noise [float32]");
}

void ScenarioOptions::readTraining(Scenario& scenario) const {
  scenario.iterations = parseCount("iterations", needed("iterations", m_iterations));
  if (m_batching) {
    const auto batching = batchingFromName(*m_batching);
    if (!batching) refuseName("batching", *m_batching, namesOf(kBatchings));
    scenario.batching = *batching;
  }
  if (m_epochs) {
    scenario.epochs = parseCount("epochs", *m_epochs);
  } else if (scenario.batching == Batching::Single) {
    scenario.epochs = 1;
  } else {
    throw InvalidArgument("epochs", "(missing)", "an integer of at least 1, or --batching single");
  }
  scenario.minSeparation = count("min_separation", m_minSeparation);
  if (m_clipNorm) scenario.clipNorm = parseReal("clip_norm", *m_clipNorm);
  scenario.datasetSize = count("dataset_size", m_datasetSize);
  if (m_jobBatching) {
    const auto batching = jobBatchingFromName(*m_jobBatching);
    if (!batching) refuseName("job_batching", *m_jobBatching, namesOf(kJobBatchings));
    scenario.jobBatching = *batching;
  }
}

void ScenarioOptions::readPrivacy(Scenario& scenario) const {
  scenario.epsilon = parseReal("epsilon", needed("epsilon", m_epsilon));
  scenario.delta = parseReal("delta", needed("delta", m_delta));
  if (m_adjacency) {
    scenario.adjacency = parseName("adjacency", *m_adjacency, adjacencyFromName,
                                   {Adjacency::AddRemove, Adjacency::ZeroOut, Adjacency::ReplaceOne});
  }
  if (m_unit) {
    scenario.unit =
        parseName("unit", *m_unit, privacyUnitFromName, {PrivacyUnit::Example, PrivacyUnit::User, PrivacyUnit::Device});
  }
  for (const auto& [argument, typed, field] : std::initializer_list<std::tuple<const char*, const Text&, double&>>{
           {"tau", m_tau, scenario.tau}, {"failure_probability", m_failureProbability, scenario.failureProbability}}) {
    if (!typed) continue;
    if (scenario.batching != Batching::BallsInBins) {
      throw InvalidArgument(argument, *typed, "it with --batching balls-in-bins only: nothing else is sampled");
    }
    field = parseReal(argument, *typed);
  }
}

void ScenarioOptions::readMechanism(Scenario& scenario) const {
  if (m_mechanism) {
    const auto mechanism = mechanismFromName(*m_mechanism);
    if (!mechanism) refuseName("mechanism", *m_mechanism, mechanismNames([](MechanismKind) { return true; }));
    scenario.mechanism = *mechanism;
  }
  if (m_objective) {
    scenario.objective = parseName("objective", *m_objective, objectiveFromName,
                                   {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last});
  }
  scenario.bands = countOrBest("bands", m_bands);
  scenario.buffers = countOrBest("buffers", m_buffers);
  if (m_decoder) {
    scenario.treeDecoder =
        parseName("tree_decoder", *m_decoder, treeDecoderFromName, {TreeDecoder::Online, TreeDecoder::Full});
  }
  scenario.robustFrom = count("robust_from", m_robustFrom);
  scenario.stamps = count("stamps", m_stamps);
  if (m_columnNormalize) scenario.columnNormalize = parseSwitch("column_normalize", *m_columnNormalize);
  scenario.mostNoiseRows = count("most_noise_rows", m_noiseRows);
  if (m_seconds) scenario.mostSeconds = parseReal("most_seconds", *m_seconds);
}

void ScenarioOptions::refuseIdleOptions(const Scenario& scenario) const {
  struct Use {
    const char* argument;
    const Text& typed;
    bool (*hasIt)(MechanismKind);
  };
  // The one band of DP-SGD may be said.
  const bool independent = scenario.mechanism == MechanismKind::DpSgd;
  if (independent && scenario.bands.value_or(1) != 1) {
    throw InvalidArgument("bands", std::to_string(*scenario.bands), "1: dp-sgd has one band");
  }
  const std::initializer_list<Use> uses{{"bands", m_bands, independent ? is<MechanismKind::DpSgd> : hasBands},
                                        {"buffers", m_buffers, is<MechanismKind::Blt>},
                                        {"tree_decoder", m_decoder, is<MechanismKind::Tree>},
                                        {"robust_from", m_robustFrom, is<MechanismKind::BandedToeplitz>},
                                        {"stamps", m_stamps, is<MechanismKind::Stamped>},
                                        {"column_normalize", m_columnNormalize, hasColumnChoice},
                                        {"most_seconds", m_seconds, is<MechanismKind::Best>}};
  for (const Use& use : uses) {
    if (!use.typed || use.hasIt(scenario.mechanism)) continue;
    throw InvalidArgument(use.argument, *use.typed,
                          "it with --mechanism " + listOf(mechanismNames(use.hasIt)) + " only: it means nothing for " +
                              std::string(toString(scenario.mechanism)));
  }
  if (scenario.minSeparation && scenario.batching != Batching::MinSeparation && scenario.epochs >= 1 &&
      *scenario.minSeparation != scenario.effectiveMinSeparation()) {
    throw InvalidArgument("min_separation", std::to_string(*scenario.minSeparation),
                          "--batching min-sep with it (" + std::string(toString(scenario.batching)) + " has " +
                              std::to_string(scenario.effectiveMinSeparation()) + ")");
  }
}

std::optional<std::string> ScenarioOptions::*ScenarioOptions::placeOf(std::string_view option) {
  if (option == "bands") return &ScenarioOptions::m_bands;
  if (option == "epsilon") return &ScenarioOptions::m_epsilon;
  if (option == "epochs") return &ScenarioOptions::m_epochs;
  if (option == "iterations") return &ScenarioOptions::m_iterations;
  if (option == "mechanism") return &ScenarioOptions::m_mechanism;
  throw InvalidArgument("over", std::string(option), "bands, epsilon, epochs, iterations or mechanism");
}

ScenarioOptions ScenarioOptions::with(std::string_view option, const std::string& value) const {
  ScenarioOptions other = *this;
  other.*placeOf(option) = value;
  return other;
}

std::optional<std::string> ScenarioOptions::typed(std::string_view option) const {
  return this->*placeOf(option);
}

Scenario ScenarioOptions::scenario() const {
  Scenario scenario;
  readTraining(scenario);
  readPrivacy(scenario);
  readMechanism(scenario);
  if (m_parameters) scenario.deployment.parameters = parseCount("parameters", *m_parameters);
  if (m_machines) scenario.deployment.machines = parseCount("machines", *m_machines);
  if (m_numberType) {
    scenario.deployment.numberType =
        parseName("number_type", *m_numberType, numberTypeFromName, {NumberType::Float32, NumberType::Float64});
  }
  if (m_memory) scenario.deployment.memoryPerMachine = parseBytes("memory_per_machine", *m_memory);
  refuseIdleOptions(scenario);
  // Before the workload, so that an impossible n is refused before a file of n values is asked for.
  scenario.validate();
  m_workload.apply(scenario);
  scenario.validate();
  return scenario;
}

}  // namespace noiseloom::cli
