#include "ui/lessons/lesson_training.h"

#include "core/train/default_training.h"
#include "core/train/training_study.h"
#include "core/train/training_summary.h"
#include "ui/plots/training/training_race.h"

namespace noiseloom {
namespace {

std::string textOf(const QJsonObject& view, const char* key) {
  return view[QLatin1String(key)].toString().toStdString();
}

}  // namespace

LessonTraining lessonTrainingOf(const QJsonObject& view) {
  LessonTraining training;
  if (const auto shape = fromName<PlaneShape>(textOf(view, "data"))) training.shape = *shape;
  if (const auto model = fromName<ModelKind>(textOf(view, "model"))) training.model = *model;
  training.learningRate = view[QStringLiteral("learning_rate")].toDouble(training.learningRate);
  return training;
}

std::optional<LearnedValues> learnedBy(const std::shared_ptr<const Design>& design, const LessonTraining& training,
                                       const RunControl& control) {
  const Scenario& scenario = design->scenario;
  if (!scenario.datasetSize) throw InvalidArgument("dataset_size", Core::tr("nothing"), Core::tr("a number"));
  const PlanePoints points{
      .shape = training.shape, .train = *scenario.datasetSize, .test = defaultTraining().data.test};
  const auto task = std::make_shared<const LearningTask>(planePoints(points), training.model, defaultTraining().hidden);
  const TrainingPlan own{task, design, training.learningRate, scenario.clipNorm};
  TrainingPlan limit = own;
  limit.protection = Protection::NoNoise;
  TrainingStudy study({own, limit}, 1, curveOptions(scenario.iterations, 1));
  if (!study.run(TrainingRace::kSeeds, control)) return std::nullopt;
  const SeedStatistics reached = finalStatistics(study.of(0), TrainingMeasure::Accuracy);
  return LearnedValues{100 * reached.mean, 100 * reached.standardError,
                       100 * finalStatistics(study.of(1), TrainingMeasure::Accuracy).mean};
}

std::optional<double> learnedValue(const LearnedValues& learned, std::string_view member) {
  if (member == "accuracy") return learned.accuracy;
  if (member == "accuracyError") return learned.accuracyError;
  if (member == "noiselessAccuracy") return learned.noiseless;
  return std::nullopt;
}

const std::vector<std::string_view>& learnedMembers() {
  static const std::vector<std::string_view> names{"accuracy", "accuracyError", "noiselessAccuracy"};
  return names;
}

}  // namespace noiseloom
