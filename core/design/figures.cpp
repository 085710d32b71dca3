#include "core/design/figures.h"

#include <array>

namespace noiseloom {
namespace {

template <double DesignFigures::*member>
double& at(DesignFigures& figures) {
  return figures.*member;
}

constexpr std::string_view kClipNorms = "clip norms";

constexpr std::array kFigures{
    FigureInfo{.name = "noise_multiplier",
               .unit = "for sensitivity 1",
               .in = [](DesignFigures& figures) -> double& { return figures.noiseMultiplier.value; }},
    FigureInfo{.name = "sensitivity",
               .unit = kClipNorms,
               .in = [](DesignFigures& figures) -> double& { return figures.sensitivity.value; }},
    FigureInfo{.name = "stddev", .unit = "gradient units", .in = at<&DesignFigures::stddev>},
    FigureInfo{.name = "loss_mean", .in = at<&DesignFigures::lossMean>, .brief = false},
    FigureInfo{.name = "loss_max", .in = at<&DesignFigures::lossMax>, .brief = false},
    FigureInfo{.name = "loss_last", .in = at<&DesignFigures::lossLast>, .brief = false, .version = 2},
    FigureInfo{.name = "loss_error_bound", .in = at<&DesignFigures::lossErrorBound>, .positive = false, .brief = false},
    FigureInfo{.name = "rmse", .unit = kClipNorms, .in = at<&DesignFigures::rmse>, .error = true},
    FigureInfo{.name = "max_error", .unit = kClipNorms, .in = at<&DesignFigures::maxError>, .error = true},
    FigureInfo{
        .name = "last_error", .unit = kClipNorms, .in = at<&DesignFigures::lastError>, .version = 2, .error = true},
    FigureInfo{.name = "loss_curvature",
               .in = at<&DesignFigures::lossCurvature>,
               .positive = false,
               .brief = false,
               .version = 8,
               .optional = true},
    FigureInfo{.name = "curvature_error",
               .unit = kClipNorms,
               .in = at<&DesignFigures::curvatureError>,
               .positive = false,
               .version = 8,
               .error = true,
               .optional = true},
    FigureInfo{.name = "loss_curvature_last",
               .in = at<&DesignFigures::lossCurvatureLast>,
               .positive = false,
               .brief = false,
               .version = 8,
               .optional = true},
    FigureInfo{.name = "curvature_last_error",
               .unit = kClipNorms,
               .in = at<&DesignFigures::curvatureLastError>,
               .positive = false,
               .version = 8,
               .error = true,
               .optional = true},
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
