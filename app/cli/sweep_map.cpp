#include "app/cli/sweep_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/explore/scenario_map.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"

namespace noiseloom::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Map {
  MapRequest request;
  std::vector<MapCell> cells;
  ErrorUnit unit = ErrorUnit::Summed;
  std::vector<double> errors;  ///< of the cells, in that unit

  std::size_t columns() const { return request.across.values.size(); }
  double across(std::size_t at) const { return request.across.values[at % columns()]; }
  double up(std::size_t at) const { return request.up.values[at / columns()]; }
  bool searches() const { return request.scenario.searchesBands() && !request.scenario.bands && !varies(Field::Bands); }
  bool varies(Field axis) const { return request.across.axis == axis || request.up.axis == axis; }
};

std::string nameOf(const MapAxis& axis) {
  return std::string(infoOf(axis.axis).name);
}

std::string mapText(const Map& map) {
  TextTable table;
  std::vector<std::string> header{nameOf(map.request.up) + " \\ " + nameOf(map.request.across)};
  for (const double value : map.request.across.values) header.push_back(shortest(value));
  table.row(header);
  std::vector<std::string> row;
  std::string problem;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    if (i % map.columns() == 0) row = {shortest(map.up(i))};
    const MapCell& cell = map.cells[i];
    row.push_back(!cell.known      ? cell.problem.empty() ? "?" : "-"
                  : map.searches() ? std::to_string(cell.bands)
                                   : readableError(map.errors[i]));
    if (problem.empty()) problem = cell.problem.english();
    if (row.size() == header.size()) table.row(row);
  }
  std::string title = "Best number of bands";
  if (!map.searches()) title = "Error (" + std::string(infoOf(map.unit).csv) + ")";
  return title + "\n\n" + table.text() + (problem.empty() ? "" : "\n-: left out; the first: " + problem + "\n");
}

Json orNull(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

std::string mapJson(const Map& map, bool inUnit) {
  Json list = Json::array();
  std::size_t known = 0;
  std::size_t estimated = 0;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    const MapCell& cell = map.cells[i];
    if (!cell.settled()) continue;
    Json json{{nameOf(map.request.across), map.across(i)}, {nameOf(map.request.up), map.up(i)}};
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
    if (inUnit) json["error_in_unit"] = orNull(map.errors[i]);
    list.push_back(std::move(json));
  }
  Json json{{"over", optionName(map.request.across.axis) + "," + optionName(map.request.up.axis)}};
  if (inUnit) json["error_unit"] = toString(map.unit);
  json["solved"] = known;
  json["estimated"] = estimated;
  json["cells"] = std::move(list);
  return json.dump(2) + "\n";
}

std::string mapCsv(const Map& map) {
  CsvTable table({nameOf(map.request.across), nameOf(map.request.up), "bands",
                  "error (" + std::string(infoOf(map.unit).csv) + ")", "noise_multiplier", "to_dp_sgd (ratio)",
                  "to_unamplified (ratio)", "left_out"});
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    const MapCell& cell = map.cells[i];
    if (!cell.settled()) continue;
    std::vector<std::string> row{csvNumber(map.across(i)), csvNumber(map.up(i))};
    if (cell.known) {
      row.insert(row.end(),
                 {std::to_string(cell.bands), csvNumber(map.errors[i]), csvNumber(cell.noiseMultiplier),
                  csvNumber(cell.toDpSgd), std::isnan(cell.toUnamplified) ? "" : csvNumber(cell.toUnamplified), ""});
    } else {
      row.insert(row.end(), {"", "", "", "", "", cell.problem.english()});
    }
    table.row(row);
  }
  return table.text();
}

// What can be typed for a value of an axis.
double read(Field axis, const std::string& text) {
  return isCount(axis) ? static_cast<double>(parseCount(infoOf(axis).name, text)) : parseReal(optionName(axis), text);
}

void readAxes(MapRequest& request, const std::string& values) {
  MapAxis* const both[] = {&request.across, &request.up};
  if (values == "auto") {
    for (MapAxis* axis : both) axis->values = automaticValues(request.scenario, axis->axis);
    return;
  }
  const auto slash = values.rfind('/');  // the first ones may have one of their own: 1/2
  if (slash == std::string::npos) {
    throw InvalidArgument("values", values,
                          "auto, or values of " + optionName(request.across.axis) + ", a slash, and those of " +
                              optionName(request.up.axis) + ", such as 1,2,4/1,8,64");
  }
  const std::string parts[] = {values.substr(0, slash), values.substr(slash + 1)};
  for (std::size_t i = 0; i < 2; ++i) {
    for (const std::string& each : listedValues("values", parts[i]))
      both[i]->values.push_back(read(both[i]->axis, each));
    std::vector<double>& wanted = both[i]->values;
    std::ranges::sort(wanted);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  }
}

// In the map's unit. What a unit depends on is worked out once for each scenario that differs in it.
std::vector<double> errorsOf(const Map& map, const RunControl& control) {
  std::vector<double> errors;
  std::vector<std::pair<Scenario, ErrorScale>> scales;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    errors.push_back(map.cells[i].error);
    if (!map.cells[i].known || map.unit == ErrorUnit::Summed) continue;
    const Scenario scenario = scenarioOfCell(map.request, i);
    const Scenario key = errorScaleKey(map.unit, scenario);
    auto scale = std::ranges::find(scales, key, &std::pair<Scenario, ErrorScale>::first);
    if (scale == scales.end()) scale = scales.emplace(scales.end(), key, ErrorScale(map.unit, scenario, control));
    errors.back() = scale->second.in(scenario.objective, map.cells[i].error);
  }
  return errors;
}

// What the map varies is not typed, but every scenario has it.
Scenario scenarioOf(ScenarioOptions options, const std::pair<Field, Field>& axes) {
  for (const Field axis : {axes.first, axes.second}) {
    if (axis == Field::Iterations) options = options.with("iterations", "2000");
    if (axis == Field::Epsilon) options = options.with("epsilon", "1");
    if (axis == Field::Delta) options = options.with("delta", "1e-5");
    if (axis == Field::Epochs) options = options.with("epochs", "1");
    if (axis == Field::MinSeparation && !options.typed("batching")) options = options.with("batching", "min-sep");
  }
  return options.scenario();
}

}  // namespace

std::optional<std::pair<Field, Field>> mapAxesOf(const std::string& over) {
  const auto comma = over.find(',');
  if (comma == std::string::npos) return std::nullopt;
  const auto axisOf = [](const std::string& name) {
    std::vector<std::string_view> names;
    for (const Field axis : sweptFields()) {
      if (!isCategorical(axis)) names.push_back(optionName(axis));
    }
    if (std::ranges::find(names, name) == names.end()) refuseName("over", name, names);
    return *fieldOfOption(name, sweptFields());
  };
  return std::pair(axisOf(over.substr(0, comma)), axisOf(over.substr(comma + 1)));
}

Outcome sweepMap(const ScenarioOptions& options, const std::pair<Field, Field>& axes, const std::string& values,
                 const ErrorUnitOption& unit, const std::optional<std::string>& csv, bool json,
                 const std::stop_token& stop) {
  Map map;
  map.unit = unit.unit();
  map.request.scenario = scenarioOf(options, axes);
  map.request.across.axis = axes.first;
  map.request.up.axis = axes.second;
  map.request.mostSeconds = std::numeric_limits<double>::infinity();  // whoever types values waits for them
  map.request.comparesUnamplified = true;
  unit.check(map.request.scenario);
  readAxes(map.request, values);
  {
    ProgressLine line;
    map.cells = scenarioMap(map.request, line.control(stop));
  }
  if (!stop.stop_requested() && std::ranges::none_of(map.cells, &MapCell::known))
    return {kExitUsage, "", "no cell of the map can be solved; the first: " + map.cells.front().problem.english()};
  map.errors = errorsOf(map, {stop, {}});
  if (csv) writeFileAtomically(*csv, mapCsv(map));
  Outcome outcome{kExitSuccess, json ? mapJson(map, unit.given()) : mapText(map), ""};
  if (stop.stop_requested()) {
    outcome.exitCode = kExitCancelled;
    outcome.note = "cancelled: the cells that were ready are shown";
  }
  return outcome;
}

}  // namespace noiseloom::cli
