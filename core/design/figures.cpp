#include "core/design/figures.h"

#include <array>

namespace noiseloom {
namespace {

template <double DesignFigures::*member>
double& at(DesignFigures& figures) {
  return figures.*member;
}

constexpr std::array kFigures{
    FigureInfo{"sensitivity", [](DesignFigures& figures) -> double& { return figures.sensitivity.value; }},
    FigureInfo{"noise_multiplier", [](DesignFigures& figures) -> double& { return figures.noiseMultiplier.value; }},
    FigureInfo{"stddev", at<&DesignFigures::stddev>},
    FigureInfo{"loss_mean", at<&DesignFigures::lossMean>, true, false},
    FigureInfo{"loss_max", at<&DesignFigures::lossMax>, true, false},
    FigureInfo{"loss_last", at<&DesignFigures::lossLast>, true, false, 2},
    FigureInfo{"loss_error_bound", at<&DesignFigures::lossErrorBound>, false, false},
    FigureInfo{"rmse", at<&DesignFigures::rmse>},
    FigureInfo{"max_error", at<&DesignFigures::maxError>},
    FigureInfo{"last_error", at<&DesignFigures::lastError>, true, true, 2},
    FigureInfo{"lower_bound", at<&DesignFigures::lowerBound>, false},
    FigureInfo{"dp_sgd_rmse", at<&DesignFigures::dpSgdRmse>, true, false},
};

}  // namespace

std::span<const FigureInfo> figureFields() {
  return kFigures;
}

}  // namespace noiseloom
