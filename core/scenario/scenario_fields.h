#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// The first version of files whose epochs need not be whole.
inline constexpr Index kPartialEpochsVersion = 10;

/// The first version of files that may know the data set size as a range.
inline constexpr Index kSizeRangeVersion = 13;

/// The inputs of a scenario.
enum class Field {
  Iterations,
  Epochs,
  Epsilon,
  Delta,
  Mechanism,
  Imported,  ///< the strategy of a file
  Objective,
  Bands,
  Buffers,
  TreeDecoder,
  Stamps,
  RobustFrom,
  ColumnNormalize,
  NoiseRows,
  Seconds,
  Batching,
  JobBatching,
  LastBatch,
  MinSeparation,
  Tau,
  FailureProbability,
  Adjacency,
  Unit,
  ExamplesPerUser,
  Workload,
  Momentum,
  WeightDecay,
  Averaging,        ///< of the iterates: the workload's
  AveragingWindow,  ///< last iterates of which the mean is released: the workload's
  Spectrum,         ///< of curvatures: the workload's
  Schedule,         ///< of learning rates
  Warmup,
  Cooldown,
  ClipNorm,
  DatasetSize,
  DatasetSizeAtMost,
  LargestBatch,
  BatchSize,  ///< not stored: B = k N / n
  Parameters,
  Machines,
  Memory,
  NumberType
};

inline constexpr std::size_t kFieldCount = static_cast<std::size_t>(Field::NumberType) + 1;

/// The things that a field influences.
struct Concerns {
  bool strategy = false;  ///< the strategy that a mechanism makes of the scenario
  bool noise = false;     ///< the noise multiplier of a given strategy
  bool error = false;     ///< the error of a given strategy at a given noise multiplier
  bool scale = false;     ///< the meaning of sensitivity 1
  bool claim = false;     ///< other words of the claim
  bool cost = false;      ///< the cost of making the noise
  /// Belongs to the question and not to the answer: the promise, the measured error, or the requirements of the job.
  bool question = false;
  /// The part of the question that concerns the training job, and neither the guarantee nor the measured error: designs
  /// that differ in nothing else are comparable, as answers for different jobs. Other differences in the question are
  /// not comparable.
  bool job = false;
};

/// The place of a field in a scenario.
template <class Value>
struct Place {
  Value& (*in)(Scenario&);
  const Value& (*of)(const Scenario&);
};
/// The place of a field with named alternatives.
struct Choice {
  std::string_view (*of)(const Scenario&);
  bool (*set)(Scenario&, std::string_view name);  ///< false for an unknown name
  std::vector<std::string_view> (*names)();
};
/// Fields that are a part of another one, or follow from others.
struct Derived {};

struct CommandOption {
  std::string_view name = {};  ///< without the dashes; empty: none, or declared with its workload
  std::string_view type = {};
  std::string_view group = {};
  std::string_view help = {};      ///< %: the alternatives of a choice; &: the mechanisms that it applies to
  std::string_view standard = {};  ///< the default, for people; empty: none, required, or a choice's first
};

/// One field: everything that files, command line, copied commands, comparisons and the window know of it.
struct FieldInfo {
  Field field;
  std::string_view name;         ///< in messages and in the window: "min_separation"
  Phrase label;                  ///< for people: "min-separation"
  std::string_view symbol = {};  ///< the letter of formulas, or the unit of an input: "n", "ε", "s"
  Concerns concerns = {};
  std::variant<Derived, Place<Index>, Place<std::optional<Index>>, Place<double>, Place<std::optional<double>>,
               Place<bool>, Choice, Place<Workload>, Place<LearningRateSchedule>,
               Place<std::optional<ImportedStrategy>>>
      place = Derived{};
  CommandOption option = {};
  std::string_view key = {};  ///< in files, if it differs from the name; a member of an inner object follows a slash
  std::optional<Field> reportedWith = {};  ///< the field with which differences in it are reported
  Index version = 1;                       ///< the first version of files that has it
  /// True if it applies beside the scenario's other choices; nullptr: always.
  bool (*matters)(const Scenario&) = nullptr;
  /// Throws InvalidArgument for a value that no design can have; nullptr: any is valid. Called if it applies.
  void (*check)(const Scenario&) = nullptr;
  Index least = 1;             ///< least count that a file of a design may hold
  std::string_view open = {};  ///< the word for an open value ("best"); empty: null in files, and an omitted option
  bool required = false;       ///< on the command line
  bool bytes = false;          ///< a number of bytes
};

/// True if the place holds a value of its own: not derived, nor the workload with its rates, nor an imported strategy.
template <class Kind>
constexpr bool kStandsAlone =
    !std::is_same_v<Kind, Derived> && !std::is_same_v<Kind, Place<Workload>> &&
    !std::is_same_v<Kind, Place<LearningRateSchedule>> && !std::is_same_v<Kind, Place<std::optional<ImportedStrategy>>>;
bool standsAlone(const FieldInfo& field);

/// Every field, in the order in which problems are found and commands are written.
std::span<const FieldInfo> scenarioFields();
std::vector<Field> allFields();
const FieldInfo& infoOf(Field field);

/// nullopt for an argument without a field of its own.
std::optional<Field> fieldOfArgument(std::string_view argument);
/// The option of the command line, without its dashes: "min-sep".
const std::string& optionName(Field field);
/// The field in `among` with that option; nullopt if none has it.
std::optional<Field> fieldOfOption(std::string_view name, std::span<const Field> among);
/// True if its values are named alternatives.
bool isCategorical(Field field);
/// True if its values are integers.
bool isCount(Field field);

bool matters(const FieldInfo& field, const Scenario& scenario);
/// True if both have the same value there, whether it applies or not.
bool sameField(const FieldInfo& field, const Scenario& left, const Scenario& right);
/// Copies the field from one scenario into another.
void copyField(const FieldInfo& field, const Scenario& from, Scenario& to);

/// The scenario with the defaults in fields that do not apply beside its other choices.
Scenario withoutIdleFields(Scenario scenario);
/// Fields on which the noise of only some batchings depends: if they do not apply, they are refused where a design is
/// requested, and ignored in files.
constexpr Field kNoiseFields[]{Field::LargestBatch, Field::Tau, Field::FailureProbability, Field::ExamplesPerUser};
/// The scenario with the defaults in those of these fields that do not apply.
Scenario withoutIdleNoiseFields(Scenario scenario);

/// True if two scenarios agree in every field of a kind, apart from fields that apply in neither.
bool agree(const Scenario& left, const Scenario& right, bool (*kind)(const Concerns&));

}  // namespace noiseloom
