#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// A DataTable for views: numbers to the right and in six digits, all of them in tool tips and copies.
class TableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// Keeps selections where header and number of rows stay the same.
  void setTable(DataTable table);
  const DataTable& table() const { return m_table; }
  /// A cell in full: reads back as exactly the same number.
  QString fullText(int row, int column) const;

  /// Where a row has nothing between its name and its remark (why there are no numbers): the first column of the gap;
  /// none otherwise. The remark is read there, over all the columns that are left.
  std::optional<int> gapIn(int row) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  DataTable m_table;
};

/// The whole table as text: a line a row with tabulators between, the header first, numbers in full.
QString tabSeparated(const DataTable& table);
/// A number so that it reads back as exactly the same, with a point whatever the language.
QString fullNumber(double value);

}  // namespace noiseloom
