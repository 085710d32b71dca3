#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/answer.h"
#include "core/answer/error_unit_option.h"
#include "core/answer/scenario_options.h"
#include "core/claim/post_hoc.h"
#include "core/design/error_unit.h"
#include "core/explore/scenario_map.h"
#include "core/search/sweep.h"

namespace noiseloom {

/// One value of a sweep, with its design or the reason why there is none.
struct SweepRow {
  std::string value;
  std::shared_ptr<const Design> design;
  std::string problem;
  ErrorScale scale = {};  ///< of the design's errors
  /// The promise here of the noise that was made for the strategy's own scenario.
  std::optional<PostHocClaim> kept = {};
};

struct Sweep {
  std::string over;
  std::vector<SweepRow> points;
  const Design* fixed = nullptr;  ///< whose strategy all points have; none: each has its own
};

/// True if the design's claim is made for its job.
ClaimSeverity severityOf(const Design& design);
/// One object (docs/formats.md). Errors are as they always are, and once more in the unit of the points' scales, which
/// is one, where `inUnit`.
Json sweepJson(const Sweep& sweep, bool inUnit = false);

/// A map over two inputs (core/explore/scenario_map.h).
struct MapAnswer {
  MapRequest request;
  std::vector<MapCell> cells;
  ErrorUnit unit = ErrorUnit::Summed;
  bool inUnit = false;         ///< whether errors are stated in that unit as well
  std::vector<double> errors;  ///< of the cells, in that unit

  std::size_t columns() const { return request.across.values.size(); }
  double across(std::size_t at) const { return request.across.values[at % columns()]; }
  double up(std::size_t at) const { return request.up.values[at / columns()]; }
  bool searches() const { return request.scenario.searchesBands() && !request.scenario.bands && !varies(Field::Bands); }
  bool varies(Field axis) const { return request.across.axis == axis || request.up.axis == axis; }
};

/// The name of an axis in messages and in files.
std::string axisName(const MapAxis& axis);
/// One object (docs/formats.md).
Json mapJson(const MapAnswer& map);

/// The values of a sweep along one input, each with its scenario, or with a row that says why it has none; rows of
/// what is solved come later.
struct SweepLine {
  Field axis = Field::Bands;
  std::vector<std::string> values;
  std::shared_ptr<const Design> fixed;  ///< whose strategy all points have; nullptr: each has its own
  std::vector<std::optional<Scenario>> scenarios;
  std::vector<std::optional<SweepRow>> rows;

  /// True if points say what the noise promises that was made for the one strategy's own scenario.
  bool keepsNoise() const { return fixed && axis == Field::MinSeparation; }
};

/// `sweep`: one design for each value of an option, certified like any other, or the strategy of one design at each; or
/// a map over two inputs.
class SweepQuestion final : public Question {
 public:
  struct Mapped {
    Answer ended = {};  ///< how, and what is to be said of that, without the JSON of it
    MapAnswer map = {};
  };

  void declare(const AddOption& add) override;
  Answer answer(const RunControl& control) const override;

  /// The files that are read.
  std::vector<FileOption> inputs() const { return m_scenario.inputs(); }
  std::string over() const { return m_over.value_or(""); }
  const ErrorUnitOption& unit() const { return m_unit; }
  bool fixedStrategy() const { return m_fixed; }
  /// True if it is a map. Throws InvalidArgument "over" for what cannot be swept over.
  bool checkAxes() const;
  /// What is swept over is no option as well, unless it says what the one strategy is solved for.
  void refuseAxisOptions() const;

  /// The line that is to be solved. With a fixed strategy that was stopped before it was ready: without it.
  SweepLine line(const RunControl& control) const;
  static Answer strategyMissing() { return {Ending::Stopped, nullptr, "cancelled before the strategy was ready"}; }
  /// Solves these places of the line, which have scenarios. onRow: after each.
  void solve(SweepLine& line, const std::vector<std::size_t>& places, const RunControl& control,
             const std::function<void(std::size_t)>& onRow = {}) const;
  /// The rows that there are.
  Sweep sweepOf(const SweepLine& line) const;
  /// How a sweep over so many values ended, and what is to be said of that, without the JSON of it.
  Answer ended(const Sweep& sweep, std::size_t values, bool stopped) const;
  std::string noneSolved(const std::string& first) const;

  Mapped map(const RunControl& control) const;

 private:
  std::vector<std::string> valuesOf(Field axis) const;
  double checkTyped(Field axis, const std::string& value) const;
  ScenarioOptions options() const;
  ScenarioOptions at(Field axis, const std::string& value) const;

  ScenarioOptions m_scenario;
  std::optional<std::string> m_over;
  std::optional<std::string> m_values;
  ErrorUnitOption m_unit;
  bool m_fixed = false;
};

}  // namespace noiseloom
