#pragma once

#include <string>
#include <vector>

#include "core/answer/answer.h"
#include "core/design/error_unit.h"
#include "core/explore/scenario_map.h"

namespace noiseloom {

/// A map over two inputs (core/explore/scenario_map.h).
struct MapAnswer {
  MapRequest request;
  std::vector<MapCell> cells;
  ErrorUnit unit = ErrorUnit::Summed;
  bool inUnit = false;         ///< whether errors are stated in that unit as well
  std::vector<double> errors;  ///< of the cells, in that unit

  std::size_t columns() const { return request.across.values.size(); }
  double across(std::size_t at) const { return request.across.values[at % columns()]; }
  double up(std::size_t at) const { return request.up.values[at / columns()]; }
  bool searches() const { return request.scenario.searchesBands() && !request.scenario.bands && !varies(Field::Bands); }
  bool varies(Field axis) const { return request.across.axis == axis || request.up.axis == axis; }
};

/// The name of an axis in messages and in files.
std::string axisName(const MapAxis& axis);
/// One object (docs/formats.md).
Json mapJson(const MapAnswer& map);

}  // namespace noiseloom
