#pragma once

#include <QFontMetricsF>
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "ui/plots/canvas/ticks.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/line/chart_view_state.h"

namespace noiseloom {

/// A piece of an axis, in its positions (values, or their log10 on a logarithmic axis); from < to.
struct AxisSpan {
  double from = 0;
  double to = 1;

  double length() const { return to - from; }
  bool operator==(const AxisSpan&) const = default;
};

/// From the least to the largest of what it was told of.
struct Extent {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  void include(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  bool known() const { return least <= most; }
};

/// How the values of an axis become positions: their log10, or the values themselves times a power of ten that keeps
/// very small and very large numbers within what Qt Charts can tell apart.
struct AxisScale {
  bool log = false;
  double factor = 1;  ///< of linear axes

  /// Nothing for what cannot be shown: not finite, or not above 0 on a logarithmic axis.
  std::optional<double> position(double value) const;
  double value(double position) const;

  bool operator==(const AxisScale&) const = default;
};
/// The scale of an axis as a person wants to see it, for values of that extent.
AxisScale scaleOf(const ChartAxis& axis, const AxisViewState& view, const Extent& values);

/// An axis of a chart as it is seen.
struct AxisInView {
  AxisScale scale;
  AxisSpan full;     ///< all there is to see
  AxisSpan shown;    ///< what is in view
  double least = 0;  ///< the shortest span that a zoom may show

  /// Finds what there is to see of points at positions of that extent, and brings into view what was chosen.
  void setRange(const ChartAxis& axis, const AxisViewState& view, bool across, Extent positions);
  void show(const AxisViewState& view);
  /// While a slider moves, an axis stays as it was as long as the data fill it well enough, and takes more room than
  /// they need when they leave it: what moves is seen to move, and the axis need not be drawn anew with every picture.
  void steady(const AxisInView& before, const AxisViewState& view);
  /// What is in view, in values.
  std::pair<double, double> values() const { return {scale.value(shown.from), scale.value(shown.to)}; }
  /// A span as a person's choice, in values; none where it is all there is to see.
  std::optional<std::pair<double, double>> choice(AxisSpan span) const;
  /// What is in view, closer by a factor above 1 about a position that stays where it is.
  AxisSpan zoomed(double factor, double anchor) const;
  /// A span moved by `by`; like zoomed() never beyond all there is to see.
  AxisSpan moved(AxisSpan span, double by) const;

 private:
  AxisSpan inside(AxisSpan span) const;
  AxisSpan positionsOf(const std::pair<double, double>& values) const;
};

/// How far apart names above each other stand at least, in pixels; closer together Qt Charts leaves some of them out.
double leastNamePitch(const QFontMetricsF& metrics);
/// The ticks of an axis for what is in view, at their positions: at most seven, and as few as `room` pixels along the
/// axis need to stand apart. Labels stand side by side where `across` and one above the other otherwise.
std::vector<Tick> chartTicks(const ChartAxis& axis, const AxisScale& scale, AxisSpan shown, double room,
                             const QFontMetricsF& metrics, bool across);

}  // namespace noiseloom
