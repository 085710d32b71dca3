#include "ui/plots/training/training_pictures.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/style/color_map.h"
#include "ui/style/fitting_font.h"
#include "ui/style/look.h"
#include "ui/style/plain_text.h"
#include "ui/style/series.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Paleness of regions: full colours are for the points.
constexpr double kPale = 0.42;
constexpr double kStaleOpacity = 0.35;
/// Square pixels of a picture per point, so that points leave the regions visible.
constexpr double kPointRoom = 90;

/// Width of a sample of a curve: its dashes grow with the lines.
double swatch() {
  return 24 * lineScale();
}

struct Places {
  double side = 0;
  double caption = 0;  ///< height above each square
  double width = 0;    ///< width of captions, centred on each square
  int lines = 1;       ///< lines of captions: 1, or names above values, on one line or two
  bool named = true;   ///< there is space for names
  QFont font;          ///< of captions
  std::vector<QRectF> squares;
};

/// A name split into two lines that are as short as possible.
std::pair<QString, QString> onTwoLines(const QString& name, const QFontMetricsF& metrics) {
  std::pair<QString, QString> best{name, QString()};
  double least = metrics.horizontalAdvance(name);
  for (qsizetype space = name.indexOf(QLatin1Char(' ')); space > 0; space = name.indexOf(QLatin1Char(' '), space + 1)) {
    const QString first = name.left(space);
    const QString second = name.mid(space + 1);
    const double width = std::max(metrics.horizontalAdvance(first), metrics.horizontalAdvance(second));
    if (width >= least) continue;
    least = width;
    best = {first, second};
  }
  return best;
}

double nameWidth(const QString& name, const QFontMetricsF& metrics, int lines) {
  if (lines < 3) return metrics.horizontalAdvance(name);
  const auto [first, second] = onTwoLines(name, metrics);
  return std::max(metrics.horizontalAdvance(first), metrics.horizontalAdvance(second));
}

double captionWidth(const TrainingPictures& pictures, const QFontMetricsF& metrics, int lines) {
  double width = 0;
  for (const TrainingPictures::Item& item : pictures.items) {
    const double name = nameWidth(item.name, metrics, lines);
    const double rest = metrics.horizontalAdvance(item.value) + swatch() + 2 * kGrid;
    width = std::max(width, lines > 1 ? std::max(name, rest) : name + rest + kGrid);
  }
  return std::ceil(width);
}

/// The largest squares that fit, with captions wider than the squares as far as there is space; `whole`: only squares
/// that leave space for every caption. Empty if there are none.
Places placesOf(const QRectF& body, const TrainingPictures& pictures, const QFont& font, int lines, bool whole) {
  Places best;
  const QFontMetricsF metrics(font);
  const std::size_t count = pictures.items.size();
  const double gap = kGrid;
  const double caption = lines * metrics.height() + kHalfGrid;
  const double wanted = captionWidth(pictures, metrics, lines);
  for (std::size_t columns = 1; columns <= count; ++columns) {
    const std::size_t rows = (count + columns - 1) / columns;
    const double across = (body.width() + gap) / static_cast<double>(columns) - gap;
    const double down = (body.height() + gap) / static_cast<double>(rows) - gap - caption;
    const double side = std::floor(std::min(across, down));
    if (side <= best.side || (whole && std::floor(across) < wanted)) continue;
    best = {side, caption, std::clamp(wanted, side, std::max(side, std::floor(across))), lines, true, font, {}};
    const double step = best.width + gap;
    const double left = std::floor(body.left() + (body.width() + gap - step * static_cast<double>(columns)) / 2 +
                                   (best.width - side) / 2);
    const double height = (side + caption + gap) * static_cast<double>(rows) - gap;
    const double top = std::floor(body.top() + (body.height() - height) / 2);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t row = i / columns;
      const double y = top + static_cast<double>(row) * (side + caption + gap) + caption;
      best.squares.emplace_back(std::round(left + static_cast<double>(i % columns) * step), y, side, side);
    }
  }
  return best;
}

/// Captions take a second line, then smaller type, then a third line and another arrangement. If none of that helps,
/// only the curve's line and value are shown: names of three letters would say nothing.
Places placesOf(const QRectF& body, const TrainingPictures& pictures, const QFont& font) {
  constexpr std::array kWorthNames{0.8, 0.55};  // smallest share of the squares' size that names may leave
  constexpr std::array kShares{0.0, 0.5, 1.0};  // steps towards the smallest type
  Places largest = placesOf(body, pictures, font, 1, false);
  for (const double worth : kWorthNames) {
    for (const double share : kShares) {
      const QFont smaller = scaledFont(font, 1 - share * (1 - leastType()), font.weight());
      for (const int lines : {1, 2, 3}) {
        Places places = placesOf(body, pictures, smaller, lines, true);
        if (places.side > 0 && places.side >= worth * largest.side) return places;
      }
    }
  }
  largest.named = false;
  return largest;
}

QList<QRgb> regionColors(bool dark) {
  QList<QRgb> colors;
  for (int score = 0; score < 256; ++score) colors += ColorMap::diverging(dark).of(0.5 + kPale * (score / 255.0 - 0.5));
  return colors;
}

void paintPoints(QPainter& painter, const QRectF& square, const TrainingPoints& points, const Theme& theme) {
  const double radius = std::clamp(square.width() / 90, 1.4, 3.5) * std::sqrt(lineScale());
  const auto room = static_cast<std::size_t>(square.width() * square.height() / kPointRoom);
  for (std::size_t i = 0; i < std::min(points.places.size(), room); ++i) {
    const QPointF at(square.left() + points.places[i].x() * square.width(),
                     square.top() + points.places[i].y() * square.height());
    paintTrainingPoint(painter, at, radius, points.classes[i] == 1, theme);
  }
}

}  // namespace

void paintTrainingPoint(QPainter& painter, QPointF at, double radius, bool second, const Theme& theme) {
  painter.setPen(QPen(theme.plot, 0.7));
  painter.setBrush(QColor(ColorMap::diverging(theme.dark).of(second ? 0.96 : 0.04)));
  if (second) {
    painter.drawRect(QRectF(at.x() - 0.9 * radius, at.y() - 0.9 * radius, 1.8 * radius, 1.8 * radius));
  } else {
    painter.drawEllipse(at, radius, radius);
  }
}

QPen entrantPen(TrainingEntrant::Kind kind, int color, const Theme& theme) {
  QPen pen(theme.accent, 2 * lineScale());
  pen.setCapStyle(Qt::FlatCap);
  switch (kind) {
    case TrainingEntrant::Kind::Current: break;
    case TrainingEntrant::Kind::Pinned:
      pen.setColor(seriesColor(color, theme));
      if (const QList<qreal> dash = seriesDash(color); !dash.isEmpty()) pen.setDashPattern(dash);
      break;
    case TrainingEntrant::Kind::Baseline:
      pen.setColor(theme.baseline);
      pen.setStyle(Qt::DashLine);
      break;
    case TrainingEntrant::Kind::Limit:
      pen.setColor(theme.text);
      pen.setStyle(Qt::DotLine);
      break;
  }
  return pen;
}

void paintTraining(QPainter& painter, const QRectF& body, const TrainingPictures& pictures, const Theme& theme,
                   const QFont& wanted) {
  const Places places = placesOf(body, pictures, wanted);
  if (places.squares.empty() || places.side < 16) return;
  const QFont& font = places.font;
  const QFontMetricsF metrics(font);
  const QList<QRgb> colors = regionColors(theme.dark);
  painter.setFont(font);
  for (std::size_t i = 0; i < pictures.items.size(); ++i) {
    const TrainingPictures::Item& item = pictures.items[i];
    const QRectF& square = places.squares[i];
    const QRectF line(square.center().x() - places.width / 2, square.top() - places.caption, places.width,
                      places.caption - kHalfGrid);
    // The line style of the curve, the name, and the value; the last two one below the other if needed.
    const bool apart = places.lines > 1;
    const QRectF last(line.left(), line.bottom() - metrics.height(), line.width(), metrics.height());
    QPen pen = entrantPen(item.kind, item.color, theme);
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawLine(QPointF(last.left(), last.center().y()), QPointF(last.left() + swatch(), last.center().y()));
    painter.setPen(theme.text);
    painter.drawText(last, Qt::AlignRight | Qt::AlignVCenter, item.value);
    painter.setPen(theme.mutedText);
    QRectF name(line.topLeft(), QSizeF(line.width(), metrics.height()));
    if (!apart) name.adjust(swatch() + kGrid, 0, 0, 0);
    const auto [first, second] = places.lines > 2 ? onTwoLines(item.name, metrics) : std::pair(item.name, QString());
    if (places.named) painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter, first);
    painter.drawText(name.translated(0, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, second);
    painter.save();
    if (pictures.stale) painter.setOpacity(kStaleOpacity);
    painter.setClipRect(square);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    if (!item.regions.isNull()) {
      const QImage& scores = item.regions;
      QImage image(scores.constBits(), scores.width(), scores.height(), scores.bytesPerLine(), QImage::Format_Indexed8);
      image.setColorTable(colors);
      painter.drawImage(square, image.convertToFormat(QImage::Format_RGB32));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintPoints(painter, square, pictures.points, theme);
    painter.restore();
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(square.adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

TrainingPicturesView::TrainingPicturesView(QWidget* parent) : QWidget(parent) {
  nameWidget(this, QStringLiteral("trainingPictures"), tr("Decision regions"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void TrainingPicturesView::show(TrainingPictures pictures) {
  m_pictures = std::move(pictures);
  QStringList spoken;
  for (const auto& item : m_pictures.items)
    spoken += item.value.isEmpty() ? item.name : tr("%1: %2").arg(item.name, item.value);
  setAccessibleDescription(spoken.join(QStringLiteral("; ")));
  update();
}

void TrainingPicturesView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintTraining(painter, QRectF(rect()), m_pictures, themeOf(palette()), scaledFont(font(), 0.92));
}

bool TrainingPicturesView::namesFit() const {
  return placesOf(QRectF(rect()), m_pictures, scaledFont(font(), 0.92)).named;
}

bool TrainingPicturesView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const Places places = placesOf(QRectF(rect()), m_pictures, scaledFont(font(), 0.92));
  for (std::size_t i = 0; i < places.squares.size(); ++i) {
    if (!places.squares[i].adjusted(0, -places.caption, 0, 0).contains(help->pos())) continue;
    const auto& item = m_pictures.items[i];
    const auto room = static_cast<Index>(places.side * places.side / kPointRoom);
    const Index drawn = std::min<Index>(std::ssize(m_pictures.points.places), room);
    const QString shown = m_pictures.points.of > drawn
                              ? tr("%1 of %2 points that are trained with").arg(drawn).arg(m_pictures.points.of)
                              : tr("all %1 points that are trained with").arg(m_pictures.points.of);
    const QString text = tr("%1. Blue where the model sees the squares, red where the discs, pale where it is unsure; "
                            "%2.")
                             .arg(item.value.isEmpty() ? item.name : tr("%1: %2").arg(item.name, item.value), shown);
    QToolTip::showText(help->globalPos(), asWritten(text), this);
    return true;
  }
  QToolTip::hideText();
  return true;
}

}  // namespace noiseloom
