#include "core/answer/map_answer.h"

#include <cmath>

#include "core/scenario/scenario_fields.h"

namespace noiseloom {

std::string axisName(const MapAxis& axis) {
  return std::string(infoOf(axis.axis).name);
}

Json mapJson(const MapAnswer& map) {
  Json list = Json::array();
  std::size_t known = 0;
  std::size_t estimated = 0;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    const MapCell& cell = map.cells[i];
    if (!cell.settled()) continue;
    Json json{{axisName(map.request.across), map.across(i)}, {axisName(map.request.up), map.up(i)}};
    if (!cell.known) {
      json["left_out"] = cell.problem.english();
      list.push_back(std::move(json));
      continue;
    }
    ++known;
    estimated += cell.estimated ? 1 : 0;
    json["bands"] = cell.bands;
    json["error"] = cell.error;
    json["noise_multiplier"] = cell.noiseMultiplier;
    json["to_dp_sgd"] = cell.toDpSgd;
    if (!std::isnan(cell.toUnamplified)) json["to_unamplified"] = cell.toUnamplified;
    if (cell.bandsLeftOut) json["bands_left_out"] = true;
    if (const Text instead = standInOf(scenarioOfCell(map.request, i), cell.bands); !instead.empty())
      json["accounted_instead"] = instead.english();
    if (map.inUnit) json["error_in_unit"] = std::isfinite(map.errors[i]) ? Json(map.errors[i]) : Json(nullptr);
    list.push_back(std::move(json));
  }
  Json json{{"over", optionName(map.request.across.axis) + "," + optionName(map.request.up.axis)}};
  if (map.inUnit) json["error_unit"] = toString(map.unit);
  json["solved"] = known;
  json["estimated"] = estimated;
  json["cells"] = std::move(list);
  return json;
}

}  // namespace noiseloom
