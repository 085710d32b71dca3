#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/train_options.h"
#include "app/cli/train_output.h"
#include "core/answer/arguments.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/atomic_file.h"
#include "core/io/strategy_file.h"
#include "core/search/comparable.h"
#include "core/search/designer.h"

namespace noiseloom::cli {
namespace {

/// `train`: trains a model with several designs side by side, over seeds.
class TrainCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  struct Named {
    std::string name;
    std::shared_ptr<const Design> design;
  };
  /// The designs of the files, or those of the default task; fewer where it was stopped.
  std::vector<Named> designs(ProgressLine& line, const std::stop_token& stop) const;
  /// Refuses a design whose scenario does not fit the data, by a sentence that says what does.
  void checkFits(const std::vector<Named>& designs, const TrainedTask& task) const;

  std::vector<std::string> m_strategies;
  TrainOptions m_task;
  std::optional<std::string> m_seeds, m_seed;
  std::optional<std::string> m_learningRate;
  std::optional<std::string> m_clipNorm;
  std::optional<std::string> m_every;
  std::optional<std::string> m_out;
};

void TrainCommand::declare(CLI::App& command) {
  command
      .add_option("--strategy", m_strategies,
                  "strategy files, side by side [DP-SGD, banded Toeplitz and BLT at epsilon 1 for 1000 examples]")
      ->type_name("FILE.npz");
  m_task.declare(command);
  const AddOption training = below("Training", optionsOf(command));
  training({"learning-rate", "X", &m_learningRate, "times that of the workload's schedule [0.2]"});
  training({"clip-norm", "X", &m_clipNorm,
            "of every design, whose noise grows or shrinks with it: the promise stays [each design's own]"});
  training({"seeds", "N", &m_seeds, "runs of each design [20]"});
  training({"seed", "S", &m_seed,
            "the first one; first weights, batches and noise follow from it, so that whoever knows it undoes the noise "
            "[1]"});
  training({"evaluate-every", "STEPS", &m_every, "steps between two points of a curve [n / 20]"});
  const AddOption output = below("Output", optionsOf(command));
  output({"out", "FILE.csv", &m_out, "write the curves, replacing an older file"});
  declareJson(command, "Output");
}

std::vector<TrainCommand::Named> TrainCommand::designs(ProgressLine& line, const std::stop_token& stop) const {
  std::vector<Named> found;
  for (const std::string& file : m_strategies) {
    found.push_back({std::filesystem::path(file).filename().string(), designOf(readStrategyFile(file))});
    const auto alike = std::ranges::count(found, found.back().name, &Named::name);
    if (alike > 1) found.back().name = file;
  }
  if (!m_strategies.empty()) return found;
  for (const Scenario& scenario : defaultTraining().scenarios) {
    auto solved = design(scenario, line.control(stop));
    if (stop.stop_requested() || !solved) return found;
    found.push_back({std::string(toString(solved->mechanism)), std::move(solved)});
  }
  return found;
}

void TrainCommand::checkFits(const std::vector<Named>& designs, const TrainedTask& task) const {
  const Index there = task.task->examples();
  for (const Named& each : designs) {
    const auto& stated = each.design->scenario.datasetSize;
    if (!stated || *stated == there) continue;
    const std::string count = std::to_string(there), own = std::to_string(*stated);
    const bool made = !task.learning || fromName<PlaneShape>(task.data);
    std::string what = m_strategies.empty() ? "none, which stands for designs" : each.name + ", which is";
    what += " for " + own + " examples,";
    std::string fits = "a design for the " + count + " examples that there are to train with (design --dataset-size ";
    fits += count;
    fits += " --out FILE.npz), or ";
    fits += made ? "--examples " + own : "data with " + own + " of them";
    throw InvalidArgument("strategy", what, fits);
  }
}

Outcome TrainCommand::run(const std::stop_token& stop) const {
  std::vector<FileOption> inputs = m_task.inputs();
  for (const std::string& file : m_strategies) inputs.push_back({"strategy", file});
  checkOutputs(inputs, {{"out", m_out}});
  const Index seeds = parseCount("seeds", m_seeds.value_or("20"));
  const Index first = parseCount("seed", m_seed.value_or("1"));
  checkInteger("seed", first, 0, kNoLimit);
  TrainingOptions options{.keepSteps = false, .pathWeights = 0};
  if (m_every) options.evaluateEvery = parseCount("evaluate_every", *m_every);

  std::optional<TrainingStudy> study;
  std::vector<std::string> names;
  std::optional<TrainedTask> task;
  std::string note;
  {
    ProgressLine line;
    const std::vector<Named> found = designs(line, stop);
    if (!stop.stop_requested()) task = m_task.task(found.front().design->scenario.datasetSize, stop);
    if (stop.stop_requested() || !task) return {kExitCancelled, "", "cancelled before the training began"};
    checkFits(found, *task);
    std::vector<TrainingPlan> plans;
    for (const Named& each : found) {
      TrainingPlan plan{task->task, each.design, defaultTraining().learningRate};
      if (m_learningRate) plan.learningRate = parseReal("learning_rate", *m_learningRate);
      if (m_clipNorm) plan.clipNorm = parseReal("clip_norm", *m_clipNorm);
      plans.push_back(std::move(plan));
      names.push_back(each.name);
    }
    for (const Named& each : found) {
      const auto differing = claimDifferences(found.front().design->scenario, each.design->scenario);
      if (differing.empty() || !note.empty()) continue;
      note =
          each.name + " and " + found.front().name +
          " do not answer the same question: their guarantees or their workloads differ, and not the mechanisms alone";
    }
    plans.push_back(plans.front());
    plans.back().protection = Protection::NoNoise;
    names.emplace_back("non-private");
    study.emplace(std::move(plans), static_cast<std::uint64_t>(first), options);
    study->run(seeds, line.control(stop));
  }
  if (study->seeds() == 0) return {kExitCancelled, "", "cancelled before a first seed was complete"};
  const TrainAnswer answer{*task, *study, names, seeds};
  if (m_out) writeFileAtomically(*m_out, trainCsv(answer));
  Outcome outcome{kExitSuccess, m_json ? trainJson(answer) : trainText(answer), note};
  if (study->seeds() < seeds) {
    outcome.exitCode = kExitCancelled;
    outcome.note += std::string(note.empty() ? "" : "\n") + "cancelled: these are " + std::to_string(study->seeds()) +
                    " of " + std::to_string(seeds) + " seeds";
  }
  return outcome;
}

}  // namespace

std::unique_ptr<Command> trainCommand() {
  return std::make_unique<TrainCommand>();
}

}  // namespace noiseloom::cli
