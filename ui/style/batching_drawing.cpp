#include "ui/style/batching_drawing.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/sampling/batch_sampler.h"
#include "core/scenario/scenario.h"
#include "ui/style/look.h"

namespace noiseloom {
namespace {

// Nothing is protected by it: it makes the drawing the same each time.
SecretKey keyOfDrawings() {
  std::array<std::uint8_t, SecretKey::kBytes> bytes{};
  bytes.fill(7);
  return SecretKey::fromBytes(bytes);
}

}  // namespace

DrawnBatches drawnBatches(const Batching& batching, Index bands) {
  Scenario scenario({.iterations = DrawnBatches::kSteps,
                     .epochs = DrawnBatches::kSteps / DrawnBatches::kStepsPerEpoch,
                     .batching = &batching});
  std::vector<double> coefficients(static_cast<std::size_t>(bands), 1.0);
  const auto sampler = batchSampler(scenario, ToeplitzStrategy(DrawnBatches::kSteps, coefficients),
                                    DrawnBatches::kExamples, keyOfDrawings());
  DrawnBatches drawn;
  for (Index step = 0; step < DrawnBatches::kSteps; ++step) drawn.batches.push_back(sampler->batch(step));
  return drawn;
}

QSizeF batchesSize(double cell) {
  return QSizeF(DrawnBatches::kSteps, DrawnBatches::kExamples) * cell + QSizeF(cell, cell);
}

void paintBatches(QPainter& painter, const QRectF& bounds, const DrawnBatches& drawn, const Theme& theme,
                  double progress) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(bounds, theme.plot);
  const double cell =
      std::min(bounds.width() / (DrawnBatches::kSteps + 1), bounds.height() / (DrawnBatches::kExamples + 1));
  const QSizeF size = batchesSize(cell);
  const QPointF corner = bounds.center() - QPointF(size.width() - cell, size.height() - cell) / 2;
  painter.setPen(QPen(theme.grid, lineScale()));
  for (int step = DrawnBatches::kStepsPerEpoch; step < DrawnBatches::kSteps; step += DrawnBatches::kStepsPerEpoch) {
    const double x = corner.x() + step * cell;
    painter.drawLine(QPointF(x, bounds.top()), QPointF(x, bounds.bottom()));
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.accent);
  const auto steps = static_cast<std::size_t>(std::lround(progress * static_cast<double>(drawn.batches.size())));
  for (std::size_t step = 0; step < steps; ++step) {
    for (const Index example : drawn.batches[step]) {
      const QPointF place(static_cast<double>(step) + 0.5, static_cast<double>(example) + 0.5);
      painter.drawEllipse(corner + place * cell, 0.4 * cell, 0.4 * cell);
    }
  }
  painter.restore();
}

}  // namespace noiseloom
