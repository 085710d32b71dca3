#include "ui/lessons/progress_dots.h"

#include <QApplication>
#include <QPainter>

#include "ui/style/theme.h"

namespace noiseloom {

ProgressDots::ProgressDots(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("lessonDots"));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ProgressDots::setProgress(int current, int count) {
  m_current = current;
  m_count = count;
  setAccessibleName(tr("Step %1 of %2").arg(current + 1).arg(count));
  setToolTip(accessibleName());
  updateGeometry();
  update();
}

int ProgressDots::dot() const {
  return fontMetrics().xHeight();
}

QSize ProgressDots::sizeHint() const {
  return {2 * dot() * std::max(1, m_count), 2 * dot()};
}

void ProgressDots::paintEvent(QPaintEvent*) {
  const Theme& theme = themeOf(QApplication::palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  for (int i = 0; i < m_count; ++i) {
    // The current dot is larger, past ones are filled, later ones are rings: colour alone does not distinguish them.
    const qreal radius = i == m_current ? dot() * 0.65 : dot() * 0.4;
    painter.setPen(QPen(i <= m_current ? theme.accent : theme.mutedText, 1));
    painter.setBrush(i <= m_current ? QBrush(theme.accent) : Qt::NoBrush);
    painter.drawEllipse(QPointF(dot() * (2 * i + 1), height() / 2.0), radius, radius);
  }
}

}  // namespace noiseloom
