#pragma once

#include <QPointF>
#include <QString>
#include <vector>

#include "core/base/run_control.h"
#include "core/train/quadratic_task.h"
#include "core/train/training_plan.h"

namespace noiseloom {

/// Directions of a quadratic that are alike.
struct TrainingCurvature {
  double curvature = 1;  ///< lambda, above 0
  Index directions = 1;

  bool operator==(const TrainingCurvature&) const = default;
};

/// All directions of a quadratic that the panel trains.
inline constexpr Index kMostTrainedDirections = 256;
/// What stands for curvatures where a person has typed none and the scenario has none.
inline constexpr const char* kUsualCurvatures = "0.01, 0.1, 1";
/// Length of the gradient before the first step, of every quadratic: below the usual clip norm, which then cuts
/// nothing.
inline constexpr double kFirstGradient = 0.5;

struct AskedCurvatures {
  std::vector<TrainingCurvature> curvatures;
  bool ofScenario = false;
  QString problem;  ///< why there are none
};
/// Reads "0.01, 0.1:5, 1", numbers of directions behind colons. Empty: the scenario's spectrum, of which learning rate
/// times curvature is given, with directions in proportion to weight / curvature, rounded, so that the sum of the
/// objective is the noise's part of the loss (math: section 1.1); without one kUsualCurvatures.
AskedCurvatures askedCurvatures(const QString& text, const Scenario& scenario, double learningRate);

/// The task: a coordinate for each direction, and examples that all agree.
QuadraticTask::Shape quadraticShape(const std::vector<TrainingCurvature>& curvatures, Index examples);

/// Why the plan's expected loss has no closed form here (momentum, a schedule, steps beyond the minimum); empty where
/// it has one.
QString whyNoClosedForm(const TrainingPlan& plan, const std::vector<TrainingCurvature>& curvatures);
/// Expected loss after 0, every, 2 every, ... and n steps, while no gradient is clipped and as if every batch had its
/// expected size (core/error/loss_curve.h). Empty when stopped.
std::vector<QPointF> expectedLosses(const TrainingPlan& plan, const std::vector<TrainingCurvature>& curvatures,
                                    double expectedBatch, Index every, const RunControl& control);

}  // namespace noiseloom
