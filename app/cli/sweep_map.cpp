#include "app/cli/sweep_map.h"

#include <cmath>
#include <vector>

#include "app/cli/error_text.h"
#include "app/cli/text_table.h"
#include "core/base/check.h"
#include "core/io/csv.h"

namespace noiseloom::cli {

std::string mapText(const MapAnswer& map) {
  TextTable table;
  std::vector<std::string> header{axisName(map.request.up) + " \\ " + axisName(map.request.across)};
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

std::string mapCsv(const MapAnswer& map) {
  CsvTable table({axisName(map.request.across), axisName(map.request.up), "bands",
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

}  // namespace noiseloom::cli
