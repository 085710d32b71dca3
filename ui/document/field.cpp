#include "ui/document/field.h"

#include <QCoreApplication>

namespace noiseloom {

std::string_view argumentName(Field field) {
  switch (field) {
    case Field::Iterations: return "iterations";
    case Field::Epochs: return "epochs";
    case Field::DatasetSize: return "dataset_size";
    case Field::BatchSize: return "batch_size";
    case Field::Epsilon: return "epsilon";
    case Field::Delta: return "delta";
    case Field::Adjacency: return "adjacency";
    case Field::Unit: return "unit";
    case Field::Batching: return "batching";
    case Field::JobBatching: return "job_batching";
    case Field::MinSeparation: return "min_separation";
    case Field::Tau: return "tau";
    case Field::FailureProbability: return "failure_probability";
    case Field::Mechanism: return "mechanism";
    case Field::Bands: return "bands";
    case Field::Buffers: return "buffers";
    case Field::TreeDecoder: return "tree_decoder";
    case Field::Stamps: return "stamps";
    case Field::RobustFrom: return "robust_from";
    case Field::NoiseRows: return "most_noise_rows";
    case Field::Seconds: return "most_seconds";
    case Field::Objective: return "objective";
    case Field::ColumnNormalize: return "column_normalize";
    case Field::Workload: return "workload";
    case Field::Momentum: return "momentum";
    case Field::WeightDecay: return "weight_decay";
    case Field::Schedule: return "learning_rates";
    case Field::Warmup: return "warmup";
    case Field::Cooldown: return "cooldown";
    case Field::ClipNorm: return "clip_norm";
    case Field::Memory: return "memory_per_machine";
    case Field::Parameters: return "parameters";
    case Field::Machines: return "machines";
    case Field::NumberType: return "number_type";
  }
  return {};
}

std::optional<Field> fieldOfArgument(std::string_view argument) {
  if (argument == "size of learning_rates") return Field::Schedule;
  for (const Field field : kFields) {
    if (argumentName(field) == argument) return field;
  }
  return std::nullopt;
}

QString fieldLabel(Field field) {
  const auto text = [](const char* source) { return QCoreApplication::translate("Field", source); };
  switch (field) {
    case Field::Iterations: return text("iterations");
    case Field::Epochs: return text("epochs");
    case Field::DatasetSize: return text("data set size");
    case Field::BatchSize: return text("batch size");
    case Field::Epsilon: return text("epsilon");
    case Field::Delta: return text("delta");
    case Field::Adjacency: return text("adjacency");
    case Field::Unit: return text("unit of privacy");
    case Field::Batching: return text("batching");
    case Field::JobBatching: return text("batches of the job");
    case Field::MinSeparation: return text("min-separation");
    case Field::Tau: return text("tau");
    case Field::FailureProbability: return text("failure probability");
    case Field::Mechanism: return text("mechanism");
    case Field::Bands: return text("bands");
    case Field::Buffers: return text("buffers");
    case Field::TreeDecoder: return text("tree decoder");
    case Field::Stamps: return text("stamps");
    case Field::RobustFrom: return text("robust from");
    case Field::NoiseRows: return text("noise rows");
    case Field::Seconds: return text("time limit");
    case Field::Objective: return text("objective");
    case Field::ColumnNormalize: return text("column normalisation");
    case Field::Workload: return text("workload");
    case Field::Momentum: return text("momentum");
    case Field::WeightDecay: return text("weight decay");
    case Field::Schedule: return text("learning rates");
    case Field::Warmup: return text("warm-up");
    case Field::Cooldown: return text("cool-down");
    case Field::ClipNorm: return text("clip norm");
    case Field::Memory: return text("memory of a machine");
    case Field::Parameters: return text("parameters");
    case Field::Machines: return text("machines");
    case Field::NumberType: return text("number type");
  }
  return {};
}

}  // namespace noiseloom
