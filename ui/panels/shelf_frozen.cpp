#include "ui/panels/shelf_frozen.h"

#include <QApplication>
#include <QHeaderView>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>

#include "ui/panels/shelf_columns.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Columns up to the names are frozen only while the names are among the first of this number.
constexpr int kMostFrozen = 2;
/// The largest share of the table for frozen columns.
constexpr double kMostOfWidth = 0.5;

}  // namespace

ShelfFrozenColumns::ShelfFrozenColumns(QTableView& shelf) : QTableView(&shelf), m_shelf(shelf) {
  nameWidget(this, QStringLiteral("shelfFrozen"), tr("Names of the designs"));
  setModel(shelf.model());
  setSelectionModel(shelf.selectionModel());
  setSelectionBehavior(shelf.selectionBehavior());
  setSelectionMode(shelf.selectionMode());
  // The shelf has the focus, the editors and the menus.
  setFocusPolicy(Qt::NoFocus);
  setFocusProxy(&shelf);
  setEditTriggers(NoEditTriggers);
  setContextMenuPolicy(Qt::CustomContextMenu);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(ScrollPerPixel);
  setShowGrid(false);
  setAlternatingRowColors(shelf.alternatingRowColors());
  setFrameShape(QFrame::NoFrame);
  setWordWrap(false);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  QHeaderView& head = *horizontalHeader();
  head.setAccessibleName(tr("Columns that stay"));
  head.setHighlightSections(false);
  head.setSectionResizeMode(QHeaderView::Fixed);
  head.setMinimumSectionSize(shelf.horizontalHeader()->minimumSectionSize());
  head.setSortIndicatorShown(true);
  head.setSectionsClickable(true);
  head.setContextMenuPolicy(Qt::CustomContextMenu);
  hide();

  QHeaderView& shelfHead = *shelf.horizontalHeader();
  const auto follow = [this] { this->follow(); };
  connect(shelf.horizontalScrollBar(), &QScrollBar::valueChanged, this, follow);
  connect(&shelfHead, &QHeaderView::sectionResized, this, follow);
  connect(&shelfHead, &QHeaderView::sectionMoved, this, follow);
  connect(&shelfHead, &QHeaderView::sortIndicatorChanged, &head, &QHeaderView::setSortIndicator);
  connect(shelf.verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, shelf.verticalScrollBar(), &QScrollBar::setValue);
  connect(this, &QAbstractItemView::clicked, &shelf, &QAbstractItemView::clicked);
  connect(this, &QWidget::customContextMenuRequested, &shelf,
          [&shelf](const QPoint& at) { emit shelf.customContextMenuRequested(at); });
  connect(&head, &QWidget::customContextMenuRequested, &shelf,
          [&shelfHead](const QPoint& at) { emit shelfHead.customContextMenuRequested(at); });
  connect(&head, &QHeaderView::sectionClicked, &shelf, [&shelf, &shelfHead](int column) {
    // Cycles through ascending, descending and pinned order, as the header does.
    const bool sorted = shelfHead.sortIndicatorSection() == column;
    const bool down = sorted && shelfHead.sortIndicatorOrder() == Qt::DescendingOrder;
    shelf.sortByColumn(down ? -1 : column, sorted && !down ? Qt::DescendingOrder : Qt::AscendingOrder);
  });
}

int ShelfFrozenColumns::lastPlace() const {
  const int name = m_shelf.horizontalHeader()->visualIndex(static_cast<int>(ShelfColumn::Name));
  return name < kMostFrozen ? name : 0;
}

bool ShelfFrozenColumns::stays(int column) const {
  return m_shelf.horizontalHeader()->visualIndex(column) <= lastPlace();
}

void ShelfFrozenColumns::follow() {
  QHeaderView& shelfHead = *m_shelf.horizontalHeader();
  int wide = 0;
  for (int place = 0; place <= lastPlace(); ++place) wide += shelfHead.sectionSize(shelfHead.logicalIndex(place));
  const int most = static_cast<int>(kMostOfWidth * m_shelf.viewport()->width());
  if (m_shelf.horizontalScrollBar()->value() == 0 || wide == 0) return hide();
  QHeaderView& head = *horizontalHeader();
  head.setFixedHeight(shelfHead.height());
  head.setFont(shelfHead.font());
  head.setSortIndicator(shelfHead.sortIndicatorSection(), shelfHead.sortIndicatorOrder());
  verticalHeader()->setMinimumSectionSize(m_shelf.verticalHeader()->minimumSectionSize());
  verticalHeader()->setDefaultSectionSize(m_shelf.verticalHeader()->defaultSectionSize());
  for (int place = 0; place < shelfHead.count(); ++place) {
    const int column = shelfHead.logicalIndex(place);
    if (head.visualIndex(column) != place) head.moveSection(head.visualIndex(column), place);
    const bool shown = place <= lastPlace() && !m_shelf.isColumnHidden(column);
    setColumnHidden(column, !shown);
    if (shown) setColumnWidth(column, shelfHead.sectionSize(column));
  }
  const QPoint corner(m_shelf.viewport()->x(), shelfHead.y());
  setGeometry(QRect(corner, QSize(std::min(wide, most), shelfHead.height() + m_shelf.viewport()->height())));
  show();
  raise();
  verticalScrollBar()->setValue(m_shelf.verticalScrollBar()->value());
}

void ShelfFrozenColumns::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  // The edge under which scrolled columns disappear.
  QPainter painter(viewport());
  painter.setPen(themeOf(palette()).border);
  painter.drawLine(viewport()->rect().topRight(), viewport()->rect().bottomRight());
}

void ShelfFrozenColumns::mouseDoubleClickEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->position().toPoint());
  if (!index.isValid() || !index.flags().testFlag(Qt::ItemIsEditable)) return;
  // Names are edited in the shelf itself.
  m_shelf.horizontalScrollBar()->setValue(0);
  m_shelf.setFocus();
  m_shelf.setCurrentIndex(index);
  m_shelf.edit(index);
}

void ShelfFrozenColumns::wheelEvent(QWheelEvent* event) {
  QApplication::sendEvent(m_shelf.viewport(), event);
}

}  // namespace noiseloom
