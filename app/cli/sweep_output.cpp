#include "app/cli/sweep_output.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/error_unit_option.h"
#include "app/cli/text_table.h"
#include "core/design/claim.h"
#include "core/io/csv.h"
#include "core/io/figures_json.h"

namespace noiseloom::cli {
namespace {

using Json = nlohmann::ordered_json;

ClaimSeverity severityOf(const Design& design) {
  return coverageOf(design.scenario, design.bands).status == AssumptionStatus::Violated ? ClaimSeverity::Critical
                                                                                        : ClaimSeverity::Ok;
}

const SweepRow* bestOf(const std::vector<SweepRow>& points) {
  const SweepRow* best = nullptr;
  for (const SweepRow& point : points) {
    if (point.design && (!best || point.design->objectiveError() < best->design->objectiveError())) best = &point;
  }
  return best;
}

// Left out ones have none.
ErrorUnit unitOf(const std::vector<SweepRow>& points) {
  const auto solved = std::ranges::find_if(points, [](const SweepRow& point) { return point.design != nullptr; });
  return solved == points.end() ? ErrorUnit::Summed : solved->scale.unit();
}

}  // namespace

std::string sweepText(const std::string& over, const std::vector<SweepRow>& points) {
  const SweepRow* const best = over == "bands" || over == "mechanism" ? bestOf(points) : nullptr;
  TextTable table;
  table.row({over, "bands", "noise multiplier", "noise stddev", "RMSE", "largest error", "lower bound", "time", ""});
  for (const SweepRow& point : points) {
    if (!point.design) continue;
    const Design& design = *point.design;
    const DesignFigures errors = point.scale.in(design, design.scenario.objective);
    std::string remark = &point == best ? "best" : "";
    if (severityOf(design) == ClaimSeverity::Critical) remark += remark.empty() ? "NOT CLAIMED" : ", NOT CLAIMED";
    table.row({point.value, std::to_string(design.bands), readable(design.noiseMultiplier.value),
               readable(design.stddev), readableError(errors.rmse), readableError(errors.maxError),
               errors.lowerBound > 0 ? readableError(errors.lowerBound) : "none", readableSeconds(design.seconds.total),
               remark});
  }
  std::string text = table.text();
  if (const ErrorUnit unit = unitOf(points); unit != ErrorUnit::Summed)
    text += "  errors: " + Text(infoOf(unit).meaning).english() + "\n";
  for (const SweepRow& point : points) {
    if (!point.design) text += "  left out: " + point.value + ": " + point.problem + "\n";
  }
  return text;
}

std::string sweepJson(const std::string& over, const std::vector<SweepRow>& points, bool inUnit) {
  Json list = Json::array();
  for (const SweepRow& point : points) {
    Json one{{"value", point.value}};
    if (!point.design) {
      one["left_out"] = point.problem;
      list.push_back(std::move(one));
      continue;
    }
    const Design& design = *point.design;
    const Scenario& scenario = design.scenario;
    one["mechanism"] = toString(design.mechanism);
    one["bands"] = design.bands;
    one["iterations"] = scenario.iterations;
    one["epochs"] = scenario.effectiveParticipations();
    one["epsilon"] = scenario.epsilon;
    one["delta"] = scenario.delta;
    addFigures(one, design, FiguresExtent::Brief);
    if (!(design.lowerBound > 0)) one["lower_bound"] = nullptr;
    one["dp_sgd_rmse"] = design.dpSgdRmse;
    if (inUnit) one["errors"] = errorsJson(point.scale, design);
    one["severity"] = toString(severityOf(design));
    one["termination"] = toString(design.optimizer.termination);
    one["seconds"] = design.seconds.total;
    list.push_back(std::move(one));
  }
  const Json object{{"over", over}, {"points", std::move(list)}};
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string sweepCsv(const std::string& over, const std::vector<SweepRow>& points) {
  std::vector<std::string> header{"over",   "value",   "mechanism", "bands",    "iterations (steps)",
                                  "epochs", "epsilon", "delta",     "batching", "adjacency"};
  for (const FigureInfo& figure : figureFields()) {
    if (figure.unit.empty()) continue;
    const std::string_view unit = figure.error ? infoOf(unitOf(points)).csv : figure.unit;
    header.push_back(std::string(figure.name) + " (" + std::string(unit) + ")");
  }
  for (const char* last : {"severity", "termination", "time (s)", "left_out"}) header.emplace_back(last);
  const std::size_t columns = header.size();
  CsvTable table(std::move(header));
  for (const SweepRow& point : points) {
    if (!point.design) {
      std::vector<std::string> cells{over, point.value};
      cells.resize(columns - 1);
      cells.push_back(point.problem);
      table.row(std::move(cells));
      continue;
    }
    const Design& design = *point.design;
    const Scenario& scenario = design.scenario;
    std::vector<std::string> cells{over,
                                   point.value,
                                   std::string(toString(design.mechanism)),
                                   std::to_string(design.bands),
                                   std::to_string(scenario.iterations),
                                   std::to_string(scenario.effectiveParticipations()),
                                   csvNumber(scenario.epsilon),
                                   csvNumber(scenario.delta),
                                   std::string(toString(scenario.batching)),
                                   std::string(toString(scenario.adjacency))};
    const DesignFigures figures = point.scale.in(design, scenario.objective);
    for (const FigureInfo& figure : figureFields()) {
      if (figure.unit.empty()) continue;
      const double value = figure.of(figures);
      cells.push_back(figure.positive || value > 0 ? csvNumber(value) : "");  // 0: no bound is known
    }
    cells.emplace_back(toString(severityOf(design)));
    cells.emplace_back(toString(design.optimizer.termination));
    cells.push_back(csvNumber(design.seconds.total));
    cells.emplace_back();
    table.row(std::move(cells));
  }
  return table.text();
}

}  // namespace noiseloom::cli
