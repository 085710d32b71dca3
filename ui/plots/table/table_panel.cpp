#include "ui/plots/table/table_panel.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/plots/table/table_model.h"
#include "ui/style/theme.h"

namespace noiseloom {

TablePanel::TablePanel(QWidget* parent)
    : QWidget(parent), m_model(new TableModel(this)), m_choice(new QComboBox), m_view(named<QTableView>("tableView")) {
  nameWidget(m_choice, QStringLiteral("tableChoice"), tr("Table on show"));
  m_view->setModel(m_model);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setAlternatingRowColors(true);
  m_view->setShowGrid(false);
  m_view->setWordWrap(true);
  m_view->setTabKeyNavigation(false);
  m_view->setFont(tabularFigures(font()));
  m_view->verticalHeader()->hide();
  m_view->verticalHeader()->setDefaultSectionSize(m_view->fontMetrics().height() + kGrid);
  m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
  m_view->horizontalHeader()->setStretchLastSection(true);
  m_view->horizontalHeader()->setHighlightSections(false);
  m_view->installEventFilter(this);
  auto* layout = newLayout<QVBoxLayout>({}, kHalfGrid, this);
  layout->addWidget(m_choice, 0, Qt::AlignLeft);
  layout->addWidget(m_view, 1);
  connect(m_choice, &QComboBox::currentIndexChanged, this, &TablePanel::showCurrent);
}

void TablePanel::setTables(std::vector<DataTable> tables) {
  const int before = current();
  const QString name = static_cast<std::size_t>(before) < m_tables.size() ? m_tables[before].name : QString();
  m_tables = std::move(tables);
  const auto found = std::ranges::find(m_tables, name, &DataTable::name);
  {
    const QSignalBlocker blocker(m_choice);
    m_choice->clear();
    for (const DataTable& table : m_tables) m_choice->addItem(table.title);
    m_choice->setCurrentIndex(found == m_tables.end() ? 0 : static_cast<int>(found - m_tables.begin()));
  }
  m_choice->setVisible(m_tables.size() > 1);
  showCurrent();
}

int TablePanel::current() const {
  return std::max(0, m_choice->currentIndex());
}

void TablePanel::setCurrent(int index) {
  if (index >= 0 && index < m_choice->count()) m_choice->setCurrentIndex(index);
}

void TablePanel::showCurrent() {
  const std::size_t index = current();
  DataTable table = index < m_tables.size() ? m_tables[index] : DataTable();
  const bool other = table.header != m_model->table().header;
  m_view->setAccessibleName(tr("Table: %1").arg(table.title));
  m_view->setAccessibleDescription(tr("%1 rows and %2 columns. Arrow keys move, Ctrl+C copies in full precision.")
                                       .arg(table.rows.size())
                                       .arg(table.header.size()));
  m_model->setTable(std::move(table));
  wrapRemarks();
  if (!other) return;
  fitColumns();
}

void TablePanel::fitColumns() {
  // As wide as the titles if possible; otherwise numbers take precedence over titles, which have tool tips.
  const int letter = m_view->fontMetrics().averageCharWidth();
  std::vector<int> widths;
  int all = 0;
  for (int column = 0; column < m_model->columnCount(); ++column) {
    const int wanted = m_view->horizontalHeader()->sectionSizeHint(column) + kGrid;
    widths.push_back(std::clamp(std::max(wanted, nameWidth(column)), 10 * letter, 40 * letter));
    all += widths.back();
  }
  const int room = m_view->viewport()->width();
  for (int column = 0; column < m_model->columnCount(); ++column) {
    int width = widths[column];
    if (all > room && nameWidth(column) == 0) width = std::max(14 * letter, width * room / all);
    m_view->setColumnWidth(column, width);
  }
  wrapRemarks();
}

int TablePanel::nameWidth(int column) const {
  if (column + 1 >= m_model->columnCount()) return 0;
  int widest = 0;
  for (const auto& cells : m_model->table().rows) {
    const std::size_t at = column;
    const QString* name = at < cells.size() ? std::get_if<QString>(&cells[at]) : nullptr;
    if (!name) return 0;
    if (!name->isEmpty()) widest = std::max(widest, m_view->fontMetrics().horizontalAdvance(*name) + 2 * kGrid);
  }
  return widest;
}

void TablePanel::wrapRemarks() {
  // Rows with a remark are as high as it needs; in the others nothing wraps.
  const QFontMetrics metrics = m_view->fontMetrics();
  const int line = m_view->verticalHeader()->defaultSectionSize();
  m_view->clearSpans();
  for (int row = 0; row < m_model->rowCount(); ++row) {
    int height = line;
    if (const auto gap = m_model->gapIn(row)) {
      // The columns in view without horizontal scrolling.
      int end = *gap;
      int left = 0;
      for (int column = 0; column < *gap; ++column) left += m_view->columnWidth(column);
      int room = 0;
      while (end < m_model->columnCount() &&
             (end == *gap || left + room + m_view->columnWidth(end) <= m_view->viewport()->width()))
        room += m_view->columnWidth(end++);
      if (end - *gap > 1) m_view->setSpan(row, *gap, 1, end - *gap);
      const QString text = m_model->index(row, *gap).data().toString();
      const QRect needed =
          metrics.boundingRect(QRect(0, 0, std::max(room - kGrid, 1), 1 << 14), Qt::TextWordWrap, text);
      height = std::max(line, needed.height() + kGrid);
    }
    if (m_view->rowHeight(row) != height) m_view->setRowHeight(row, height);
  }
}

void TablePanel::copy() const {
  QModelIndexList chosen = m_view->selectionModel()->selectedIndexes();
  if (chosen.isEmpty()) {
    QGuiApplication::clipboard()->setText(tabSeparated(m_model->table()));
    return;
  }
  std::sort(chosen.begin(), chosen.end());
  QStringList lines;
  QStringList header;
  if (m_view->selectionModel()->isColumnSelected(chosen.front().column())) {
    for (int column = 0; column < m_model->columnCount(); ++column) {
      if (m_view->selectionModel()->isColumnSelected(column)) header += m_model->table().header.at(column);
    }
    lines += header.join(QLatin1Char('\t'));
  }
  QStringList cells;
  int row = chosen.front().row();
  for (const QModelIndex& index : std::as_const(chosen)) {
    if (index.row() != row) {
      lines += cells.join(QLatin1Char('\t'));
      cells.clear();
      row = index.row();
    }
    cells += m_model->fullText(index.row(), index.column());
  }
  lines += cells.join(QLatin1Char('\t'));
  QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')) + QLatin1Char('\n'));
}

void TablePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitColumns();
}

bool TablePanel::eventFilter(QObject* watched, QEvent* event) {
  const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (watched == m_view && key && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
    // Taken before a menu entry gets the shortcut.
    event->accept();
    if (event->type() == QEvent::KeyPress) copy();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace noiseloom
