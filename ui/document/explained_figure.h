#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/design/design.h"

namespace noiseloom {

/// One figure of a design with its factors.
struct ExplainedFigure {
  QString id;       ///< "error", "sigma", ...: stable
  QString name;     ///< "rmse"
  QString value;    ///< with its unit
  QString formula;  ///< "σ 1.523 × sensitivity 1 × 7.354"; empty if it has no factors
  QString text;     ///< what the factors are, and what decides them: plain sentences
  QString topic;    ///< of the help
};

/// The figures of a design in the order of their making, errors in clip norms on the summed gradient. `worstStep`: the
/// step (0-based) of the largest error, if it is known.
std::vector<ExplainedFigure> explainedFigures(const Design& design, std::optional<Index> worstStep);

}  // namespace noiseloom
