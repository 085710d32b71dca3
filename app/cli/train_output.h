#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/cli/train_options.h"
#include "core/train/training_study.h"

namespace noiseloom::cli {

/// A study and what its rows are called; the last row is the one without noise.
struct TrainAnswer {
  const TrainedTask& task;
  const TrainingStudy& study;
  const std::vector<std::string>& names;
  Index asked = 0;  ///< seeds; fewer are there where it was stopped
};

/// The data and the model that are trained, in words, and as the first members of an object.
std::string dataText(const TrainedTask& task);
std::string modelText(const TrainedTask& task);
nlohmann::ordered_json taskJson(const TrainedTask& task);

std::string trainText(const TrainAnswer& answer);
std::string trainJson(const TrainAnswer& answer);
/// Curves over the steps, a row for each run and evaluation.
std::string trainCsv(const TrainAnswer& answer);

}  // namespace noiseloom::cli
