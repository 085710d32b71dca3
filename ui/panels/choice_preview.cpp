#include "ui/panels/choice_preview.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QItemSelectionModel>
#include <QPainter>
#include <QScreen>
#include <algorithm>
#include <utility>

#include "ui/settings/preferences.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kFrameMilliseconds = 33;
constexpr double kFrames = 36;

}  // namespace

ChoicePreview::ChoicePreview(QComboBox& combo, QSize picture, Paint paint)
    : QFrame(&combo, Qt::ToolTip), m_combo(combo), m_picture(picture), m_paint(std::move(paint)) {
  setObjectName(QStringLiteral("choicePreview"));
  setFrameStyle(QFrame::Box | QFrame::Plain);
  setAttribute(Qt::WA_ShowWithoutActivating);
  setFocusPolicy(Qt::NoFocus);
  m_timer.setInterval(kFrameMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, [this] {
    m_progress = std::min(1.0, m_progress + 1 / kFrames);
    if (m_progress >= 1) m_timer.stop();
    update();
  });
  combo.view()->installEventFilter(this);
  // The entry that is pointed at, or reached by the keyboard.
  connect(combo.view()->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& current) {
            if (m_combo.view()->isVisible()) preview(current.row());
          });
}

bool ChoicePreview::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Show) preview(m_combo.view()->currentIndex().row());
  if (event->type() == QEvent::Hide) {
    m_timer.stop();
    m_index = -1;
    hide();
  }
  return QFrame::eventFilter(watched, event);
}

void ChoicePreview::preview(int index) {
  if (index == m_index || index < 0) return;
  m_index = index;
  m_progress = wantsLessMotion() ? 1 : 0;
  if (m_progress < 1) m_timer.start();
  const QString text = m_combo.itemData(index, Qt::ToolTipRole).toString();
  setAccessibleName(m_combo.itemText(index));
  setAccessibleDescription(text);
  resize(m_picture.width() + 4 * kGrid, textRect().bottom() + 2 * kGrid);
  place();
  show();
  raise();
  update();
}

/// Beside the list, on the side that has the space.
void ChoicePreview::place() {
  const QWidget& list = *m_combo.view()->window();
  const QRect all = list.frameGeometry();
  const QRect screen = m_combo.screen()->availableGeometry();
  QPoint corner(all.right() + kHalfGrid, all.top());
  if (corner.x() + width() > screen.right()) corner.setX(all.left() - kHalfGrid - width());
  corner.setY(std::clamp(corner.y(), screen.top(), std::max(screen.top(), screen.bottom() - height())));
  move(corner);
}

QRect ChoicePreview::nameRect() const {
  const QFontMetrics metrics(scaledFont(font(), 1, QFont::DemiBold));
  return {2 * kGrid, kGrid, m_picture.width(),
          metrics.boundingRect(0, 0, m_picture.width(), 1000, Qt::TextWordWrap, m_combo.itemText(m_index)).height()};
}

QRect ChoicePreview::pictureRect() const {
  return {QPoint(2 * kGrid, nameRect().bottom() + kGrid), m_picture};
}

QRect ChoicePreview::textRect() const {
  const QString text = m_combo.itemData(m_index, Qt::ToolTipRole).toString();
  return {2 * kGrid, pictureRect().bottom() + kGrid, m_picture.width(),
          fontMetrics().boundingRect(0, 0, m_picture.width(), 1000, Qt::TextWordWrap, text).height()};
}

void ChoicePreview::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  if (m_index < 0) return;
  const Theme& theme = themeOf(palette());
  QPainter painter(this);
  painter.setPen(theme.text);
  painter.setFont(scaledFont(font(), 1, QFont::DemiBold));
  painter.drawText(nameRect(), Qt::TextWordWrap, m_combo.itemText(m_index));
  painter.save();
  painter.fillRect(pictureRect(), theme.plot);
  if (!m_paint(painter, pictureRect(), m_index, m_progress)) m_timer.stop();
  painter.restore();
  painter.setPen(theme.mutedText);
  painter.setFont(font());
  painter.drawText(textRect(), Qt::TextWordWrap, m_combo.itemData(m_index, Qt::ToolTipRole).toString());
}

}  // namespace noiseloom
