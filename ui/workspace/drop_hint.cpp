#include "ui/workspace/drop_hint.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QPainter>
#include <QUrl>

#include "ui/style/theme.h"
#include "ui/workspace/loaded_file.h"

namespace noiseloom {

DropHint::DropHint(QWidget* window) : QWidget(window) {
  setObjectName(QStringLiteral("dropHint"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
  qApp->installEventFilter(this);
}

void DropHint::showFor(const QString& path) {
  m_text = isLink(path) ? tr("Drop to open the link") : tr("Drop to open %1").arg(QFileInfo(path).fileName());
  setAccessibleName(m_text);
  setGeometry(parentWidget()->rect());
  raise();
  show();
  update();
}

bool DropHint::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::DragEnter) return QWidget::eventFilter(watched, event);
  const auto* target = qobject_cast<QWidget*>(watched);
  const auto* drag = static_cast<QDragEnterEvent*>(event);
  const bool below = target && target != parentWidget() && target->window() == parentWidget();
  if (!below || draggedFile(*drag->mimeData()).isEmpty()) return QWidget::eventFilter(watched, event);
  // The event must reach the window, so no other widget may accept it.
  event->ignore();
  return true;
}

void DropHint::paintEvent(QPaintEvent*) {
  const Theme& theme = themeOf(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = theme.plot;
  veil.setAlpha(215);
  painter.fillRect(rect(), veil);
  painter.setPen(QPen(theme.accent, 2, Qt::DashLine));
  painter.drawRoundedRect(QRectF(rect()).adjusted(2 * kGrid, 2 * kGrid, -2 * kGrid, -2 * kGrid), kGrid, kGrid);
  painter.setFont(scaledFont(font(), 1.6, QFont::DemiBold));
  painter.setPen(theme.text);
  painter.drawText(rect().adjusted(4 * kGrid, 0, -4 * kGrid, 0), static_cast<int>(Qt::AlignCenter | Qt::TextWordWrap),
                   m_text);
}

QString draggedFile(const QMimeData& data) {
  if (data.hasText() && isLink(data.text().trimmed())) return data.text().trimmed();
  const QList<QUrl> urls = data.urls();
  return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

}  // namespace noiseloom
