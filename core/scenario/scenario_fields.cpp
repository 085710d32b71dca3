#include "core/scenario/scenario_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "core/accounting/samplings/capped_poisson.h"
#include "core/accounting/samplings/user_sampling.h"
#include "core/base/check.h"
#include "core/base/nearest_whole.h"
#include "core/monte_carlo/certificate.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/group_accounting.h"

namespace noiseloom {
namespace {

// The ranges of the fields, which the table names: each throws InvalidArgument, named after the field that is out of
// range. A field whose range depends on others that are out of range is not checked.

constexpr double kMostEpsilon = 1000;
constexpr Index kMostParameters = 1'000'000'000'000'000;
constexpr Index kMostMemory = Index{1} << 53;  // up to here every integer is a double
constexpr Index kMostBuffers = 16;
constexpr double kLeastClipNorm = 1e-300;
constexpr double kMostOfDelta = 0.9;  // the most that a largest batch may cost

bool hasIterations(const Scenario& scenario) {
  return scenario.iterations >= 1 && scenario.iterations <= scenario.batching->mostIterations;
}

// True if n and k are such that other ranges follow from them.
bool hasSizes(const Scenario& scenario) {
  return hasIterations(scenario) && scenario.epochs > 0 && scenario.epochs <= static_cast<double>(scenario.iterations);
}

void checkIterations(const Scenario& scenario) {
  const Batching& batching = *scenario.batching;
  const bool own = batching.mostIterations < Batching::kMostIterations;
  checkInteger("iterations", scenario.iterations, 1, batching.mostIterations,
               own ? Text(Core::tr("the accountant of %1 batching"), batching.id) : Text());
}

void checkEpochs(const Scenario& scenario) {
  const Index most = hasIterations(scenario) ? scenario.iterations : Batching::kMostIterations;
  const double least = static_cast<double>(most) / static_cast<double>(kMostParameters);
  if (!(scenario.epochs >= least && scenario.epochs <= static_cast<double>(most)))
    throw InvalidArgument("epochs", scenario.epochs, {Core::tr("a number above 0, at most %1 (the iterations)"), most});
  const Index steps = scenario.batching->mostStepsPerEpoch;
  if (steps == kNoLimit || !hasIterations(scenario) || scenario.stepsPerEpoch() <= steps) return;
  throw InvalidArgument("epochs", scenario.epochs,
                        {Core::tr("at least %1 under %2 batching: at most %3 bins, ceil(n/k), are accounted for"),
                         (scenario.iterations + steps - 1) / steps, scenario.batching->id, steps});
}

void checkEpsilon(const Scenario& scenario) {
  if (scenario.epsilon >= 0 && scenario.epsilon <= kMostEpsilon) return;
  throw InvalidArgument("epsilon", scenario.epsilon, {Core::tr("a number from 0 to %1"), kMostEpsilon});
}

void checkDelta(const Scenario& scenario) {
  checkOpenInterval("delta", scenario.delta, 0, 1);
  checkClosedInterval("delta", scenario.delta, scenario.batching->leastDelta, 1);
}

void checkMechanism(const Scenario& scenario) {
  if (!hasSizes(scenario)) return;
  if (const auto problem = mechanismProblem(scenario)) throw *problem;
}

void checkBands(const Scenario& scenario) {
  if (!scenario.bands || !hasSizes(scenario)) return;
  const Index most = scenario.mostBands();
  const Mechanism& mechanism = *scenario.mechanism;
  const bool byMemory = mechanism.mostBands && most == mechanism.mostBands(scenario.iterations);
  Text why = Core::tr("the min-separation");
  if (byMemory) {
    why = Core::tr("memory at these iterations");
  } else if (most == Scenario::kMostBands) {
    why = Core::tr("memory of the optimiser");
  } else if (scenario.mostNoiseRows && most == *scenario.mostNoiseRows + 1) {
    why = Core::tr("the noise rows");
  } else if (scenario.batching->bandsAtMost && scenario.batching->bandsAtMost(scenario, scenario.iterations) == 1) {
    why = {Core::tr("independent noise under %1"), scenario.batching->name};
  } else if (scenario.batching->banded) {
    why = {Core::tr("n/k under %1"), scenario.batching->name};
  } else if (most == scenario.iterations) {
    why = Core::tr("the iterations");
  }
  checkInteger("bands", *scenario.bands, 1, most, why);
  const Index run = scenario.bandsAtMost(*scenario.bands);
  if (run == *scenario.bands) return;
  Index next = *scenario.bands;
  while (next <= most && scenario.bandsAtMost(next) != next) ++next;
  throw InvalidArgument("bands", *scenario.bands,
                        next <= most ? Text(Core::tr("%1 or %2, which divide the %3 steps of an epoch, under %4"), run,
                                            next, scenario.stepsPerEpoch(), scenario.batching->name)
                                     : Text(Core::tr("%1, which divides the %2 steps of an epoch, under %3"), run,
                                            scenario.stepsPerEpoch(), scenario.batching->name));
}

void checkBuffers(const Scenario& scenario) {
  if (!scenario.buffers) return;
  checkInteger("buffers", *scenario.buffers, 1, std::min(kMostBuffers, scenario.mostNoiseRows.value_or(kMostBuffers)));
}

void checkRobustFrom(const Scenario& scenario) {
  // For "best", where each mechanism has bands of its own, it applies to banded Toeplitz.
  if (!scenario.robustFrom || !scenario.usesBands() || !hasSizes(scenario)) return;
  checkInteger("robust_from", *scenario.robustFrom, 1, scenario.mostBands(), Core::tr("the most bands"));
}

void checkNoiseRows(const Scenario& scenario) {
  if (scenario.mostNoiseRows) checkInteger("most_noise_rows", *scenario.mostNoiseRows, 0, Batching::kMostIterations);
}

void checkSeconds(const Scenario& scenario) {
  if (scenario.mostSeconds) checkPositive("most_seconds", *scenario.mostSeconds);
}

void checkMinSeparation(const Scenario& scenario) {
  if (!hasSizes(scenario)) return;
  checkInteger("min_separation", scenario.effectiveMinSeparation(), 1, scenario.iterations, Core::tr("the iterations"));
}

void checkTau(const Scenario& scenario) {
  checkOpenInterval("tau", scenario.tau, 1, kMostTau);
}

void checkFailureProbability(const Scenario& scenario) {
  checkClosedInterval("failure_probability", scenario.failureProbability, kLeastFailureProbability,
                      kMostFailureProbability);
}

void checkAdjacency(const Scenario& scenario) {
  if (scenario.adjacency != Adjacency::ReplaceOne || scenario.batching->replaceOne) return;
  throw InvalidArgument("adjacency", toString(scenario.adjacency),
                        {Core::tr("add-remove or zero-out under %1 batching"), scenario.batching->id});
}

void checkExamplesPerUser(const Scenario& scenario) {
  if (!scenario.examplesPerUser) return;
  checkInteger("examples_per_user", *scenario.examplesPerUser, 1, UserSampling::kMostExamples);
  if (scenario.examplesOfMember() == 1) return;
  const auto refuse = [&](const Text& allowed) {
    throw InvalidArgument("examples_per_user", *scenario.examplesPerUser, allowed);
  };
  if (!scenario.batching->amplified()) return;
  if (scenario.largestBatch) refuse(Core::tr("1 with a largest batch"));
  if (!accountsAsGroup(scenario) || !(scenario.epsilon >= 0 && scenario.delta > 0)) return;
  // The share of an example's batch would be another after each one that goes, and a user may be replaced by one of
  // fewer examples.
  if (scenario.batching->ofSizeAlone && scenario.adjacency != Adjacency::ZeroOut)
    refuse({Core::tr("1 under %1, but with zero-out adjacency, which keeps the number of examples"),
            scenario.batching->name});
  if (const double ofOne = ofOneExample(scenario).delta; !(ofOne > 0) || ofOne < scenario.batching->leastDelta)
    refuse({Core::tr("fewer, or a larger delta: that of one example, %1, is below %2"), ofOne,
            scenario.batching->leastDelta});
}

void checkWorkload(const Scenario& scenario) {
  const Workload& workload = scenario.workload;
  if (!hasIterations(scenario)) return;
  if (!workload.isRational()) {
    const Index most = kMostGivenCoefficients;
    checkInteger("iterations", scenario.iterations, 1, most, Core::tr("an averaging window or a workload from a file"));
    checkInteger("averaging_window", workload.window(), 1, scenario.iterations, Core::tr("the iterations"));
    const Index given = std::ssize(workload.given());
    if (workload.isMatrix()) {
      checkInteger("iterations", scenario.iterations, workload.fixedIterations(), workload.fixedIterations(),
                   Core::tr("the rows of the workload's matrix"));
    } else if (given > 0) {
      checkInteger("size of workload", given, scenario.iterations, most, Core::tr("one for each iteration"));
    }
  }
  const Index fixed = workload.fixedIterations();
  if (fixed == 0) return;
  checkInteger("size of learning_rates", fixed, scenario.iterations, scenario.iterations, Core::tr("the iterations"));
}

void checkObjective(const Scenario& scenario) {
  if (!ofCurvatures(scenario.objective)) return;
  const Workload& workload = scenario.workload;
  if (workload.name() == "prefix") return;
  const auto refuse = [&](const Phrase& why) {
    throw InvalidArgument("objective", std::string(toString(scenario.objective)), why);
  };
  if (workload.alpha() == 0) refuse(Core::tr("it with running sums: a curvature acts on what the steps add up to"));
  if (workload.fixedIterations() != 0)
    refuse(Core::tr("it with one learning rate for all steps: a curvature counts times the learning rate"));
  if (workload.beta() != 0)
    refuse(Core::tr("it without momentum: momentum and a curvature make another recursion, which is not known here"));
  if (workload.averaging() != 0 || workload.window() != 1)
    refuse(Core::tr("it without weight averaging: an average and a curvature make another recursion, not known here"));
  refuse(Core::tr("it without weight decay: that belongs to the curvatures, each larger by 1 less its factor"));
}

void checkSpectrum(const Scenario& scenario) {
  if (scenario.workload.spectrum().empty())
    throw InvalidArgument("spectrum", Core::tr("nothing"), Core::tr("curvatures, such as 0.001:5, 0.01, 0.1:2"));
}

void checkClipNorm(const Scenario& scenario) {
  checkPositive("clip_norm", scenario.clipNorm);
  if (scenario.clipNorm < kLeastClipNorm)
    throw InvalidArgument(
        "clip_norm", scenario.clipNorm,
        {Core::tr("a number of at least %1: the standard deviation of smaller noise loses digits"), kLeastClipNorm});
}

void checkDatasetSize(const Scenario& scenario) {
  if (scenario.datasetSize) checkInteger("dataset_size", *scenario.datasetSize, 1, kMostParameters);
}

void checkDatasetSizeAtMost(const Scenario& scenario) {
  if (!scenario.datasetSizeAtMost) return;
  const Index most = *scenario.datasetSizeAtMost;
  const auto refuse = [&](const Text& allowed) { throw InvalidArgument("dataset_size_at_most", most, allowed); };
  if (!scenario.datasetSize) refuse(Core::tr("it only beside the size of the data set, which is then the least"));
  checkInteger("dataset_size_at_most", most, *scenario.datasetSize, kMostParameters, Core::tr("from the least number"));
  if (most == *scenario.datasetSize) return;
  if (scenario.batching->ofKnownSize) {
    refuse({Core::tr("none under %1, whose steps of an epoch follow from the number of examples: with more of them an "
                     "example may meet steps that were not accounted for (min-sep counts all)"),
            scenario.batching->name});
  }
  if (scenario.largestBatch && scenario.batching->noiseBy == NoiseBy::Composition) {
    refuse({Core::tr("none beside a largest batch under %1: how often an example is left out depends on the number of "
                     "the others, and more of them may be the better or the worse"),
            scenario.batching->name});
  }
}

void checkBatching(const Scenario& scenario) {
  if (!scenario.batching->problem || !hasSizes(scenario)) return;
  if (const auto problem = scenario.batching->problem(scenario)) throw *problem;
}

void checkLastBatch(const Scenario& scenario) {
  if (scenario.lastBatch != LastBatch::CarriedOver || !hasSizes(scenario)) return;
  // Where batches begin in the order must be known to the example.
  if (const auto batch = batchSizeOf(scenario); batch && isWholeCount(*batch)) return;
  throw InvalidArgument("last_batch", toString(scenario.lastBatch),
                        Core::tr("it with the size of the data set and batches of a whole number of examples"));
}

void checkLargestBatch(const Scenario& scenario) {
  if (!scenario.largestBatch || !hasSizes(scenario)) return;
  const Index most = *scenario.largestBatch;
  checkInteger("largest_batch", most, 1, kMostParameters);
  if (!scenario.datasetSize) {
    throw InvalidArgument("largest_batch", most,
                          Core::tr("a largest batch only beside the size of the data set, which determines how often "
                                   "batches are cut"));
  }
  if (*scenario.datasetSize < 1 || *scenario.datasetSize > kMostParameters) return;
  const double expected = batchSizeOf(scenario).value();
  if (static_cast<double>(most) < expected)
    throw InvalidArgument("largest_batch", most, {Core::tr("at least %1, the expected size of a batch"), expected});
  const Index bands = scenario.bands.value_or(1);
  if (!(scenario.delta > 0 && scenario.delta < 1)) return;
  if (capReached(scenario, bands) <= kMostOfDelta * scenario.delta) return;
  const BatchLaw law = scenario.batching->batchLaw(scenario, bands);
  const auto least = [&](double share) {
    return leastCap(law.batches, law.examples, law.probability, std::log(share * scenario.delta));
  };
  throw InvalidArgument(
      "largest_batch", most,
      {Core::tr("at least %1 under %2: that a batch must be cut counts against delta (%3 takes a hundredth "
                "of it)"),
       least(kMostOfDelta), scenario.batching->name, least(0.01)});
}

void checkParameters(const Scenario& scenario) {
  checkInteger("parameters", scenario.deployment.parameters, 1, kMostParameters);
}

void checkMachines(const Scenario& scenario) {
  const Index most = std::clamp<Index>(scenario.deployment.parameters, 1, 1'000'000);
  checkInteger("machines", scenario.deployment.machines, 1, most, Core::tr("at most one a parameter"));
}

void checkMemory(const Scenario& scenario) {
  const auto& memory = scenario.deployment.memoryPerMachine;
  if (memory) checkInteger("memory_per_machine", *memory, 1, kMostMemory, Core::tr("2^53 bytes"));
}

// `place`: a member, or a function that returns a reference to one.
template <auto place>
constexpr auto at() {
  using Value = std::remove_cvref_t<std::invoke_result_t<decltype(place), Scenario&>>;
  return Place<Value>{[](Scenario& scenario) -> Value& { return std::invoke(place, scenario); },
                      [](const Scenario& scenario) -> const Value& { return std::invoke(place, scenario); }};
}

template <auto place, auto fromName, auto all>
constexpr Choice choice() {
  return {[](const Scenario& scenario) { return toString(std::invoke(place, scenario)); },
          [](Scenario& scenario, std::string_view name) {
            const auto value = fromName(name);
            if (value) std::invoke(place, scenario) = *value;
            return value.has_value();
          },
          [] {
            std::vector<std::string_view> names;
            for (const auto value : all()) names.push_back(toString(value));
            return names;
          }};
}

template <auto place>
constexpr Choice choice() {
  using Value = std::remove_cvref_t<std::invoke_result_t<decltype(place), Scenario&>>;
  return choice<place, fromName<Value>, valuesOf<Value>>();
}

constexpr auto kParameters = [](auto& scenario) -> auto& {
  return scenario.deployment.parameters;
};
constexpr auto kMachines = [](auto& scenario) -> auto& {
  return scenario.deployment.machines;
};
constexpr auto kMemory = [](auto& scenario) -> auto& {
  return scenario.deployment.memoryPerMachine;
};
constexpr auto kNumberType = [](auto& scenario) -> auto& {
  return scenario.deployment.numberType;
};

template <Field field>
bool isSetting(const Scenario& scenario) {
  return scenario.mechanism->uses(field);
}

template <Field field>
bool isOfBatching(const Scenario& scenario) {
  return scenario.batching->uses(field);
}

// True if batches may be cut.
bool hasBatchLaw(const Scenario& scenario) {
  return scenario.batching->batchLaw != nullptr;
}

// False where batches are sampled, or everyone takes part in one only.
bool keepsOrder(const Scenario& scenario) {
  return !scenario.batching->amplified() && !scenario.batching->once;
}

bool isOfUsers(const Scenario& scenario) {
  return scenario.unit == PrivacyUnit::User;
}

bool measuresCurvature(const Scenario& scenario) {
  return ofCurvatures(scenario.objective);
}

// False for strategies that are optimised together with their noise, which choose their columns.
bool hasColumnChoice(const Scenario& scenario) {
  return isSetting<Field::ColumnNormalize>(scenario) && !scenario.optimisesAmplified();
}

constexpr char kTraining[] = "Training";
constexpr char kPrivacy[] = "Privacy";
constexpr char kMechanism[] = "Mechanism";
constexpr char kDeployment[] = "Deployment";
constexpr std::string_view kBest = "best";

constexpr Concerns kTrainingQuestion{.strategy = true, .noise = true, .error = true, .question = true};
constexpr Concerns kPrivacyQuestion{.strategy = true, .noise = true, .question = true};
constexpr Concerns kNoiseQuestion{.noise = true, .question = true};
constexpr Concerns kJobQuestion{.strategy = true, .noise = true, .question = true, .job = true};
constexpr Concerns kNoiseJobQuestion{.noise = true, .question = true, .job = true};
constexpr Concerns kClaimQuestion{.claim = true, .question = true};
constexpr Concerns kAnswer{.strategy = true};

// The name of a field, and its letter where it has one.
struct Named {
  std::string_view name;
  std::string_view symbol = {};
  constexpr Named(const char* named, const char* letter = "") : name(named), symbol(letter) {}
};

// A field, with setters for what differs from the default.
struct Row : FieldInfo {
  constexpr Row(Field id, Named named, Phrase forPeople, Concerns concern = {}, decltype(place) where = Derived{},
                CommandOption typed = {})
      : FieldInfo{id, named.name, forPeople, named.symbol, concern, where, typed} {}
  // Before its callers: Clang evaluates only what it has read.
  template <class Value>
  constexpr Row with(Value FieldInfo::*member, Value value) const {
    Row row = *this;
    row.*member = value;
    return row;
  }
  constexpr Row stored(std::string_view inFiles) const { return with(&FieldInfo::key, inFiles); }
  constexpr Row since(Index first) const { return with(&FieldInfo::version, first); }
  constexpr Row when(bool (*condition)(const Scenario&)) const { return with(&FieldInfo::matters, condition); }
  constexpr Row checked(void (*by)(const Scenario&)) const { return with(&FieldInfo::check, by); }
  constexpr Row reported(Field with) const { return this->with(&FieldInfo::reportedWith, std::optional(with)); }
};

constexpr std::array<FieldInfo, kFieldCount> kTable{
    Row(Field::Iterations, {"iterations", "n"}, Core::tr("iterations"), kTrainingQuestion, at<&Scenario::iterations>(),
        {"iterations", "N", kTraining, "training iterations n, e.g. 2000, 1e6 or 2^14"})
        .checked(checkIterations)
        .with(&FieldInfo::required, true),
    Row(Field::Epochs, {"epochs", "k"}, Core::tr("epochs"), kTrainingQuestion, at<&Scenario::epochs>(),
        {"epochs", "K", kTraining,
         "passes k over the data, such as 20 or 20.48 (required without --batch-size, unless the batching is single)"})
        .checked(checkEpochs),
    Row(Field::Epsilon, {"epsilon", "ε"}, Core::tr("epsilon"), kPrivacyQuestion, at<&Scenario::epsilon>(),
        {"epsilon", "EPS", kPrivacy, "privacy loss bound; 0: delta then bounds the advantage of any attack"})
        .checked(checkEpsilon)
        .with(&FieldInfo::required, true),
    Row(Field::Delta, {"delta", "δ"}, Core::tr("delta"), kPrivacyQuestion, at<&Scenario::delta>(),
        {"delta", "DELTA", kPrivacy, "failure probability, above 0 and below 1"})
        .checked(checkDelta)
        .with(&FieldInfo::required, true),
    Row(Field::Mechanism, "mechanism", Core::tr("mechanism"), kAnswer,
        choice<&Scenario::mechanism, mechanismFromName, offeredMechanisms>(), {"mechanism", "NAME", kMechanism, "%"})
        .stored("mechanism_requested")
        .since(2)
        .checked(checkMechanism),
    Row(Field::Imported, "imported", Core::tr("imported strategy"), kAnswer, at<&Scenario::imported>(),
        {"strategy", "FILE", kMechanism, "imported: a .npy or .npz file that holds the strategy, see --strategy-kind"})
        .since(6)
        .when(isSetting<Field::Imported>),
    Row(Field::Objective, "objective", Core::tr("objective"), {.strategy = true, .question = true},
        choice<&Scenario::objective>(),
        {"objective", "NAME", kMechanism,
         "error to make small, and of the lower bound: mean over all steps, max, last, curvature (mean over steps "
         "and the curvatures of --spectrum), or curvature-last (over the curvatures, of the last step)"})
        .checked(checkObjective),
    Row(Field::Bands, {"bands", "b"}, Core::tr("bands"), kAnswer, at<&Scenario::bands>(),
        {"bands", "B", kMechanism, "bands of the strategy, or of its inverse where that is banded, or best", "best"})
        .stored("bands_requested")
        .when(isSetting<Field::Bands>)
        .checked(checkBands)
        .with(&FieldInfo::open, kBest),
    Row(Field::Buffers, {"buffers", "m"}, Core::tr("buffers"), kAnswer, at<&Scenario::buffers>(),
        {"buffers", "M", kMechanism, "&: buffers, or best", "best"})
        .stored("buffers_requested")
        .since(2)
        .when(isSetting<Field::Buffers>)
        .checked(checkBuffers)
        .with(&FieldInfo::open, kBest),
    Row(Field::TreeDecoder, "tree_decoder", Core::tr("tree decoder"), kAnswer, choice<&Scenario::treeDecoder>(),
        {"decoder", "NAME", kMechanism, "&: %"})
        .since(2)
        .when(isSetting<Field::TreeDecoder>),
    Row(Field::Stamps, "stamps", Core::tr("stamps"), kAnswer, at<&Scenario::stamps>(),
        {"stamps", "R", kMechanism, "&: blocks along the diagonal", "one an epoch"})
        .stored("stamps_requested")
        .since(2)
        .when(isSetting<Field::Stamps>),
    Row(Field::RobustFrom, {"robust_from", "b₀"}, Core::tr("robust from"), kAnswer, at<&Scenario::robustFrom>(),
        {"robust-from", "B0", kMechanism, "&: least min-separation to be prepared for"})
        .since(2)
        .when(isSetting<Field::RobustFrom>)
        .checked(checkRobustFrom),
    Row(Field::ColumnNormalize, "column_normalize", Core::tr("column normalisation"), kAnswer,
        at<&Scenario::columnNormalize>(),
        {"column-normalize", "on|off", kMechanism, "&: columns of equal norm, also the short last ones", "on"})
        .when(hasColumnChoice),
    Row(Field::NoiseRows, "most_noise_rows", Core::tr("noise rows"), kAnswer, at<&Scenario::mostNoiseRows>(),
        {"noise-rows", "M", kMechanism, "most rows of the model's size that making the noise may keep"})
        .since(2)
        .checked(checkNoiseRows)
        .with(&FieldInfo::least, Index{0}),
    Row(Field::Seconds, {"most_seconds", "s"}, Core::tr("time limit"), kAnswer, at<&Scenario::mostSeconds>(),
        {"seconds", "S", kMechanism, "best: limit on processor time; what it leaves out is named"})
        .since(2)
        .when(isSetting<Field::Seconds>)
        .checked(checkSeconds),
    Row(Field::Batching, "batching", Core::tr("batching"), kJobQuestion,
        choice<&Scenario::batching, batchingFromName, allBatchings>(),
        {"batching", "NAME", kTraining, "what the accounting assumes: %"})
        .checked(checkBatching),
    Row(Field::JobBatching, "job_batching", Core::tr("batches of the job"),
        {.claim = true, .question = true, .job = true},
        choice<&Scenario::jobBatching, jobBatchingFromName, allJobBatchings>(),
        {"job-batching", "NAME", kTraining, "how the training job forms its batches: %"})
        .since(3)
        .reported(Field::Batching),
    Row(Field::LastBatch, "last_batch", Core::tr("last batch"), kJobQuestion, choice<&Scenario::lastBatch>(),
        {"last-batch", "NAME", kTraining,
         "where B does not divide N, and nothing is sampled: the end of an epoch is %"})
        .since(kPartialEpochsVersion)
        .when(keepsOrder)
        .checked(checkLastBatch),
    Row(Field::MinSeparation, {"min_separation", "s"}, Core::tr("min-separation"), kJobQuestion,
        at<&Scenario::minSeparation>(),
        {"min-sep", "S", kTraining, "fewest steps between two participations", "an epoch"})
        .stored("min_separation_requested")
        .when(isOfBatching<Field::MinSeparation>)
        .checked(checkMinSeparation),
    // The precision to which delta is known; the promised delta is the same.
    Row(Field::Tau, {"tau", "τ"}, Core::tr("tau"), {.noise = true}, at<&Scenario::tau>(),
        {"tau", "TAU", kPrivacy, "certificates by samples: delta is at most TAU times its estimate, above 1", "1.25"})
        .since(3)
        .when(isOfBatching<Field::Tau>)
        .checked(checkTau),
    Row(Field::FailureProbability, {"failure_probability", "β"}, Core::tr("failure probability"), kNoiseQuestion,
        at<&Scenario::failureProbability>(),
        {"failure-probability", "BETA", kPrivacy, "certificates by samples: chance that they are wrong", "1e-9"})
        .since(3)
        .when(isOfBatching<Field::FailureProbability>)
        .checked(checkFailureProbability),
    Row(Field::Adjacency, "adjacency", Core::tr("adjacency"), kNoiseQuestion, choice<&Scenario::adjacency>(),
        {"adjacency", "NAME", kPrivacy, "%"})
        .checked(checkAdjacency),
    Row(Field::Unit, "unit", Core::tr("unit of privacy"), kClaimQuestion, choice<&Scenario::unit>(),
        {"unit", "NAME", kPrivacy, "whose presence is hidden: %"})
        .since(3),
    Row(Field::ExamplesPerUser, {"examples_per_user", "G"}, Core::tr("examples per user"), kNoiseQuestion,
        at<&Scenario::examplesPerUser>(),
        {"examples-per-user", "G", kPrivacy,
         "--unit user: most examples of one user, each clipped and sampled by itself",
         "a user is clipped as a whole, and N counts users"})
        .since(kPartialEpochsVersion)
        .when(isOfUsers)
        .checked(checkExamplesPerUser),
    Row(Field::Workload, "workload", Core::tr("workload"), {.strategy = true, .error = true, .question = true},
        at<&Scenario::workload>())
        .checked(checkWorkload),
    Row(Field::Momentum, {"momentum", "β"}, Core::tr("momentum")),
    Row(Field::WeightDecay, {"weight_decay", "α"}, Core::tr("weight decay")),
    Row(Field::Averaging, {"averaging", "γ"}, Core::tr("averaging")),
    Row(Field::AveragingWindow, {"averaging_window", "W"}, Core::tr("averaging window")),
    Row(Field::Spectrum, "spectrum", Core::tr("curvatures")).when(measuresCurvature).checked(checkSpectrum),
    // The recipe of the rates; the rates themselves belong to the workload.
    Row(Field::Schedule, "learning_rates", Core::tr("learning rates"), {}, at<&Scenario::schedule>()).since(4),
    Row(Field::Warmup, "warmup", Core::tr("warm-up")),
    Row(Field::Cooldown, "cooldown", Core::tr("cool-down")),
    Row(Field::ClipNorm, {"clip_norm", "ζ"}, Core::tr("clip norm"), {.scale = true, .question = true},
        at<&Scenario::clipNorm>(),
        {"clip-norm", "C", kTraining, "norm to which each example's gradient is clipped", "1"})
        .checked(checkClipNorm),
    Row(Field::DatasetSize, {"dataset_size", "N"}, Core::tr("data set size"), {.claim = true},
        at<&Scenario::datasetSize>(),
        {"dataset-size", "N", kTraining, "examples in the data set, for the claim and the batch size"})
        .checked(checkDatasetSize),
    Row(Field::DatasetSizeAtMost, {"dataset_size_at_most", "N"}, Core::tr("most examples in the data set"),
        {.claim = true}, at<&Scenario::datasetSizeAtMost>(),
        {"dataset-size-at-most", "M", kTraining,
         "where N is not known: it is from --dataset-size to M, and the claim holds for all of that", "N"})
        .since(kSizeRangeVersion)
        .checked(checkDatasetSizeAtMost),
    Row(Field::LargestBatch, {"largest_batch", "K"}, Core::tr("largest batch"), kNoiseJobQuestion,
        at<&Scenario::largestBatch>(),
        {"largest-batch", "K", kTraining,
         "examples that a batch has room for (of more, some are left out at random), or auto: the least that costs a "
         "hundredth of delta",
         "any"})
        .since(7)
        .when(hasBatchLaw)
        .checked(checkLargestBatch),
    Row(Field::BatchSize, {"batch_size", "B"}, Core::tr("batch size"), {}, Derived{},
        {"batch-size", "B", kTraining,
         "examples of a batch, on average where they are sampled: in place of --epochs, or of --iterations"}),
    Row(Field::Parameters, {"parameters", "d"}, Core::tr("parameters"), {.cost = true}, at<kParameters>(),
        {"parameters", "D", kDeployment, "model parameters d", "1e8"})
        .stored("deployment/parameters")
        .checked(checkParameters),
    Row(Field::Machines, "machines", Core::tr("machines"), {.cost = true}, at<kMachines>(),
        {"machines", "M", kDeployment, "machines that generate the noise", "1"})
        .stored("deployment/machines")
        .checked(checkMachines),
    Row(Field::Memory, {"memory_per_machine", "M"}, Core::tr("memory of a machine"), {.cost = true}, at<kMemory>(),
        {"memory-per-machine", "BYTES", kDeployment, "memory a machine has for the noise, e.g. 80G or 16Gi",
         "not known"})
        .stored("deployment/memory_per_machine")
        .since(4)
        .checked(checkMemory)
        .with(&FieldInfo::bytes, true),
    Row(Field::NumberType, "number_type", Core::tr("number type"), {.claim = true, .cost = true}, choice<kNumberType>(),
        {"number-type", "TYPE", kDeployment, "%, of the noise"})
        .stored("deployment/number_type"),
};

}  // namespace

std::span<const FieldInfo> scenarioFields() {
  return kTable;
}

std::vector<Field> allFields() {
  std::vector<Field> fields;
  fields.reserve(kTable.size());
  for (const FieldInfo& info : kTable) fields.push_back(info.field);
  return fields;
}

const FieldInfo& infoOf(Field field) {
  return *std::ranges::find(kTable, field, &FieldInfo::field);
}

bool standsAlone(const FieldInfo& field) {
  return std::visit([](const auto& place) { return kStandsAlone<std::remove_cvref_t<decltype(place)>>; }, field.place);
}

std::optional<Field> fieldOfArgument(std::string_view argument) {
  if (argument == "size of learning_rates") return Field::Schedule;
  if (argument == "size of workload") return Field::Workload;
  const auto found = std::ranges::find(kTable, argument, &FieldInfo::name);
  return found == kTable.end() ? std::nullopt : std::optional(found->field);
}

const std::string& optionName(Field field) {
  static const auto names = [] {
    std::array<std::string, kFieldCount> all;
    for (const FieldInfo& info : kTable) {
      std::string& name = all[static_cast<std::size_t>(info.field)];
      name = info.option.name.empty() ? info.name : info.option.name;
      std::ranges::replace(name, '_', '-');
    }
    return all;
  }();
  return names[static_cast<std::size_t>(field)];
}

std::optional<Field> fieldOfOption(std::string_view name, std::span<const Field> among) {
  const auto found = std::ranges::find_if(among, [&](Field field) { return optionName(field) == name; });
  return found == among.end() ? std::nullopt : std::optional(*found);
}

bool isCategorical(Field field) {
  return std::holds_alternative<Choice>(infoOf(field).place);
}

bool isCount(Field field) {
  const auto& place = infoOf(field).place;
  return field == Field::AveragingWindow || std::holds_alternative<Place<Index>>(place) ||
         std::holds_alternative<Place<std::optional<Index>>>(place);
}

bool matters(const FieldInfo& field, const Scenario& scenario) {
  return !field.matters || field.matters(scenario);
}

bool sameField(const FieldInfo& field, const Scenario& left, const Scenario& right) {
  // The number of examples determines how often batches are cut.
  if (field.field == Field::LargestBatch && left.largestBatch &&
      (left.datasetSize != right.datasetSize || left.datasetSizeAtMost != right.datasetSizeAtMost))
    return false;
  const auto same = [&](const auto& place) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(place)>, Derived>) {
      return true;
    } else {
      return place.of(left) == place.of(right);
    }
  };
  return std::visit(same, field.place);
}

void copyField(const FieldInfo& field, const Scenario& from, Scenario& to) {
  const auto copy = [&](const auto& place) {
    using Kind = std::remove_cvref_t<decltype(place)>;
    if constexpr (std::is_same_v<Kind, Choice>) {
      place.set(to, place.of(from));
    } else if constexpr (!std::is_same_v<Kind, Derived>) {
      place.in(to) = place.of(from);
    }
  };
  std::visit(copy, field.place);
}

Scenario withoutIdleFields(Scenario scenario) {
  const Scenario standard;
  for (const FieldInfo& field : kTable) {
    if (!matters(field, scenario)) copyField(field, standard, scenario);
  }
  return scenario;
}

Scenario withoutIdleNoiseFields(Scenario scenario) {
  const Scenario standard;
  for (const Field field : kNoiseFields) {
    if (!matters(infoOf(field), scenario)) copyField(infoOf(field), standard, scenario);
  }
  return scenario;
}

bool agree(const Scenario& left, const Scenario& right, bool (*kind)(const Concerns&)) {
  return std::ranges::all_of(kTable, [&](const FieldInfo& field) {
    return !kind(field.concerns) || sameField(field, left, right) || (!matters(field, left) && !matters(field, right));
  });
}

}  // namespace noiseloom
