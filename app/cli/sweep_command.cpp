#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/error_unit_option.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/scenario_options.h"
#include "app/cli/sweep_map.h"
#include "app/cli/sweep_output.h"
#include "app/cli/text_table.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/design/sweep.h"
#include "core/io/atomic_file.h"

namespace noiseloom::cli {
namespace {

constexpr std::array<std::string_view, 6> kAxes{"bands",      "epsilon",   "epochs",
                                                "iterations", "mechanism", "epsilon,epochs"};

std::string lineOf(const std::string& over, const SweepRow& row) {
  if (!row.design) return over + " " + row.value + ": left out, " + row.problem;
  const Design& design = *row.design;
  return over + " " + row.value + ": RMSE " + readableError(row.scale.in(ErrorObjective::Mean, design.rmse)) +
         ", bands " + std::to_string(design.bands) + ", noise multiplier " + readable(design.noiseMultiplier.value);
}

/// `sweep`: one design for each value of an option, certified like any other; or the map of the best number of bands
/// over epsilons and epochs. What is there when it is cancelled is printed.
class SweepCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  Outcome line(const std::stop_token& stop) const;
  std::vector<std::string> values() const;
  void checkTyped(const std::string& value) const;

  ScenarioOptions m_scenario;
  std::string m_over;
  std::string m_values = "auto";
  std::optional<std::string> m_csv;
  ErrorUnitOption m_unit;
  bool m_json = false;
};

void SweepCommand::declare(CLI::App& command) {
  command.add_option("--over", m_over, "bands, epsilon, epochs, iterations or mechanism; epsilon,epochs for a map")
      ->type_name("AXIS")
      ->required()
      ->group("Sweep");
  command
      .add_option("--values", m_values, "values with commas between them, or auto [auto]; of a map: EPSILONS/EPOCHS")
      ->type_name("LIST")
      ->group("Sweep");
  m_scenario.declare(command, false);
  command.add_option("--csv", m_csv, "write a table with units in its header, replacing an older one")
      ->type_name("FILE.csv")
      ->group("Output");
  m_unit.declare(command);
  command.add_flag("--json", m_json, "print one JSON object")->group("Output");
}

// A value that cannot be solved is a gap in the curve; one that cannot be read is a mistake, to be told before any
// work.
void SweepCommand::checkTyped(const std::string& value) const {
  if (m_over == "mechanism") {
    if (!mechanismFromName(value)) m_scenario.with(m_over, value).scenario();
  } else if (m_over == "epsilon") {
    parseReal(m_over, value);
  } else {
    parseCount(m_over, value);
  }
}

std::vector<std::string> SweepCommand::values() const {
  if (m_values != "auto") {
    std::vector<std::string> list = listedValues("values", m_values);
    for (const std::string& value : list) checkTyped(value);
    return list;
  }
  const SweepAxis axis = *sweepAxisFromName(m_over);
  if (axis == SweepAxis::Mechanism) {
    std::vector<std::string> names;
    for (const Mechanism* kind : allMechanisms()) names.emplace_back(toString(kind));
    return names;
  }
  // What the values depend on: the bands that the scenario allows, the iterations that epochs are among.
  Scenario scenario;
  if (axis == SweepAxis::Bands) scenario = m_scenario.scenario();
  if (axis == SweepAxis::Epochs) scenario = m_scenario.with("epochs", "1").scenario();
  std::vector<std::string> list;
  for (const double value : automaticValues(scenario, axis)) list.push_back(shortest(value));
  return list;
}

Outcome SweepCommand::line(const std::stop_token& stop) const {
  const std::vector<std::string> list = values();
  std::vector<std::optional<SweepRow>> rows(list.size());
  std::vector<Scenario> scenarios;
  std::vector<std::size_t> places;  // of the scenarios among the values
  for (std::size_t i = 0; i < list.size(); ++i) {
    try {
      const Scenario scenario = m_scenario.with(m_over, list[i]).scenario();
      m_unit.check(scenario);
      scenarios.push_back(scenario);
      places.push_back(i);
    } catch (const InvalidArgument& error) {
      rows[i] = SweepRow{list[i], nullptr, error.what()};
    }
  }
  {
    ProgressLine line;
    designEach(scenarios, line.control(stop), [&](const SweepPoint& point) {
      const std::size_t place = places[point.at];
      rows[place] = SweepRow{list[place], point.design, point.problem.english()};
      if (point.design) rows[place]->scale = ErrorScale(m_unit.unit(), point.design->scenario, {stop, {}});
      line.keep(lineOf(m_over, *rows[place]));
    });
  }
  std::vector<SweepRow> points;
  for (std::optional<SweepRow>& row : rows) {
    if (row) points.push_back(*std::move(row));
  }
  const bool any = std::any_of(points.begin(), points.end(), [](const SweepRow& row) { return row.design != nullptr; });
  if (!any) {
    if (stop.stop_requested()) return {kExitCancelled, "", "cancelled before a first design was ready"};
    return {kExitUsage, "", "no value of " + m_over + " can be solved; the first: " + points.front().problem};
  }
  if (m_csv) writeFileAtomically(*m_csv, sweepCsv(m_over, points));
  Outcome outcome{kExitSuccess, m_json ? sweepJson(m_over, points, m_unit.given()) : sweepText(m_over, points), ""};
  if (stop.stop_requested()) {
    outcome.exitCode = kExitCancelled;
    outcome.note = "cancelled: the " + std::to_string(points.size()) + " of " + std::to_string(list.size()) +
                   " values that were ready are shown";
  }
  return outcome;
}

Outcome SweepCommand::run(const std::stop_token& stop) const {
  if (std::find(kAxes.begin(), kAxes.end(), m_over) == kAxes.end()) {
    refuseName("over", m_over, {kAxes.begin(), kAxes.end()});
  }
  checkOutputs(m_scenario.input(), {{"csv", m_csv}});
  for (const std::string& axis : listedValues("over", m_over)) {
    if (const auto typed = m_scenario.typed(axis)) {
      throw InvalidArgument(axis, *typed, "--values for it: the sweep is over " + m_over);
    }
  }
  if (m_over == "epsilon,epochs") return sweepMap(m_scenario, m_values, m_unit, m_csv, m_json, stop);
  return line(stop);
}

}  // namespace

std::unique_ptr<Command> sweepCommand() {
  return std::make_unique<SweepCommand>();
}

}  // namespace noiseloom::cli
