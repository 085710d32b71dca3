#pragma once

#include <QStyledItemDelegate>

class QListView;

namespace noiseloom {

/// Paints the entries of a list, and the name of a group above the first one on show of each.
class GroupDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  /// The name of an entry's group; none for entries without one.
  static constexpr int kGroupRole = Qt::UserRole + 101;

  explicit GroupDelegate(QListView& list);

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  /// The name to stand above the entry; empty: none.
  QString headAbove(const QModelIndex& index) const;
  static int headHeight(const QStyleOptionViewItem& option);

  QListView& m_list;
};

}  // namespace noiseloom
