#include "ui/style/series.h"

#include <algorithm>
#include <array>

#include "ui/style/theme.h"

namespace noiseloom {

QColor seriesColor(int index, const Theme& theme) {
  const auto& colors = seriesColors(theme);
  return colors[static_cast<std::size_t>(std::max(index, 0)) % colors.size()];
}

QList<qreal> seriesDash(int index) {
  // Four patterns and seven colours have no common factor: series of one colour differ in dash.
  static const std::array<QList<qreal>, 4> patterns{QList<qreal>{}, QList<qreal>{5, 2.5}, QList<qreal>{1.5, 2},
                                                    QList<qreal>{6, 2, 1.5, 2}};
  return patterns[static_cast<std::size_t>(std::max(index, 0)) % patterns.size()];
}

}  // namespace noiseloom
