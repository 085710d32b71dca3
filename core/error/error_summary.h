#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/base/run_control.h"
#include "core/strategy/strategy.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Which error of the n queries a strategy is optimised for. Curvature: the mean error of each of a workload's
/// components, summed up with their weights (math: section 1.1), where it has a spectrum; CurvatureLast: their last
/// error instead.
enum class ErrorObjective { Mean, Max, Last, Curvature, CurvatureLast };
/// Whether the objective is a sum over the components of a workload with a spectrum.
constexpr bool ofCurvatures(ErrorObjective objective) {
  return objective == ErrorObjective::Curvature || objective == ErrorObjective::CurvatureLast;
}
/// What the objective is within one component: the mean or the last error. Others are their own.
constexpr ErrorObjective ofComponent(ErrorObjective objective) {
  if (objective == ErrorObjective::Curvature) return ErrorObjective::Mean;
  return objective == ErrorObjective::CurvatureLast ? ErrorObjective::Last : objective;
}
/// Whether the objective is the mean of variances, each a sum over components for a spectrum: linear in them.
constexpr bool isMean(ErrorObjective objective) {
  return ofComponent(objective) == ErrorObjective::Mean;
}
/// Whether it is the variance of the last query alone, likewise.
constexpr bool isLast(ErrorObjective objective) {
  return ofComponent(objective) == ErrorObjective::Last;
}
std::string_view toString(ErrorObjective objective);
std::optional<ErrorObjective> objectiveFromName(std::string_view name);

/// Where strategies are optimised for the last error with columns that may become dependent, all but this share of the
/// weight is on the last query, the rest spread over the mean of all: the least error of the last step alone is
/// approached only by degenerate strategies, whose other errors grow without bound (lost digits included).
inline constexpr double kMeanShareOfLast = 1e-3;

/// Errors of the decoder D = A C^-1 before sensitivity and sigma: v_i = ||D[i, :]||^2.
struct ErrorSummary {
  double meanVariance = 0;           ///< (1/n) sum_i v_i
  double maxVariance = 0;            ///< max_i v_i
  double lastVariance = 0;           ///< v_(n-1)
  double curvatureVariance = 0;      ///< sum over components of weight (1/n) sum_i v_i; 0 without a spectrum
  double curvatureLastVariance = 0;  ///< the same of v_(n-1) in place of the mean
  double relativeErrorBound =
      0;  ///< of each, where a closed tail stands for the terms beyond the settling point; of the last, an estimate,
          ///< where it is so much smaller than the largest (3e5 times and more) that digits are lost; else 0
  bool valid = false;                         ///< false when stopped midway or not finite: the figures must not be used
  double of(ErrorObjective objective) const;  ///< the variance that the objective is about
};

/// The summary of v_0 .. v_(n-1); not valid when one is not finite.
ErrorSummary summaryOf(std::span<const double> variances);

/// Error of any strategy under any workload, by the cheapest exact route: closed sums for the identity, the Toeplitz
/// recurrence with an n-independent tail (math: section 4), the covariance recursion otherwise (math: section 3.1).
/// With a spectrum as often again as it has curvatures.
ErrorSummary errorOf(const Strategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
