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
  MinSeparation,
  Tau,
  FailureProbability,
  Adjacency,
  Unit,
  Workload,
  Momentum,
  WeightDecay,
  Spectrum,  ///< of curvatures: the workload's
  Schedule,  ///< of learning rates
  Warmup,
  Cooldown,
  ClipNorm,
  DatasetSize,
  LargestBatch,
  BatchSize,  ///< not stored: B = k N / n
  Parameters,
  Machines,
  Memory,
  NumberType
};

inline constexpr std::size_t kFieldCount = static_cast<std::size_t>(Field::NumberType) + 1;

/// What a field has a say in.
struct Concerns {
  bool strategy = false;  ///< the strategy that a mechanism makes of the scenario
  bool noise = false;     ///< the noise multiplier of a given strategy
  bool error = false;     ///< the error of a given strategy at a given noise multiplier
  bool scale = false;     ///< what sensitivity 1 stands for
  bool claim = false;     ///< other words of the claim
  bool cost = false;      ///< what making the noise takes
  /// Belongs to the question and not to the answer: what is promised, what is measured, or what the job must do.
  bool question = false;
  /// Of the question what the training job must do, and neither the guarantee nor the error that is measured: designs
  /// that differ in nothing else are comparable, as answers for different jobs. Those of another question are not.
  bool job = false;
};

/// Where a field stands in a scenario.
template <class Value>
struct Place {
  Value& (*in)(Scenario&);
  const Value& (*of)(const Scenario&);
};
/// The same of a field with named alternatives.
struct Choice {
  std::string_view (*of)(const Scenario&);
  bool (*set)(Scenario&, std::string_view name);  ///< false for a name that is none of them
  std::vector<std::string_view> (*names)();
};
/// Fields that are a part of another one, or follow from others.
struct Derived {};

struct CommandOption {
  std::string_view name = {};  ///< without the dashes; empty: none, or declared with its workload
  std::string_view type = {};
  std::string_view group = {};
  std::string_view help = {};  ///< %: the alternatives of a choice; &: the mechanisms that it is for
  std::string_view standard =
      {};  ///< what holds where it is left out, for people; empty: nothing, required, or a choice's first
};

/// One field: everything that files, command line, copied commands, comparisons and the window know of it.
struct FieldInfo {
  Field field;
  std::string_view name;  ///< in messages and in the window: "min_separation"
  Phrase label;           ///< for people: "min-separation"
  Concerns concerns = {};
  std::variant<Derived, Place<Index>, Place<std::optional<Index>>, Place<double>, Place<std::optional<double>>,
               Place<bool>, Choice, Place<Workload>, Place<LearningRateSchedule>,
               Place<std::optional<ImportedStrategy>>>
      place = Derived{};
  CommandOption option = {};
  std::string_view key = {};  ///< in files, where it is not the name; a member of an inner object behind a slash
  std::optional<Field> toldWith = {};  ///< the field whose difference it belongs to, for people
  Index version = 1;                   ///< the first version of files that has it
  /// Whether it means anything beside the scenario's other choices; nullptr: always.
  bool (*matters)(const Scenario&) = nullptr;
  /// Throws InvalidArgument for a value that no design can have; nullptr: any will do. Called where it matters.
  void (*check)(const Scenario&) = nullptr;
  Index least = 1;             ///< least count that a file of a design may hold
  std::string_view open = {};  ///< word for an open value ("best"); empty: null in files, and leaving the option out
  bool required = false;       ///< on the command line
  bool bytes = false;          ///< a number of bytes
};

/// Whether a place is that of a value of its own: not derived, and neither of the workload with its rates nor of an
/// imported strategy.
template <class Kind>
constexpr bool kStandsAlone =
    !std::is_same_v<Kind, Derived> && !std::is_same_v<Kind, Place<Workload>> &&
    !std::is_same_v<Kind, Place<LearningRateSchedule>> && !std::is_same_v<Kind, Place<std::optional<ImportedStrategy>>>;
bool standsAlone(const FieldInfo& field);

/// Every field, in the order in which problems are found and commands are written.
std::span<const FieldInfo> scenarioFields();
std::vector<Field> allFields();
const FieldInfo& infoOf(Field field);

/// nullopt for an argument that has no field of its own.
std::optional<Field> fieldOfArgument(std::string_view argument);
/// The option of the command line, without its dashes: "min-sep".
const std::string& optionName(Field field);
/// The one of these that has that option; nothing where none has.
std::optional<Field> fieldOfOption(std::string_view name, std::span<const Field> among);
/// Whether its values are named alternatives.
bool isCategorical(Field field);
/// Whether its values are whole numbers.
bool isCount(Field field);

bool matters(const FieldInfo& field, const Scenario& scenario);
/// Whether both hold the same there, be it meaningful or not.
bool sameField(const FieldInfo& field, const Scenario& left, const Scenario& right);
/// Copies the field from one scenario into another.
void copyField(const FieldInfo& field, const Scenario& from, Scenario& to);

/// The scenario with the fields that mean nothing beside its other choices as they are by default.
Scenario withoutIdleFields(Scenario scenario);
/// What some batchings' noise depends on and others' does not: idle it is refused where a design is asked for, and has
/// no say in a file.
constexpr Field kNoiseFields[]{Field::LargestBatch, Field::Tau, Field::FailureProbability};
/// The same with those that are idle as they are unless something else is chosen.
Scenario withoutIdleNoiseFields(Scenario scenario);

/// Whether two scenarios agree in every field of a kind, apart from fields that mean nothing in either.
bool agree(const Scenario& left, const Scenario& right, bool (*kind)(const Concerns&));

}  // namespace noiseloom
