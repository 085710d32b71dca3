#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/design/figures.h"
#include "core/io/json_reader.h"
#include "core/optimize/lbfgs.h"

namespace noiseloom {

/// How much a text says of a design's figures: those that are FigureInfo::brief, or all.
enum class FiguresExtent { Brief, Full };

/// Adds the figures with their kinds and, in full, the bound of the noise multiplier (null where none is known).
void addFigures(nlohmann::ordered_json& json, const DesignFigures& figures, FiguresExtent extent);
/// Reads them back as that version of the format has them; throws FormatError naming the field.
void readFigures(JsonObject& json, DesignFigures& figures, FiguresExtent extent, Index version);
/// Throws InvalidArgument, by name, for figures that no design has: not finite, not above 0.
void checkFigures(const DesignFigures& figures);

/// Why an optimiser ended and where: without its trace.
nlohmann::ordered_json optimizerJson(const OptimizerSummary& optimizer);
OptimizerSummary readOptimizer(JsonObject& json);

}  // namespace noiseloom
