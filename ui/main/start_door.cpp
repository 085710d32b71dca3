#include "ui/main/start_door.h"

#include <QPainter>
#include <QStyleOptionButton>
#include <algorithm>

#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kIcon = 20;
constexpr int kUsualWidth = 560;

}  // namespace

StartDoor::StartDoor(const QIcon& icon, const QString& title, const QString& detail, QWidget* parent)
    : QAbstractButton(parent), m_detail(detail) {
  setIcon(icon);
  setText(title);
  setAccessibleName(title);
  setAccessibleDescription(detail);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

QFont StartDoor::titleFont() const {
  return scaledFont(font(), 1.0, QFont::DemiBold);
}

int StartDoor::textLeft() const {
  return 2 * kGrid + widthIn(font(), kIcon);
}

int StartDoor::heightForWidth(int width) const {
  const int room = std::max(1, width - textLeft() - kGrid);
  const QRect detail = fontMetrics().boundingRect({0, 0, room, QWIDGETSIZE_MAX}, Qt::TextWordWrap, m_detail);
  return 2 * kGrid + QFontMetrics(titleFont()).height() + detail.height();
}

QSize StartDoor::sizeHint() const {
  const int wide = widthIn(font(), kUsualWidth);
  return {wide, heightForWidth(wide)};
}

QSize StartDoor::minimumSizeHint() const {
  const int wide = textLeft() + QFontMetrics(titleFont()).horizontalAdvance(text()) + kGrid;
  return {wide, QFontMetrics(titleFont()).height() + 2 * kGrid};
}

void StartDoor::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = themeOf(palette());
  if (isDown() || underMouse() || hasFocus()) {
    QStyleOptionButton option;
    option.initFrom(this);
    option.state |= isDown() ? QStyle::State_Sunken : QStyle::State_Raised;
    style()->drawControl(QStyle::CE_PushButtonBevel, &option, &painter, this);
  }
  const int side = widthIn(font(), kIcon);
  const QFontMetrics title(titleFont());
  const QRect place(kGrid, kGrid, side, side);
  icon().paint(&painter, QStyle::visualRect(layoutDirection(), rect(), place));
  const QRect words = QStyle::visualRect(layoutDirection(), rect(),
                                         QRect(textLeft(), kGrid, width() - textLeft() - kGrid, height() - 2 * kGrid));
  painter.setFont(titleFont());
  painter.setPen(theme.text);
  painter.drawText(words, static_cast<int>(Qt::AlignLeading | Qt::AlignTop), text());
  painter.setFont(font());
  painter.drawText(words.adjusted(0, title.height(), 0, 0),
                   static_cast<int>(Qt::AlignLeading | Qt::AlignTop) | Qt::TextWordWrap, m_detail);
}

}  // namespace noiseloom
