#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/design/cost.h"
#include "core/design/error_unit.h"
#include "core/search/sweep.h"
#include "ui/document/shelf.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// The error of one mechanism along an axis.
struct RmseCurve {
  const Mechanism* mechanism = &baselineMechanism();
  bool level = false;                   ///< constant along the axis: drawn across the whole plot
  bool complete = false;                ///< the optimum is marked only on a complete curve
  bool stale = false;                   ///< of an earlier scenario: drawn faintly
  std::vector<SweepPoint> points = {};  ///< by rising value, including those that could not be solved
  std::size_t sketchOf = 0;             ///< points of the curve that this sketches while a slider moves; 0: no sketch
};

/// All data of the plot of errors along an axis.
struct RmseData {
  Field axis = Field::Bands;
  Scenario scenario;
  std::optional<RmseCurve> own;          ///< the scenario's mechanism; along Field::Mechanism, all mechanisms
  std::optional<RmseCurve> baseline;     ///< DP-SGD
  std::vector<RmseCurve> compared;       ///< other mechanisms
  std::shared_ptr<const Design> design;  ///< current design, maybe of an earlier scenario
  std::vector<PinnedDesign> pins;        ///< the visible ones
  QString emptyText;
  ErrorUnit unit = ErrorUnit::Summed;                  ///< unit of the curves' errors and of `inUnit`
  std::map<const Design*, DesignFigures> inUnit = {};  ///< converted figures of the design and pins

  std::optional<NoiseRates> rates = {};  ///< of this machine, once measured; requested for the axis of mechanisms
  /// The figures of the design or of a pin, with errors in the unit.
  const DesignFigures& figuresOf(const Design& of) const {
    const auto found = inUnit.find(&of);
    return found == inUnit.end() ? of : found->second;
  }
  ErrorObjective objective() const { return scenario.objective; }
};

/// The meaning of a point of the plot: a value of the axis for a mechanism, or for all along Field::Mechanism.
struct RmsePlace {
  const Mechanism* mechanism = &baselineMechanism();
  double value = 0;
  const SweepPoint* point = nullptr;  ///< a point of a curve
  const PinnedDesign* pin = nullptr;  ///< a pinned design
};

ChartModel rmseModel(const RmseData& data);
/// Every point of every curve with its data, or why it is missing.
DataTable rmseTable(const RmseData& data);
/// The meaning of a point of the chart of rmseModel(data): `index` into the series `key`.
std::optional<RmsePlace> rmsePlace(const RmseData& data, const QString& key, int index);
/// The text of a point when read: "16 bands:  rmse 3.21 × clip norm,  σ 1.2,  lower bound 3.1".
QString rmseText(const RmseData& data, const RmsePlace& place);
/// "bands", "epsilon": suffix of file names.
QString axisName(Field axis);

/// Why the errors of two scenarios are not comparable, as notComparableText(); empty if they are. Along an axis its own
/// value, and what follows from it, may differ.
QString differenceAlong(Field axis, const Scenario& left, const Scenario& right);
/// How their jobs differ, as otherJobText(), in the same way.
QString otherJobAlong(Field axis, const Scenario& left, const Scenario& right);

}  // namespace noiseloom
