#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/run_control.h"
#include "core/base/text.h"
#include "core/design/figures.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// Units for errors (math: section 0.1). Designs, files and all computations hold errors on the summed gradient;
/// another unit is for display.
enum class ErrorUnit {
  Summed,       ///< clip norms, on the summed gradient
  Mean,         ///< clip norms, on the mean gradient: divided by the expected batch size
  FullBatch,    ///< ratio to the same error, on the mean gradient, of DP-SGD with every example in every step
  DpSgdEpsilon  ///< the epsilon at which DP-SGD under the same batching has the same error: an estimate
};
template <>
inline constexpr std::array<std::string_view, 4> kNamesOf<ErrorUnit>{"summed", "mean", "full-batch", "dp-sgd-epsilon"};

struct ErrorUnitInfo {
  ErrorUnit unit;
  Phrase name;           ///< of a choice: "Mean gradient"
  Phrase label;          ///< of an axis or a column: "× clip norm"
  Phrase meaning;        ///< a sentence
  Phrase amount;         ///< of an error, in a sentence: "%1 clip norms on the summed gradient"
  std::string_view csv;  ///< in headers of tables: "clip norms"
};
/// All units, in the order in which they are offered.
std::span<const ErrorUnitInfo> errorUnits();
const ErrorUnitInfo& infoOf(ErrorUnit unit);

/// The reason why errors of a scenario cannot be stated in a unit; empty if they can.
Text unitProblem(ErrorUnit unit, const Scenario& scenario);
/// Throws InvalidArgument "error_unit" if unitProblem() is not empty.
void checkUnit(ErrorUnit unit, const Scenario& scenario);

/// The unit of a scenario's errors, as a function of the error on the summed gradient. Immutable, and small.
class ErrorScale {
 public:
  /// ErrorUnit::Summed.
  ErrorScale() = default;
  /// A unit for errors of a scenario without problems(). DpSgdEpsilon takes 0.03 to 0.4 s, with rare participation and
  /// under balls-in-bins up to 4 s, and polls `control`; it has no values when stopped. Throws like checkUnit().
  ErrorScale(ErrorUnit unit, const Scenario& scenario, const RunControl& control = {});

  ErrorUnit unit() const { return m_unit; }
  /// Converts an error in clip norms on the summed gradient: increases with it, but epsilons decrease. NaN if there is
  /// no value: for errors that are not finite and above 0, and for epsilons outside [2^-7, 2^14] or beyond the
  /// accounting for DP-SGD. Relative error of epsilons: about 1e-4; with rare participation and a tiny delta up to
  /// about 2e-3, under balls-in-bins about a percent.
  double in(ErrorObjective kind, double error) const;
  /// Converts the error of one step like the rmse: against that of DP-SGD in the same step, which is `share` times its
  /// rmse (> 0; ignored for clip norms).
  double atStep(double error, double share) const;
  /// The figures with all errors, dp_sgd_rmse and lower_bound (in the measure of `objective`) in this unit; zeros of
  /// curvatures and of the bound stay 0.
  DesignFigures in(DesignFigures figures, ErrorObjective objective) const;

 private:
  struct Knot {
    double logSigma;
    double logEpsilon;
    double slope;  ///< of logEpsilon in logSigma
  };
  void tabulate(const Scenario& scenario, const RunControl& control);
  double read(double error, double one) const;

  ErrorUnit m_unit = ErrorUnit::Summed;
  ByObjective m_unitErrors{1, 1, 1, 1, 1};  ///< the error that is 1, or DP-SGD's at noise multiplier 1
  std::vector<Knot> m_knots;                ///< by increasing logSigma
};

/// The inputs of an ErrorScale: scenarios with equal keys share it.
Scenario errorScaleKey(ErrorUnit unit, const Scenario& scenario);

}  // namespace noiseloom
