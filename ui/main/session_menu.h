#pragma once

class QMenu;

namespace noiseloom {

class MainWindow;

/// New, Open, Recent files, Save and Save as.
void addSessionEntries(QMenu& menu, MainWindow& window);

/// The file dialogs behind them; they do not wait.
void chooseFileToOpen(MainWindow& window);
void chooseSessionName(MainWindow& window);

}  // namespace noiseloom
