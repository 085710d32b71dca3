#include "ui/panels/group_delegate.h"

#include <QListView>
#include <QPainter>

#include "ui/style/theme.h"

namespace noiseloom {

GroupDelegate::GroupDelegate(QListView& list) : QStyledItemDelegate(&list), m_list(list) {}

QString GroupDelegate::headAbove(const QModelIndex& index) const {
  const QString group = index.data(kGroupRole).toString();
  for (int row = index.row() - 1; row >= 0; --row) {
    if (m_list.isRowHidden(row)) continue;
    return index.sibling(row, index.column()).data(kGroupRole).toString() == group ? QString() : group;
  }
  return group;
}

int GroupDelegate::headHeight(const QStyleOptionViewItem& option) {
  return option.fontMetrics.height() + kHalfGrid;
}

void GroupDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem entry = option;
  const QString head = headAbove(index);
  if (!head.isEmpty()) {
    const QRect place(option.rect.left() + kHalfGrid, option.rect.top(), option.rect.width() - kGrid,
                      headHeight(option));
    painter->save();
    painter->setFont(scaledFont(option.font, 0.9, QFont::DemiBold));
    painter->setPen(themeOf(option.palette).mutedText);
    painter->drawText(place, Qt::AlignLeft | Qt::AlignBottom, head);
    painter->restore();
    entry.rect.setTop(place.bottom() + 1);
  }
  QStyledItemDelegate::paint(painter, entry, index);
}

QSize GroupDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index) + QSize(0, kHalfGrid);
  if (!headAbove(index).isEmpty()) size.rheight() += headHeight(option);
  return size;
}

}  // namespace noiseloom
