#include <CLI/CLI.hpp>
#include <algorithm>
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
#include "core/design/designer.h"
#include "core/design/post_hoc.h"
#include "core/design/sweep.h"
#include "core/io/atomic_file.h"

namespace noiseloom::cli {
namespace {

std::string_view fieldName(SweepAxis axis) {
  return infoOf(fieldOf(axis)).name;
}

// What a strategy is, it cannot be swept over.
bool belongsToStrategy(SweepAxis axis) {
  return axis == SweepAxis::Bands || axis == SweepAxis::Mechanism || axis == SweepAxis::Momentum ||
         axis == SweepAxis::WeightDecay;
}

std::vector<std::string_view> axisNames(bool fixedStrategy) {
  std::vector<std::string_view> names;
  for (const SweepAxis axis : allSweepAxes()) {
    if (!fixedStrategy || !belongsToStrategy(axis)) names.push_back(toString(axis));
  }
  return names;
}

std::vector<std::string_view> batchingNames(bool separated) {
  std::vector<std::string_view> names;
  for (const Batching* batching : allBatchings()) {
    if (!separated || batching->uses(Field::MinSeparation)) names.push_back(batching->id);
  }
  return names;
}

std::string lineOf(const std::string& over, const SweepRow& row) {
  if (!row.design) return over + " " + row.value + ": left out, " + row.problem;
  const Design& design = *row.design;
  return over + " " + row.value + ": RMSE " + readableError(row.scale.in(ErrorObjective::Mean, design.rmse)) +
         ", bands " + std::to_string(design.bands) + ", noise multiplier " + readable(design.noiseMultiplier.value);
}

/// `sweep`: one design for each value of an option, certified like any other, or the strategy of one design at each; or
/// a map over two inputs. What is there when it is cancelled is printed.
class SweepCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  Outcome line(const std::stop_token& stop) const;
  Outcome answer(std::vector<std::optional<SweepRow>> rows, const Design* fixed, bool stopped) const;
  std::vector<std::string> values(SweepAxis axis) const;
  double checkTyped(SweepAxis axis, const std::string& value) const;
  ScenarioOptions options() const;
  ScenarioOptions at(SweepAxis axis, const std::string& value) const;
  void refuseAxisOptions() const;

  ScenarioOptions m_scenario;
  std::string m_over;
  std::string m_values = "auto";
  std::optional<std::string> m_csv;
  ErrorUnitOption m_unit;
  bool m_json = false;
  bool m_fixed = false;
};

void SweepCommand::declare(CLI::App& command) {
  command
      .add_option(
          "--over", m_over,
          "bands, epsilon, epochs, iterations, mechanism, batching, min-sep, delta, momentum or weight-decay; two "
          "of those that are numbers, such as epsilon,epochs, for a map")
      ->type_name("AXIS")
      ->required()
      ->group("Sweep");
  command
      .add_option("--values", m_values,
                  "values with commas between them, or auto [auto]; of a map: those of one / those of the other")
      ->type_name("LIST")
      ->group("Sweep");
  command
      .add_flag("--fixed-strategy", m_fixed,
                "evaluate the strategy of the scenario as typed at each value instead of solving anew")
      ->group("Sweep");
  m_scenario.declare(command, false);
  command.add_option("--csv", m_csv, "write a table with units in its header, replacing an older one")
      ->type_name("FILE.csv")
      ->group("Output");
  m_unit.declare(command);
  command.add_flag("--json", m_json, "print one JSON object")->group("Output");
}

// The options that all points share. A separation is swept over under the batching that it means something to.
ScenarioOptions SweepCommand::options() const {
  if (m_over != toString(SweepAxis::MinSeparation) || m_scenario.typed("batching")) return m_scenario;
  return m_scenario.with("batching", std::string(batchingNames(true).front()));
}

// A value that cannot be solved is a gap in the curve; one that cannot be read is a mistake, to be told before any
// work. Returns where it stands on the axis.
double SweepCommand::checkTyped(SweepAxis axis, const std::string& value) const {
  Scenario scenario;
  switch (axis) {
    case SweepAxis::Mechanism:
      // What "best" is has a place of its own in every message.
      if (const auto mechanism = mechanismFromName(value)) {
        scenario.mechanism = *mechanism;
        return valueOf(scenario, axis).value_or(0);
      }
      m_scenario.with(fieldName(axis), value).scenario();
      return 0;
    case SweepAxis::Batching: {
      const auto batching = batchingFromName(value);
      if (!batching) refuseName(m_over, value, batchingNames(false));
      scenario.batching = *batching;
      return valueOf(scenario, axis).value_or(0);
    }
    case SweepAxis::Epsilon:
    case SweepAxis::Delta: return parseReal(m_over, value);
    case SweepAxis::Momentum:
    case SweepAxis::WeightDecay: return parseReal(fieldName(axis), value);
    default: return static_cast<double>(parseCount(fieldName(axis), value));
  }
}

// The options of one point. Those of other batchings than its own were typed for their points.
ScenarioOptions SweepCommand::at(SweepAxis axis, const std::string& value) const {
  // Those of a workload are taken over by atValue().
  if (axis == SweepAxis::Momentum || axis == SweepAxis::WeightDecay) return options();
  ScenarioOptions point = options().with(fieldName(axis), value);
  if (axis != SweepAxis::Batching) return point;
  const Batching* batching = batchingFromName(value).value_or(&standardBatching());
  for (const Batching* other : allBatchings()) {
    for (const Field field : other->settings) {
      if (!batching->uses(field)) point = point.without(infoOf(field).name);
    }
  }
  return point;
}

std::vector<std::string> SweepCommand::values(SweepAxis axis) const {
  std::vector<std::string> list;
  if (m_values != "auto") {
    list = listedValues("values", m_values);
    for (const std::string& value : list) checkTyped(axis, value);
    return list;
  }
  // What the values depend on: the bands that the scenario allows, the iterations that epochs and separations are
  // among, the epochs that not every batching knows.
  Scenario scenario;
  if (axis == SweepAxis::Bands || axis == SweepAxis::MinSeparation) scenario = options().scenario();
  if (axis == SweepAxis::Epochs) scenario = options().with("epochs", "1").scenario();
  if (axis == SweepAxis::Batching) scenario.epochs = parseCount("epochs", m_scenario.typed("epochs").value_or("1"));
  for (const double value : automaticValues(scenario, axis)) {
    const auto position = static_cast<std::size_t>(value);
    list.emplace_back(axis == SweepAxis::Mechanism  ? std::string(allMechanisms()[position]->id)
                      : axis == SweepAxis::Batching ? std::string(allBatchings()[position]->id)
                                                    : shortest(value));
  }
  return list;
}

Outcome SweepCommand::line(const std::stop_token& stop) const {
  const SweepAxis axis = *sweepAxisFromName(m_over);
  const std::vector<std::string> list = values(axis);
  std::vector<std::optional<SweepRow>> rows(list.size());
  std::vector<Scenario> scenarios;
  std::vector<std::size_t> places;  // of the scenarios among the values
  std::shared_ptr<const Design> fixed;
  ProgressLine line;
  const RunControl control = line.control(stop);
  if (m_fixed) {
    fixed = design(options().scenario(), control.part(0, 0.5), {.abandon = stop});
    if (!fixed) return {kExitCancelled, "", "cancelled before the strategy was ready"};
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    try {
      Scenario scenario = fixed ? fixed->scenario : at(axis, list[i]).scenario();
      // Mechanisms keep the bands that were typed for them.
      if (axis != SweepAxis::Mechanism) scenario = atValue(scenario, axis, checkTyped(axis, list[i]));
      m_unit.check(scenario);
      scenarios.push_back(std::move(scenario));
      places.push_back(i);
    } catch (const InvalidArgument& error) {
      rows[i] = SweepRow{list[i], nullptr, error.what()};
    }
  }
  const auto onPoint = [&](const SweepPoint& point) {
    const std::size_t place = places[point.at];
    rows[place] = SweepRow{list[place], point.design, point.problem.english()};
    if (point.design) rows[place]->scale = ErrorScale(m_unit.unit(), point.design->scenario, {stop, {}});
    if (fixed && axis == SweepAxis::MinSeparation && point.design)
      rows[place]->kept = claimAt(*fixed, point.design->scenario.participation(), {stop, {}});
    line.keep(lineOf(m_over, *rows[place]));
  };
  if (fixed) {
    evaluateEach(*fixed, scenarios, control.part(0.5, 1), onPoint);
  } else {
    designEach(scenarios, control, onPoint);
  }
  return answer(std::move(rows), fixed.get(), stop.stop_requested());
}

Outcome SweepCommand::answer(std::vector<std::optional<SweepRow>> rows, const Design* fixed, bool stopped) const {
  Sweep sweep{m_over, {}, fixed};
  for (std::optional<SweepRow>& row : rows) {
    if (row) sweep.points.push_back(*std::move(row));
  }
  if (std::ranges::none_of(sweep.points, [](const SweepRow& row) { return row.design != nullptr; })) {
    if (stopped) return {kExitCancelled, "", "cancelled before a first design was ready"};
    return {kExitUsage, "", "no value of " + m_over + " can be solved; the first: " + sweep.points.front().problem};
  }
  if (m_csv) writeFileAtomically(*m_csv, sweepCsv(sweep));
  Outcome outcome{kExitSuccess, m_json ? sweepJson(sweep, m_unit.given()) : sweepText(sweep), ""};
  if (stopped) {
    outcome.exitCode = kExitCancelled;
    outcome.note = "cancelled: the " + std::to_string(sweep.points.size()) + " of " + std::to_string(rows.size()) +
                   " values that were ready are shown";
  }
  return outcome;
}

// What is swept over is no option as well, unless it says what the one strategy is solved for.
void SweepCommand::refuseAxisOptions() const {
  const bool separations = m_over == toString(SweepAxis::MinSeparation);
  const auto batching = m_scenario.typed("batching");
  if (separations && !m_fixed && batching) {
    const std::vector<std::string_view> allowed = batchingNames(true);
    if (std::ranges::find(allowed, *batching) == allowed.end()) refuseName("batching", *batching, allowed);
  }
  if (m_fixed) return;
  for (const std::string& name : listedValues("over", m_over)) {
    const std::string_view field = fieldName(*sweepAxisFromName(name));
    if (const auto typed = m_scenario.typed(field)) {
      throw InvalidArgument(std::string(field), *typed, "--values for it: the sweep is over " + m_over);
    }
  }
}

Outcome SweepCommand::run(const std::stop_token& stop) const {
  if (const auto axes = m_fixed ? std::nullopt : mapAxesOf(m_over)) {
    checkOutputs(m_scenario.inputs(), {{"csv", m_csv}});
    refuseAxisOptions();
    return sweepMap(m_scenario, *axes, m_values, m_unit, m_csv, m_json, stop);
  }
  const std::vector<std::string_view> allowed = axisNames(m_fixed);
  if (std::ranges::find(allowed, m_over) == allowed.end()) refuseName("over", m_over, allowed);
  checkOutputs(m_scenario.inputs(), {{"csv", m_csv}});
  refuseAxisOptions();
  return line(stop);
}

}  // namespace

std::unique_ptr<Command> sweepCommand() {
  return std::make_unique<SweepCommand>();
}

}  // namespace noiseloom::cli
