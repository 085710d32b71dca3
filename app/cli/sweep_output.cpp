#include "app/cli/sweep_output.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "app/cli/error_text.h"
#include "app/cli/text_table.h"
#include "core/answer/readable.h"
#include "core/base/check.h"
#include "core/claim/claim.h"
#include "core/io/csv.h"
#include "core/io/figures_json.h"

namespace noiseloom::cli {
namespace {

const SweepRow* bestOf(const std::vector<SweepRow>& points) {
  const SweepRow* best = nullptr;
  for (const SweepRow& point : points) {
    if (point.design && (!best || point.design->objectiveError() < best->design->objectiveError())) best = &point;
  }
  return best;
}

bool hasCurvature(const std::vector<SweepRow>& points) {
  return std::ranges::any_of(points,
                             [](const SweepRow& point) { return point.design && point.design->loss.curvature > 0; });
}

bool keepsNoise(const Sweep& sweep) {
  return std::ranges::any_of(sweep.points, [](const SweepRow& point) { return point.kept.has_value(); });
}

double keptEpsilon(const SweepRow& point) {
  return point.kept ? point.kept->epsilon.value : std::numeric_limits<double>::infinity();
}

// Left out ones have none.
ErrorUnit unitOf(const std::vector<SweepRow>& points) {
  const auto solved = std::ranges::find_if(points, [](const SweepRow& point) { return point.design != nullptr; });
  return solved == points.end() ? ErrorUnit::Summed : solved->scale.unit();
}

}  // namespace

std::string sweepText(const Sweep& sweep) {
  const auto& [over, points, fixed] = sweep;
  const bool choice = over == "bands" || over == "mechanism" || over == "batching";
  const SweepRow* const best = choice ? bestOf(points) : nullptr;
  const bool kept = keepsNoise(sweep);
  TextTable table;
  std::vector<std::string> header{over,           "bands", "sensitivity",   "noise multiplier",
                                  "noise stddev", "RMSE",  "largest error", "lower bound"};
  const bool curvature = hasCurvature(points);
  for (const ObjectiveInfo& each : kObjectives) {
    if (curvature && each.ofCurvatures) header.insert(header.end() - 1, std::string(each.name.english()));
  }
  if (kept) header.emplace_back("epsilon of its own noise");
  header.insert(header.end(), {"time", ""});
  table.row(std::move(header));
  for (const SweepRow& point : points) {
    if (!point.design) continue;
    const Design& design = *point.design;
    const DesignFigures errors = point.scale.in(design, design.scenario.objective);
    std::string remark = &point == best ? "best" : "";
    if (severityOf(design) == ClaimSeverity::Critical) remark += remark.empty() ? "NOT CLAIMED" : ", NOT CLAIMED";
    std::vector<std::string> row{point.value,
                                 std::to_string(design.bands),
                                 readableUp(design.sensitivity.value),
                                 readableUp(design.noiseMultiplier.value),
                                 readableUp(design.stddev),
                                 readableError(errors.error.mean),
                                 readableError(errors.error.max),
                                 errors.lowerBound > 0 ? readableError(errors.lowerBound) : "none"};
    for (const ObjectiveInfo& each : kObjectives) {
      if (curvature && each.ofCurvatures) row.insert(row.end() - 1, readableError(errors.error[each.objective]));
    }
    if (kept) row.push_back(readableUp(keptEpsilon(point)));
    row.insert(row.end(), {readableSeconds(design.seconds.total), remark});
    table.row(std::move(row));
  }
  std::string text = fixed ? "One strategy: " + nameOf(*fixed).english() + ", solved for " +
                                 std::to_string(fixed->scenario.iterations) + " iterations\n\n"
                           : "";
  text += table.text();
  if (const ErrorUnit unit = unitOf(points); unit != ErrorUnit::Summed)
    text += "  errors: " + Text(infoOf(unit).meaning).english() + "\n";
  for (const SweepRow& point : points) {
    if (!point.design) {
      text += "  left out: " + point.value + ": " + point.problem + "\n";
    } else if (const Text instead = accountedInstead(*point.design); !instead.empty()) {
      text += "  accounted otherwise: " + point.value + ": " + instead.english() + "\n";
    }
  }
  return text;
}

std::vector<std::string> sweepColumns(bool fixed, bool kept, ErrorUnit unit, bool curvature) {
  std::vector<std::string> header{"over",     "value",   "mechanism", "bands",    "iterations (steps)",
                                  "epochs",   "epsilon", "delta",     "batching", "min_separation (steps)",
                                  "adjacency"};
  for (const FigureInfo& figure : figureFields()) {
    if (figure.unit.empty() || (figure.optional && !curvature)) continue;
    const std::string_view in = figure.error ? infoOf(unit).csv : figure.unit;
    header.push_back(std::string(figure.name) + " (" + std::string(in) + ")");
  }
  if (fixed) header.insert(header.begin() + 4, "strategy_iterations (steps)");
  if (kept) header.emplace_back("kept_noise_epsilon");
  for (const char* last : {"severity", "termination", "left_out"}) header.emplace_back(last);
  return header;
}

std::vector<std::string> sweepCells(const std::string& over, const SweepRow& row, const Design* fixed, bool kept,
                                    bool curvature) {
  if (!row.design) {
    std::vector<std::string> cells{over, row.value};
    cells.resize(sweepColumns(fixed != nullptr, kept, ErrorUnit::Summed, curvature).size() - 1);
    cells.push_back(row.problem);
    return cells;
  }
  const Design& design = *row.design;
  const Scenario& scenario = design.scenario;
  std::vector<std::string> cells{over,
                                 row.value,
                                 std::string(toString(design.mechanism)),
                                 std::to_string(design.bands),
                                 std::to_string(scenario.iterations),
                                 std::to_string(scenario.effectiveParticipations()),
                                 csvNumber(scenario.epsilon),
                                 csvNumber(scenario.delta),
                                 std::string(toString(scenario.batching)),
                                 std::to_string(scenario.effectiveMinSeparation()),
                                 std::string(toString(scenario.adjacency))};
  if (fixed) cells.insert(cells.begin() + 4, std::to_string(fixed->scenario.iterations));
  const DesignFigures figures = row.scale.in(design, scenario.objective);
  for (const FigureInfo& figure : figureFields()) {
    if (figure.unit.empty() || (figure.optional && !curvature)) continue;
    const double value = figure.of(figures);
    cells.push_back(figure.positive || value > 0 ? csvNumber(value) : "");  // 0: no bound is known
  }
  if (kept) cells.push_back(csvNumber(keptEpsilon(row)));
  cells.emplace_back(toString(severityOf(design)));
  cells.emplace_back(toString(design.optimizer.termination));
  cells.emplace_back();
  return cells;
}

std::string sweepCsv(const Sweep& sweep) {
  const bool kept = keepsNoise(sweep);
  const bool curvature = hasCurvature(sweep.points);
  CsvTable table(sweepColumns(sweep.fixed != nullptr, kept, unitOf(sweep.points), curvature));
  for (const SweepRow& point : sweep.points) table.row(sweepCells(sweep.over, point, sweep.fixed, kept, curvature));
  return table.text();
}

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
