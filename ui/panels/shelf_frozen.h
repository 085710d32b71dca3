#pragma once

#include <QTableView>

namespace noiseloom {

/// The first columns of the shelf, up to the names, which stay in place during horizontal scrolling: a second view of
/// the same rows above the first one, visible only while that is scrolled. Input goes to the shelf.
class ShelfFrozenColumns : public QTableView {
  Q_OBJECT

 public:
  explicit ShelfFrozenColumns(QTableView& shelf);

  /// The width of the shelf that it covers, in pixels from the left; 0 while nothing is scrolled.
  int covered() const { return isHidden() ? 0 : width(); }
  /// True if the column is frozen.
  bool stays(int column) const;
  /// Follows the columns, rows and position of the shelf.
  void follow();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  int lastPlace() const;

  QTableView& m_shelf;
};

}  // namespace noiseloom
