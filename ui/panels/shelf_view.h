#pragma once

#include <QJsonObject>
#include <QSet>
#include <QTableView>
#include <QTimer>
#include <vector>

#include "ui/panels/shelf_columns.h"

class QLabel;
class QSortFilterProxyModel;

namespace noiseloom {

class ShelfFrozenColumns;
class ShelfModel;

/// The table of the designs shelf: it sorts by any column while the current design stays on top; columns can be moved,
/// and hidden from the header's menu; the names are frozen; rows are copied as tab-separated text. Columns grow with
/// their contents, names to 0.4 of the table, except where the user has set the width.
class ShelfView : public QTableView {
  Q_OBJECT

 public:
  explicit ShelfView(ShelfModel& model, QWidget* parent = nullptr);

  /// Numbers of the pinned designs in the selected rows, from top to bottom.
  std::vector<int> selectedPins() const;
  /// The value of the current cell, with numbers in full; empty if none.
  QString currentValue() const;
  /// Selects the row of a pinned design and scrolls to it.
  void select(int id);
  /// Opens the editor on the name of a pinned design.
  void renamePin(int id);
  /// The index of a design, also for ShelfModel::kCurrent; invalid if not in the table.
  QModelIndex indexOf(int id, ShelfColumn column) const;
  /// The selected rows, or all, with the header: cells separated by tabs.
  QString asText() const;

  bool isColumnShown(ShelfColumn column) const { return !isColumnHidden(static_cast<int>(column)); }
  void showColumn(ShelfColumn column, bool shown);
  /// Columns, widths and order, for sessions.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);
  void resetColumns();
  /// The height of the header and `rows` rows.
  int heightOf(int rows) const;
  void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
  QMenu* columnsMenu(QWidget* parent);

 signals:
  void shownClicked(int id);
  void claimClicked(int id);
  void rowsResized();
  /// The link to the lessons, shown in the empty table, was clicked.
  void lessonWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void endRenaming();
  void placeHint();
  void followFont();
  int heightOfRow() const;
  int widthAtFirst(ShelfColumn column) const;
  int nameWidth() const;
  void setNameWidth(int width);
  void fillWidth();
  void growColumns();

  ShelfModel& m_model;
  QSortFilterProxyModel* m_sorted;
  QLabel* m_hint;
  ShelfFrozenColumns* m_frozen = nullptr;
  int m_extra = 0;           ///< extra width of the names, so that the columns fill the table
  QSet<int> m_chosen;        ///< columns whose width the user has set
  bool m_arranging = false;  ///< a change of width is not the user's
  QTimer m_growSoon;
  int m_type = 1000;  ///< type size for which columns were laid out: widthIn() of 1000
};

}  // namespace noiseloom
