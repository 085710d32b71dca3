#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// A DataTable for views: numbers are right-aligned with six digits, and complete in tool tips and copies.
class TableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// Keeps the selection if header and number of rows stay the same.
  void setTable(DataTable table);
  const DataTable& table() const { return m_table; }
  /// A cell in full: reads back as exactly the same number.
  QString fullText(int row, int column) const;

  /// The first empty column between a row's name and its remark (why there are no numbers); nullopt if there is no such
  /// gap. The remark is shown there, across all remaining columns.
  std::optional<int> gapIn(int row) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  DataTable m_table;
};

/// The whole table as text: one line per row with tabs between cells, the header first, numbers in full.
QString tabSeparated(const DataTable& table);
/// A number that reads back as exactly the same, with a decimal point in every language.
QString fullNumber(double value);

}  // namespace noiseloom
