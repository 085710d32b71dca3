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

/// Steps that the chart evaluates, at most.
constexpr Index kMostStepPoints = 1024;

/// The error of each step.
struct StepErrors {
  std::vector<Index> steps;    ///< rising, 0-based
  std::vector<double> errors;  ///< sigma sens sqrt(v_i), in clip norms
  std::vector<double> shown;   ///< as they are drawn: in the unit of the data; NaN: no value there
};

/// sigma sens sqrt(v_i) of a design; empty unless the profile is valid.
StepErrors stepErrorsOf(const Design& design, const ErrorProfile& profile);
/// The same of DP-SGD: the profile of independent noise scaled so that its rmse is the design's dpSgdRmse.
/// identityMean: mean_i v_i of C = I. Empty where the design has no baseline.
StepErrors baselineErrorsOf(const Design& design, const ErrorProfile& identity, double identityMean);

/// Reads errors in the unit of a scale: against independent noise, whose profile and mean_i v_i these are, in the same
/// step. Where it has other steps, what is read against it has no values.
void readIn(StepErrors& errors, const ErrorScale& scale, const ErrorProfile& identity, double identityMean);

/// All that the chart of the error of each step shows.
struct StepErrorData {
  struct Pin {
    int id = 0;
    int color = 0;
    QString name;
    StepErrors errors;
    Standing standing = Standing::Same;  ///< to the current scenario
  };
  std::shared_ptr<const Design> design;
  bool stale = false;
  bool failed = false;                 ///< the design's errors were evaluated in vain
  ErrorUnit unit = ErrorUnit::Summed;  ///< of what is drawn
  DesignFigures figures;               ///< of the design, errors in the unit
  StepErrors own;
  StepErrors baseline;
  std::vector<Pin> pins;
};

ChartModel stepErrorModel(const StepErrorData& data);
/// "step 120: error 2.31 (× clip norm), 0.45 of DP-SGD's 5.13"; the baseline is left out where it has no such step, and
/// where errors are epsilons of it. `error`: as it is drawn.
QString stepErrorText(const StepErrorData& data, const QString& name, Index step, double error);
/// "rmse 3.21, largest 4.02 at step 1999, last 4.02 (× clip norm)".
QString stepErrorHint(const StepErrorData& data);
/// The error at a step that is among those evaluated, as it is drawn.
std::optional<double> errorAt(const StepErrors& errors, Index step);

}  // namespace noiseloom
