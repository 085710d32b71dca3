#pragma once

#include <QJsonObject>
#include <QString>
#include <optional>
#include <set>
#include <utility>

namespace noiseloom {

/// What a person chose to see of one axis.
struct AxisViewState {
  std::optional<bool> log;                         ///< otherwise as the model says
  std::optional<std::pair<double, double>> range;  ///< in the axis' values; otherwise all
  bool exact = false;                              ///< the range is shown as it is, whatever there is to see

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
