#include "core/design/figures.h"

#include <array>

namespace noiseloom {
namespace {

template <double DesignFigures::*member>
double& at(DesignFigures& figures) {
  return figures.*member;
}

constexpr std::string_view kClipNorms = "clip norms";

// Version 1 did not state the last error; curvatures came with version 8.
constexpr Index versionOf(ErrorObjective objective) {
  return ofCurvatures(objective) ? 8 : isLast(objective) ? 2 : 1;
}

template <ErrorObjective objective>
constexpr FigureInfo lossOf() {
  return {.name = infoOf(objective).loss,
          .in = [](DesignFigures& figures) -> double& { return figures.loss[objective]; },
          .positive = !ofCurvatures(objective),
          .brief = false,
          .version = versionOf(objective),
          .optional = ofCurvatures(objective)};
}

template <ErrorObjective objective>
constexpr FigureInfo errorOf() {
  return {.name = infoOf(objective).error,
          .unit = kClipNorms,
          .in = [](DesignFigures& figures) -> double& { return figures.error[objective]; },
          .positive = !ofCurvatures(objective),
          .version = versionOf(objective),
          .error = true,
          .optional = ofCurvatures(objective)};
}

constexpr std::array kFigures{
    FigureInfo{.name = "noise_multiplier",
               .unit = "for sensitivity 1",
               .in = [](DesignFigures& figures) -> double& { return figures.noiseMultiplier.value; }},
    FigureInfo{.name = "sensitivity",
               .unit = kClipNorms,
               .in = [](DesignFigures& figures) -> double& { return figures.sensitivity.value; }},
    FigureInfo{.name = "stddev", .unit = "gradient units", .in = at<&DesignFigures::stddev>},
    lossOf<ErrorObjective::Mean>(),
    lossOf<ErrorObjective::Max>(),
    lossOf<ErrorObjective::Last>(),
    FigureInfo{.name = "loss_error_bound", .in = at<&DesignFigures::lossErrorBound>, .positive = false, .brief = false},
    errorOf<ErrorObjective::Mean>(),
    errorOf<ErrorObjective::Max>(),
    errorOf<ErrorObjective::Last>(),
    lossOf<ErrorObjective::Curvature>(),
    errorOf<ErrorObjective::Curvature>(),
    lossOf<ErrorObjective::CurvatureLast>(),
    errorOf<ErrorObjective::CurvatureLast>(),
    FigureInfo{.name = "lower_bound",
               .unit = kClipNorms,
               .in = at<&DesignFigures::lowerBound>,
               .positive = false,
               .error = true},
    FigureInfo{
        .name = "dp_sgd_rmse", .unit = kClipNorms, .in = at<&DesignFigures::dpSgdRmse>, .brief = false, .error = true},
};

}  // namespace

std::span<const FigureInfo> figureFields() {
  return kFigures;
}

}  // namespace noiseloom
