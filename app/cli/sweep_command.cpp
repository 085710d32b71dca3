#include "app/cli/sweep_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "app/cli/arguments.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/sweep_map.h"
#include "app/cli/sweep_output.h"
#include "core/base/errors.h"
#include "core/design/designer.h"
#include "core/design/family.h"
#include "core/io/atomic_file.h"

namespace noiseloom::cli {
namespace {

constexpr std::array<std::string_view, 6> kAxes{"bands",      "epsilon",   "epochs",
                                                "iterations", "mechanism", "epsilon,epochs"};
constexpr Index kMostAutomaticBands = 2048;
constexpr Index kMostAutomaticEpochs = 64;
constexpr Index kMostAutomaticIterations = 65536;

std::vector<std::string> powersOfTwo(Index first, Index last) {
  std::vector<std::string> list;
  for (Index value = first; value <= last; value *= 2) list.push_back(std::to_string(value));
  return list;
}

}  // namespace

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
    std::vector<std::string> list = listedValues(m_values);
    for (const std::string& value : list) checkTyped(value);
    return list;
  }
  if (m_over == "bands") {
    const Index most = std::min(m_scenario.scenario().mostBands(), kMostAutomaticBands);
    std::vector<std::string> list = powersOfTwo(1, most);
    if (list.back() != std::to_string(most)) list.push_back(std::to_string(most));
    return list;
  }
  if (m_over == "epsilon") return {"0.25", "0.5", "1", "2", "4", "8", "16"};
  if (m_over == "epochs") {
    return powersOfTwo(1, std::min(m_scenario.with("epochs", "1").scenario().iterations, kMostAutomaticEpochs));
  }
  if (m_over == "iterations") return powersOfTwo(256, kMostAutomaticIterations);
  std::vector<std::string> names;
  for (const MechanismKind kind : allMechanisms()) names.emplace_back(toString(kind));
  return names;
}

Outcome SweepCommand::line(const std::stop_token& stop) const {
  const std::vector<std::string> list = values();
  std::vector<SweepPoint> points;
  {
    ProgressLine line;
    const RunControl control = line.control(stop);
    const double share = 1 / static_cast<double>(list.size());
    for (std::size_t i = 0; i < list.size() && !stop.stop_requested(); ++i) {
      SweepPoint point{list[i], nullptr, {}};
      const double from = static_cast<double>(i) * share;
      control.report(from, m_over + " " + list[i]);
      try {
        const Scenario scenario = m_scenario.with(m_over, list[i]).scenario();
        // A design that was stopped midway is no point of the curve.
        auto solved = design(scenario, control.part(from, from + share));
        if (stop.stop_requested()) break;
        point.design = std::move(solved);
      } catch (const InvalidArgument& error) {
        point.problem = error.what();
      }
      points.push_back(std::move(point));
    }
  }
  const bool any = std::any_of(points.begin(), points.end(), [](const SweepPoint& point) { return point.design; });
  if (!any) {
    if (stop.stop_requested()) return {kExitCancelled, "", "cancelled before a first design was ready"};
    return {kExitUsage, "", "no value of " + m_over + " can be solved; the first: " + points.front().problem};
  }
  if (m_csv) writeFileAtomically(*m_csv, sweepCsv(m_over, points));
  Outcome outcome{kExitSuccess, m_json ? sweepJson(m_over, points) : sweepText(m_over, points), ""};
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
  if (m_csv) checkOutput("csv", *m_csv);
  for (const std::string& axis : listedValues(m_over)) {
    if (const auto typed = m_scenario.typed(axis)) {
      throw InvalidArgument(axis, *typed, "--values for it: the sweep is over " + m_over);
    }
  }
  if (m_over == "epsilon,epochs") return sweepMap(m_scenario, m_values, m_csv, m_json, stop);
  return line(stop);
}

}  // namespace noiseloom::cli
