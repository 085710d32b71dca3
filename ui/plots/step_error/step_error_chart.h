#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/design/design.h"
#include "core/design/error_unit.h"
#include "core/error/error_profile.h"
#include "ui/document/claim_difference.h"
#include "ui/plots/line/chart_model.h"

namespace noiseloom {

/// The largest number of steps that the chart evaluates.
constexpr Index kMostStepPoints = 1024;

struct StepErrors {
  std::vector<Index> steps;    ///< ascending, 0-based
  std::vector<double> errors;  ///< sigma sens sqrt(v_i), in clip norms
  std::vector<double> shown;   ///< as drawn: in the unit of the data; NaN if there is none
};

/// sigma sens sqrt(v_i) of a design; empty unless the profile is valid.
StepErrors stepErrorsOf(const Design& design, const ErrorProfile& profile);
/// Errors of DP-SGD: the profile of independent noise, scaled so that its RMSE is the design's dpSgdRmse.
/// `identityMean` is mean_i v_i of C = I. Empty if the design has no baseline.
StepErrors baselineErrorsOf(const Design& design, const ErrorProfile& identity, double identityMean);

/// Converts errors by a scale: relative to independent noise at the same step, given its profile and mean_i v_i. If its
/// steps differ, the converted errors have no values.
void readIn(StepErrors& errors, const ErrorScale& scale, const ErrorProfile& identity, double identityMean);

/// All data of the chart of the error at each step.
struct StepErrorData {
  struct Pin {
    int id = 0;
    int color = 0;
    QString name;
    StepErrors errors;
    Standing standing = Standing::Same;  ///< relative to the current scenario
  };
  std::shared_ptr<const Design> design;
  bool stale = false;
  bool failed = false;                 ///< evaluating the design's errors failed
  ErrorUnit unit = ErrorUnit::Summed;  ///< unit of the drawn errors
  DesignFigures figures;               ///< the design's figures, errors in the unit
  StepErrors own;
  StepErrors baseline;
  std::vector<Pin> pins;
};

ChartModel stepErrorModel(const StepErrorData& data);
/// "step 120: error 2.31 (× clip norm), 0.45 of DP-SGD's 5.13"; without the baseline if that has no such step, or if
/// errors are epsilons of it. `error` is the drawn one.
QString stepErrorText(const StepErrorData& data, const QString& name, Index step, double error);
/// "rmse 3.21, largest 4.02 at step 1999, last 4.02 (× clip norm)".
QString stepErrorHint(const StepErrorData& data);
/// The drawn error at a step, if that was evaluated.
std::optional<double> errorAt(const StepErrors& errors, Index step);

}  // namespace noiseloom
