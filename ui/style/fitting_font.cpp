#include "ui/style/fitting_font.h"

#include <QFontMetrics>
#include <QPainter>

#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kSteps = 5;  ///< steps from the font's own size to the smallest

}  // namespace

double leastType() {
  return presenting() ? 0.75 : 0.9;
}

QFont fittingFont(const QFont& font, const QString& text, int width) {
  if (QFontMetrics(font).horizontalAdvance(text) <= width) return font;
  QFont smaller = font;
  for (int step = 1; step <= kSteps; ++step) {
    smaller.setPointSizeF((1 - (1 - leastType()) * step / kSteps) * font.pointSizeF());
    if (QFontMetrics(smaller).horizontalAdvance(text) <= width) break;
  }
  return smaller;
}

void paintLine(QPainter& painter, const QRect& place, const QString& text) {
  painter.drawText(place, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                   painter.fontMetrics().elidedText(text, Qt::ElideRight, place.width()));
}

}  // namespace noiseloom
