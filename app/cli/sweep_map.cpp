#include "app/cli/sweep_map.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/arguments.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/design/best_bands_map.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"

namespace noiseloom::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Map {
  std::vector<double> epsilons;
  std::vector<Index> epochs;
  std::vector<BestBandsCell> cells;
  ErrorUnit unit = ErrorUnit::Summed;
  std::vector<double> errors;  ///< of the cells, in that unit

  const BestBandsCell& at(std::size_t epsilon, std::size_t epoch) const {
    return cells[epoch * epsilons.size() + epsilon];
  }
};

std::string mapText(const Map& map) {
  TextTable table;
  std::vector<std::string> header{"epochs \\ epsilon"};
  for (const double epsilon : map.epsilons) header.push_back(readable(epsilon));
  table.row(header);
  for (std::size_t k = 0; k < map.epochs.size(); ++k) {
    std::vector<std::string> row{std::to_string(map.epochs[k])};
    for (std::size_t e = 0; e < map.epsilons.size(); ++e) {
      row.push_back(map.at(e, k).known ? std::to_string(map.at(e, k).bands) : "?");
    }
    table.row(row);
  }
  return "Best number of bands\n\n" + table.text();
}

std::string mapJson(const Map& map, bool inUnit) {
  Json list = Json::array();
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    const BestBandsCell& cell = map.cells[i];
    if (!cell.known) continue;
    list.push_back({{"epsilon", map.epsilons[static_cast<std::size_t>(cell.epsilonAt)]},
                    {"epochs", map.epochs[static_cast<std::size_t>(cell.epochsAt)]},
                    {"bands", cell.bands},
                    {"error", cell.error},
                    {"to_dp_sgd", cell.toDpSgd},
                    {"to_unamplified", cell.toUnamplified}});
    if (inUnit) {
      const double error = map.errors[i];
      list.back()["error_in_unit"] = std::isfinite(error) ? Json(error) : Json(nullptr);
    }
  }
  Json json{{"over", "epsilon,epochs"}};
  if (inUnit) json["error_unit"] = toString(map.unit);
  json["cells"] = std::move(list);
  return json.dump(2) + "\n";
}

std::string mapCsv(const Map& map) {
  CsvTable table({"epsilon", "epochs", "bands", "error (" + std::string(infoOf(map.unit).csv) + ")",
                  "to_dp_sgd (ratio)", "to_unamplified (ratio)"});
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    const BestBandsCell& cell = map.cells[i];
    if (!cell.known) continue;
    table.row({csvNumber(map.epsilons[static_cast<std::size_t>(cell.epsilonAt)]),
               std::to_string(map.epochs[static_cast<std::size_t>(cell.epochsAt)]), std::to_string(cell.bands),
               csvNumber(map.errors[i]), csvNumber(cell.toDpSgd), csvNumber(cell.toUnamplified)});
  }
  return table.text();
}

void readAxes(Map& map, const std::string& values, Index iterations) {
  if (values == "auto") {
    map.epsilons = {0.25, 0.5, 1, 2, 4, 8, 16};
    for (Index k = 1; k <= std::min<Index>(iterations, 64); k *= 2) map.epochs.push_back(k);
    return;
  }
  const auto slash = values.rfind('/');  // epsilons may have one of their own: 1/2
  if (slash == std::string::npos) {
    throw InvalidArgument("values", values,
                          std::string("auto, or epsilons, a slash, and epochs, such as 1,2,4/1,8,64"));
  }
  for (const std::string& each : listedValues("values", values.substr(0, slash)))
    map.epsilons.push_back(parseReal("values", each));
  for (const std::string& each : listedValues("values", values.substr(slash + 1)))
    map.epochs.push_back(parseCount("values", each));
}

// In the map's unit. What a unit depends on of an epsilon and of epochs is worked out once for each.
std::vector<double> errorsOf(const Map& map, Scenario scenario, const RunControl& control) {
  std::vector<double> errors;
  std::vector<std::pair<Scenario, ErrorScale>> scales;
  for (const BestBandsCell& cell : map.cells) {
    errors.push_back(cell.error);
    if (!cell.known || map.unit == ErrorUnit::Summed) continue;
    scenario.epsilon = map.epsilons[static_cast<std::size_t>(cell.epsilonAt)];
    scenario.epochs = map.epochs[static_cast<std::size_t>(cell.epochsAt)];
    const Scenario key = errorScaleKey(map.unit, scenario);
    auto scale = std::ranges::find(scales, key, &std::pair<Scenario, ErrorScale>::first);
    if (scale == scales.end()) scale = scales.emplace(scales.end(), key, ErrorScale(map.unit, scenario, control));
    errors.back() = scale->second.in(scenario.objective, cell.error);
  }
  return errors;
}

}  // namespace

Outcome sweepMap(const ScenarioOptions& options, const std::string& values, const ErrorUnitOption& unit,
                 const std::optional<std::string>& csv, bool json, const std::stop_token& stop) {
  // The cells have their own epsilon and epochs.
  const Scenario scenario = options.with("epsilon", "1").with("epochs", "1").scenario();
  if (!scenario.batching->amplified) {
    throw InvalidArgument("batching", scenario.batching->id,
                          std::string("cyclic-poisson or balls-in-bins, where the number of bands is a choice"));
  }
  if (scenario.mechanism != &standardMechanism() || scenario.bands || !scenario.columnNormalize ||
      scenario.adjacency == Adjacency::ReplaceOne) {
    throw InvalidArgument(
        "over", std::string("epsilon,epochs"),
        std::string("it for column-normalised banded-toeplitz of any bands under add-remove or zero-out only"));
  }
  unit.check(scenario);
  Map map;
  map.unit = unit.unit();
  readAxes(map, values, scenario.iterations);
  const BestBandsProblem problem{scenario.workload, scenario.iterations, scenario.delta, scenario.objective,
                                 scenario.batching};
  {
    ProgressLine line;
    map.cells = bestBandsMap(problem, map.epsilons, map.epochs, line.control(stop));
  }
  map.errors = errorsOf(map, scenario, {stop, {}});
  if (csv) writeFileAtomically(*csv, mapCsv(map));
  Outcome outcome{kExitSuccess, json ? mapJson(map, unit.given()) : mapText(map), ""};
  if (stop.stop_requested()) {
    outcome.exitCode = kExitCancelled;
    outcome.note = "cancelled: the cells that were ready are shown";
  }
  return outcome;
}

}  // namespace noiseloom::cli
