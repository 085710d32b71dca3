#include "ui/style/fitting_font.h"

#include <QFontMetrics>

#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kStep = 0.05;

}  // namespace

double leastType() {
  return presenting() ? 0.75 : 0.9;
}

QFont fittingFont(const QFont& font, const QString& text, int width) {
  if (QFontMetrics(font).horizontalAdvance(text) <= width) return font;
  QFont smaller = font;
  for (double size = 1 - kStep; size > leastType() - kStep / 2; size -= kStep) {
    smaller.setPointSizeF(size * font.pointSizeF());
    if (QFontMetrics(smaller).horizontalAdvance(text) <= width) break;
  }
  return smaller;
}

}  // namespace noiseloom
