#include "app/cli/train_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/cli/options.h"
#include "app/cli/progress_line.h"
#include "core/answer/arguments.h"
#include "core/base/check.h"
#include "core/train/quadratic_task.h"

namespace noiseloom::cli {
namespace {

constexpr std::string_view kQuadratic = "quadratic";

std::uint64_t seedOf(std::string_view name, const std::optional<std::string>& text, std::uint64_t usual) {
  if (!text) return usual;
  const Index seed = parseCount(name, *text);
  checkInteger(name, seed, 0, kNoLimit);
  return static_cast<std::uint64_t>(seed);
}

std::vector<double> curvaturesOf(const std::optional<std::string>& text) {
  std::vector<double> values;
  for (const std::string& each : listedValues("curvatures", text.value_or("0.01,0.1,1")))
    values.push_back(parseReal("curvatures", each));
  return values;
}

}  // namespace

void TrainOptions::declare(CLI::App& command) {
  const AddOption data = below("Data", optionsOf(command));
  data({"data", "NAME|FILE", &m_data,
        "points in the plane: blobs, moons, circles or spirals; quadratic; or a file of one's own: CSV, .npy or IDX, "
        "also in gzip (./moons is a file) [circles]"});
  data({"labels", "FILE", &m_labels, "file of an IDX or .npy file's labels [beside IDX images; .npy: last column]"});
  data({"label-column", "COLUMN", &m_labelColumn, "CSV: the labels' column, from 1 on or by name [the last]"});
  data({"leave-out", "COLUMN,..", &m_leaveOut, "CSV: columns that are no features, from 1 on or by name"});
  data({"words", "NAME", &m_words,
        "CSV: what columns of words become: refuse, leave-out, or indicators, a feature of 0 and 1 for each word "
        "[refuse]"});
  data({"gaps", "NAME", &m_gaps,
        "CSV: what empty cells, NA, N/A, NaN, null and ? do: refuse, or leave-out-rows, whose number is stated "
        "[refuse]"});
  data({"test-share", "SHARE", &m_testShare, "of a file's examples, to test on [0.2]"});
  data({"scaling", "NAME", &m_scaling,
        "of a file's features, by the training examples: none, standardise or unit-range [standardise; none for IDX "
        "bytes, which are divided by 255]"});
  data({"examples", "N", &m_examples, "points to train with [the strategy file's, or 1000]"});
  data({"test-examples", "N", &m_testExamples, "points to test on [1000]"});
  data({"data-noise", "S", &m_noise, "standard deviation of the points' scatter"});
  data({"data-seed", "S", &m_dataSeed, "of points, and of the test examples of a file [1]"});
  data({"curvatures", "X,X,..", &m_curvatures, "of the quadratic [0.01,0.1,1]"});
  data({"spread", "S", &m_spread, "of the quadratic's single gradients [0]"});
  const AddOption model = below("Model", optionsOf(command));
  model({"model", "NAME", &m_model, "linear, logistic, softmax, tanh or relu [relu]"});
  model({"hidden", "H", &m_hidden, "units of the hidden layer of tanh and relu [16]"});
}

std::vector<FileOption> TrainOptions::inputs() const {
  const bool file = m_data && *m_data != kQuadratic && !fromName<PlaneShape>(*m_data);
  return {{"data", file ? m_data : Typed()}, {"labels", m_labels}};
}

// Whoever typed an option expected an effect.
void TrainOptions::refuseIdle(bool made, bool quadratic) const {
  if (made || quadratic) {
    refuseTyped({{"labels", m_labels},
                 {"label_column", m_labelColumn},
                 {"leave_out", m_leaveOut},
                 {"words", m_words},
                 {"gaps", m_gaps},
                 {"test_share", m_testShare},
                 {"scaling", m_scaling}},
                "it beside a file of one's own only");
  } else {
    refuseTyped({{"examples", m_examples}}, "it beside data that are made here only");
  }
  if (!made)
    refuseTyped({{"test_examples", m_testExamples}, {"data_noise", m_noise}}, "it beside points in the plane only");
  if (quadratic) {
    refuseTyped({{"model", m_model}}, "none beside the quadratic, which is its own");
    refuseTyped({{"hidden", m_hidden}}, "none beside the quadratic");
  } else {
    refuseTyped({{"curvatures", m_curvatures}}, "them beside --data quadratic only");
    refuseTyped({{"spread", m_spread}}, "it beside --data quadratic only");
  }
}

CsvChoices TrainOptions::csvChoices() const {
  CsvChoices choices;
  if (m_leaveOut) choices.leftOut = listedValues("leave_out", *m_leaveOut);
  if (m_words) choices.words = parseName<CsvWords>("words", *m_words);
  if (m_gaps) choices.gaps = parseName<CsvGaps>("gaps", *m_gaps);
  return choices;
}

std::shared_ptr<const DataSet> TrainOptions::points(PlaneShape shape, std::optional<Index> stated) const {
  PlanePoints asked = defaultTraining().data;
  asked.shape = shape;
  if (m_examples)
    asked.train = parseCount("examples", *m_examples);
  else if (stated)
    asked.train = *stated;
  if (m_testExamples) asked.test = parseCount("test_examples", *m_testExamples);
  if (m_noise) asked.noise = parseReal("data_noise", *m_noise);
  asked.seed = seedOf("data_seed", m_dataSeed, asked.seed);
  return planePoints(asked);
}

std::optional<TrainedTask> TrainOptions::task(std::optional<Index> stated, const std::stop_token& stop) const {
  const DefaultTraining usual = defaultTraining();
  const std::string name = m_data.value_or(std::string(toString(usual.data.shape)));
  const auto shape = fromName<PlaneShape>(name);
  refuseIdle(shape.has_value(), name == kQuadratic);
  TrainedTask found;
  found.data = name;
  if (name == kQuadratic) {
    QuadraticTask::Shape asked{.curvatures = curvaturesOf(m_curvatures)};
    if (m_examples)
      asked.examples = parseCount("examples", *m_examples);
    else
      asked.examples = stated.value_or(usual.data.train);
    if (m_spread) asked.spread = parseReal("spread", *m_spread);
    asked.seed = seedOf("data_seed", m_dataSeed, 1);
    found.task = std::make_shared<QuadraticTask>(std::move(asked));
    return found;
  }
  const ModelKind model = m_model ? parseName<ModelKind>("model", *m_model) : usual.model;
  const bool layered = model == ModelKind::Tanh || model == ModelKind::Relu;
  if (m_hidden && !layered) throw InvalidArgument("hidden", *m_hidden, std::string("it beside tanh or relu only"));
  const Index hidden = m_hidden ? parseCount("hidden", *m_hidden) : usual.hidden;
  std::shared_ptr<const DataSet> data;
  if (shape) {
    data = points(*shape, stated);
  } else {
    const std::filesystem::path path(name);
    DataOptions options;
    options.regression = model == ModelKind::Linear;
    if (m_testShare) options.testShare = parseReal("test_share", *m_testShare);
    options.seed = seedOf("data_seed", m_dataSeed, 1);
    options.scaling = m_scaling ? parseName<FeatureScaling>("scaling", *m_scaling)
                                : (holdsPixels(path) ? FeatureScaling::None : FeatureScaling::Standardise);
    ExamplesSource source{.data = path, .labelColumn = m_labelColumn, .csv = csvChoices()};
    if (m_labels) source.labels = *m_labels;
    auto table = readExamples(source, {stop});
    if (!table) return std::nullopt;
    found.notes = table->notes;
    data = dataSet(std::move(*table), options);
    found.scaling = toString(options.scaling);
  }
  auto learning = std::make_shared<LearningTask>(std::move(data), model, hidden);
  found.learning = learning.get();
  found.task = std::move(learning);
  return found;
}

}  // namespace noiseloom::cli
