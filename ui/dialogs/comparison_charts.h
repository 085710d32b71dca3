#pragma once

#include <QFont>
#include <stop_token>
#include <vector>

#include "ui/export/design_comparison.h"
#include "ui/plots/canvas/picture.h"
#include "ui/plots/line/chart_model.h"

namespace noiseloom {

/// The charts of compared designs.
struct ComparisonCharts {
  ChartModel errors;        ///< of each step, all over each other
  ChartModel coefficients;  ///< of the first column of C, all over each other
  /// The errors of each design by itself, on the same axes and before those of the others; the title has its name.
  std::vector<ChartModel> each = {};
};

/// `current`: the colour that stands for the current design. Incomplete when stopped.
ComparisonCharts comparisonCharts(const std::vector<NamedDesign>& designs, int current, const std::stop_token& stop);

/// The number of columns in which that many small charts stand.
int columnsFor(std::size_t charts);

/// Charts in rows and columns as one picture. The titles of small ones stand above them.
Picture chartsPicture(const QString& name, const QString& title, std::vector<ChartModel> charts, const QFont& font);

}  // namespace noiseloom
