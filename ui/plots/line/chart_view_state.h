#pragma once

#include <QJsonObject>
#include <QString>
#include <optional>
#include <set>
#include <utility>

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

}  // namespace noiseloom
