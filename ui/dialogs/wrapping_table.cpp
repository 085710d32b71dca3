#include "ui/dialogs/wrapping_table.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QResizeEvent>
#include <QStyle>
#include <algorithm>
#include <cmath>

#include "ui/style/theme.h"

namespace noiseloom {

WrappingTable::WrappingTable(const QString& name, const QStringList& head, const QList<double>& shares, QWidget* parent)
    : QTableWidget(0, static_cast<int>(head.size()), parent), m_shares(shares) {
  setAccessibleName(name);
  setHorizontalHeaderLabels(head);
  verticalHeader()->hide();
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionsClickable(false);
  horizontalHeader()->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  setShowGrid(false);
  setAlternatingRowColors(true);
  setFrameShape(QFrame::NoFrame);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTabKeyNavigation(false);
  setWordWrap(true);
  setTextElideMode(Qt::ElideNone);
}

void WrappingTable::setRows(const QList<QStringList>& rows, const QList<QIcon>& icons) {
  setRowCount(static_cast<int>(rows.size()));
  for (int row = 0; row < rowCount(); ++row) {
    for (int column = 0; column < columnCount(); ++column) {
      auto* cell = new QTableWidgetItem(rows.at(row).value(column));
      cell->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
      setItem(row, column, cell);
    }
    if (row < icons.size()) item(row, 0)->setIcon(icons.at(row));
  }
  layOut();
}

int WrappingTable::wholeHeight() const {
  return horizontalHeader()->sizeHint().height() + verticalHeader()->length() + 2 * frameWidth();
}

/// The least width in which neither the title of a column nor a word of its cells is cut.
int WrappingTable::leastWidth(int column) const {
  double least = horizontalHeader()->sectionSizeHint(column);
  const QFontMetricsF metrics(font());
  const int margins = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 1);
  for (int row = 0; row < rowCount(); ++row) {
    for (const QString& word : item(row, column)->text().split(QLatin1Char(' ')))
      least = std::max(least, std::ceil(metrics.horizontalAdvance(word)) + margins);
  }
  return static_cast<int>(least);
}

void WrappingTable::layOut() {
  // The header stretches its own sections only in the next turn of the event loop: too late for the row heights.
  int left = viewport()->width();
  for (int column = 0; column + 1 < columnCount(); ++column) {
    const double share = m_shares.value(column);
    if (share > 0) {
      setColumnWidth(column, std::max(static_cast<int>(share * viewport()->width()), leastWidth(column)));
    } else {
      resizeColumnToContents(column);
      setColumnWidth(column, columnWidth(column) + kGrid);
    }
    left -= columnWidth(column);
  }
  setColumnWidth(columnCount() - 1, std::max(left, 2 * kGrid));
  resizeRowsToContents();
  for (int row = 0; row < rowCount(); ++row) setRowHeight(row, rowHeight(row) + kGrid);
}

void WrappingTable::resizeEvent(QResizeEvent* event) {
  QTableWidget::resizeEvent(event);
  if (event->oldSize().width() != event->size().width()) layOut();
}

void WrappingTable::changeEvent(QEvent* event) {
  QTableWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) layOut();
}

}  // namespace noiseloom
