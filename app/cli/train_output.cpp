#include "app/cli/train_output.h"

#include "app/cli/text_table.h"
#include "core/answer/answer.h"
#include "core/answer/readable.h"
#include "core/base/check.h"
#include "core/io/csv.h"
#include "core/train/training_summary.h"

namespace noiseloom::cli {
namespace {

struct MeasureName {
  TrainingMeasure measure;
  const char* name;
};
constexpr MeasureName kMeasures[]{
    {TrainingMeasure::Loss, "loss"}, {TrainingMeasure::TestLoss, "test_loss"}, {TrainingMeasure::Accuracy, "accuracy"}};

// The measure by which runs are compared: on test data where there are some, the accuracy where there are classes.
TrainingMeasure measureOf(const TrainedTask& task) {
  if (!task.learning || task.learning->data().test.empty()) return TrainingMeasure::Loss;
  return task.learning->data().classes > 0 ? TrainingMeasure::Accuracy : TrainingMeasure::TestLoss;
}

const char* nameOf(TrainingMeasure measure) {
  for (const auto& [each, name] : kMeasures) {
    if (each == measure) return name;
  }
  return "";
}

Index countOf(const TrainAnswer& answer) {
  return std::ssize(answer.names);
}
const TrainingPlan& planOf(const TrainAnswer& answer, Index plan) {
  return answer.study.plans()[plan];
}

// Over all steps of all seeds.
struct Means {
  double batch = 0, clippedShare = 0, signalNorm = 0, noiseNorm = 0;
};
Means meansOf(const TrainAnswer& answer, Index plan) {
  StepTotals sums;
  for (const TrainingHistory& run : answer.study.of(plan)) {
    sums.examples += run.totals.examples;
    sums.clipped += run.totals.clipped;
    sums.signalNorm += run.totals.signalNorm;
    sums.noiseNorm += run.totals.noiseNorm;
  }
  const double steps =
      static_cast<double>(answer.study.seeds()) * static_cast<double>(planOf(answer, plan).design->scenario.iterations);
  const auto examples = static_cast<double>(std::max<Index>(1, sums.examples));
  return {static_cast<double>(sums.examples) / steps, static_cast<double>(sums.clipped) / examples,
          sums.signalNorm / steps, sums.noiseNorm / steps};
}

std::string spread(const SeedStatistics& found, double unit = 1) {
  if (found.seeds == 0) return "-";
  return readable(unit * found.mean, 4) + " ± " + readable(unit * found.standardError, 2);
}

Json statisticsJson(const SeedStatistics& found) {
  if (found.seeds == 0) return nullptr;
  return {{"mean", found.mean},
          {"standard_deviation", found.stddev},
          {"standard_error", found.standardError},
          {"least", found.least},
          {"most", found.most},
          {"seeds", found.seeds}};
}

Json valuesJson(const std::vector<std::optional<double>>& values) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(value ? Json(*value) : Json(nullptr));
  return list;
}

Json runJson(const TrainAnswer& answer, Index plan) {
  const TrainingPlan& what = planOf(answer, plan);
  const Design& design = *what.design;
  const bool noisy = what.noiseStddev() > 0;
  const Means means = meansOf(answer, plan);
  Json run{{"name", answer.names[plan]}, {"private", noisy}};
  run["mechanism"] = noisy ? Json(toString(design.mechanism)) : Json(nullptr);
  run["batching"] = toString(design.scenario.batching);
  run["iterations"] = design.scenario.iterations;
  run["epsilon"] = noisy ? Json(design.scenario.epsilon) : Json(nullptr);
  run["delta"] = noisy ? Json(design.scenario.delta) : Json(nullptr);
  run["clip_norm"] = what.effectiveClipNorm();
  run["noise_stddev"] = what.noiseStddev();
  run["rmse"] = noisy ? Json(design.error.mean) : Json(nullptr);
  run["mean_batch"] = means.batch;
  run["clipped_share"] = means.clippedShare;
  run["signal_norm"] = means.signalNorm;
  run["noise_norm"] = means.noiseNorm;
  run["diverged"] = divergedRuns(answer.study.of(plan));
  for (const auto& [measure, name] : kMeasures)
    run[name] = statisticsJson(finalStatistics(answer.study.of(plan), measure));
  run["final"] = valuesJson(finalValues(answer.study.of(plan), measureOf(answer.task)));
  return run;
}

// Each design against the first.
template <class Take>
void forDifferences(const TrainAnswer& answer, const Take& take) {
  for (Index plan = 1; plan + 1 < countOf(answer); ++plan)
    take(plan, differenceOf(answer.study.of(plan), answer.study.of(0), measureOf(answer.task)));
}

Evaluation lastEvaluation(const TrainAnswer& answer) {
  for (Index plan = countOf(answer) - 1; plan >= 0; --plan) {
    for (const TrainingHistory& run : answer.study.of(plan)) {
      if (!run.evaluations.empty()) return run.evaluations.back();
    }
  }
  return {};
}

}  // namespace

namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::string modelText(const TrainedTask& task) {
  if (!task.learning) return "quadratic of " + std::to_string(task.task->parameters()) + " curvatures";
  const Network& network = task.learning->network();
  std::string text(toString(network.kind()));
  if (network.hidden() > 0) text += ", " + std::to_string(network.hidden()) + " hidden units";
  return text + ", " + std::to_string(network.parameters()) + " weights";
}

std::string dataText(const TrainedTask& task) {
  std::string text = task.data + ": " + std::to_string(task.task->examples()) + " to train with";
  if (!task.learning) return text;
  const DataSet& data = task.learning->data();
  text += ", " + std::to_string(data.test.size()) + " to test on, " + std::to_string(data.features) + " features, ";
  text += data.classes > 0 ? std::to_string(data.classes) + " classes" : "a number to be met";
  const TableNotes& notes = task.notes;
  if (!notes.columns.empty()) text += "; left out: columns " + listed(notes.columns);
  if (notes.rows > 0) text += "; left out for a gap: " + std::to_string(notes.rows) + " rows";
  if (!notes.indicators.empty()) text += "; indicators of " + listed(notes.indicators);
  return text + (notes.decimalCommas ? "; decimal commas" : "");
}

Json taskJson(const TrainedTask& task) {
  Json json{{"data", task.data}, {"examples", task.task->examples()}};
  if (const LearningTask* learning = task.learning) {
    const DataSet& data = learning->data();
    const Network& network = learning->network();
    json["test_examples"] = data.test.size();
    json["features"] = data.features;
    json["classes"] = data.classes;
    const TableNotes& notes = task.notes;
    if (!notes.columns.empty() || notes.rows > 0 || !notes.indicators.empty())
      json["left_out"] = {{"columns", notes.columns}, {"rows", notes.rows}, {"indicators", notes.indicators}};
    json["scaling"] = task.scaling.empty() ? Json(nullptr) : Json(task.scaling);
    json["model"] = toString(network.kind());
    json["hidden"] = network.hidden() > 0 ? Json(network.hidden()) : Json(nullptr);
  } else {
    json["model"] = "quadratic";
  }
  json["parameters"] = task.task->parameters();
  return json;
}

std::string trainText(const TrainAnswer& answer) {
  const bool tested = measureOf(answer.task) != TrainingMeasure::Loss;
  const bool classes = measureOf(answer.task) == TrainingMeasure::Accuracy;
  const Evaluation last = lastEvaluation(answer);
  TextTable head;
  head.row({"Data", dataText(answer.task)});
  head.row({"Model", modelText(answer.task)});
  head.row({"Learning rate", readable(planOf(answer, 0).learningRate)});
  head.row({"Seeds", std::to_string(answer.study.seeds()) + " from " + std::to_string(answer.study.firstSeed()) +
                         (answer.study.seeds() < answer.asked ? " (of " + std::to_string(answer.asked) + ")" : "")});
  if (answer.task.learning)
    head.row({"Evaluated on", std::to_string(last.of) + " and " + std::to_string(last.testOf) + " examples"});
  TextTable table;
  std::vector<std::string> header{"", "epsilon", "noise stddev", "clipped", "signal", "noise", "loss"};
  if (tested) header.emplace_back("test loss");
  if (classes) header.emplace_back("accuracy in %");
  header.emplace_back("");
  table.row(std::move(header));
  for (Index plan = 0; plan < countOf(answer); ++plan) {
    const TrainingPlan& what = planOf(answer, plan);
    const auto runs = answer.study.of(plan);
    const Means means = meansOf(answer, plan);
    const bool noisy = what.noiseStddev() > 0;
    std::vector<std::string> row{answer.names[plan],
                                 noisy ? shortest(what.design->scenario.epsilon) : "-",
                                 readableUp(what.noiseStddev(), 4),
                                 readable(100 * means.clippedShare, 3) + " %",
                                 readable(means.signalNorm, 3),
                                 readable(means.noiseNorm, 3),
                                 spread(finalStatistics(runs, TrainingMeasure::Loss))};
    if (tested) row.push_back(spread(finalStatistics(runs, TrainingMeasure::TestLoss)));
    if (classes) row.push_back(spread(finalStatistics(runs, TrainingMeasure::Accuracy), 100));
    if (const Index diverged = divergedRuns(runs); diverged > 0)
      row.push_back(std::to_string(diverged) + " diverged and are left out");
    table.row(std::move(row));
  }
  std::string text = head.text() + "\n" + table.text() + "\n";
  forDifferences(answer, [&](Index plan, const TrainingDifference& found) {
    text += "  " + answer.names[plan] + " less " + answer.names[0] + ", " +
            (classes ? "accuracy in %: " + spread(found.difference, 100)
                     : std::string(tested ? "test loss: " : "loss: ") + spread(found.difference)) +
            "; " + found.text().english() + "\n";
  });
  return text +
         "\n  Means over the seeds and their standard errors, after the last step. Signal and noise: mean norms of a "
         "step's sum of\n"
         "  clipped gradients and of its noise, over the expected batch. Non-private: the first design's batches and "
         "clipping,\n"
         "  without noise. Noise and batches follow from the seeds: for exploring only, nobody's privacy is protected "
         "by them.\n";
}

std::string trainJson(const TrainAnswer& answer) {
  const Evaluation last = lastEvaluation(answer);
  Json json = taskJson(answer.task);
  if (answer.task.learning) json["evaluated_on"] = {last.of, last.testOf};
  json["learning_rate"] = planOf(answer, 0).learningRate;
  json["first_seed"] = answer.study.firstSeed();
  json["seeds"] = answer.study.seeds();
  json["seeds_asked"] = answer.asked;
  json["measure"] = nameOf(measureOf(answer.task));
  json["runs"] = Json::array();
  for (Index plan = 0; plan < countOf(answer); ++plan) json["runs"].push_back(runJson(answer, plan));
  json["differences"] = Json::array();
  forDifferences(answer, [&](Index plan, const TrainingDifference& found) {
    json["differences"].push_back({{"run", answer.names[plan]},
                                   {"less", answer.names[0]},
                                   {"difference", statisticsJson(found.difference)},
                                   {"seen", found.seen},
                                   {"seeds_needed", found.seedsNeeded ? Json(*found.seedsNeeded) : Json(nullptr)},
                                   {"text", found.text().english()}});
  });
  return printedJson(json);
}

std::string trainCsv(const TrainAnswer& answer) {
  CsvTable table({"run", "step", "seeds", "loss", "loss standard error", "test loss", "test loss standard error",
                  "accuracy", "accuracy standard error"});
  for (Index plan = 0; plan < countOf(answer); ++plan) {
    for (const CurvePoint& point : curveOf(answer.study.of(plan))) {
      std::vector<std::string> row{answer.names[plan], std::to_string(point.step), std::to_string(point.loss.seeds)};
      for (const SeedStatistics* found : {&point.loss, &point.testLoss, &point.accuracy}) {
        row.push_back(found->seeds > 0 ? csvNumber(found->mean) : std::string());
        row.push_back(found->seeds > 0 ? csvNumber(found->standardError) : std::string());
      }
      table.row(std::move(row));
    }
  }
  return table.text();
}

}  // namespace noiseloom::cli
