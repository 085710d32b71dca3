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

/// The table of the designs shelf: sorts by any column while the current design stays on top, columns can be moved and
/// hidden from the header's menu, the names stay when it is scrolled sideways, rows are copied as tab-separated text.
/// Columns grow with what stands in them, names to 0.4 of the table, but for those whose width a person has chosen.
class ShelfView : public QTableView {
  Q_OBJECT

 public:
  explicit ShelfView(ShelfModel& model, QWidget* parent = nullptr);

  /// Numbers of the pinned designs of the selected rows, from top to bottom.
  std::vector<int> selectedPins() const;
  /// What stands in the current cell; numbers in full. Empty: nothing does.
  QString currentValue() const;
  /// Selects the row of a pinned design and scrolls to it.
  void select(int id);
  /// Opens the editor on the name of a pinned design.
  void renamePin(int id);
  /// The place of a design in the table, for ShelfModel::kCurrent too; invalid when it is not there.
  QModelIndex indexOf(int id, ShelfColumn column) const;
  /// The selected rows, or all, with the header: cells between tabs.
  QString asText() const;

  bool isColumnShown(ShelfColumn column) const { return !isColumnHidden(static_cast<int>(column)); }
  void showColumn(ShelfColumn column, bool shown);
  /// Columns, widths and order as a person left them, and back.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);
  void resetColumns();
  /// High enough for the header and `rows` rows.
  int heightOf(int rows) const;
  void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
  QMenu* columnsMenu(QWidget* parent);

 signals:
  void shownClicked(int id);
  void claimClicked(int id);
  /// Rows are higher or lower than before.
  void rowsResized();
  /// The hint for newcomers, which stands where designs will, was followed.
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
  int m_extra = 0;           ///< of the names' width, so that the columns reach to the right edge
  QSet<int> m_chosen;        ///< columns whose width a person has chosen
  bool m_arranging = false;  ///< widths that change are not a person's
  QTimer m_growSoon;
  int m_type = 1000;  ///< the size of type that columns are made for: widthIn() of 1000
};

}  // namespace noiseloom
