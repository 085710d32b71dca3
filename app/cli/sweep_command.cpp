#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/error_unit_option.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/scenario_options.h"
#include "app/cli/shard.h"
#include "app/cli/sweep_journal.h"
#include "app/cli/sweep_map.h"
#include "app/cli/sweep_output.h"
#include "app/cli/text_table.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/version.h"
#include "core/claim/post_hoc.h"
#include "core/io/atomic_file.h"
#include "core/io/scenario_json.h"
#include "core/io/sha256.h"
#include "core/search/designer.h"
#include "core/search/sweep.h"

namespace noiseloom::cli {
namespace {

// What a strategy is, it cannot be swept over.
bool belongsToStrategy(Field axis) {
  return axis == Field::Bands || axis == Field::Mechanism || axis == Field::Momentum || axis == Field::WeightDecay;
}

std::vector<std::string_view> axisNames(bool fixedStrategy) {
  std::vector<std::string_view> names;
  for (const Field axis : sweptFields()) {
    if (!fixedStrategy || !belongsToStrategy(axis)) names.push_back(optionName(axis));
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
  return over + " " + row.value + ": RMSE " + readableError(row.scale.in(ErrorObjective::Mean, design.error.mean)) +
         ", bands " + std::to_string(design.bands) + ", noise multiplier " + readableUp(design.noiseMultiplier.value);
}

/// `sweep`: one design for each value of an option, certified like any other, or the strategy of one design at each; or
/// a map over two inputs. What is there when it is cancelled is printed.
class SweepCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  Outcome line(const std::stop_token& stop) const;
  struct Sharing {
    Shard shard;
    bool part = false;  // the table of this process is a part, to be merged
  };
  Sharing sharing() const;
  std::string noneSolved(const std::string& first) const;
  Outcome shared(const SweepJournal& journal, const Sharing& sharing, std::size_t before,
                 const std::stop_token& stop) const;
  Outcome answer(std::vector<std::optional<SweepRow>> rows, const Design* fixed, const SweepJournal* journal,
                 bool stopped) const;
  std::vector<std::string> values(Field axis) const;
  double checkTyped(Field axis, const std::string& value) const;
  ScenarioOptions options() const;
  ScenarioOptions at(Field axis, const std::string& value) const;
  void refuseAxisOptions() const;

  ScenarioOptions m_scenario;
  std::string m_over;
  std::string m_values = "auto";
  std::optional<std::string> m_csv;
  std::optional<std::string> m_shard;
  bool m_resume = false;
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
  command
      .add_option("--shard", m_shard,
                  "solve every N-th value only, from the I-th on, and write a part for `merge`; auto: the task of a "
                  "Slurm array. Processes that mpirun or srun has started share the values by themselves")
      ->type_name("I/N")
      ->group("Output");
  command.add_flag("--resume", m_resume, "go on with what a run that was killed has left beside the table")
      ->group("Output");
  m_unit.declare(command);
  command.add_flag("--json", m_json, "print one JSON object")->group("Output");
}

// The options that all points share. A separation is swept over under the batching that it means something to.
ScenarioOptions SweepCommand::options() const {
  if (m_over != optionName(Field::MinSeparation) || m_scenario.typed("batching")) return m_scenario;
  return m_scenario.with("batching", std::string(batchingNames(true).front()));
}

// A value that cannot be solved is a gap in the curve; one that cannot be read is a mistake, to be told before any
// work. Returns where it stands on the axis.
double SweepCommand::checkTyped(Field axis, const std::string& value) const {
  Scenario scenario;
  switch (axis) {
    case Field::Mechanism:
      // What "best" is has a place of its own in every message.
      if (const auto mechanism = mechanismFromName(value)) {
        scenario.mechanism = *mechanism;
        return placeOn(scenario, axis).value_or(0);
      }
      m_scenario.with(infoOf(axis).name, value).scenario();
      return 0;
    case Field::Batching: {
      const auto batching = batchingFromName(value);
      if (!batching) refuseName(m_over, value, batchingNames(false));
      scenario.batching = *batching;
      return placeOn(scenario, axis).value_or(0);
    }
    case Field::Epsilon:
    case Field::Delta: return parseReal(m_over, value);
    case Field::Momentum:
    case Field::WeightDecay: return parseReal(infoOf(axis).name, value);
    default: return static_cast<double>(parseCount(infoOf(axis).name, value));
  }
}

// The options of one point. Those of other batchings than its own were typed for their points.
ScenarioOptions SweepCommand::at(Field axis, const std::string& value) const {
  // Those of a workload are taken over by atValue().
  if (axis == Field::Momentum || axis == Field::WeightDecay) return options();
  ScenarioOptions point = options().with(infoOf(axis).name, value);
  if (axis != Field::Batching) return point;
  const Batching* batching = batchingFromName(value).value_or(&standardBatching());
  for (const Batching* other : allBatchings()) {
    for (const Field field : other->settings) {
      if (!batching->uses(field)) point = point.without(infoOf(field).name);
    }
  }
  return point;
}

std::vector<std::string> SweepCommand::values(Field axis) const {
  std::vector<std::string> list;
  if (m_values != "auto") {
    list = listedValues("values", m_values);
    for (const std::string& value : list) checkTyped(axis, value);
    return list;
  }
  // What the values depend on: the bands that the scenario allows, the iterations that epochs and separations are
  // among, the epochs that not every batching knows.
  Scenario scenario;
  if (axis == Field::Bands || axis == Field::MinSeparation) scenario = options().scenario();
  if (axis == Field::Epochs) scenario = options().with("epochs", "1").scenario();
  if (axis == Field::Batching) scenario.epochs = parseCount("epochs", m_scenario.typed("epochs").value_or("1"));
  for (const double value : automaticValues(scenario, axis)) {
    const auto position = static_cast<std::size_t>(value);
    list.emplace_back(axis == Field::Mechanism  ? std::string(allMechanisms()[position]->id)
                      : axis == Field::Batching ? std::string(allBatchings()[position]->id)
                                                : shortest(value));
  }
  return list;
}

// What is shared with other processes, and which part this one does.
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

Outcome SweepCommand::line(const std::stop_token& stop) const {
  const Field axis = *fieldOfOption(m_over, sweptFields());
  const Sharing sharing = this->sharing();
  const std::vector<std::string> list = values(axis);
  std::vector<std::optional<SweepRow>> rows(list.size());
  std::vector<std::optional<Scenario>> scenarios(list.size());
  std::shared_ptr<const Design> fixed;
  ProgressLine line;
  const RunControl control = line.control(stop);
  if (m_fixed) {
    fixed = design(options().scenario(), control.part(0, 0.5), {.abandon = stop});
    if (!fixed) return {kExitCancelled, "", "cancelled before the strategy was ready"};
  }
  std::vector<SweepPlace> places;
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::string from = std::string(NOISELOOM_VERSION) + '\n' + m_over + '\n' + list[i] + '\n' +
                       std::string(toString(m_unit.unit())) + '\n' + (fixed ? scenarioText(fixed->scenario) : "");
    try {
      Scenario scenario = fixed ? fixed->scenario : at(axis, list[i]).scenario();
      // Mechanisms keep the bands that were typed for them.
      if (axis != Field::Mechanism) scenario = atValue(scenario, axis, checkTyped(axis, list[i]));
      m_unit.check(scenario);
      from += scenarioText(scenario);
      scenarios[i] = std::move(scenario);
    } catch (const InvalidArgument& error) {
      rows[i] = SweepRow{list[i], nullptr, error.what()};
    }
    places.push_back({i, list.size(), sha256Hex(std::as_bytes(std::span(from)))});
  }
  const bool kept = fixed && axis == Field::MinSeparation;
  const bool curvature = std::ranges::any_of(scenarios, [](const std::optional<Scenario>& scenario) {
    return scenario && !scenario->workload.components().empty();
  });
  std::optional<SweepJournal> journal;
  if (m_csv)
    journal.emplace(*m_csv, sweepColumns(m_fixed, kept, m_unit.unit(), curvature), places, sharing.shard, m_resume);
  std::size_t before = 0;
  for (std::size_t i = 0; journal && i < list.size(); ++i) before += scenarios[i] && journal->has(i) ? 1 : 0;
  const auto keep = [&](std::size_t place) {
    if (journal && !journal->has(place))
      journal->add(place, sweepCells(m_over, *rows[place], fixed.get(), kept, curvature));
  };
  std::vector<Scenario> open;
  std::vector<std::size_t> placeOf;  // of the open ones among the values
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!sharing.shard.has(i)) {
      rows[i].reset();
    } else if (!scenarios[i]) {
      keep(i);
    } else if (!journal || !journal->has(i)) {
      open.push_back(*scenarios[i]);
      placeOf.push_back(i);
    }
  }
  const auto onPoint = [&](const SweepPoint& point) {
    const std::size_t place = placeOf[point.at];
    rows[place] = SweepRow{list[place], point.design, point.problem.english()};
    if (point.design) rows[place]->scale = ErrorScale(m_unit.unit(), point.design->scenario, {stop, {}});
    if (kept && point.design) rows[place]->kept = claimAt(*fixed, point.design->scenario.participation(), {stop, {}});
    keep(place);
    line.keep(lineOf(m_over, *rows[place]));
  };
  if (fixed) {
    evaluateEach(*fixed, open, control.part(0.5, 1), onPoint);
  } else {
    designEach(open, control, onPoint);
  }
  if (sharing.part || sharing.shard.count > 1 || before > 0) return shared(*journal, sharing, before, stop);
  return answer(std::move(rows), fixed.get(), journal ? &*journal : nullptr, stop.stop_requested());
}

std::string SweepCommand::noneSolved(const std::string& first) const {
  return "no value of " + m_over + " can be solved; the first: " + first;
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
    return {kExitUsage, "", noneSolved(rows.rows.begin()->second.second.back())};
  writeFileAtomically(*m_csv, sharing.part ? rows.part() : rows.table());
  return sweepSummary(*m_csv, rows, sharing.part, before, m_json);
}

Outcome SweepCommand::answer(std::vector<std::optional<SweepRow>> rows, const Design* fixed,
                             const SweepJournal* journal, bool stopped) const {
  Sweep sweep{m_over, {}, fixed};
  for (std::optional<SweepRow>& row : rows) {
    if (row) sweep.points.push_back(*std::move(row));
  }
  if (std::ranges::none_of(sweep.points, [](const SweepRow& row) { return row.design != nullptr; })) {
    if (journal) journal->remove();
    if (stopped) return {kExitCancelled, "", "cancelled before a first design was ready"};
    return {kExitUsage, "", noneSolved(sweep.points.front().problem)};
  }
  if (m_csv) writeFileAtomically(*m_csv, sweepCsv(sweep));
  Outcome outcome{kExitSuccess, m_json ? sweepJson(sweep, m_unit.given()) : sweepText(sweep), ""};
  if (stopped) {
    outcome.exitCode = kExitCancelled;
    outcome.note = "cancelled: the " + std::to_string(sweep.points.size()) + " of " + std::to_string(rows.size()) +
                   " values that were ready are shown" + (journal ? "; --resume goes on" : "");
  } else if (journal) {
    journal->remove();
  }
  return outcome;
}

// What is swept over is no option as well, unless it says what the one strategy is solved for.
void SweepCommand::refuseAxisOptions() const {
  const bool separations = m_over == optionName(Field::MinSeparation);
  const auto batching = m_scenario.typed("batching");
  if (separations && !m_fixed && batching) {
    const std::vector<std::string_view> allowed = batchingNames(true);
    if (std::ranges::find(allowed, *batching) == allowed.end()) refuseName("batching", *batching, allowed);
  }
  if (m_fixed) return;
  for (const std::string& name : listedValues("over", m_over)) {
    const std::string_view field = infoOf(*fieldOfOption(name, sweptFields())).name;
    if (const auto typed = m_scenario.typed(field)) {
      throw InvalidArgument(std::string(field), *typed, "--values for it: the sweep is over " + m_over);
    }
  }
}

Outcome SweepCommand::run(const std::stop_token& stop) const {
  if (const auto axes = m_fixed ? std::nullopt : mapAxesOf(m_over)) {
    checkOutputs(m_scenario.inputs(), {{"csv", m_csv}});
    refuseAxisOptions();
    if (m_shard || m_resume)
      throw InvalidArgument(m_shard ? "shard" : "resume", m_over, std::string("it for a sweep over one axis"));
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
