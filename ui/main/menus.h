#pragma once

#include <QKeySequence>
#include <QString>
#include <functional>

class QAction;
class QMenu;

namespace noiseloom {

class MainWindow;

// The menus of the main window, one file each, in the order of the menu bar.
void addFileMenu(MainWindow& window);
void addEditMenu(MainWindow& window);
void addDesignMenu(MainWindow& window);
void addViewMenu(MainWindow& window);
void addLearnMenu(MainWindow& window);
void addHelpMenu(MainWindow& window);

/// Puts the actions that a newcomer looks for beside the menus: undo, redo, Recommend, Compare, Claim and Export.
void addActionRow(MainWindow& window);

/// Registers the keys of a window's sliders and plots for the sheet of shortcuts.
void registerPlotKeys(MainWindow& window);
/// Adds New, Open, Recent files, Save and Save as to the File menu.
void addSessionEntries(QMenu& menu, MainWindow& window);

/// Adds a menu entry: the name of a symbolic icon or empty, text, shortcut or empty, and action.
QAction* addEntry(QMenu& menu, MainWindow& window, const QString& icon, const QString& text, const QKeySequence& keys,
                  std::function<void()> run);

}  // namespace noiseloom
