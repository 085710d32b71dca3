#pragma once

#include <QString>
#include <array>
#include <optional>
#include <string_view>

namespace noiseloom {

/// The inputs of a scenario that a person can change, in the order of the scenario panel.
enum class Field {
  Iterations,
  Epochs,
  DatasetSize,
  BatchSize,  ///< not stored: B = k N / n
  Epsilon,
  Delta,
  Adjacency,
  Unit,
  Batching,
  JobBatching,
  MinSeparation,
  Tau,
  FailureProbability,
  Mechanism,
  Bands,
  Buffers,
  TreeDecoder,
  Stamps,
  RobustFrom,
  NoiseRows,
  Seconds,
  ColumnNormalize,
  Workload,  ///< not stored: running sums, or SGD
  Momentum,
  WeightDecay,
  Schedule,  ///< of learning rates
  Warmup,
  Cooldown,
  Objective,
  ClipNorm,
  Parameters,
  Machines,
  Memory,
  NumberType
};

inline constexpr std::array kFields{Field::Iterations,
                                    Field::Epochs,
                                    Field::DatasetSize,
                                    Field::BatchSize,
                                    Field::Epsilon,
                                    Field::Delta,
                                    Field::Adjacency,
                                    Field::Unit,
                                    Field::Batching,
                                    Field::JobBatching,
                                    Field::MinSeparation,
                                    Field::Tau,
                                    Field::FailureProbability,
                                    Field::Mechanism,
                                    Field::Bands,
                                    Field::Buffers,
                                    Field::TreeDecoder,
                                    Field::Stamps,
                                    Field::RobustFrom,
                                    Field::NoiseRows,
                                    Field::Seconds,
                                    Field::ColumnNormalize,
                                    Field::Workload,
                                    Field::Momentum,
                                    Field::WeightDecay,
                                    Field::Schedule,
                                    Field::Warmup,
                                    Field::Cooldown,
                                    Field::Objective,
                                    Field::ClipNorm,
                                    Field::Parameters,
                                    Field::Machines,
                                    Field::Memory,
                                    Field::NumberType};

/// The argument name that core uses in InvalidArgument: "iterations", "min_separation", ...
std::string_view argumentName(Field field);
/// nullopt for an argument that has no field of its own.
std::optional<Field> fieldOfArgument(std::string_view argument);
/// For menus ("Undo epsilon") and messages: "iterations", "data set size", ...
QString fieldLabel(Field field);

}  // namespace noiseloom
