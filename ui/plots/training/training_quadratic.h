#pragma once

#include <QPointF>
#include <QString>
#include <vector>

#include "core/base/run_control.h"
#include "core/train/quadratic_task.h"
#include "core/train/training_plan.h"

namespace noiseloom {

/// Equal directions of a quadratic.
struct TrainingCurvature {
  double curvature = 1;  ///< lambda, above 0
  Index directions = 1;

  bool operator==(const TrainingCurvature&) const = default;
};

/// The largest number of directions that the panel trains.
inline constexpr Index kMostTrainedDirections = 256;
/// The default if neither the user nor the scenario gives curvatures.
inline constexpr const char* kUsualCurvatures = "0.01, 0.1, 1";
/// Length of the gradient before the first step, for every quadratic: below the usual clip norm, so that
/// nothing is clipped.
inline constexpr double kFirstGradient = 0.5;

struct AskedCurvatures {
  std::vector<TrainingCurvature> curvatures;
  bool ofScenario = false;
  QString problem;  ///< why there are none
};
/// Parses "0.01, 0.1:5, 1", with numbers of directions after colons. Empty: the scenario's spectrum, which gives
/// learning rate times curvature, with directions in proportion to weight / curvature, rounded, so that the sum of the
/// objective is the noise's part of the loss (math: section 1.1); without a spectrum, kUsualCurvatures.
AskedCurvatures askedCurvatures(const QString& text, const Scenario& scenario, double learningRate);

/// The task: a coordinate for each direction, and examples that all agree.
QuadraticTask::Shape quadraticShape(const std::vector<TrainingCurvature>& curvatures, Index examples);

/// Why the plan's expected loss has no closed form (momentum, a schedule, steps beyond the minimum); empty
/// if it has one.
QString whyNoClosedForm(const TrainingPlan& plan, const std::vector<TrainingCurvature>& curvatures);
/// Expected loss after 0, every, 2 every, ... and n steps, as long as no gradient is clipped and if every batch had its
/// expected size (core/error/loss_curve.h). Empty if stopped.
std::vector<QPointF> expectedLosses(const TrainingPlan& plan, const std::vector<TrainingCurvature>& curvatures,
                                    double expectedBatch, Index every, const RunControl& control);

}  // namespace noiseloom
