#pragma once

#include <QWidget>
#include <vector>

#include "ui/plots/table/data_table.h"

class QComboBox;
class QTableView;

namespace noiseloom {

class TableModel;

/// The data of a plot as a table, or a choice of several. Ctrl+C copies the selection as tab-separated text with
/// numbers in full, and with the header if whole columns are selected.
class TablePanel : public QWidget {
  Q_OBJECT

 public:
  explicit TablePanel(QWidget* parent = nullptr);

  /// Keeps showing the table with the same name.
  void setTables(std::vector<DataTable> tables);
  /// Index of the table on show; 0 if there is none.
  int current() const;
  void setCurrent(int index);
  QTableView& view() { return *m_view; }
  TableModel& model() { return *m_model; }
  /// Copies the selection, or everything if nothing is selected.
  void copy() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitColumns();
  /// The width that a column of words needs unless it is the last; 0 for columns of numbers.
  int nameWidth(int column) const;
  void wrapRemarks();
  void showCurrent();

  std::vector<DataTable> m_tables;
  TableModel* m_model;
  QComboBox* m_choice;
  QTableView* m_view;
};

}  // namespace noiseloom
