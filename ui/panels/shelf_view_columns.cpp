// The columns of the shelf: width, order and visibility.

#include <QHeaderView>
#include <QJsonArray>
#include <QMenu>
#include <QScopedValueRollback>
#include <algorithm>

#include "ui/panels/shelf_frozen.h"
#include "ui/panels/shelf_model.h"
#include "ui/panels/shelf_view.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Names longer than this share of the table are cut.
constexpr double kWidestName = 0.4;

}  // namespace

int ShelfView::widthAtFirst(ShelfColumn column) const {
  if (column == ShelfColumn::Shown) return 4 * kGrid;
  const bool icon = !isNumeric(column);
  const int margins = kGrid + kHalfGrid + (icon ? 3 * kGrid + kHalfGrid : 0);
  const int cell = fontMetrics().horizontalAdvance(shelfColumnSample(column));
  const QFontMetrics head(horizontalHeader()->font());
  return std::max(cell, head.horizontalAdvance(shelfColumnTitle(column, false))) + margins;
}

void ShelfView::resetColumns() {
  const QScopedValueRollback arranging(m_arranging, true);
  m_chosen.clear();
  QHeaderView& head = *horizontalHeader();
  for (int i = 0; i < kShelfColumns; ++i) {
    const auto column = static_cast<ShelfColumn>(i);
    head.moveSection(head.visualIndex(i), i);
    setColumnHidden(i, false);
    setColumnWidth(i, widthAtFirst(column));
  }
  sortByColumn(-1, Qt::AscendingOrder);
  m_extra = 0;
  fillWidth();
  m_growSoon.start();
}

/// The width of the names without the extra that fills the table.
int ShelfView::nameWidth() const {
  return columnWidth(section(ShelfColumn::Name)) - m_extra;
}

void ShelfView::setNameWidth(int width) {
  const QScopedValueRollback arranging(m_arranging, true);
  m_extra = 0;
  setColumnWidth(section(ShelfColumn::Name), width);
}

/// Widens the names to fill the table, so that no row ends in mid-window; where the columns need more than that, so far
/// that none is cut at its right edge.
void ShelfView::fillWidth() {
  const int own = nameWidth();
  const QHeaderView& head = *horizontalHeader();
  int whole = 0;  // width of the columns that fit
  for (int visual = 0; visual < kShelfColumns; ++visual) {
    const int column = head.logicalIndex(visual);
    const int width = column == section(ShelfColumn::Name) ? own : head.sectionSize(column);
    if (whole + width > viewport()->width()) break;
    whole += width;
  }
  const bool all = whole == head.length() - m_extra;
  const bool widens = all || (whole > own && !m_chosen.contains(section(ShelfColumn::Name)));
  const int extra = widens ? viewport()->width() - whole : 0;
  if (extra == m_extra) return;
  setNameWidth(own + extra);
  m_extra = extra;
}

/// Columns grow to fit new numbers and names, and never shrink.
void ShelfView::growColumns() {
  const QScopedValueRollback arranging(m_arranging, true);
  for (int i = 0; i < kShelfColumns; ++i) {
    if (isColumnHidden(i) || m_chosen.contains(i) || static_cast<ShelfColumn>(i) == ShelfColumn::Shown) continue;
    const int needed = std::max(sizeHintForColumn(i) + kGrid, horizontalHeader()->sectionSizeHint(i));
    if (i == section(ShelfColumn::Name)) {
      const int most = static_cast<int>(kWidestName * viewport()->width());
      if (const int width = std::min(needed, most); width > nameWidth()) setNameWidth(width);
    } else if (needed > columnWidth(i)) {
      setColumnWidth(i, needed);
    }
  }
  fillWidth();
}

/// Scales rows, header and columns with the type size; widths set by the user scale too.
void ShelfView::followFont() {
  const int type = widthIn(font(), 1000);
  if (type == m_type) return;
  const QScopedValueRollback arranging(m_arranging, true);
  QHeaderView& head = *horizontalHeader();
  const int row = heightOfRow();
  verticalHeader()->setMinimumSectionSize(row);
  verticalHeader()->setDefaultSectionSize(row);
  head.setFixedHeight(row);
  setNameWidth(nameWidth());
  for (int i = 0; i < kShelfColumns; ++i) {
    if (!isColumnHidden(i) && static_cast<ShelfColumn>(i) != ShelfColumn::Shown)
      setColumnWidth(i, columnWidth(i) * type / m_type);
  }
  m_type = type;
  fillWidth();
  m_growSoon.start();
  placeHint();
  m_frozen->follow();
  updateGeometry();
  emit rowsResized();
}

void ShelfView::showColumn(ShelfColumn column, bool shown) {
  const QScopedValueRollback arranging(m_arranging, true);
  setColumnHidden(section(column), !shown);
  fillWidth();
  m_growSoon.start();
}

QMenu* ShelfView::columnsMenu(QWidget* parent) {
  auto* menu = new QMenu(tr("Columns"), parent);
  for (int visual = 0; visual < kShelfColumns; ++visual) {
    const auto column = static_cast<ShelfColumn>(horizontalHeader()->logicalIndex(visual));
    QAction* action =
        menu->addAction(m_model.headerData(section(column), Qt::Horizontal, Qt::AccessibleTextRole).toString());
    action->setCheckable(true);
    action->setChecked(isColumnShown(column));
    // A design without its name could not be identified.
    action->setEnabled(column != ShelfColumn::Name);
    connect(action, &QAction::toggled, this, [this, column](bool shown) { showColumn(column, shown); });
  }
  menu->addSeparator();
  menu->addAction(tr("Reset columns"), this, &ShelfView::resetColumns);
  return menu;
}

QJsonObject ShelfView::viewState() const {
  const QHeaderView& head = *horizontalHeader();
  QJsonArray columns;
  for (int visual = 0; visual < kShelfColumns; ++visual) {
    const int column = head.logicalIndex(visual);
    const bool hidden = isColumnHidden(column);
    QJsonObject entry{{QStringLiteral("key"), shelfColumnKey(static_cast<ShelfColumn>(column))},
                      {QStringLiteral("shown"), !hidden}};
    // Columns that grow with their contents store no width. A hidden section has none.
    if (!hidden && m_chosen.contains(column))
      entry[QStringLiteral("width")] = column == section(ShelfColumn::Name) ? nameWidth() : columnWidth(column);
    columns.append(entry);
  }
  QJsonObject state{{QStringLiteral("columns"), columns}};
  const int sorted = head.sortIndicatorSection();
  if (sorted >= 0 && sorted < kShelfColumns) {
    state[QStringLiteral("sort")] = shelfColumnKey(static_cast<ShelfColumn>(sorted));
    state[QStringLiteral("descending")] = head.sortIndicatorOrder() == Qt::DescendingOrder;
  }
  return state;
}

void ShelfView::restoreView(const QJsonObject& state) {
  const auto columnOf = [](const QString& key) {
    for (int column = 0; column < kShelfColumns; ++column) {
      if (shelfColumnKey(static_cast<ShelfColumn>(column)) == key) return column;
    }
    return -1;
  };
  resetColumns();
  const QScopedValueRollback arranging(m_arranging, true);
  setNameWidth(nameWidth());
  int visual = 0;
  for (const QJsonValue value : state[QStringLiteral("columns")].toArray()) {
    const QJsonObject entry = value.toObject();
    const int column = columnOf(entry[QStringLiteral("key")].toString());
    if (column < 0 || visual >= kShelfColumns) continue;
    horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), visual++);
    const int width = entry[QStringLiteral("width")].toInt();
    if (width > 0) {
      setColumnWidth(column, std::clamp(width, 3 * kGrid, 1000));
      m_chosen.insert(column);
    }
    setColumnHidden(column, !entry[QStringLiteral("shown")].toBool(true) && column != section(ShelfColumn::Name));
  }
  fillWidth();
  const int sorted = columnOf(state[QStringLiteral("sort")].toString());
  sortByColumn(sorted, state[QStringLiteral("descending")].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);
}

}  // namespace noiseloom
