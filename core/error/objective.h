#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/names.h"
#include "core/base/text.h"

namespace noiseloom {

/// The error of the n queries for which a strategy is optimised. Curvature: the weighted sum, over the components of a
/// workload with a spectrum, of their mean errors (math: section 1.1); CurvatureLast: of their last errors.
enum class ErrorObjective { Mean, Max, Last, Curvature, CurvatureLast };

/// A number for each objective; 0 for those of curvatures if there is no spectrum.
struct ByObjective {
  double mean = 0;
  double max = 0;
  double last = 0;
  double curvature = 0;
  double curvatureLast = 0;

  constexpr double& operator[](ErrorObjective objective);
  constexpr double operator[](ErrorObjective objective) const;
};

/// The properties of an objective and of its error.
struct ObjectiveInfo {
  ErrorObjective objective;
  double ByObjective::*number;
  std::string_view id;     ///< in files and on the command line
  std::string_view error;  ///< the error's name in files and JSON
  std::string_view loss;   ///< name of its square at noise multiplier 1
  Phrase name;             ///< in a sentence
  Phrase title;
  Phrase meaning;              ///< describes the error, beside its name
  ErrorObjective ofComponent;  ///< the objective within one component: mean or last error; others are their own
  bool ofCurvatures = false;   ///< a sum over the components of a workload with a spectrum
};

/// In the order of the enumerators.
inline constexpr std::array kObjectives{
    ObjectiveInfo{.objective = ErrorObjective::Mean,
                  .number = &ByObjective::mean,
                  .id = "mean",
                  .error = "rmse",
                  .loss = "loss_mean",
                  .name = Core::tr("rmse"),
                  .title = Core::tr("RMSE"),
                  .meaning = Core::tr("mean over all steps"),
                  .ofComponent = ErrorObjective::Mean},
    ObjectiveInfo{.objective = ErrorObjective::Max,
                  .number = &ByObjective::max,
                  .id = "max",
                  .error = "max_error",
                  .loss = "loss_max",
                  .name = Core::tr("largest error"),
                  .title = Core::tr("Largest error"),
                  .meaning = Core::tr("largest of all steps"),
                  .ofComponent = ErrorObjective::Max},
    ObjectiveInfo{.objective = ErrorObjective::Last,
                  .number = &ByObjective::last,
                  .id = "last",
                  .error = "last_error",
                  .loss = "loss_last",
                  .name = Core::tr("last error"),
                  .title = Core::tr("Last error"),
                  .meaning = Core::tr("last step"),
                  .ofComponent = ErrorObjective::Last},
    ObjectiveInfo{.objective = ErrorObjective::Curvature,
                  .number = &ByObjective::curvature,
                  .id = "curvature",
                  .error = "curvature_error",
                  .loss = "loss_curvature",
                  .name = Core::tr("curvature error"),
                  .title = Core::tr("Curvature error"),
                  .meaning = Core::tr("mean over all steps and curvatures"),
                  .ofComponent = ErrorObjective::Mean,
                  .ofCurvatures = true},
    ObjectiveInfo{.objective = ErrorObjective::CurvatureLast,
                  .number = &ByObjective::curvatureLast,
                  .id = "curvature-last",
                  .error = "curvature_last_error",
                  .loss = "loss_curvature_last",
                  .name = Core::tr("last curvature error"),
                  .title = Core::tr("Last curvature error"),
                  .meaning = Core::tr("last step, mean over curvatures"),
                  .ofComponent = ErrorObjective::Last,
                  .ofCurvatures = true},
};
constexpr const ObjectiveInfo& infoOf(ErrorObjective objective) {
  return kObjectives[static_cast<std::size_t>(objective)];
}

constexpr double& ByObjective::operator[](ErrorObjective objective) {
  return this->*infoOf(objective).number;
}
constexpr double ByObjective::operator[](ErrorObjective objective) const {
  return this->*infoOf(objective).number;
}

constexpr bool ofCurvatures(ErrorObjective objective) {
  return infoOf(objective).ofCurvatures;
}
constexpr ErrorObjective ofComponent(ErrorObjective objective) {
  return infoOf(objective).ofComponent;
}
/// True if the objective is linear in the variances: their mean, also summed over components.
constexpr bool isMean(ErrorObjective objective) {
  return ofComponent(objective) == ErrorObjective::Mean;
}
/// True if the objective is the variance of the last query alone, also summed over components.
constexpr bool isLast(ErrorObjective objective) {
  return ofComponent(objective) == ErrorObjective::Last;
}

template <>
inline constexpr auto kNamesOf<ErrorObjective> = namesIn(kObjectives, &ObjectiveInfo::id);

}  // namespace noiseloom
