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
  const auto tr = [](const char* text) { return QCoreApplication::translate("noiseloom", text); };
  switch (field) {
    case Field::Iterations: return tr("iterations");
    case Field::Epochs: return tr("epochs");
    case Field::DatasetSize: return tr("data set size");
    case Field::BatchSize: return tr("batch size");
    case Field::Epsilon: return tr("epsilon");
    case Field::Delta: return tr("delta");
    case Field::Adjacency: return tr("adjacency");
    case Field::Unit: return tr("unit of privacy");
    case Field::Batching: return tr("batching");
    case Field::JobBatching: return tr("batches of the job");
    case Field::MinSeparation: return tr("min-separation");
    case Field::Tau: return tr("tau");
    case Field::FailureProbability: return tr("failure probability");
    case Field::Mechanism: return tr("mechanism");
    case Field::Bands: return tr("bands");
    case Field::Buffers: return tr("buffers");
    case Field::TreeDecoder: return tr("tree decoder");
    case Field::Stamps: return tr("stamps");
    case Field::RobustFrom: return tr("robust from");
    case Field::NoiseRows: return tr("noise rows");
    case Field::Seconds: return tr("time limit");
    case Field::Objective: return tr("objective");
    case Field::ColumnNormalize: return tr("column normalisation");
    case Field::Workload: return tr("workload");
    case Field::Momentum: return tr("momentum");
    case Field::WeightDecay: return tr("weight decay");
    case Field::Schedule: return tr("learning rates");
    case Field::Warmup: return tr("warm-up");
    case Field::Cooldown: return tr("cool-down");
    case Field::ClipNorm: return tr("clip norm");
    case Field::Memory: return tr("memory of a machine");
    case Field::Parameters: return tr("parameters");
    case Field::Machines: return tr("machines");
    case Field::NumberType: return tr("number type");
  }
  return {};
}

}  // namespace noiseloom
