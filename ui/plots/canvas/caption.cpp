#include "ui/plots/canvas/caption.h"

#include <QApplication>
#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kLeastStrip = 26;  // smallest height, in points of layout

class Strip {
 public:
  Strip(const Caption& caption, const PictureStyle& style) : m_warns(!caption.warning.isEmpty()) {
    m_text = m_warns ? caption.warning : caption.claim;
    if (m_warns) m_text[0] = m_text[0].toUpper();
    if (!caption.command.isEmpty()) m_text += (m_text.isEmpty() ? QString() : QStringLiteral("\n")) + caption.command;
    m_font = scaledFont(style.typeOf(QApplication::font()), m_warns ? 0.92 : 0.85,
                        m_warns ? QFont::DemiBold : QFont::Normal);
  }
  /// The height of as many lines as the text needs at this width.
  double height(double width) const {
    const QRectF room(0, 0, width - 4 * kGrid, 1e4);
    return std::max<double>(kLeastStrip, QFontMetricsF(m_font).boundingRect(room, kFlags, m_text).height() + kGrid);
  }
  /// The style of the plot above the strip, with text of the same size.
  PictureStyle above(PictureStyle style) const {
    const double strip = height(pictureSize(style).width());
    style.scale = pictureScale(style);
    style.pixels.setHeight(std::max(1, style.pixels.height() - static_cast<int>(strip * style.scale)));
    return style;
  }
  void paint(QPainter& painter, const QRectF& strip, const Theme& theme) const {
    painter.fillRect(strip, m_warns ? theme.errorFill : theme.plot);
    painter.setPen(m_warns ? theme.error : theme.mutedText);
    painter.setFont(m_font);
    painter.drawText(strip.adjusted(2 * kGrid, 0, -2 * kGrid, 0), kFlags, m_text);
  }

 private:
  static constexpr int kFlags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
  bool m_warns;
  QString m_text;
  QFont m_font;
};

void paintAcross(QPainter& painter, const QRectF& area, const QString& text, const Theme& theme) {
  QColor faint = theme.error;
  faint.setAlphaF(0.22F);
  painter.save();
  painter.setPen(faint);
  QFont font = scaledFont(QApplication::font(), 1, QFont::Bold);
  const double width = QFontMetricsF(font).horizontalAdvance(text);
  painter.setFont(scaledFont(font, std::clamp(0.62 * area.width() / width, 1.0, 6.0), QFont::Bold));
  painter.translate(area.center());
  painter.rotate(-24);
  painter.drawText(QRectF(-area.width(), -area.height() / 2, 2 * area.width(), area.height()), Qt::AlignCenter, text);
  painter.restore();
}

}  // namespace

Picture captioned(Picture picture, const Caption& caption) {
  if (caption.claim.isEmpty() && caption.warning.isEmpty() && caption.command.isEmpty()) return picture;
  picture.prepare = [prepare = std::move(picture.prepare), caption](const PictureStyle& style,
                                                                    const std::stop_token& stop) {
    prepare(Strip(caption, style).above(style), stop);
  };
  picture.paint = [paint = std::move(picture.paint), caption](QPainter& painter, const PictureStyle& style) {
    const Theme& theme = themeOf(paletteFor(style.dark));
    const Strip strip(caption, style);
    painter.save();
    paint(painter, strip.above(style));
    painter.restore();
    const QRectF all(QPointF(0, 0), pictureSize(style));
    const double height = strip.height(all.width());
    const QString shout = caption.warning.section(QLatin1Char(':'), 0, 0).toUpper();
    if (!shout.isEmpty()) paintAcross(painter, all.adjusted(0, 0, 0, -height), shout, theme);
    strip.paint(painter, QRectF(0, all.height() - height, all.width(), height), theme);
  };
  return picture;
}

std::vector<Picture> captioned(std::vector<Picture> pictures, const Caption& caption) {
  for (Picture& picture : pictures) picture = captioned(std::move(picture), caption);
  return pictures;
}

}  // namespace noiseloom
