#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <vector>

class QMainWindow;
class QWidget;

namespace noiseloom {

/// What a widget does on some keys of its own while it has the keyboard.
struct KeyHelp {
  QList<QKeySequence> keys;
  QString text;
};

/// Registers the keys of a widget under the name of its kind ("Heat map"), for the sheet of shortcuts. Where several
/// widgets of one kind are on show, the first one speaks for all.
void describeKeys(QWidget& widget, const QString& kind, const QList<KeyHelp>& keys);
/// Empty where nothing was registered.
QString describedKind(const QWidget& widget);
QList<KeyHelp> describedKeys(const QWidget& widget);

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
