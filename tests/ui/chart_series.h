#pragma once

#include <algorithm>

#include "ui/plots/line/line_plot.h"

namespace noiseloom {

/// The series of that key in a plot's model; nullptr if there is none.
inline const ChartSeries* seriesOf(const LinePlot& plot, const QString& key) {
  const auto& all = plot.model().series;
  const auto found = std::ranges::find(all, key, &ChartSeries::key);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace noiseloom
