#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/error_text.h"
#include "app/cli/options.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/shard.h"
#include "app/cli/sweep_journal.h"
#include "app/cli/text_table.h"
#include "core/answer/readable.h"
#include "core/answer/sweep_question.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/version.h"
#include "core/claim/claim.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "core/io/figures_json.h"
#include "core/io/scenario_json.h"
#include "core/io/sha256.h"

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

// A table for a person; comma-separated text with units in its header. Errors are in the unit of the points' scales,
// which is one.
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

// Its columns and the cells of one value. `kept`: with a column for SweepRow::kept; `curvature`: with that of the
// curvature error.
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

// A map over two inputs: a table for a person; comma-separated text with units in its header.
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

std::string lineOf(const std::string& over, const SweepRow& row) {
  if (!row.design) return over + " " + row.value + ": left out, " + row.problem;
  const Design& design = *row.design;
  return over + " " + row.value + ": RMSE " + readableError(row.scale.in(ErrorObjective::Mean, design.error.mean)) +
         ", bands " + std::to_string(design.bands) + ", noise multiplier " + readableUp(design.noiseMultiplier.value);
}

/// `sweep`: a line or a map, whose table may be shared with other processes and resumed. What is there when it is
/// cancelled is printed.
class SweepCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  Outcome line(const std::stop_token& stop) const;
  Outcome map(const std::stop_token& stop) const;
  struct Sharing {
    Shard shard;
    bool part = false;  // the table of this process is a part, to be merged
  };
  Sharing sharing() const;
  std::vector<SweepPlace> placesOf(const SweepLine& line) const;
  Outcome shared(const SweepJournal& journal, const Sharing& sharing, std::size_t before,
                 const std::stop_token& stop) const;
  Outcome answer(const SweepLine& line, const SweepJournal* journal, bool stopped) const;

  SweepQuestion m_question;
  std::optional<std::string> m_csv;
  std::optional<std::string> m_shard;
  bool m_resume = false;
};

void SweepCommand::declare(CLI::App& command) {
  m_question.declare([&](const Option& option) {
    if (option.name == "error-unit") {
      command.add_option("--csv", m_csv, "write a table with units in its header, replacing an older one")
          ->type_name("FILE.csv")
          ->group("Output");
      command
          .add_option(
              "--shard", m_shard,
              "solve every N-th value only, from the I-th on, and write a part for `merge`; auto: the task of a "
              "Slurm array. Processes that mpirun or srun has started share the values by themselves")
          ->type_name("I/N")
          ->group("Output");
      command.add_flag("--resume", m_resume, "go on with what a run that was killed has left beside the table")
          ->group("Output");
    }
    declareOption(command, option);
  });
  declareJson(command, "Output");
}

// The work shared with other processes, and this one's part of it.
SweepCommand::Sharing SweepCommand::sharing() const {
  Sharing sharing;
  if (m_shard) {
    sharing.shard = parseShard(*m_shard);
    sharing.part = true;
  } else if (const auto launched = launchedShard()) {
    sharing.shard = *launched;
  }
  const bool several = sharing.part || sharing.shard.count > 1;
  if ((several || m_resume) && !m_csv) {
    throw InvalidArgument(
        "csv", std::string("(missing)"),
        std::string(several ? "a file: processes that share a sweep meet there" : "the table of the run to resume"));
  }
  return sharing;
}

// What each value is, so that nobody takes over what was made of another one.
std::vector<SweepPlace> SweepCommand::placesOf(const SweepLine& line) const {
  const std::size_t count = line.values.size();
  std::vector<SweepPlace> places;
  for (std::size_t i = 0; i < count; ++i) {
    std::string from = std::string(NOISELOOM_VERSION) + '\n' + m_question.over() + '\n' + line.values[i] + '\n' +
                       std::string(toString(m_question.unit().unit())) + '\n';
    if (line.fixed) from += scenarioText(line.fixed->scenario);
    if (line.scenarios[i]) from += scenarioText(*line.scenarios[i]);
    places.push_back({i, count, sha256Hex(std::as_bytes(std::span(from)))});
  }
  return places;
}

Outcome SweepCommand::line(const std::stop_token& stop) const {
  const Sharing sharing = this->sharing();
  ProgressLine progress;
  const RunControl control = progress.control(stop);
  SweepLine line = m_question.line(control);
  if (m_question.fixedStrategy() && !line.fixed) return outcomeOf(SweepQuestion::strategyMissing());
  const bool kept = line.keepsNoise();
  const bool curvature = std::ranges::any_of(line.scenarios, [](const std::optional<Scenario>& scenario) {
    return scenario && !scenario->workload.components().empty();
  });
  std::optional<SweepJournal> journal;
  if (m_csv) {
    journal.emplace(*m_csv, sweepColumns(m_question.fixedStrategy(), kept, m_question.unit().unit(), curvature),
                    placesOf(line), sharing.shard, m_resume);
  }
  const auto keep = [&](std::size_t place) {
    if (journal && !journal->has(place))
      journal->add(place, sweepCells(m_question.over(), *line.rows[place], line.fixed.get(), kept, curvature));
  };
  std::size_t before = 0;
  for (std::size_t i = 0; journal && i < line.values.size(); ++i)
    before += line.scenarios[i] && journal->has(i) ? 1 : 0;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < line.values.size(); ++i) {
    if (!sharing.shard.has(i)) {
      line.rows[i].reset();
    } else if (!line.scenarios[i]) {
      keep(i);
    } else if (!journal || !journal->has(i)) {
      open.push_back(i);
    }
  }
  m_question.solve(line, open, control, [&](std::size_t place) {
    keep(place);
    progress.keep(lineOf(m_question.over(), *line.rows[place]));
  });
  if (sharing.part || sharing.shard.count > 1 || before > 0) return shared(*journal, sharing, before, stop);
  return answer(line, journal ? &*journal : nullptr, stop.stop_requested());
}

// The part of one process, or the table of all: whoever is first waits for the others.
Outcome SweepCommand::shared(const SweepJournal& journal, const Sharing& sharing, std::size_t before,
                             const std::stop_token& stop) const {
  constexpr std::chrono::milliseconds kPause(50);
  const auto cancelled = [&] {
    return Outcome{kExitCancelled, "", "cancelled: what was ready is kept beside " + *m_csv + "; --resume goes on"};
  };
  if (stop.stop_requested()) return cancelled();
  if (!sharing.part && sharing.shard.index > 0) return {};
  SweepRows rows = sharing.part ? journal.rows() : journal.everything();
  if (sharing.part) {
    std::erase_if(rows.rows, [&](const auto& row) { return !sharing.shard.has(row.first); });
  } else {
    for (; !rows.complete(); rows = journal.everything()) {
      if (stop.stop_requested()) return cancelled();
      std::this_thread::sleep_for(kPause);
    }
  }
  journal.remove();
  const auto leftOut = [](const auto& row) { return !row.second.second.back().empty(); };
  if (!sharing.part && std::ranges::all_of(rows.rows, leftOut))
    return {kExitUsage, "", m_question.noneSolved(rows.rows.begin()->second.second.back())};
  writeFileAtomically(*m_csv, sharing.part ? rows.part() : rows.table());
  return sweepSummary(*m_csv, rows, sharing.part, before, m_json);
}

Outcome SweepCommand::answer(const SweepLine& line, const SweepJournal* journal, bool stopped) const {
  const Sweep sweep = m_question.sweepOf(line);
  const Answer ended = m_question.ended(sweep, line.values.size(), stopped);
  const bool solved = std::ranges::any_of(sweep.points, [](const SweepRow& row) { return row.design != nullptr; });
  if (solved && m_csv) writeFileAtomically(*m_csv, sweepCsv(sweep));
  if (journal && (!solved || !stopped)) journal->remove();
  if (!solved) return outcomeOf(ended);
  Outcome outcome =
      outcomeOf(ended, m_json ? printedJson(sweepJson(sweep, m_question.unit().given())) : sweepText(sweep));
  if (stopped && journal) outcome.note += "; --resume goes on";
  return outcome;
}

Outcome SweepCommand::map(const std::stop_token& stop) const {
  if (m_shard || m_resume)
    throw InvalidArgument(m_shard ? "shard" : "resume", m_question.over(), std::string("it for a sweep over one axis"));
  const SweepQuestion::Mapped found =
      withProgress(stop, [&](const RunControl& control) { return m_question.map(control); });
  if (found.ended.ending == Ending::Refused) return outcomeOf(found.ended);
  if (m_csv) writeFileAtomically(*m_csv, mapCsv(found.map));
  return outcomeOf(found.ended, m_json ? printedJson(mapJson(found.map)) : mapText(found.map));
}

Outcome SweepCommand::run(const std::stop_token& stop) const {
  const bool isMap = m_question.checkAxes();
  checkOutputs(m_question.inputs(), {{"csv", m_csv}});
  m_question.refuseAxisOptions();
  return isMap ? map(stop) : line(stop);
}

}  // namespace

std::unique_ptr<Command> sweepCommand() {
  return std::make_unique<SweepCommand>();
}

}  // namespace noiseloom::cli
