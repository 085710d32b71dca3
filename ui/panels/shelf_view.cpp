#include "ui/panels/shelf_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>

#include "ui/panels/shelf_frozen.h"
#include "ui/panels/shelf_model.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kRowHeight = 3 * kGrid;
/// Columns do not grow while a slider moves.
constexpr int kGrowMilliseconds = 60;

/// Sorts rows while the current design stays on top.
class ShelfOrder : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

 protected:
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
    if (left.row() == 0 || right.row() == 0) return (left.row() == 0) == (sortOrder() == Qt::AscendingOrder);
    const QVariant a = left.data(ShelfModel::SortRole);
    const QVariant b = right.data(ShelfModel::SortRole);
    if (a.typeId() == QMetaType::QString)
      return QString::localeAwareCompare(a.toString().toLower(), b.toString().toLower()) < 0;
    return a.toDouble() < b.toDouble();
  }
};

/// Draws icons at their own sizes, and figures with digits of equal width.
class ShelfDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const auto column = static_cast<ShelfColumn>(index.column());
    option->decorationSize = column == ShelfColumn::Name ? QSize(3 * kGrid, 2 * kGrid) : QSize(2 * kGrid, 2 * kGrid);
    if (isNumeric(column)) option->font = tabularFigures(option->font);
    if (column == ShelfColumn::Shown) option->decorationAlignment = Qt::AlignCenter;
    if (index.data(ShelfModel::IdRole).toInt() == ShelfModel::kCurrent) option->font.setWeight(QFont::DemiBold);
  }

 public:
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
    if (auto* line = qobject_cast<QLineEdit*>(editor)) line->setMaxLength(kMostPinName);
    return editor;
  }
};

}  // namespace

ShelfView::ShelfView(ShelfModel& model, QWidget* parent)
    : QTableView(parent), m_model(model), m_sorted(new ShelfOrder(this)), m_hint(named<QLabel>("lessonHint", this)) {
  nameWidget(this, QStringLiteral("shelfTable"), tr("Designs"));
  setAccessibleDescription(
      tr("The current design and the pinned ones. Enter puts a design back, Space shows or hides it in the plots, F2 "
         "renames it, Delete removes it."));
  m_sorted->setSourceModel(&m_model);
  m_sorted->setSortRole(ShelfModel::SortRole);
  m_sorted->setDynamicSortFilter(true);
  setModel(m_sorted);
  setItemDelegate(new ShelfDelegate(this));
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setShowGrid(false);
  setAlternatingRowColors(true);
  setFrameShape(QFrame::NoFrame);
  setTabKeyNavigation(false);
  setWordWrap(false);
  setContextMenuPolicy(Qt::CustomContextMenu);
  verticalHeader()->hide();
  verticalHeader()->setMinimumSectionSize(kRowHeight);
  verticalHeader()->setDefaultSectionSize(kRowHeight);
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);

  QHeaderView& head = *horizontalHeader();
  head.setAccessibleName(tr("Columns of the designs"));
  head.setSectionsMovable(true);
  head.setHighlightSections(false);
  head.setFixedHeight(kRowHeight);
  head.setMinimumSectionSize(3 * kGrid);
  head.setFont(scaledFont(font(), 0.92));
  head.setSortIndicatorClearable(true);
  head.setContextMenuPolicy(Qt::CustomContextMenu);
  setSortingEnabled(true);
  m_growSoon.setSingleShot(true);
  m_growSoon.setInterval(kGrowMilliseconds);
  connect(&m_growSoon, &QTimer::timeout, this, &ShelfView::growColumns);
  const auto growSoon = [this] { m_growSoon.start(); };
  connect(&m_model, &QAbstractItemModel::dataChanged, this, growSoon);
  connect(&m_model, &QAbstractItemModel::headerDataChanged, this, growSoon);
  connect(&m_model, &QAbstractItemModel::rowsInserted, this, growSoon);
  connect(&m_model, &QAbstractItemModel::modelReset, this, growSoon);
  resetColumns();
  m_frozen = new ShelfFrozenColumns(*this);
  // A delegate of its own: with a shared one, each view would close the other's editors.
  m_frozen->setItemDelegate(new ShelfDelegate(m_frozen));
  m_type = widthIn(font(), 1000);
  m_hint->setText(tr("New here? <a href=\"lesson\">Start with a lesson</a>"));
  m_hint->setAccessibleName(tr("New here? Start with a lesson"));
  m_hint->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  connect(m_hint, &QLabel::linkActivated, this, &ShelfView::lessonWanted);
  connect(&m_model, &QAbstractItemModel::rowsInserted, this, &ShelfView::placeHint);
  connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &ShelfView::placeHint);
  connect(&m_model, &QAbstractItemModel::modelReset, this, &ShelfView::placeHint);
  // A width that the user drags is that of the column itself.
  connect(&head, &QHeaderView::sectionResized, this, [this](int column) {
    if (column == section(ShelfColumn::Name)) m_extra = 0;
    if (!m_arranging) m_chosen.insert(column);
  });
  connect(&head, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    QMenu* menu = columnsMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(horizontalHeader()->mapToGlobal(at));
  });
  connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
    const int id = index.data(ShelfModel::IdRole).toInt();
    if (id == ShelfModel::kCurrent) return;
    if (index.column() == section(ShelfColumn::Shown)) emit shownClicked(id);
    if (index.column() == section(ShelfColumn::Claim)) emit claimClicked(id);
  });
}

int ShelfView::heightOfRow() const {
  return std::max(kRowHeight, fontMetrics().height() + 2);
}

QModelIndex ShelfView::indexOf(int id, ShelfColumn column) const {
  for (int row = 0; row < m_model.rowCount(); ++row) {
    if (m_model.idOf(row) == id) return m_sorted->mapFromSource(m_model.index(row, section(column)));
  }
  return {};
}

QString ShelfView::currentValue() const {
  const QModelIndex cell = currentIndex();
  if (!cell.isValid()) return {};
  const QVariant number = cell.data(ShelfModel::SortRole);
  if (!isNumeric(static_cast<ShelfColumn>(cell.column()))) return cell.data().toString();
  return std::isfinite(number.toDouble()) ? QString::number(number.toDouble(), 'g', QLocale::FloatingPointShortest)
                                          : QString();
}

std::vector<int> ShelfView::selectedPins() const {
  std::vector<int> ids;
  QModelIndexList rows = selectionModel()->selectedRows(section(ShelfColumn::Name));
  std::ranges::sort(rows, {}, &QModelIndex::row);
  for (const QModelIndex& row : rows) {
    const int id = row.data(ShelfModel::IdRole).toInt();
    if (id != ShelfModel::kCurrent) ids.push_back(id);
  }
  return ids;
}

void ShelfView::select(int id) {
  const QModelIndex index = indexOf(id, ShelfColumn::Name);
  if (!index.isValid()) return;
  selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  scrollTo(index);
}

void ShelfView::renamePin(int id) {
  endRenaming();
  if (!isColumnShown(ShelfColumn::Name)) showColumn(ShelfColumn::Name, true);
  select(id);
  setFocus();
  // Looked up only now: committing another name may have sorted the rows anew.
  const QModelIndex index = indexOf(id, ShelfColumn::Name);
  if (index.isValid() && index.flags().testFlag(Qt::ItemIsEditable)) edit(index);
}

/// Commits the name being typed. Moving the focus is not enough: in an inactive window or a hidden table it
/// does not move.
void ShelfView::endRenaming() {
  if (state() != EditingState) return;
  for (int row = 0; row < m_sorted->rowCount(); ++row) {
    QWidget* editor = indexWidget(m_sorted->index(row, section(ShelfColumn::Name)));
    if (!editor) continue;
    commitData(editor);
    closeEditor(editor, QAbstractItemDelegate::NoHint);
    return;
  }
}

QString ShelfView::asText() const {
  const PlainNumbers plain;
  QModelIndexList rows = selectionModel()->selectedRows();
  std::ranges::sort(rows, {}, &QModelIndex::row);
  if (rows.isEmpty()) {
    for (int row = 0; row < m_sorted->rowCount(); ++row) rows += m_sorted->index(row, 0);
  }
  QStringList lines;
  for (qsizetype line = -1; line < rows.size(); ++line) {
    QStringList cells;
    for (int visual = 0; visual < kShelfColumns; ++visual) {
      const int column = horizontalHeader()->logicalIndex(visual);
      if (isColumnHidden(column)) continue;
      if (line < 0) {
        cells += m_sorted->headerData(column, Qt::Horizontal, Qt::AccessibleTextRole).toString();
      } else {
        const QString cell = m_sorted->index(rows.at(line).row(), column).data(Qt::AccessibleTextRole).toString();
        // A tab within a name would begin another cell.
        cells += QString(cell).replace(QLatin1Char('\t'), QLatin1Char(' '));
      }
    }
    lines += cells.join(QLatin1Char('\t'));
  }
  // Spreadsheets expect a plain minus.
  return lines.join(QLatin1Char('\n')).replace(QChar(0x2212), QLatin1Char('-')) + QLatin1Char('\n');
}

int ShelfView::heightOf(int rows) const {
  return horizontalHeader()->height() + rows * heightOfRow() + 2 * frameWidth() +
         horizontalScrollBar()->sizeHint().height();
}

void ShelfView::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  if (m_model.rowCount() > 1) return;
  // The empty table explains how designs are pinned.
  QPainter painter(viewport());
  painter.setPen(themeOf(palette()).mutedText);
  const QFontMetrics metrics(font());
  // The hint for newcomers ends the line.
  const QRect below =
      viewport()->rect().adjusted(2 * kGrid, heightOfRow() + kHalfGrid, -4 * kGrid - m_hint->width(), 0);
  // Shorter texts for less space.
  for (const QString& said : {tr("No design is pinned. Pin the current one (Ctrl+D) and change the scenario: both stay "
                                 "side by side here and in the plots."),
                              tr("No design is pinned: Ctrl+D pins the current one."), tr("Ctrl+D pins it.")}) {
    if (metrics.horizontalAdvance(said) > below.width()) continue;
    painter.drawText(QRect(below.left(), below.top(), below.width(), metrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, said);
    break;
  }
}

void ShelfView::placeHint() {
  m_hint->setVisible(m_model.rowCount() <= 1);
  m_hint->adjustSize();
  // A child of the table: the viewport would scroll it.
  const QPoint place(std::max(2 * kGrid, viewport()->width() - m_hint->width() - 2 * kGrid), heightOfRow() + kHalfGrid);
  m_hint->move(viewport()->pos() + place);
}

void ShelfView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fillWidth();
  placeHint();
  m_frozen->follow();
}

void ShelfView::scrollTo(const QModelIndex& index, ScrollHint hint) {
  QTableView::scrollTo(index, hint);
  // Not below the frozen columns.
  const int hidden = m_frozen && !m_frozen->stays(index.column()) ? m_frozen->covered() - visualRect(index).left() : 0;
  if (hidden > 0) horizontalScrollBar()->setValue(horizontalScrollBar()->value() - hidden);
}

void ShelfView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    QGuiApplication::clipboard()->setText(asText());
    event->accept();
    return;
  }
  QTableView::keyPressEvent(event);
}

void ShelfView::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    m_model.restyle();
    // The colour of links is fixed when their text is set.
    if (m_hint) {
      const QString text = m_hint->text();
      m_hint->clear();
      m_hint->setText(text);
    }
  }
  // The new font is still propagating through the parts of the table.
  if (event->type() == QEvent::FontChange && m_hint)
    QMetaObject::invokeMethod(this, &ShelfView::followFont, Qt::QueuedConnection);
}

}  // namespace noiseloom
