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
  // Eight patterns and seven colours have no common factor: series of one colour differ in dash, and the first seven
  // pins in both.
  static const std::array<QList<qreal>, 8> patterns{QList<qreal>{},
                                                    QList<qreal>{5, 2.5},
                                                    QList<qreal>{1.5, 2},
                                                    QList<qreal>{6, 2, 1.5, 2},
                                                    QList<qreal>{11, 2.5},
                                                    QList<qreal>{3, 6},
                                                    QList<qreal>{6, 2, 1.5, 2, 1.5, 2},
                                                    QList<qreal>{6, 2, 6, 2, 1.5, 2}};
  return patterns[static_cast<std::size_t>(std::max(index, 0)) % patterns.size()];
}

}  // namespace noiseloom
