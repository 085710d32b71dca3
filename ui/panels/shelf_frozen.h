#pragma once

#include <QTableView>

namespace noiseloom {

/// The first columns of the shelf, up to the names, which stay where they are while the others are scrolled sideways: a
/// second view of the same rows, over the first one and only while that is scrolled. What is done in it is done there.
class ShelfFrozenColumns : public QTableView {
  Q_OBJECT

 public:
  explicit ShelfFrozenColumns(QTableView& shelf);

  /// What it covers of the shelf, in pixels from the left; 0 while nothing is scrolled.
  int covered() const { return isHidden() ? 0 : width(); }
  /// Whether a column is one of those that stay.
  bool stays(int column) const;
  /// Follows columns, rows and place of the shelf.
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
