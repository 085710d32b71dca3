#include "ui/plots/table/table_model.h"

#include <QLocale>
#include <cmath>

#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// Tabs and line breaks inside a cell would split it.
QString inOneCell(QString text) {
  for (const QChar separator : {QLatin1Char('\t'), QLatin1Char('\n'), QLatin1Char('\r')})
    text.replace(separator, QLatin1Char(' '));
  return text;
}

QString cellText(const DataTable::Cell& cell) {
  if (const double* number = std::get_if<double>(&cell)) return fullNumber(*number);
  return inOneCell(std::get<QString>(cell));
}

bool isText(const DataTable::Cell& cell, bool empty) {
  const QString* text = std::get_if<QString>(&cell);
  return text && text->isEmpty() == empty;
}

/// For display: whole numbers stay whole.
QString shortText(double value) {
  if (value == std::round(value) && std::abs(value) < 1e9) return QString::number(value, 'f', 0);
  return resultText(value, 6);
}

}  // namespace

QString fullNumber(double value) {
  return QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest);
}

QString tabSeparated(const DataTable& table) {
  QStringList lines;
  QStringList header;
  for (const QString& title : table.header) header += inOneCell(title);
  lines += header.join(QLatin1Char('\t'));
  for (const auto& row : table.rows) {
    QStringList cells;
    for (const DataTable::Cell& cell : row) cells += cellText(cell);
    lines += cells.join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void TableModel::setTable(DataTable table) {
  if (table.header == m_table.header && table.rows.size() == m_table.rows.size()) {
    m_table = std::move(table);
    if (!m_table.rows.empty() && !m_table.header.isEmpty())
      emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    return;
  }
  beginResetModel();
  m_table = std::move(table);
  endResetModel();
}

QString TableModel::fullText(int row, int column) const {
  if (row < 0 || row >= rowCount() || column < 0 || column >= columnCount()) return {};
  const auto& cells = m_table.rows[row];
  return static_cast<std::size_t>(column) < cells.size() ? cellText(cells[column]) : QString();
}

std::optional<int> TableModel::gapIn(int row) const {
  const auto& cells = m_table.rows[row];
  if (cells.size() < 3 || static_cast<int>(cells.size()) != columnCount() || !isText(cells.back(), false))
    return std::nullopt;
  std::size_t from = cells.size() - 1;
  while (from > 0 && isText(cells[from - 1], true)) --from;
  return from > 0 && from + 2 < cells.size() ? std::optional(static_cast<int>(from)) : std::nullopt;
}

int TableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.header.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const auto& cells = m_table.rows[index.row()];
  const std::size_t column = index.column();
  if (column >= cells.size()) return {};
  const bool gap = gapIn(index.row()) == index.column();
  const double* number = gap ? nullptr : std::get_if<double>(&cells[column]);
  if (gap && role == Qt::DisplayRole) return std::get<QString>(cells.back());
  if (gap && role == Qt::ToolTipRole) return cellText(cells.back());
  switch (role) {
    case Qt::DisplayRole: return number ? shortText(*number) : std::get<QString>(cells[column]);
    case Qt::ToolTipRole: return cellText(cells[column]);
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
  }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return {};
  if (section < 0 || section >= columnCount()) return {};
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return m_table.header.at(section);
  if (role != Qt::TextAlignmentRole) return {};
  const std::size_t column = section;
  const bool name =
      !m_table.rows.empty() && column < m_table.rows.front().size() && m_table.rows.front()[column].index() == 1;
  return QVariant(Qt::AlignVCenter | (name ? Qt::AlignLeft : Qt::AlignRight));
}

}  // namespace noiseloom
