#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <vector>

class QMainWindow;
class QWidget;

namespace noiseloom {

/// Keys that a focused widget handles itself, and their effect.
struct KeyHelp {
  QList<QKeySequence> keys;
  QString text;
};

/// Registers the keys of a widget under the name of its kind ("Heat map"), for the sheet of shortcuts. If several
/// widgets of one kind are visible, the first one counts.
void describeKeys(QWidget& widget, const QString& kind, const QList<KeyHelp>& keys);
/// The kind registered for a widget; empty if none.
QString describedKind(const QWidget& widget);
QList<KeyHelp> describedKeys(const QWidget& widget);

struct ShortcutEntry {
  QString group;  ///< the menu, or the kind of plot
  QString text;
  QList<QKeySequence> keys;
};

/// Every shortcut that works in a window now: those of menu actions, of other actions, and the keys that widgets
/// registered by describeKeys(), in the order of the menu bar and of the widgets.
std::vector<ShortcutEntry> shortcutsOf(const QMainWindow& window);
/// "Ctrl+Z", or several separated by commas, in the platform's notation.
QString keysText(const QList<QKeySequence>& keys);
/// An action's text without its mnemonic mark and its trailing dots.
QString plainText(const QString& actionText);

}  // namespace noiseloom
