#pragma once

#include <string>
#include <vector>

#include "core/answer/map_answer.h"
#include "core/answer/sweep_answer.h"

namespace noiseloom::cli {

/// A table for a person; comma-separated text with units in its header. Errors are in the unit of the points' scales,
/// which is one.
std::string sweepText(const Sweep& sweep);
std::string sweepCsv(const Sweep& sweep);
/// Its columns and the cells of one value. `kept`: with a column for SweepRow::kept; `curvature`: with that of the
/// curvature error.
std::vector<std::string> sweepColumns(bool fixed, bool kept, ErrorUnit unit, bool curvature);
std::vector<std::string> sweepCells(const std::string& over, const SweepRow& row, const Design* fixed, bool kept,
                                    bool curvature);

/// A map over two inputs: a table for a person; comma-separated text with units in its header.
std::string mapText(const MapAnswer& map);
std::string mapCsv(const MapAnswer& map);

}  // namespace noiseloom::cli
