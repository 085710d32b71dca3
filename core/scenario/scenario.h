#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/accounting/losses/adjacency.h"
#include "core/base/errors.h"
#include "core/base/index.h"
#include "core/base/names.h"
#include "core/error/error_summary.h"
#include "core/noise/number_type.h"
#include "core/participation/participation.h"
#include "core/scenario/batching.h"
#include "core/scenario/imported_strategy.h"
#include "core/scenario/mechanism.h"
#include "core/workload/learning_rates.h"
#include "core/workload/workload.h"

namespace noiseloom {

enum class TreeDecoder { Online, Full, OwnNode };
template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<TreeDecoder>{"online", "full", "own-node"};
/// What a loader that shuffles, or keeps an order, does where a pass over the data ends in no whole batch.
enum class LastBatch {
  Smaller,     ///< a pass ends with a smaller batch: ceil(N / B) steps
  Dropped,     ///< the rest of a pass is left out: floor(N / B) steps
  CarriedOver  ///< the batch is filled with the first examples of the next pass
};
template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<LastBatch>{"smaller", "dropped", "carried-over"};
/// The privacy unit: the owner of one clipped contribution to a step, whose presence the guarantee hides.
enum class PrivacyUnit { Example, User, Device };
template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<PrivacyUnit>{"example", "user", "device"};
Phrase displayName(PrivacyUnit unit);
Phrase displayName(Adjacency adjacency);
/// The words of the unit.
constexpr Phrase forUnit(PrivacyUnit unit, Phrase example, Phrase user, Phrase device) {
  return unit == PrivacyUnit::Example ? example : unit == PrivacyUnit::User ? user : device;
}

/// The machines on which the noise will be generated.
struct Deployment {
  Index parameters = 100'000'000;  ///< d: model parameters
  Index machines = 1;
  NumberType numberType = NumberType::Float32;
  /// Bytes that a machine can spare for noise rows, at most 2^53; nullopt: unknown. Changes no figure of a design, but
  /// decides which designs fit.
  std::optional<Index> memoryPerMachine = {};

  bool operator==(const Deployment&) const = default;
};

/// The members of a Scenario, by themselves an aggregate: Scenario({.iterations = 60, .epochs = 3}).
/// scenario_fields.h has their table.
struct ScenarioData {
  Index iterations = 2000;  ///< n
  double epochs = 20;       ///< k = n B / N: passes over the data, the last one perhaps in part
  double epsilon = 8;
  double delta = 1e-5;
  const Mechanism* mechanism = &standardMechanism();  ///< never nullptr
  std::optional<ImportedStrategy> imported = {};      ///< of importedMechanism()
  ErrorObjective objective = ErrorObjective::Mean;    ///< the error that the strategy is optimised for
  /// Bands of C, or of C^-1 (Mechanism::bandsOfInverse); nullopt: the best number, or as many as possible
  /// (searchesBands()).
  std::optional<Index> bands = {};
  std::optional<Index> buffers = {};  ///< of a BLT; nullopt: as many as still help
  TreeDecoder treeDecoder = TreeDecoder::Online;
  std::optional<Index> robustFrom = {};                     ///< b0, the least min-separation to be prepared for
  std::optional<Index> stamps = {};                         ///< blocks along the diagonal; nullopt: one per epoch
  LastBatch lastBatch = LastBatch::Smaller;                 ///< where nothing is sampled
  const Batching* batching = &standardBatching();           ///< what the accounting assumes; never nullptr
  const JobBatching* jobBatching = &standardJobBatching();  ///< changes no figure, but may invalidate the claim
  std::optional<Index> minSeparation = {};                  ///< nullopt: the steps of an epoch
  Adjacency adjacency = Adjacency::AddRemove;
  PrivacyUnit unit = PrivacyUnit::Example;
  /// G: most examples of one user, each of which is clipped and takes part by itself; nullopt: what a user contributes
  /// to a step is one contribution, and N and B count users.
  std::optional<Index> examplesPerUser = {};
  double tau = 1.25;                 ///< where Batching::ofStrategy(): SampledOptions::tau
  double failureProbability = 1e-9;  ///< where Batching::ofStrategy(): SampledOptions::failureProbability
  bool columnNormalize = true;       ///< columns of equal norm, including the short last ones
  Workload workload = Workload::prefix();
  /// The recipe of the workload's learning rates; no figure depends on it. Constant also if unknown: files of earlier
  /// versions do not state it.
  LearningRateSchedule schedule = {};
  double clipNorm = 1;
  std::optional<Index> datasetSize = {};  ///< N, for the claim and the batch size B = k N / n
  /// Where N is not known: its most, datasetSize being its least, of which epochs and rates are stated. n and B are the
  /// same for every N, and the claim holds for every one.
  std::optional<Index> datasetSizeAtMost = {};
  /// K: examples of a batch beyond it are left out; nullopt: batches of any size
  std::optional<Index> largestBatch = {};
  Deployment deployment = {};
  std::optional<Index> mostNoiseRows = {};  ///< limit of the training job on Strategy::noiseRows
  /// For "best", processor time: mechanisms that would take longer are left out
  std::optional<double> mostSeconds = {};

  bool operator==(const ScenarioData&) const = default;
};

/// The user's request: everything that a design depends on. Plain data; any values may be in it during editing, and
/// problems() reports those that cannot be used.
struct Scenario : ScenarioData {
  /// A limit for memory: an optimiser keeps some thirty vectors of this length.
  static constexpr Index kMostBands = Index{1} << 20;
  /// The most iterations for which a strategy is optimised together with the noise of balls-in-bins: beyond, too few
  /// draws fit into memory, and the optimum without amplification stands for it.
  static constexpr Index kMostAmplified = Index{1} << 16;

  // Not inline: a scenario is long, and many source files copy one.
  Scenario();
  explicit Scenario(ScenarioData values);
  Scenario(const Scenario&);
  Scenario(Scenario&&) noexcept;
  Scenario& operator=(const Scenario&);
  Scenario& operator=(Scenario&&) noexcept;
  ~Scenario();

  /// Compares all fields, whether they apply or not.
  bool operator==(const Scenario&) const;

  /// s of the batching: the given one or the steps of an epoch, at most n.
  Index effectiveMinSeparation() const;
  /// True if the best mechanism is requested.
  bool asksForBest() const { return mechanism == &bestMechanism(); }
  /// True if `bands` applies to the mechanism.
  bool usesBands() const;
  /// True if open bands are the best number of them.
  bool searchesBands() const { return mechanism->searchesBands && usesBands(); }
  /// True if the mechanism optimises its strategy together with the noise of balls-in-bins batching.
  bool optimisesAmplified() const {
    return mechanism->optimisedJointly && batching->noiseBy == NoiseBy::Bins && iterations <= kMostAmplified;
  }
  /// `stamps` or one per epoch; more if a banded batching needs shorter blocks.
  Index effectiveStamps() const;
  /// The most participations of an example in a job that takes each once an epoch: 1 if nobody takes part twice.
  Index effectiveParticipations() const;
  /// The passes over the data: epochs, or 1 where the batching ends after one.
  double effectiveEpochs() const;
  /// The examples that come or go with a member of the data set: examplesPerUser where the unit is a user, else 1.
  Index examplesOfMember() const { return unit == PrivacyUnit::User ? examplesPerUser.value_or(1) : 1; }
  /// Whose contributions are clipped, and take part or do not: examples, if users have several.
  PrivacyUnit contributor() const { return unit == PrivacyUnit::User && examplesPerUser ? PrivacyUnit::Example : unit; }
  /// True if the noise is that of compositions of the Poisson-subsampled Gaussian.
  bool samplesPlainly() const {
    return batching->noiseBy == NoiseBy::Composition && !largestBatch && examplesOfMember() == 1;
  }
  /// The largest number of bands, of those up to `most`, that the batching runs; at least 1.
  Index bandsAtMost(Index most) const;
  /// The most bands that batching, participation and memory allow (mostParts() if it needs banded ones, otherwise s).
  Index mostBands() const;
  /// The steps of one pass over the data: ceil(n / k) = ceil(N / B), or as the last batch has it where nothing is
  /// sampled; the bins of balls-in-bins. More than n for less than a pass.
  Index stepsPerEpoch() const;
  /// floor(n / k) = floor(N / B): the most parts of the data of which a step can sample one.
  Index mostParts() const;
  /// The share of one of so many parts of the data that a step takes, k parts / n = B parts / N, at most 1.
  double samplingRate(Index parts = 1) const;
  /// The participation for the sensitivity.
  Participation participation() const { return batching->participation(*this); }

  /// The scenario with another n: rates of a formula are made anew for it. Rates of a file stay, and problems() reports
  /// if they do not fit. Throws InvalidArgument for more iterations than learning rates can be stored for.
  Scenario withIterations(Index n) const;

  /// All obstacles to a design, in the order of the fields; empty if it can be solved.
  std::vector<InvalidArgument> problems() const;
  /// Throws the first of problems().
  void validate() const;
};

}  // namespace noiseloom
