#include <CLI/CLI.hpp>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "app/cli/train_options.h"
#include "app/cli/train_output.h"
#include "core/answer/answer.h"
#include "core/answer/arguments.h"
#include "core/answer/readable.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/train/loss_spectrum.h"

namespace noiseloom::cli {
namespace {

using Typed = std::optional<std::string>;

// The request, apart from data and model.
struct Asked {
  SpectrumPlace place = SpectrumPlace::Trained;
  ShortTraining training;
  Index seed = 1;
  LossSpectrumOptions options;
};

/// `spectrum`: the curvatures of a model's loss on data, as --spectrum reads them.
class SpectrumCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  Asked asked() const;

  TrainOptions m_task;
  Typed m_at, m_steps, m_batch, m_learningRate, m_clipNorm, m_seed, m_most, m_sampled;
  bool m_list = false;
};

void SpectrumCommand::declare(CLI::App& command) {
  m_task.declare(command);
  const AddOption weights = below("Weights", optionsOf(command));
  weights({"at", "NAME", &m_at,
           "the weights to look at: start, or trained, where a short training without noise ends [trained]"});
  weights({"learning-rate", "X", &m_learningRate,
           "times the curvatures, and of the training; for a job with a schedule its usual one [0.2]"});
  weights({"steps", "N", &m_steps, "of the training [400]"});
  weights({"batch", "B", &m_batch, "examples of a step [50]"});
  weights({"clip-norm", "X", &m_clipNorm, "of the training's gradients; 0: none [1]"});
  weights({"seed", "S", &m_seed, "of first weights, batches and probes [1]"});
  const AddOption curvatures = below("Curvatures", optionsOf(command));
  curvatures({"most", "K", &m_most, "curvatures, up to 32; neighbours are joined [16]"});
  curvatures({"loss-examples", "N", &m_sampled, "examples whose loss is looked at, at most [4096]"});
  const AddOption output = below("Output", optionsOf(command));
  output({"list", "", &m_list, "print the list alone, for --spectrum \"$(...)\""});
  declareJson(command, "Output");
}

Asked SpectrumCommand::asked() const {
  if (m_list && m_json) throw InvalidArgument("list", std::string("given"), std::string("it without --json"));
  Asked found;
  if (m_at) found.place = parseName<SpectrumPlace>("at", *m_at);
  if (found.place == SpectrumPlace::Start)
    refuseTyped({{"steps", m_steps}, {"batch", m_batch}, {"clip_norm", m_clipNorm}}, "it beside --at trained only");
  if (m_learningRate) found.training.learningRate = parseReal("learning_rate", *m_learningRate);
  if (m_steps) found.training.steps = parseCount("steps", *m_steps);
  if (m_batch) found.training.batch = parseCount("batch", *m_batch);
  if (m_clipNorm) {
    found.training.clipNorm = parseReal("clip_norm", *m_clipNorm);
    if (found.training.clipNorm == 0) found.training.clipNorm = std::numeric_limits<double>::infinity();
  }
  if (m_seed) found.seed = parseCount("seed", *m_seed);
  checkInteger("seed", found.seed, 0, kNoLimit);
  found.options.learningRate = found.training.learningRate;
  found.options.seed = static_cast<std::uint64_t>(found.seed);
  if (m_most) found.options.most = parseCount("most", *m_most);
  if (m_sampled) found.options.examples = parseCount("loss_examples", *m_sampled);
  checkInteger("most", found.options.most, 1, kMostCurvatures);
  checkInteger("loss_examples", found.options.examples, 1, kNoLimit);
  checkPositive("learning_rate", found.options.learningRate);
  return found;
}

std::string placeText(const Asked& asked) {
  const std::string seed = "seed " + std::to_string(asked.seed);
  if (asked.place == SpectrumPlace::Start) return "the first ones of " + seed;
  const ShortTraining& training = asked.training;
  const bool clips = training.clipNorm < std::numeric_limits<double>::infinity();
  return "after " + std::to_string(training.steps) + " steps without noise (batches of " +
         std::to_string(training.batch) + ", learning rate " + readable(training.learningRate) +
         (clips ? ", clip norm " + readable(training.clipNorm) : ", no clipping") + ", " + seed + ")";
}

std::string spectrumText(const TrainedTask& task, const Asked& asked, const LossSpectrum& found) {
  TextTable head;
  head.row({"Data", dataText(task)});
  head.row({"Model", modelText(task)});
  head.row({"Weights", placeText(asked)});
  head.row({"Curvatures", "from " + readable(found.least, 4) + " to " + readable(found.largest, 4)});
  TextTable table;
  table.row({"learning rate x curvature", "weight", "share in %"});
  for (const Curvature& each : found.spectrum.curvatures())
    table.row({readable(each.step), readable(each.weight), readable(100 * each.weight / found.spectrum.weight(), 3)});
  std::string text = head.text() + "\n" + table.text() + "\n  --spectrum \"" + toText(found.spectrum) + "\"\n\n";
  for (const Text& note : found.notes()) text += "  " + note.english() + "\n";
  return text +
         "  A weight is the number of directions times their curvature: the noise's part of a quadratic loss. The "
         "loss is that of\n"
         "  the examples themselves, without noise or clipping: no privacy claim covers what is read off here.\n";
}

Json spectrumJson(const TrainedTask& task, const Asked& asked, const LossSpectrum& found) {
  Json json = taskJson(task);
  const bool trained = asked.place == SpectrumPlace::Trained;
  const double clip = asked.training.clipNorm;
  json["at"] = toString(asked.place);
  json["seed"] = asked.seed;
  json["steps"] = trained ? Json(asked.training.steps) : Json(nullptr);
  json["batch"] = trained ? Json(asked.training.batch) : Json(nullptr);
  json["clip_norm"] = trained && clip < std::numeric_limits<double>::infinity() ? Json(clip) : Json(nullptr);
  json["learning_rate"] = asked.options.learningRate;
  json["loss_examples"] = found.examples;
  json["exact"] = found.exact;
  json["probes"] = found.exact ? Json(nullptr) : Json(found.probes);
  json["least_curvature"] = found.least;
  json["largest_curvature"] = found.largest;
  json["rising"] = {{"directions", found.rising}, {"sum", found.risingSum}};
  json["falling"] = {{"directions", found.falling}, {"sum", found.fallingSum}};
  json["flat"] = found.flat;
  json["steep"] = {{"directions", found.steep}, {"sum", found.steepSum}};
  json["unstable"] = {{"directions", found.unstable}, {"sum", found.unstableSum}};
  json["joined"] = found.joined;
  json["spectrum"] = toText(found.spectrum);
  json["curvatures"] = Json::array();
  for (const Curvature& each : found.spectrum.curvatures())
    json["curvatures"].push_back({{"step", each.step}, {"weight", each.weight}});
  json["notes"] = Json::array();
  for (const Text& note : found.notes()) json["notes"].push_back(note.english());
  return json;
}

Outcome SpectrumCommand::run(const std::stop_token& stop) const {
  const Asked what = asked();
  Outcome cancelled{kExitCancelled, "", "cancelled before the curvatures were measured"};
  ProgressLine line;
  const auto task = m_task.task(std::nullopt, stop);
  if (!task) return cancelled;
  const RunControl control = line.control(stop);
  std::optional<std::vector<double>> weights = task->task->start(static_cast<std::uint64_t>(what.seed));
  if (what.place == SpectrumPlace::Trained)
    weights = trainedWeights(*task->task, what.training, static_cast<std::uint64_t>(what.seed), control.part(0, 0.5));
  if (!weights) return cancelled;
  const auto found = lossSpectrum(*task->task, *weights, what.options, control.part(0.5, 1));
  if (!found) return cancelled;
  if (m_list) return {kExitSuccess, toText(found->spectrum) + "\n", ""};
  if (m_json) return {kExitSuccess, printedJson(spectrumJson(*task, what, *found)), ""};
  return {kExitSuccess, spectrumText(*task, what, *found), ""};
}

}  // namespace

std::unique_ptr<Command> spectrumCommand() {
  return std::make_unique<SpectrumCommand>();
}

}  // namespace noiseloom::cli
