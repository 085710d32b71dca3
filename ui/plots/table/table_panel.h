#pragma once

#include <QWidget>
#include <vector>

#include "ui/plots/table/data_table.h"

class QComboBox;
class QTableView;

namespace noiseloom {

class TableModel;

/// What stands behind a plot, as a table: one of several where there are several. Ctrl+C copies what is selected as
/// text with tabulators and numbers in full, with the header where whole columns are selected.
class TablePanel : public QWidget {
  Q_OBJECT

 public:
  explicit TablePanel(QWidget* parent = nullptr);

  /// The table on show stays on show where its name stays.
  void setTables(std::vector<DataTable> tables);
  /// Index of the table on show; 0 without any.
  int current() const;
  void setCurrent(int index);
  QTableView& view() { return *m_view; }
  TableModel& model() { return *m_model; }
  /// Puts what is selected onto the clipboard, or all where nothing is.
  void copy() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitColumns();
  /// What the words of a column need that has nothing else, unless it is the last; 0 for columns of numbers.
  int nameWidth(int column) const;
  void wrapRemarks();
  void showCurrent();

  std::vector<DataTable> m_tables;
  TableModel* m_model;
  QComboBox* m_choice;
  QTableView* m_view;
};

}  // namespace noiseloom
