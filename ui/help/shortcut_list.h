#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <vector>

class QMainWindow;

namespace noiseloom {

/// One line of the sheet of shortcuts.
struct ShortcutEntry {
  QString group;  ///< the menu, or the kind of plot
  QString text;
  QList<QKeySequence> keys;
};

/// Every shortcut that works in a window now: of the actions in its menus, of its other actions, and the keys that its
/// widgets registered with describeKeys(). In the order of the menu bar and of the widgets.
std::vector<ShortcutEntry> shortcutsOf(const QMainWindow& window);
/// "Ctrl+Z", or several with commas, as the platform writes them.
QString keysText(const QList<QKeySequence>& keys);
/// An action's text without the marks of its mnemonic and without the dots that promise a dialog.
QString plainText(const QString& actionText);

}  // namespace noiseloom
