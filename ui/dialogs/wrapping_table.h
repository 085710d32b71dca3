#pragma once

#include <QIcon>
#include <QTableWidget>

namespace noiseloom {

/// A table to read: sentences wrap in their cells, rows are as high as that needs, Tab leaves it and arrow keys walk
/// it.
class WrappingTable : public QTableWidget {
  Q_OBJECT

 public:
  /// The last column takes what the others leave; `share` of the width goes to the columns before it, 0 for as much as
  /// their text needs.
  WrappingTable(const QString& name, const QStringList& head, const QList<double>& shares, QWidget* parent = nullptr);

  /// icons[i] stands in front of row i.
  void setRows(const QList<QStringList>& rows, const QList<QIcon>& icons = {});

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void layOut();

  QList<double> m_shares;
};

}  // namespace noiseloom
