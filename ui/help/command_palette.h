#pragma once

#include <QDialog>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;
class QMainWindow;

namespace noiseloom {

/// An entry of the palette: "Export plots", "Epsilon", "Lower bound".
struct Command {
  QString text;
  QString kind;    ///< its menu, or the kind of thing it is
  QString detail;  ///< its shortcut
  std::function<void()> run;
  QString keywords = {};  ///< further search terms: the tool tip, the name of an argument
  /// For a field that takes numbers: applies the number typed behind its name, as in "epsilon 4".
  std::function<void(const QString& number)> take = {};
};

/// Ctrl+K: type a few letters, choose with the arrow keys, press Enter. Finds the window's enabled actions, the
/// commands passed in and the help pages; a number behind a field's name goes into the field.
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  /// `more` is listed after the actions and before the help.
  CommandPalette(QMainWindow& window, const std::vector<Command>& more);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void narrow(const QString& query);
  void runCurrent();

  QLineEdit* m_query;
  QListWidget* m_list;
  std::vector<Command> m_commands;
  QString m_number;  ///< typed at the end of the query
};

}  // namespace noiseloom
