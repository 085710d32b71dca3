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

/// What the models of a step learn, and how: the choices of the training panel that its view names.
struct LessonTraining {
  PlaneShape shape = PlaneShape::Circles;
  ModelKind model = ModelKind::Relu;
  double learningRate = 0.2;

  bool operator==(const LessonTraining&) const = default;
};
/// From the panel's view (PlotPanel::viewState()); what is not in it is as the panel has it then.
LessonTraining lessonTrainingOf(const QJsonObject& view);

/// How well a design learns, over the seeds that the panel's bands are made of.
struct LearnedValues {
  double accuracy = 0;       ///< percent of test points told apart rightly at the end, mean over the seeds
  double accuracyError = 0;  ///< its standard error
  double noiseless = 0;      ///< the same without noise
};
/// nullopt when stopped. Throws InvalidArgument for a design that cannot be trained.
std::optional<LearnedValues> learnedBy(const std::shared_ptr<const Design>& design, const LessonTraining& training,
                                       const RunControl& control);

/// "accuracy", "accuracyError", "noiselessAccuracy"; nullopt for another member.
std::optional<double> learnedValue(const LearnedValues& learned, std::string_view member);
const std::vector<std::string_view>& learnedMembers();

}  // namespace noiseloom
