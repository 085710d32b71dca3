#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/output_path.h"
#include "core/io/examples_file.h"
#include "core/train/data_set.h"
#include "core/train/default_training.h"
#include "core/train/training_plan.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// The training task, in words for the answer.
struct TrainedTask {
  std::shared_ptr<const TrainingTask> task;
  const LearningTask* learning = nullptr;  ///< nullptr: a quadratic
  std::string data;                        ///< the name or the file
  std::string scaling;
  TableNotes notes = {};  ///< what of a CSV file was left out
};

/// The options of `train` and `spectrum` that say what is trained: data and model.
class TrainOptions {
 public:
  void declare(CLI::App& command);
  std::vector<FileOption> inputs() const;
  /// `stated`: the number of examples that the first strategy file is for, if any: made data have as many. nullopt
  /// when stopped. Throws InvalidArgument, IoError, FormatError.
  std::optional<TrainedTask> task(std::optional<Index> stated, const std::stop_token& stop) const;

 private:
  using Typed = std::optional<std::string>;

  void refuseIdle(bool made, bool quadratic) const;
  CsvChoices csvChoices() const;
  std::shared_ptr<const DataSet> points(PlaneShape shape, std::optional<Index> stated) const;

  Typed m_data, m_labels, m_labelColumn, m_leaveOut, m_words, m_gaps, m_testShare, m_scaling, m_examples,
      m_testExamples, m_noise, m_dataSeed;
  Typed m_curvatures, m_spread, m_model, m_hidden;
};

}  // namespace noiseloom::cli
