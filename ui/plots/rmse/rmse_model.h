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
  bool level = false;              ///< the same at every value of the axis: drawn across the whole plot
  bool complete = false;           ///< the optimum is marked only on a complete curve
  bool stale = false;              ///< of an earlier scenario: drawn faintly
  std::vector<SweepPoint> points;  ///< by rising value, also those that could not be solved
  std::size_t sketchOf = 0;        ///< points of the curve that it is a sketch of while a slider moves; 0: no sketch
};

/// Everything that the plot of errors along an axis shows.
struct RmseData {
  Field axis = Field::Bands;
  Scenario scenario;
  std::optional<RmseCurve> own;          ///< of the scenario's mechanism; along Field::Mechanism: of all mechanisms
  std::optional<RmseCurve> baseline;     ///< DP-SGD
  std::vector<RmseCurve> compared;       ///< other mechanisms
  std::shared_ptr<const Design> design;  ///< what is chosen; may be of an earlier scenario
  std::vector<PinnedDesign> pins;        ///< those that are to be drawn
  QString emptyText;
  ErrorUnit unit = ErrorUnit::Summed;                  ///< of the errors of the curves' points, and of these:
  std::map<const Design*, DesignFigures> inUnit = {};  ///< the design and pins, unless as they are

  std::optional<NoiseRates> rates = {};  ///< of this machine, once they are measured; asked for among mechanisms
  /// The figures of the design or of a pin, errors in the unit.
  const DesignFigures& figuresOf(const Design& of) const {
    const auto found = inUnit.find(&of);
    return found == inUnit.end() ? of : found->second;
  }
  ErrorObjective objective() const { return scenario.objective; }
};

/// What a point of the plot is about: a value of the axis, for a mechanism; all mechanisms along Field::Mechanism.
struct RmsePlace {
  const Mechanism* mechanism = &baselineMechanism();
  double value = 0;
  const SweepPoint* point = nullptr;  ///< of a curve
  const PinnedDesign* pin = nullptr;  ///< of a pinned design
};

ChartModel rmseModel(const RmseData& data);
/// Every point of every curve with what belongs to it, also why one is missing.
DataTable rmseTable(const RmseData& data);
/// What a point of the chart of rmseModel(data) stands for: `index` into the series `key`.
std::optional<RmsePlace> rmsePlace(const RmseData& data, const QString& key, int index);
/// What is said about a point when it is read: "16 bands:  rmse 3.21 × clip norm,  σ 1.2,  lower bound 3.1".
QString rmseText(const RmseData& data, const RmsePlace& place);
/// "bands", "epsilon": how names of files end.
QString axisName(Field axis);

/// Why the errors of two scenarios do not compare, as notComparableText(); empty when they do. Along an axis its own
/// value, and what follows from it, may differ.
QString differenceAlong(Field axis, const Scenario& left, const Scenario& right);
/// In what their jobs differ, as otherJobText(), in the same way.
QString otherJobAlong(Field axis, const Scenario& left, const Scenario& right);

}  // namespace noiseloom
