#include "ui/style/strategy_stamp.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/batching/list.h"
#include "core/scenario/scenario.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr Index kSteps = 24;
constexpr double kEpochs = 3;
constexpr Index kBands = 6;

}  // namespace

StrategyStamp strategyStamp(const Mechanism& mechanism) {
  if (&mechanism == &bestMechanism() || &mechanism == &importedMechanism()) return {};
  Scenario scenario({.iterations = kSteps,
                     .epochs = kEpochs,
                     .mechanism = &mechanism,
                     .bands = kBands,
                     .batching = &batchings::fixedEpoch});
  const Strategy strategy = solveMechanism(scenario, kBands, {}, RunControl()).strategy;
  return {strategy.rows(), kSteps, strategy.block(0, strategy.rows(), 0, kSteps)};
}

void paintStamp(QPainter& painter, const QRectF& bounds, const StrategyStamp& stamp, double progress,
                const Theme& theme) {
  if (stamp.entries.empty()) return;
  const double cell =
      std::min(bounds.width() / static_cast<double>(stamp.columns), bounds.height() / static_cast<double>(stamp.rows));
  const QSizeF size(cell * static_cast<double>(stamp.columns), cell * static_cast<double>(stamp.rows));
  const QPointF corner = bounds.center() - QPointF(size.width(), size.height()) / 2;
  double most = 0;
  for (const double entry : stamp.entries) most = std::max(most, std::abs(entry));
  const auto columns = static_cast<Index>(std::ceil(progress * static_cast<double>(stamp.columns)));
  for (Index row = 0; row < stamp.rows; ++row) {
    for (Index column = 0; column < columns; ++column) {
      const double entry = stamp.entries[static_cast<std::size_t>(row * stamp.columns + column)];
      if (entry == 0) continue;
      QColor color = entry > 0 ? theme.accent : theme.lowerBound;
      // Small entries stay visible beside the largest.
      color.setAlphaF(static_cast<float>(0.12 + 0.88 * std::sqrt(std::abs(entry) / most)));
      painter.fillRect(
          QRectF(corner + QPointF(static_cast<double>(column), static_cast<double>(row)) * cell, QSizeF(cell, cell)),
          color);
    }
  }
  painter.setPen(theme.border);
  painter.drawRect(QRectF(corner, size));
}

}  // namespace noiseloom
