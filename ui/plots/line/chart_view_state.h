#pragma once

#include <QJsonObject>
#include <QString>
#include <optional>
#include <set>
#include <utility>

namespace noiseloom {

/// A piece of an axis, in its positions (values, or their log10 on a logarithmic axis); from < to.
struct AxisSpan {
  double from = 0;
  double to = 1;

  double length() const { return to - from; }
  bool operator==(const AxisSpan&) const = default;
};

/// `now` about `anchor` (a position that stays where it is) by a factor above 1 to come closer. The result never leaves
/// `full` and is never shorter than `least`.
AxisSpan zoomed(AxisSpan now, AxisSpan full, double factor, double anchor, double least);
/// `now` moved by `by`, within `full`.
AxisSpan panned(AxisSpan now, AxisSpan full, double by);

/// What a person chose to see of one axis.
struct AxisViewState {
  std::optional<bool> log;                         ///< otherwise as the model says
  std::optional<std::pair<double, double>> range;  ///< in the axis' values; otherwise all

  bool operator==(const AxisViewState&) const = default;
};

/// What a person chose to see of a chart; it stays while the data change.
struct ChartViewState {
  AxisViewState x;
  AxisViewState y;
  std::set<QString> hidden;  ///< keys of series

  bool operator==(const ChartViewState&) const = default;
};

QJsonObject toJson(const ChartViewState& view);
/// Whatever is not as toJson() writes it is left as it is in an untouched view.
ChartViewState chartViewState(const QJsonObject& object);

}  // namespace noiseloom
