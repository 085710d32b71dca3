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
struct AxisSight {
  std::optional<bool> log;                         ///< otherwise as the model says
  std::optional<std::pair<double, double>> range;  ///< in the axis' values; otherwise all

  bool operator==(const AxisSight&) const = default;
};

/// What a person chose to see of a chart; it stays while the data change.
struct ChartSight {
  AxisSight x;
  AxisSight y;
  std::set<QString> hidden;  ///< keys of series

  bool operator==(const ChartSight&) const = default;
};

QJsonObject toJson(const ChartSight& sight);
/// Whatever is not as toJson() writes it is left as it is in an untouched view.
ChartSight chartSight(const QJsonObject& object);

}  // namespace noiseloom
