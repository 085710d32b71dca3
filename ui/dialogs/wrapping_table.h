#pragma once

#include <QIcon>
#include <QTableWidget>

namespace noiseloom {

/// A read-only table: sentences wrap in their cells, rows are as high as needed, Tab leaves it and arrow
/// keys move in it.
class WrappingTable : public QTableWidget {
  Q_OBJECT

 public:
  /// `shares` gives each column but the last its share of the width, but no less than its title and its longest word,
  /// 0 for as much as its text needs; the last column takes the remainder.
  WrappingTable(const QString& name, const QStringList& head, const QList<double>& shares, QWidget* parent = nullptr);

  /// icons[i] is shown in front of row i.
  void setRows(const QList<QStringList>& rows, const QList<QIcon>& icons = {});
  /// That shows the head and every row, in pixels, at the present width.
  int wholeHeight() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  int leastWidth(int column) const;
  void layOut();

  QList<double> m_shares;
};

}  // namespace noiseloom
