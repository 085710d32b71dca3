#pragma once

#include <QRectF>
#include <QSizeF>
#include <vector>

#include "core/scenario/batching.h"
#include "ui/style/theme.h"

class QPainter;

namespace noiseloom {

/// Who takes part when in a small job of twelve examples, five epochs and thirty steps, as core's sampler of a batching
/// decides by a fixed key: the same each time, and as true as what a job of that size would do.
struct DrawnBatches {
  static constexpr int kExamples = 12;
  static constexpr int kSteps = 30;
  static constexpr int kStepsPerEpoch = 6;
  std::vector<std::vector<Index>> batches = {};  ///< the examples of each step, increasing
};

/// bands: of the strategy, which some batchings divide the data by, from 1 to kStepsPerEpoch. Throws InvalidArgument
/// where the batching does not run with them.
DrawnBatches drawnBatches(const Batching& batching, Index bands = 1);

/// A dot where an example (a row, the first on top) takes part in a step (a column), and a thin line before each epoch.
/// Fills `bounds`, on the background of plots. The first `progress` (0 to 1) of the steps.
void paintBatches(QPainter& painter, const QRectF& bounds, const DrawnBatches& drawn, const Theme& theme,
                  double progress = 1);
/// A place for square cells of that many pixels.
QSizeF batchesSize(double cell);

}  // namespace noiseloom
