#pragma once

#include <QKeySequence>
#include <QString>
#include <functional>

class QAction;
class QMenu;

namespace noiseloom {

class MainWindow;

// The menus of the main window, one file each, in their order in the menu bar.
void addFileMenu(MainWindow& window);
void addEditMenu(MainWindow& window);
void addDesignMenu(MainWindow& window);
void addViewMenu(MainWindow& window);
void addLearnMenu(MainWindow& window);
void addHelpMenu(MainWindow& window);

/// Of the menu of files: New, Open, Recent files, Save and Save as.
void addSessionEntries(QMenu& menu, MainWindow& window);

/// An entry of a menu of the window: a symbolic icon by name or none, its text, its keys or none, and what it does.
QAction* addEntry(QMenu& menu, MainWindow& window, const QString& icon, const QString& text, const QKeySequence& keys,
                  std::function<void()> run);

}  // namespace noiseloom
