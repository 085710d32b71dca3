#pragma once

#include <QRectF>
#include <vector>

#include "core/scenario/mechanism.h"

class QPainter;

namespace noiseloom {

struct Theme;

/// The strategy matrix C of a mechanism in a small job of 24 steps and three epochs, where it has six bands if it has
/// any: what distinguishes it at a glance.
struct StrategyStamp {
  Index rows = 0;
  Index columns = 0;
  std::vector<double> entries = {};  ///< row-major
};

/// Takes milliseconds. Empty for mechanisms that have no strategy of their own ("best", that of a file).
StrategyStamp strategyStamp(const Mechanism& mechanism);
/// Entries as squares, darker with their size over the largest; negative ones in the colour of the lower bound. The
/// first `progress` (0 to 1) of the columns.
void paintStamp(QPainter& painter, const QRectF& bounds, const StrategyStamp& stamp, double progress,
                const Theme& theme);

}  // namespace noiseloom
