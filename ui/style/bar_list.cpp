#include "ui/style/bar_list.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <algorithm>
#include <utility>

#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

// Labels take at most this share of the width of a list.
constexpr double kLabelShare = 0.5;
constexpr double kShareOfColumns = 0.6;
constexpr double kDisabled = 0.45;

}  // namespace

BarRow::BarRow(Content content, QWidget* parent) : QAbstractButton(parent), m_content(std::move(content)) {
  setText(m_content.label);
  setAccessibleName(tr("%1: %2").arg(m_content.label, m_content.value));
  setAccessibleDescription(m_content.tip);
  setToolTip(m_content.tip);
  setAttribute(Qt::WA_Hover);
  setFocusPolicy(m_content.act ? Qt::StrongFocus : Qt::NoFocus);
  if (m_content.act) {
    setCursor(Qt::PointingHandCursor);
    connect(this, &QAbstractButton::clicked, this, m_content.act);
  }
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void BarRow::setColumns(int labels, int values) {
  if (labels == m_labels && values == m_values) return;
  m_labels = labels;
  m_values = values;
  updateGeometry();
  update();
}

int BarRow::heightForWidth(int) const {
  const QRect label = fontMetrics().boundingRect({0, 0, std::max(1, m_labels), 10000}, Qt::TextWordWrap, text());
  return std::max(label.height(), fontMetrics().height()) + kHalfGrid;
}

void BarRow::keyPressEvent(QKeyEvent* event) {
  if (m_content.act && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
    click();
    return;
  }
  QAbstractButton::keyPressEvent(event);
}

void BarRow::paintEvent(QPaintEvent*) {
  const Theme& theme = themeOf(palette());
  QPainter painter(this);
  if (!isEnabled()) painter.setOpacity(kDisabled);
  const bool pointed = m_content.act && (underMouse() || hasFocus());
  painter.setPen(pointed ? palette().color(QPalette::Link) : theme.text);
  painter.drawText(QRect(0, 0, m_labels, height()), Qt::AlignVCenter | Qt::TextWordWrap, text());
  const int left = m_labels + kGrid;
  const int most = std::max(1, width() - left - m_values - kGrid);
  const int thick = fontMetrics().height() / 2 + 2;
  const int wide = std::max(2, static_cast<int>(m_content.share * most));
  QColor color = m_content.tone == BarRow::Tone::Baseline ? theme.baseline : theme.accent;
  if (m_content.tone == BarRow::Tone::Other) color.setAlphaF(0.5F);
  painter.fillRect(QRect(left, (height() - thick) / 2, wide, thick), color);
  painter.drawText(QRect(left + wide + kGrid, 0, m_values, height()), Qt::AlignVCenter | Qt::TextSingleLine,
                   m_content.value);
  if (!hasFocus()) return;
  QStyleOptionFocusRect focus;
  focus.initFrom(this);
  style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
}

BarList::BarList(const QString& name, int columns, QWidget* parent)
    : QWidget(parent), m_columns(columns), m_grid(newLayout<QGridLayout>({0, 0, 0, 0}, 0, this)) {
  setAccessibleName(name);
  m_grid->setHorizontalSpacing(2 * kGrid);
  for (int column = 0; column < columns; ++column) m_grid->setColumnStretch(column, 1);
  onChange(*this, {QEvent::FontChange}, [this] {
    for (BarRow* row : std::as_const(m_rows)) row->setFont(tabularFigures(font()));
    align();
  });
}

void BarList::setRows(QList<BarRow::Content> rows) {
  for (BarRow* row : std::as_const(m_rows)) {
    m_grid->removeWidget(row);
    row->hide();
    row->deleteLater();  // a click on it may be what makes the new rows
  }
  m_rows.clear();
  for (BarRow::Content& content : rows) {
    m_rows += new BarRow(std::move(content));
    m_rows.back()->setFont(tabularFigures(font()));
    const int at = static_cast<int>(m_rows.size()) - 1;
    m_grid->addWidget(m_rows.back(), at / m_columns, at % m_columns);
  }
  align();
}

void BarList::align() {
  int labels = 0;
  int values = 0;
  for (const BarRow* row : std::as_const(m_rows)) {
    labels = std::max(labels, row->fontMetrics().horizontalAdvance(row->text()) + 1);
    values = std::max(values, row->fontMetrics().horizontalAdvance(row->content().value) + 1);
  }
  labels = std::min(labels, static_cast<int>((m_columns > 1 ? kShareOfColumns : kLabelShare) * width() / m_columns));
  for (BarRow* row : std::as_const(m_rows)) row->setColumns(labels, values);
}

void BarList::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  align();
}

}  // namespace noiseloom
