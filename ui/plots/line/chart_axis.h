#pragma once

#include <QFontMetricsF>
#include <QJsonObject>
#include <QString>
#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ui/plots/canvas/ticks.h"
#include "ui/plots/line/chart_model.h"

namespace noiseloom {

/// The user's choices for one axis.
struct AxisViewState {
  std::optional<bool> log;                         ///< otherwise the model's
  std::optional<std::pair<double, double>> range;  ///< in the axis' values; otherwise all
  bool exact = false;                              ///< the range is shown as it is, whatever the data

  bool operator==(const AxisViewState&) const = default;
};

/// The user's view of a chart; it stays while the data change.
struct ChartViewState {
  AxisViewState x;
  AxisViewState y;
  std::set<QString> hidden;  ///< keys of series

  bool operator==(const ChartViewState&) const = default;
};

QJsonObject toJson(const ChartViewState& view);
/// Anything not in the format of toJson() keeps its default.
ChartViewState chartViewState(const QJsonObject& object);

/// An interval of an axis, in its positions (values, or their log10 on a logarithmic axis); from < to.
struct AxisSpan {
  double from = 0;
  double to = 1;

  double length() const { return to - from; }
  bool operator==(const AxisSpan&) const = default;
};

/// The range of the values included so far.
struct Extent {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  void include(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  bool known() const { return least <= most; }
};

/// Maps the values of an axis to positions: the values, or their log10.
struct AxisScale {
  bool log = false;

  /// nullopt for a value that cannot be shown: not above 0 on a logarithmic axis, not finite, or so large (1e300) that
  /// the length of an axis would not be.
  std::optional<double> position(double value) const;
  double value(double position) const;

  bool operator==(const AxisScale&) const = default;
};
/// The scale of an axis in the chosen view.
AxisScale scaleOf(const ChartAxis& axis, const AxisViewState& view);

/// The visible state of a chart's axis.
struct AxisInView {
  AxisScale scale;
  AxisSpan full;     ///< full range
  AxisSpan shown;    ///< range in view
  double least = 0;  ///< the shortest span of a zoom

  /// Sets the full range from the extent of positions, and restores the chosen view.
  void setRange(const ChartAxis& axis, const AxisViewState& view, bool across, Extent positions);
  void show(const AxisViewState& view);
  /// While a slider moves, keeps the axis as long as the data fill it well enough, and leaves spare space when they
  /// outgrow it: movement is then visible, and the axis need not be redrawn with every picture.
  void steady(const AxisInView& before, const AxisViewState& view);
  std::pair<double, double> values() const { return {scale.value(shown.from), scale.value(shown.to)}; }
  /// A span as a chosen range, in values; nullopt if it is the full range.
  std::optional<std::pair<double, double>> choice(AxisSpan span) const;
  /// The range in view, zoomed by a factor above 1 about a fixed position.
  AxisSpan zoomed(double factor, double anchor) const;
  /// A span moved by `by`; like zoomed() never beyond the full range.
  AxisSpan moved(AxisSpan span, double by) const;

 private:
  AxisSpan inside(AxisSpan span) const;
  AxisSpan positionsOf(const std::pair<double, double>& values) const;
};

/// The smallest vertical pitch of names, in pixels; at a smaller one, some are left out.
double leastNamePitch(const QFontMetricsF& metrics);
/// The ticks of an axis for the range in view, at their positions: at most seven, and few enough to stand apart on
/// `room` pixels. Labels stand side by side if `across`, otherwise one above the other.
std::vector<Tick> chartTicks(const ChartAxis& axis, const AxisScale& scale, AxisSpan shown, double room,
                             const QFontMetricsF& metrics, bool across);

}  // namespace noiseloom
