#include "ui/plots/panel/read_out.h"

#include <QEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QTextLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/style/fitting_font.h"
#include "ui/style/plain_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kMostLines = 2;

QFont smallest(const QFont& font) {
  return scaledFont(font, leastType(), font.weight());
}

/// The start and length of each line of a text, wrapped at a width.
std::vector<std::pair<int, int>> broken(const QString& text, const QFont& font, int width) {
  std::vector<std::pair<int, int>> lines;
  QTextLayout layout(text, font);
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    lines.emplace_back(line.textStart(), line.textLength());
  }
  layout.endLayout();
  return lines;
}

}  // namespace

ReadOut::ReadOut(QWidget* parent) : QLabel(parent) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QSize ReadOut::sizeHint() const {
  const int one = QFontMetrics(font()).height();
  if (linesShown() == 1) return {0, one};
  return {0, std::max(one, m_lines * QFontMetrics(smallest(font())).lineSpacing())};
}

void ReadOut::keepToOneLine(bool one) {
  if (one == m_oneLine) return;
  m_oneLine = one;
  updateGeometry();
  update();
}

QString ReadOut::inOneLine(QString text) const {
  const QString clause = QStringLiteral("; ");
  while (m_oneLine && linesFor(text) > 1 && text.contains(clause)) text = text.section(clause, 0, -2);
  return text;
}

int ReadOut::linesFor(const QString& text) const {
  if (QFontMetrics(fittingFont(font(), text, width())).horizontalAdvance(text) <= width()) return 1;
  return static_cast<int>(broken(text, smallest(font()), width()).size());
}

bool ReadOut::fits(const QString& text) const {
  return linesFor(text) <= m_lines;
}

void ReadOut::setLines(int lines) {
  if (lines == m_lines) return;
  m_lines = lines;
  updateGeometry();
}

void ReadOut::reserve(const QString& text) {
  m_reserved = text;
  // Before the first layout there is no width to wrap lines at.
  if (testAttribute(Qt::WA_WState_Created) || isVisible())
    setLines(std::max(m_lines, std::min(kMostLines, linesFor(text))));
}

void ReadOut::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) setLines(std::min(kMostLines, linesFor(m_reserved)));
}

void ReadOut::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::FontChange) setLines(std::min(kMostLines, linesFor(m_reserved)));
}

void ReadOut::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  const int lines = linesFor(text());
  const QString tip = lines > linesShown() ? text() : QString();
  if (toolTip() != asWritten(tip)) setToolTip(asWritten(tip));
  if (lines == 1 || linesShown() == 1) {
    const QString line = inOneLine(text());
    painter.setFont(fittingFont(font(), line, width()));
    return paintLine(painter, rect(), line);
  }
  painter.setFont(smallest(font()));
  const auto parts = broken(text(), painter.font(), width());
  const int height = painter.fontMetrics().lineSpacing();
  for (int i = 0; i < m_lines; ++i) {
    const auto [start, length] = parts[i];
    const bool cut = i + 1 == m_lines && lines > m_lines;
    const QString part =
        cut ? painter.fontMetrics().elidedText(text().mid(start), Qt::ElideRight, width()) : text().mid(start, length);
    painter.drawText(QRect(0, i * height, width(), height),
                     static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, part);
  }
}

}  // namespace noiseloom
