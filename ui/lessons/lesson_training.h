#pragma once

#include <QJsonObject>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/design/design.h"
#include "core/train/network.h"
#include "core/train/plane_points.h"

namespace noiseloom {

/// What the models of a step are trained on, and how: the choices in the training panel's view.
struct LessonTraining {
  PlaneShape shape = PlaneShape::Circles;
  ModelKind model = ModelKind::Relu;
  double learningRate = 0.2;

  bool operator==(const LessonTraining&) const = default;
};
/// Reads the choices from the panel's view (PlotPanel::viewState()); missing ones take the panel's defaults.
LessonTraining lessonTrainingOf(const QJsonObject& view);

/// How well a design learns, over the seeds of the panel's bands.
struct LearnedValues {
  double accuracy = 0;       ///< percentage of test points classified correctly at the end, mean over the seeds
  double accuracyError = 0;  ///< standard error of that mean
  double noiseless = 0;      ///< mean accuracy without noise
};
/// nullopt if stopped. Throws InvalidArgument for a design that cannot be trained.
std::optional<LearnedValues> learnedBy(const std::shared_ptr<const Design>& design, const LessonTraining& training,
                                       const RunControl& control);

/// "accuracy", "accuracyError", "noiselessAccuracy"; nullopt for another member.
std::optional<double> learnedValue(const LearnedValues& learned, std::string_view member);
const std::vector<std::string_view>& learnedMembers();

}  // namespace noiseloom
