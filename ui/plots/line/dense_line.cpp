#include "ui/plots/line/dense_line.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace noiseloom {
namespace {

/// Fewer points can be told apart.
constexpr qsizetype kMany = 64;

}  // namespace

bool isDense(const QPolygonF& line, double width) {
  if (line.size() < kMany) return false;
  // Beside a turn, every other segment is two steps away.
  const double step = std::abs(line.last().x() - line.first().x()) / static_cast<double>(line.size() - 1);
  if (2 * step > width) return false;
  double height = 0;
  for (qsizetype i = 1; i < line.size(); ++i) height += std::abs(line[i].y() - line[i - 1].y());
  // Smooth lines look better, and cost less, as what they are.
  return height > 4 * static_cast<double>(line.size()) * step + 4 * width;
}

double ColumnCover::of(int row) const {
  double sum = 0;
  for (const ColumnRun& run : runs) {
    sum += std::max(0.0, std::min(run.bottom, row + 1.0) - std::max(run.top, static_cast<double>(row)));
  }
  return sum / static_cast<double>(runs.size());
}

std::vector<ColumnCover> coveredColumns(const QPolygonF& line, double width, const QRect& clip) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const int columns = std::max(0, clip.width());
  std::vector<ColumnCover> all(static_cast<std::size_t>(columns));
  for (int i = 0; i < columns; ++i) {
    all[static_cast<std::size_t>(i)].column = clip.left() + i;
    all[static_cast<std::size_t>(i)].runs.fill({kFar, -kFar});
  }
  for (std::size_t level = 0; level < 4; ++level) {
    // So near to the middle of a column the line covers that part of its width.
    const double reach = 0.5 * width + 0.5 - (static_cast<double>(level) + 0.5) / 4;
    if (reach <= 0) break;
    for (qsizetype i = 1; i < line.size(); ++i) {
      const bool rising = line[i - 1].x() <= line[i].x();
      const QPointF from = rising ? line[i - 1] : line[i];
      const QPointF to = rising ? line[i] : line[i - 1];
      const double length = to.x() - from.x();
      const auto yAt = [&](double x) {
        return from.y() + std::clamp((x - from.x()) / length, 0.0, 1.0) * (to.y() - from.y());
      };
      const double start = std::max(0.0, std::ceil(from.x() - reach - 0.5 - clip.left()));
      const double end = std::min(to.x() + reach - 0.5 - clip.left(), columns - 1.0);
      for (double column = start; column <= end; ++column) {
        const double middle = clip.left() + column + 0.5;
        const double left = length > 0 ? yAt(middle - reach) : from.y();
        const double right = length > 0 ? yAt(middle + reach) : to.y();
        ColumnRun& run = all[static_cast<std::size_t>(column)].runs[level];
        run.top = std::min({run.top, left, right});
        run.bottom = std::max({run.bottom, left, right});
      }
    }
  }
  for (ColumnCover& cover : all) {
    for (ColumnRun& run : cover.runs) {
      if (run.top > run.bottom) {
        run = {};
        continue;
      }
      run.top = std::max(run.top - 0.5 * width, static_cast<double>(clip.top()));
      run.bottom = std::min(run.bottom + 0.5 * width, static_cast<double>(clip.top()) + clip.height());
      if (run.top >= run.bottom) run = {};
    }
  }
  std::erase_if(all, [](const ColumnCover& cover) { return cover.runs.front() == ColumnRun(); });
  return all;
}

}  // namespace noiseloom
