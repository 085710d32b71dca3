#include "ui/document/field_value.h"

#include <cmath>
#include <string>

#include "core/base/check.h"
#include "ui/document/batch_link.h"

namespace noiseloom {
namespace {

constexpr double kMostExact = 9007199254740992.0;  // 2^53: every whole number up to here is a double

Index wholeNumber(Field field, double value) {
  const std::string name(argumentName(field));
  if (!std::isfinite(value) || value != std::floor(value)) {
    throw InvalidArgument(name, shortest(value), "a whole number");
  }
  if (std::abs(value) > kMostExact) {
    throw InvalidArgument(name, shortest(value), "a whole number of at most 2^53 (about 9e15)");
  }
  return static_cast<Index>(value);
}

std::optional<Index> optionalNumber(Field field, const std::optional<double>& value) {
  if (!value) return std::nullopt;
  return wholeNumber(field, *value);
}

std::optional<double> asDouble(const std::optional<Index>& value) {
  if (!value) return std::nullopt;
  return static_cast<double>(*value);
}

double required(Field field, const std::optional<double>& value) {
  if (!value) throw InvalidArgument(std::string(argumentName(field)), "nothing", "a number");
  return *value;
}

}  // namespace

std::optional<double> valueOf(const Scenario& scenario, Field field) {
  switch (field) {
    case Field::Iterations: return static_cast<double>(scenario.iterations);
    case Field::Epochs: return static_cast<double>(scenario.epochs);
    case Field::DatasetSize: return asDouble(scenario.datasetSize);
    case Field::BatchSize: return batchSizeOf(scenario);
    case Field::Epsilon: return scenario.epsilon;
    case Field::Delta: return scenario.delta;
    case Field::MinSeparation: return asDouble(scenario.minSeparation);
    case Field::Tau: return scenario.tau;
    case Field::FailureProbability: return scenario.failureProbability;
    case Field::Bands: return asDouble(scenario.bands);
    case Field::Buffers: return asDouble(scenario.buffers);
    case Field::Stamps: return asDouble(scenario.stamps);
    case Field::RobustFrom: return asDouble(scenario.robustFrom);
    case Field::NoiseRows: return asDouble(scenario.mostNoiseRows);
    case Field::Seconds: return scenario.mostSeconds;
    case Field::Parameters: return static_cast<double>(scenario.deployment.parameters);
    case Field::Machines: return static_cast<double>(scenario.deployment.machines);
    case Field::Adjacency:
    case Field::Unit:
    case Field::Batching:
    case Field::JobBatching:
    case Field::Mechanism:
    case Field::TreeDecoder:
    case Field::ColumnNormalize:
    case Field::Objective:
    case Field::NumberType: break;
  }
  throw InvalidArgument("field", std::string(argumentName(field)), "a field that holds a number");
}

Scenario withValue(Scenario scenario, Field field, std::optional<double> value) {
  switch (field) {
    case Field::Iterations: scenario.iterations = wholeNumber(field, required(field, value)); break;
    case Field::Epochs: scenario.epochs = wholeNumber(field, required(field, value)); break;
    case Field::DatasetSize: scenario.datasetSize = optionalNumber(field, value); break;
    case Field::BatchSize: scenario.iterations = iterationsForBatchSize(scenario, required(field, value)); break;
    case Field::Epsilon: scenario.epsilon = required(field, value); break;
    case Field::Delta: scenario.delta = required(field, value); break;
    case Field::MinSeparation: scenario.minSeparation = optionalNumber(field, value); break;
    case Field::Tau: scenario.tau = required(field, value); break;
    case Field::FailureProbability: scenario.failureProbability = required(field, value); break;
    case Field::Bands: scenario.bands = optionalNumber(field, value); break;
    case Field::Buffers: scenario.buffers = optionalNumber(field, value); break;
    case Field::Stamps: scenario.stamps = optionalNumber(field, value); break;
    case Field::RobustFrom: scenario.robustFrom = optionalNumber(field, value); break;
    case Field::NoiseRows: scenario.mostNoiseRows = optionalNumber(field, value); break;
    case Field::Seconds: scenario.mostSeconds = value; break;
    case Field::Parameters: scenario.deployment.parameters = wholeNumber(field, required(field, value)); break;
    case Field::Machines: scenario.deployment.machines = wholeNumber(field, required(field, value)); break;
    case Field::Adjacency:
    case Field::Unit:
    case Field::Batching:
    case Field::JobBatching:
    case Field::Mechanism:
    case Field::TreeDecoder:
    case Field::ColumnNormalize:
    case Field::Objective:
    case Field::NumberType:
      throw InvalidArgument("field", std::string(argumentName(field)), "a field that holds a number");
  }
  return scenario;
}

}  // namespace noiseloom
