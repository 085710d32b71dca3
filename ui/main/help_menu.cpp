#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QStandardItemModel>

#include "core/base/version.h"
#include "ui/help/command_palette.h"
#include "ui/help/help_window.h"
#include "ui/help/shortcut_sheet.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"

namespace noiseloom {
namespace {

/// The values that a field can be set to from the command palette: "Poisson", "BLT".
void addChoices(ScenarioPanel& panel, Field field, std::vector<Command>& commands) {
  QComboBox& combo = panel.choiceField(field)->combo();
  const auto* model = qobject_cast<QStandardItemModel*>(combo.model());
  for (int i = 0; i < combo.count(); ++i) {
    if (i == combo.currentIndex() || (model && !model->item(i)->isEnabled())) continue;
    commands.push_back({combo.itemText(i), combo.accessibleName(), {}, [kept = QPointer<QComboBox>(&combo), i] {
                          if (!kept) return;
                          kept->setCurrentIndex(i);
                          emit kept->activated(i);
                        }});
  }
}

/// Commands that go to a visible field of the scenario panel, or set it.
std::vector<Command> fieldCommands(MainWindow& window) {
  std::vector<Command> commands;
  ScenarioPanel& panel = window.scenarioPanel();
  for (const Field field : allFields()) {
    if (!panel.shows(field)) continue;
    QWidget* editor = nullptr;
    if (NumberField* number = panel.numberField(field)) editor = &number->edit();
    if (ChoiceField* choice = panel.choiceField(field)) editor = &choice->combo();
    if (!editor) continue;
    const QPointer<QWidget> kept = editor;
    commands.push_back({editor->accessibleName(),
                        MainWindow::tr("Scenario"),
                        {},
                        [kept, &panel, &window] {
                          if (!kept) return;
                          window.showInputs(true);
                          panel.ensureWidgetVisible(kept);
                          kept->setFocus(Qt::ShortcutFocusReason);
                        },
                        QString::fromLatin1(infoOf(field).name.data()).replace(QLatin1Char('_'), QLatin1Char(' ')) +
                            QLatin1Char(' ') + editor->toolTip()});
    if (panel.choiceField(field)) {
      addChoices(panel, field, commands);
    } else {
      commands.back().take = [&window, name = QString::fromLatin1(infoOf(field).name.data())](const QString& number) {
        window.typeInto(name, number);
      };
    }
  }
  return commands;
}

void showAbout(QWidget* parent) {
  auto* box = new QMessageBox(parent);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("About Noiseloom"));
  box->setIconPixmap(applicationIcon().pixmap(64, 64));
  box->setText(tr("<b>Noiseloom %1</b>").arg(QStringLiteral(NOISELOOM_VERSION)));
  box->setInformativeText(
      tr("Designs correlated-noise (matrix factorization) mechanisms for differentially private training.<br><br>"
         "Free software under the GNU General Public License, version 3 or later."));
  box->open();
}

}  // namespace

void addHelpMenu(MainWindow& window) {
  registerPlotKeys(window);
  QMenu& help = *window.menuBar()->addMenu(MainWindow::tr("&Help"));
  addEntry(help, window, QStringLiteral("help"), MainWindow::tr("Contents"), QKeySequence(QKeySequence::HelpContents),
           [&window] {
             // In a lesson, the key opens the help on lessons.
             const QWidget* focused = QApplication::focusWidget();
             showHelp(&window, focused && window.lessonPanel().isAncestorOf(focused) ? topicFor(focused) : QString());
           });
  addEntry(help, window, {}, MainWindow::tr("What is this?"), QKeySequence(QKeySequence::WhatsThis), [&window] {
    QWidget* focused = QApplication::focusWidget();
    explain(focused ? focused : &window);
  });
  help.addSeparator();
  addEntry(help, window, QStringLiteral("search"), MainWindow::tr("Find a command …"),
           QKeySequence(MainWindow::tr("Ctrl+K")), [&window] {
             auto* palette = new CommandPalette(window, fieldCommands(window));
             palette->setAttribute(Qt::WA_DeleteOnClose);
             palette->show();
           });
  QAction* sheet =
      addEntry(help, window, QStringLiteral("keyboard"), MainWindow::tr("Keyboard shortcuts"), {}, [&window] {
        auto* dialog = new ShortcutSheet(window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
      });
  // On many keyboards the slash needs Shift.
  sheet->setShortcuts({QKeySequence(MainWindow::tr("Ctrl+/")), QKeySequence(MainWindow::tr("Ctrl+F1"))});
  help.addSeparator();
  addEntry(help, window, {}, MainWindow::tr("About Noiseloom"), {}, [&window] { showAbout(&window); });
}

}  // namespace noiseloom
