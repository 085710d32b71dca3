#include "core/answer/sweep_question.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/answer/arguments.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/claim/claim.h"
#include "core/io/figures_json.h"
#include "core/io/scenario_json.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

// Mechanism, size and the job that a strategy is for, or is evaluated in.
void addJob(Json& json, const Design& design) {
  const Scenario& scenario = design.scenario;
  json["mechanism"] = toString(design.mechanism);
  json["bands"] = design.bands;
  json["iterations"] = scenario.iterations;
  json["epochs"] = epochsJson(scenario.effectiveEpochs());
  json["batching"] = toString(scenario.batching);
  json["min_separation"] = scenario.effectiveMinSeparation();
}

Json keptJson(const PostHocClaim& kept) {
  return {{"sensitivity", kept.sensitivity.value},
          {"noise_multiplier", kept.noiseMultiplier},
          {"epsilon", kept.epsilon.value},
          {"delta", kept.delta.value}};
}

// The share of the solve in the progress of a sweep of one strategy.
constexpr double kStrategyShare = 0.5;

bool ofWorkload(Field axis) {
  return axis == Field::Momentum || axis == Field::WeightDecay || axis == Field::Averaging ||
         axis == Field::AveragingWindow;
}

// True for fields that define a strategy, over which a given one cannot be swept.
bool belongsToStrategy(Field axis) {
  return axis == Field::Bands || axis == Field::Mechanism || ofWorkload(axis);
}

template <class Condition>
std::vector<std::string_view> axisNames(const Condition& isOffered) {
  std::vector<std::string_view> names;
  for (const Field axis : sweptFields()) {
    if (isOffered(axis)) names.push_back(optionName(axis));
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

// Parses a number typed for an axis.
double numberOn(Field axis, const std::string& text) {
  return isCount(axis) ? static_cast<double>(parseCount(infoOf(axis).name, text)) : parseReal(infoOf(axis).name, text);
}

void readAxes(MapRequest& request, const std::string& typed) {
  MapAxis* const both[] = {&request.across, &request.up};
  if (typed == "auto") {
    for (MapAxis* axis : both) axis->values = automaticValues(request.scenario, axis->axis);
    return;
  }
  const auto slash = typed.rfind('/');  // the first ones may have one of their own: 1/2
  if (slash == std::string::npos) {
    throw InvalidArgument("values", typed,
                          "auto, or values of " + optionName(request.across.axis) + ", a slash, and those of " +
                              optionName(request.up.axis) + ", such as 1,2,4/1,8,64");
  }
  const std::string parts[] = {typed.substr(0, slash), typed.substr(slash + 1)};
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<double>& values = both[i]->values;
    for (const std::string& each : listedValues("values", parts[i])) values.push_back(numberOn(both[i]->axis, each));
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }
}

// In the map's unit. What a unit depends on is worked out once for each scenario that differs in it.
std::vector<double> errorsOf(const MapAnswer& map, const RunControl& control) {
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

// The map's axes are not typed, but every scenario needs a value for them.
Scenario mapScenario(ScenarioOptions options, const std::pair<Field, Field>& axes) {
  for (const Field axis : {axes.first, axes.second}) {
    if (axis == Field::Iterations) options = options.with("iterations", "2000");
    if (axis == Field::Epsilon) options = options.with("epsilon", "1");
    if (axis == Field::Delta) options = options.with("delta", "1e-5");
    if (axis == Field::Epochs) options = options.with("epochs", "1");
    if (axis == Field::MinSeparation && !options.typed("batching")) options = options.with("batching", "min-sep");
  }
  return options.scenario();
}

// The two inputs of "A,B"; nothing where that is one.
std::optional<std::pair<Field, Field>> mapAxes(const std::string& over) {
  const auto comma = over.find(',');
  if (comma == std::string::npos) return std::nullopt;
  const auto axisOf = [](const std::string& name) {
    checkName("over", name, axisNames([](Field axis) { return !isCategorical(axis); }));
    return *fieldOfOption(name, sweptFields());
  };
  return std::pair(axisOf(over.substr(0, comma)), axisOf(over.substr(comma + 1)));
}

}  // namespace

void SweepQuestion::declare(const AddOption& add) {
  const AddOption option = below("Sweep", add);
  option({.name = "over",
          .type = "AXIS",
          .place = &m_over,
          .help = "bands, epsilon, epochs, iterations, mechanism, batching, min-sep, delta, momentum, weight-decay, "
                  "averaging or averaging-window; two of those that are numbers, such as epsilon,epochs, for a map",
          .required = true});
  option({"values", "LIST", &m_values,
          "values with commas between them, or auto [auto]; of a map: those of one / those of the other"});
  option({.name = "fixed-strategy",
          .place = &m_fixed,
          .help = "evaluate the strategy of the scenario as typed at each value instead of solving anew"});
  m_scenario.declare(add, false);
  m_unit.declare(add);
}

bool SweepQuestion::checkAxes() const {
  if (!m_fixed && mapAxes(over())) return true;
  checkName("over", over(), axisNames([this](Field axis) { return !m_fixed || !belongsToStrategy(axis); }));
  return false;
}

// The options that all points share. A separation is swept over under the batching that it means something to.
ScenarioOptions SweepQuestion::options() const {
  if (over() != optionName(Field::MinSeparation) || m_scenario.typed("batching")) return m_scenario;
  return m_scenario.with("batching", std::string(batchingNames(true).front()));
}

// A value that cannot be solved is a gap in the curve; one that cannot be read is a mistake, to be reported before any
// work. Returns where it stands on the axis.
double SweepQuestion::checkTyped(Field axis, const std::string& value) const {
  Scenario scenario;
  switch (axis) {
    case Field::Mechanism:
      // Messages have a place of their own for what "best" turned out to be.
      if (const auto mechanism = mechanismFromName(value)) {
        scenario.mechanism = *mechanism;
        return placeOn(scenario, axis).value_or(0);
      }
      m_scenario.with(infoOf(axis).name, value).scenario();
      return 0;
    case Field::Batching: {
      const auto batching = batchingFromName(value);
      if (!batching) refuseName(over(), value, batchingNames(false));
      scenario.batching = *batching;
      return placeOn(scenario, axis).value_or(0);
    }
    default: return numberOn(axis, value);
  }
}

// The options of one point. Those of other batchings than its own were typed for their points.
ScenarioOptions SweepQuestion::at(Field axis, const std::string& value) const {
  // Those of a workload are taken over by atValue().
  if (ofWorkload(axis)) return options();
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

std::vector<std::string> SweepQuestion::valuesOf(Field axis) const {
  std::vector<std::string> list;
  if (m_values && *m_values != "auto") {
    list = listedValues("values", *m_values);
    for (const std::string& value : list) checkTyped(axis, value);
    return list;
  }
  // The values depend on these: the bands that the scenario allows, the iterations that epochs and separations are
  // among, the epochs that not every batching knows.
  Scenario scenario;
  if (axis == Field::Bands || axis == Field::MinSeparation) scenario = options().scenario();
  if (axis == Field::Epochs) scenario = options().with("epochs", "1").scenario();
  if (axis == Field::Batching) scenario.epochs = parseReal("epochs", m_scenario.typed("epochs").value_or("1"));
  for (const double value : automaticValues(scenario, axis)) {
    const auto position = static_cast<std::size_t>(value);
    list.emplace_back(axis == Field::Mechanism  ? std::string(allMechanisms()[position]->id)
                      : axis == Field::Batching ? std::string(allBatchings()[position]->id)
                                                : shortest(value));
  }
  return list;
}

void SweepQuestion::refuseAxisOptions() const {
  const bool separations = over() == optionName(Field::MinSeparation);
  const auto batching = m_scenario.typed("batching");
  if (separations && !m_fixed && batching) checkName("batching", *batching, batchingNames(true));
  if (m_fixed) return;
  for (const std::string& name : listedValues("over", over())) {
    const std::string_view field = infoOf(*fieldOfOption(name, sweptFields())).name;
    if (const auto typed = m_scenario.typed(field))
      throw InvalidArgument(std::string(field), *typed, "--values for it: the sweep is over " + over());
  }
}

SweepLine SweepQuestion::line(const RunControl& control) const {
  SweepLine line;
  line.axis = *fieldOfOption(over(), sweptFields());
  line.values = valuesOf(line.axis);
  line.rows.resize(line.values.size());
  line.scenarios.resize(line.values.size());
  if (m_fixed) {
    line.fixed = design(options().scenario(), control.part(0, kStrategyShare), {.abandon = control.stop});
    if (!line.fixed) return line;
  }
  for (std::size_t i = 0; i < line.values.size(); ++i) {
    const std::string& value = line.values[i];
    try {
      Scenario scenario = line.fixed ? line.fixed->scenario : at(line.axis, value).scenario();
      // Mechanisms keep the bands that were typed for them.
      if (line.axis != Field::Mechanism) scenario = atValue(scenario, line.axis, checkTyped(line.axis, value));
      m_unit.check(scenario);
      line.scenarios[i] = std::move(scenario);
    } catch (const InvalidArgument& error) {
      line.rows[i] = SweepRow{value, nullptr, error.what()};
    }
  }
  return line;
}

void SweepQuestion::solve(SweepLine& line, const std::vector<std::size_t>& places, const RunControl& control,
                          const std::function<void(std::size_t)>& onRow) const {
  std::vector<Scenario> open;
  open.reserve(places.size());
  for (const std::size_t place : places) open.push_back(*line.scenarios[place]);
  const auto onPoint = [&](const SweepPoint& point) {
    const std::size_t place = places[point.at];
    SweepRow row{line.values[place], point.design, point.problem.english()};
    if (point.design) row.scale = ErrorScale(m_unit.unit(), point.design->scenario, control.quiet());
    if (line.keepsNoise() && point.design)
      row.kept = claimAt(*line.fixed, point.design->scenario.participation(), control.quiet());
    line.rows[place] = std::move(row);
    if (onRow) onRow(place);
  };
  if (line.fixed) {
    evaluateEach(*line.fixed, open, control.part(kStrategyShare, 1), onPoint);
  } else {
    designEach(open, control, onPoint);
  }
}

Sweep SweepQuestion::sweepOf(const SweepLine& line) const {
  Sweep sweep{over(), {}, line.fixed.get()};
  for (const std::optional<SweepRow>& row : line.rows) {
    if (row) sweep.points.push_back(*row);
  }
  return sweep;
}

std::string SweepQuestion::noneSolved(const std::string& first) const {
  return "no value of " + over() + " can be solved; the first: " + first;
}

Answer SweepQuestion::ended(const Sweep& sweep, std::size_t values, bool stopped) const {
  if (std::ranges::none_of(sweep.points, [](const SweepRow& row) { return row.design != nullptr; })) {
    if (stopped) return {Ending::Stopped, nullptr, "cancelled before a first design was ready"};
    return {Ending::Refused, nullptr, noneSolved(sweep.points.front().problem)};
  }
  if (!stopped) return {};
  return {Ending::Stopped, nullptr,
          "cancelled: the " + std::to_string(sweep.points.size()) + " of " + std::to_string(values) +
              " values that were ready are shown"};
}

SweepQuestion::Mapped SweepQuestion::map(const RunControl& control) const {
  const auto axes = *mapAxes(over());
  Mapped found;
  MapAnswer& map = found.map;
  map.unit = m_unit.unit();
  map.inUnit = m_unit.given();
  map.request.scenario = mapScenario(m_scenario, axes);
  map.request.across.axis = axes.first;
  map.request.up.axis = axes.second;
  map.request.mostSeconds = std::numeric_limits<double>::infinity();  // whoever gives values waits for them
  map.request.comparesUnamplified = true;
  m_unit.check(map.request.scenario);
  readAxes(map.request, m_values.value_or("auto"));
  map.cells = scenarioMap(map.request, control);
  if (control.stopRequested()) {
    found.ended = {Ending::Stopped, nullptr, "cancelled: the cells that were ready are shown"};
  } else if (std::ranges::none_of(map.cells, &MapCell::known)) {
    found.ended = {Ending::Refused, nullptr,
                   "no cell of the map can be solved; the first: " + map.cells.front().problem.english()};
    return found;
  }
  map.errors = errorsOf(map, control.quiet());
  return found;
}

Answer SweepQuestion::answer(const RunControl& control) const {
  const bool isMap = checkAxes();
  refuseAxisOptions();
  if (isMap) {
    Mapped found = map(control);
    if (found.ended.ending != Ending::Refused) found.ended.json = mapJson(found.map);
    return std::move(found.ended);
  }
  SweepLine line = this->line(control);
  if (m_fixed && !line.fixed) return strategyMissing();
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < line.values.size(); ++i) {
    if (line.scenarios[i]) open.push_back(i);
  }
  solve(line, open, control);
  const Sweep sweep = sweepOf(line);
  Answer answer = ended(sweep, line.values.size(), control.stopRequested());
  const auto solved = [](const SweepRow& row) { return row.design != nullptr; };
  if (std::ranges::any_of(sweep.points, solved)) answer.json = sweepJson(sweep, m_unit.given());
  return answer;
}

std::string axisName(const MapAxis& axis) {
  return std::string(infoOf(axis.axis).name);
}

Json mapJson(const MapAnswer& map) {
  Json list = Json::array();
  std::size_t known = 0;
  std::size_t estimated = 0;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    const MapCell& cell = map.cells[i];
    if (!cell.settled()) continue;
    Json json{{axisName(map.request.across), map.across(i)}, {axisName(map.request.up), map.up(i)}};
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
    if (map.inUnit) json["error_in_unit"] = std::isfinite(map.errors[i]) ? Json(map.errors[i]) : Json(nullptr);
    list.push_back(std::move(json));
  }
  Json json{{"over", optionName(map.request.across.axis) + "," + optionName(map.request.up.axis)}};
  if (map.inUnit) json["error_unit"] = toString(map.unit);
  json["solved"] = known;
  json["estimated"] = estimated;
  json["cells"] = std::move(list);
  return json;
}

ClaimSeverity severityOf(const Design& design) {
  return coverageOf(design.scenario, design.bands).status == AssumptionStatus::Violated ? ClaimSeverity::Critical
                                                                                        : ClaimSeverity::Ok;
}

Json sweepJson(const Sweep& sweep, bool inUnit) {
  const auto& [over, points, fixed] = sweep;
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
    addJob(one, design);
    one["epsilon"] = scenario.epsilon;
    one["delta"] = scenario.delta;
    if (scenario.largestBatch) one["largest_batch"] = *scenario.largestBatch;
    addFigures(one, design, FiguresExtent::Brief);
    if (!(design.lowerBound > 0)) one["lower_bound"] = nullptr;
    one["dp_sgd_rmse"] = design.dpSgdRmse;
    if (inUnit) one["errors"] = errorsJson(point.scale, design);
    one["severity"] = toString(severityOf(design));
    if (const Text instead = accountedInstead(design); !instead.empty()) one["accounted_instead"] = instead.english();
    one["claim"] = claimSentence(design).english();
    if (point.kept) one["kept_noise"] = keptJson(*point.kept);
    one["termination"] = toString(design.optimizer.termination);
    one["seconds"] = design.seconds.total;
    list.push_back(std::move(one));
  }
  Json object{{"over", over}};
  if (fixed) {
    Json strategy = Json::object();
    addJob(strategy, *fixed);
    strategy["stddev"] = fixed->stddev;
    object["fixed_strategy"] = std::move(strategy);
  }
  object["points"] = std::move(list);
  return object;
}

}  // namespace noiseloom
