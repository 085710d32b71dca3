#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/text.h"
#include "core/design/cost.h"
#include "core/design/design.h"
#include "core/design/error_unit.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/pareto/pareto_trials.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// The criteria for designs: two at a time are the axes of the chart.
enum class ParetoAxis { Error, Memory, Seconds, Epsilon };
struct ParetoAxes {
  ParetoAxis across = ParetoAxis::Memory;
  ParetoAxis up = ParetoAxis::Error;

  bool has(ParetoAxis axis) const { return across == axis || up == axis; }
};

struct ParetoPoint {
  enum class Kind { Tried, Pinned, Recommended, Current };
  Kind kind = Kind::Current;
  int id = 0;  ///< number of a pin
  QString pinName = {};
  Text way = {};                                   ///< batching of a recommendation
  std::shared_ptr<const Design> design = nullptr;  ///< nullptr: Kind::Tried
  double error = 0;       ///< the objective's error in the unit of the data; NaN if there is none
  bool confirmed = true;  ///< the figures are verified, not only stated by a file
  bool stale = false;
  std::optional<ParetoTrial> trial = {};  ///< Kind::Tried
};

/// All data of the chart. Every design is costed on the scenario's machines, whichever it was made for.
struct ParetoData {
  Scenario scenario;
  ErrorUnit unit = ErrorUnit::Summed;
  std::optional<NoiseRates> rates;        ///< for the scenario's number type on this machine; nullopt: not measured yet
  std::vector<ParetoPoint> points;        ///< in drawing order
  std::vector<ParetoTrial> refused = {};  ///< those that have no error, with the reason
  bool trying = false;                    ///< more trials are to come
  bool faint = false;                     ///< of inputs before: all but the pins are drawn faintly
};

/// The name of a design in the current language; a pin's is the user's own.
QString paretoName(const ParetoPoint& point);
/// The value of a design on an axis, in bytes or seconds; nullopt if unknown or not finite.
std::optional<double> paretoValue(const ParetoData& data, const ParetoPoint& point, ParetoAxis axis);
/// Why a design cannot compete with the others between these axes; empty if it can. On the epsilon axis,
/// epsilons may differ.
QString paretoObstacle(const ParetoData& data, const ParetoPoint& point, const ParetoAxes& axes);
/// Indices into data.points of the designs that no other equals or beats on both axes and beats on one, by rising
/// horizontal value. Only comparable designs count; equal ones are all included.
std::vector<std::size_t> paretoFront(const ParetoData& data, const ParetoAxes& axes);

/// The cheapest design whose error is at most 5 % above the least, of those that were tried and those that compete with
/// them; nullopt unless one axis is the error and the other memory or time, and without trials.
std::optional<std::size_t> cheapestNearBest(const ParetoData& data, const ParetoAxes& axes);

ChartModel paretoModel(const ParetoData& data, const ParetoAxes& axes);
/// The design of a point of paretoModel(); nullopt for other points.
std::optional<std::size_t> paretoPlace(const ParetoData& data, const ParetoAxes& axes, const QString& key, int index);
/// "Banded Toeplitz, 28 bands: rmse 18.85 (× clip norm), 3.78 GB a machine, 41 ms a step, ε 8; on the front".
QString paretoText(const ParetoData& data, const ParetoAxes& axes, std::size_t place);
/// "3 of 7 designs are on the front; ...", with what was tried and what lies beyond the plot.
QString paretoHint(const ParetoData& data, const ParetoAxes& axes);
/// One row per design with all four values, whatever the axes, and per trial that has no error.
DataTable paretoTable(const ParetoData& data, const ParetoAxes& axes);

}  // namespace noiseloom
