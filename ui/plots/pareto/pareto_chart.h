#pragma once

#include <QString>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/text.h"
#include "core/design/cost.h"
#include "core/design/design.h"
#include "core/design/error_unit.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// What designs are weighed by: two at a time are the axes of the chart.
enum class ParetoAxis { Error, Memory, Seconds, Epsilon };
inline constexpr int kParetoAxes = 4;
struct ParetoAxes {
  ParetoAxis across = ParetoAxis::Memory;
  ParetoAxis up = ParetoAxis::Error;

  bool has(ParetoAxis axis) const { return across == axis || up == axis; }
};

/// A design of the chart.
struct ParetoPoint {
  enum class Kind { Pinned, Recommended, Current };
  Kind kind = Kind::Current;
  int id = 0;  ///< of a pin
  QString pinName = {};
  Text way = {};  ///< of a recommendation: the batching that it is for
  std::shared_ptr<const Design> design;
  double error = 0;       ///< of the kind of the scenario's objective, in the unit of the data; NaN: no value there
  bool confirmed = true;  ///< its figures are more than a file's words
  bool stale = false;
};

/// All that the chart shows. Every design is weighed on the machines of the scenario, whichever it was made for.
struct ParetoData {
  Scenario scenario;
  ErrorUnit unit = ErrorUnit::Summed;
  std::optional<NoiseRates> rates;  ///< of the scenario's number type on this machine; none: not measured yet
  std::vector<ParetoPoint> points;  ///< those that are drawn first come first
};

/// In the words of the language that is spoken now, but a pin's, which a person chose.
QString paretoName(const ParetoPoint& point);
/// A design's value on an axis, in bytes or seconds; nothing where it is not known or no number.
std::optional<double> paretoValue(const ParetoData& data, const ParetoPoint& point, ParetoAxis axis);
/// Why a design is no rival of the others between these axes, for a person; empty where it is. Along the axis of
/// epsilon epsilons may differ.
QString paretoObstacle(const ParetoData& data, const ParetoPoint& point, const ParetoAxes& axes);
/// The places in data.points that no other is at least as good as in both, and better in one, by rising value across.
/// Only rivals count; of equals all are there.
std::vector<std::size_t> paretoFront(const ParetoData& data, const ParetoAxes& axes);

ChartModel paretoModel(const ParetoData& data, const ParetoAxes& axes);
/// Which design a point of paretoModel() is; none for what is not one.
std::optional<std::size_t> paretoPlace(const ParetoData& data, const ParetoAxes& axes, const QString& key, int index);
/// "Banded Toeplitz, 28 bands: rmse 18.85 (× clip norm), 3.78 GB a machine, 41 ms a step, ε 8; on the front".
QString paretoText(const ParetoData& data, const ParetoAxes& axes, std::size_t place);
/// "3 of 7 designs are on the front; ..."
QString paretoHint(const ParetoData& data, const ParetoAxes& axes);
/// A design a row, with all four values, whatever the axes.
DataTable paretoTable(const ParetoData& data, const ParetoAxes& axes);

}  // namespace noiseloom
