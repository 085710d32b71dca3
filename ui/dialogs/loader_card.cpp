#include "ui/dialogs/loader_card.h"

#include <QPainter>
#include <QStyleOptionButton>
#include <algorithm>
#include <utility>

#include "ui/style/look.h"

namespace noiseloom {
namespace {

constexpr double kCell = 4.5;

}  // namespace

LoaderCard::LoaderCard(const QString& title, const QString& detail, DrawnBatches drawn, QWidget* parent)
    : QCheckBox(title, parent), m_detail(detail), m_drawn(std::move(drawn)) {
  setAccessibleDescription(detail);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

LoaderCard::Parts LoaderCard::parts(int width) const {
  Parts parts;
  const QSize picture = batchesSize(widthIn(font(), 100) * kCell / 100).toSize();
  const int indicator = style()->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, this);
  const int left = kGrid + picture.width() + 2 * kGrid;
  const int words = std::max(1, width - left - kGrid);
  const QRect title = fontMetrics().boundingRect({0, 0, words - indicator - kGrid, 10000}, Qt::TextWordWrap, text());
  const QRect detail = fontMetrics().boundingRect({0, 0, words, 10000}, Qt::TextWordWrap, m_detail);
  const int text = title.height() + kHalfGrid / 2 + detail.height();
  parts.height = std::max(picture.height(), text) + 2 * kGrid;
  const int top = (parts.height - text) / 2;
  parts.picture = QRect({kGrid, (parts.height - picture.height()) / 2}, picture);
  parts.title = {left + indicator + kGrid, top, words - indicator - kGrid, title.height()};
  parts.box = {left, top + (fontMetrics().height() - indicator) / 2, indicator, indicator};
  parts.detail = {left, parts.title.bottom() + 1 + kHalfGrid / 2, words, detail.height()};
  return parts;
}

int LoaderCard::heightForWidth(int width) const {
  return parts(width).height;
}

QSize LoaderCard::sizeHint() const {
  const int wide = widthIn(font(), 320);
  return {wide, heightForWidth(wide)};
}

QSize LoaderCard::minimumSizeHint() const {
  const QSize picture = parts(sizeHint().width()).picture.size();
  return {2 * picture.width(), picture.height() + 2 * kGrid};
}

void LoaderCard::paintEvent(QPaintEvent*) {
  const Theme& theme = themeOf(palette());
  QPainter painter(this);
  const Parts parts = this->parts(width());
  const QRect inside = QRect(0, 0, width(), parts.height).translated(0, (height() - parts.height) / 2);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool marked = isChecked() || (isEnabled() && underMouse());
  const double line = lineScale() * (isChecked() ? 2 : 1);
  painter.setPen(QPen(marked ? theme.accent : theme.border, line));
  painter.setBrush(theme.plot);
  painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), kHalfGrid, kHalfGrid);
  painter.translate(inside.topLeft());
  if (!isEnabled()) painter.setOpacity(0.4);
  paintBatches(painter, parts.picture, m_drawn, theme);
  painter.setOpacity(1);

  QStyleOptionButton option;
  initStyleOption(&option);
  option.rect = QStyle::visualRect(layoutDirection(), inside, parts.box);
  style()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &option, &painter, this);
  painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
  painter.drawText(parts.title, Qt::TextWordWrap, text());
  if (isEnabled()) painter.setPen(theme.mutedText);
  painter.drawText(parts.detail, Qt::TextWordWrap, m_detail);
  if (!hasFocus() || highContrast()) return;  // high contrast has a frame around it
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.text, lineScale(), Qt::DotLine));
  painter.drawRect(QRect(0, 0, width(), parts.height).adjusted(4, 4, -5, -5));
}

}  // namespace noiseloom
