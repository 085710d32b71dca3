#pragma once

#include <QDialog>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;
class QMainWindow;

namespace noiseloom {

/// Something that the palette can do: "Export plots", "Epsilon", "Lower bound".
struct Command {
  QString text;
  QString kind;    ///< the menu it is from, or what it is
  QString detail;  ///< its keys
  std::function<void()> run;
  QString keywords = {};  ///< found by them as well: what a tool tip says, the name of an argument
  /// Of a field that takes numbers: what is done with the one that stands behind its name, "epsilon 4".
  std::function<void(const QString& number)> take = {};
};

/// Ctrl+K: type a few letters of whatever is wanted, choose with the arrows, Enter. Finds the window's actions that can
/// be used now, what is handed over, and the pages of the help; a number behind the name of a field goes into it.
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  /// `more`: found after the actions and before the help.
  CommandPalette(QMainWindow& window, const std::vector<Command>& more);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void narrow(const QString& query);
  void runCurrent();

  QLineEdit* m_query;
  QListWidget* m_list;
  std::vector<Command> m_commands;
  QString m_number;  ///< at the end of the query
};

}  // namespace noiseloom
