#include "ui/help/shortcut_sheet.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/help/shortcut_list.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {

ShortcutSheet::ShortcutSheet(QMainWindow& window)
    : QDialog(&window), m_filter(new QLineEdit), m_list(new QTreeWidget), m_nothing(named<QLabel>("shortcutNothing")) {
  setObjectName(QStringLiteral("shortcutSheet"));
  setWindowTitle(tr("Keyboard shortcuts"));
  nameWidget(m_filter, QStringLiteral("shortcutFilter"), tr("Filter by action or key"));
  m_filter->setPlaceholderText(tr("Filter by action or key"));
  m_filter->setClearButtonEnabled(true);
  m_filter->addAction(symbolicIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  nameWidget(m_list, QStringLiteral("shortcutList"), tr("Keyboard shortcuts"));
  m_list->setHeaderLabels({tr("Action"), tr("Keys")});
  m_list->setRootIsDecorated(false);
  m_list->setItemsExpandable(false);
  m_list->setIndentation(2 * kGrid);
  m_list->setFrameShape(QFrame::NoFrame);
  m_nothing->setText(tr("No action and no key matches."));
  m_nothing->hide();
  fill(window);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  layout->addWidget(m_filter);
  layout->addWidget(m_list, 1);
  layout->addWidget(m_nothing);
  layout->addWidget(buttons);
  connect(m_filter, &QLineEdit::textChanged, this, &ShortcutSheet::narrow);
  // Wide enough for every action and the longest keys, which differ between languages.
  resize(std::clamp(m_widest, widthIn(font(), 560), std::max(widthIn(font(), 560), window.width())),
         std::min(widthIn(font(), 560), window.height()));
}

void ShortcutSheet::fill(const QMainWindow& window) {
  QTreeWidgetItem* group = nullptr;
  int action = 0;
  int keys = 0;
  for (const ShortcutEntry& entry : shortcutsOf(window)) {
    action = std::max(action, m_list->fontMetrics().horizontalAdvance(entry.text));
    keys = std::max(keys, m_list->fontMetrics().horizontalAdvance(keysText(entry.keys)));
    if (!group || group->text(0) != entry.group) {
      group = new QTreeWidgetItem(m_list, {entry.group});
      group->setFlags(Qt::ItemIsEnabled);
      group->setFirstColumnSpanned(true);
      group->setFont(0, scaledFont(font(), 1.0, QFont::DemiBold));
      group->setExpanded(true);
    }
    auto* row = new QTreeWidgetItem(group, {entry.text, keysText(entry.keys)});
    row->setSizeHint(0, QSize(0, m_list->fontMetrics().lineSpacing() + kGrid));
    row->setData(0, Qt::AccessibleTextRole, tr("%1: %2").arg(entry.text, keysText(entry.keys)));
  }
  m_widest = action + keys + 16 * kGrid;  // for indentation, cells, margins and the scroll bar
}

void ShortcutSheet::narrow(const QString& query) {
  const QString wanted = query.simplified();
  bool anything = false;
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    QTreeWidgetItem* group = m_list->topLevelItem(i);
    bool any = false;
    for (int j = 0; j < group->childCount(); ++j) {
      QTreeWidgetItem* row = group->child(j);
      const bool match = group->text(0).contains(wanted, Qt::CaseInsensitive) ||
                         row->text(0).contains(wanted, Qt::CaseInsensitive) ||
                         row->text(1).contains(wanted, Qt::CaseInsensitive);
      row->setHidden(!match);
      any = any || match;
    }
    group->setHidden(!any);
    anything = anything || any;
  }
  m_list->setVisible(anything);
  m_nothing->setVisible(!anything);
}

}  // namespace noiseloom
