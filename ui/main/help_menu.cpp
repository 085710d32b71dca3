#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QSlider>
#include <QStandardItemModel>

#include "core/base/version.h"
#include "ui/help/command_palette.h"
#include "ui/help/help_window.h"
#include "ui/help/shortcut_list.h"
#include "ui/help/shortcut_sheet.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/scenario_map/scenario_map_view.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"

namespace noiseloom {
namespace {

const QList<QKeySequence> kArrows{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down};
const QList<QKeySequence> kShiftArrows{Qt::SHIFT | Qt::Key_Left, Qt::SHIFT | Qt::Key_Right, Qt::SHIFT | Qt::Key_Up,
                                       Qt::SHIFT | Qt::Key_Down};

/// Registers the keys of a window's sliders and plots for the sheet of shortcuts.
void registerPlotKeys(MainWindow& window) {
  for (QSlider* slider : window.scenarioPanel().findChildren<QSlider*>()) {
    describeKeys(*slider, tr("Slider"),
                 {{{Qt::Key_Left, Qt::Key_Right}, tr("One step")},
                  {{Qt::Key_PageDown, Qt::Key_PageUp}, tr("A tenth of the range")},
                  {{Qt::Key_Home, Qt::Key_End}, tr("Least and largest value")}});
  }
  if (auto* steps = window.findChild<QSlider*>(QStringLiteral("noiseLabStep"))) {
    describeKeys(*steps, tr("Noise laboratory"),
                 {{{Qt::Key_Left, Qt::Key_Right}, tr("One iteration back or on")},
                  {{Qt::Key_PageDown, Qt::Key_PageUp}, tr("A twentieth of the run back or on")},
                  {{Qt::Key_Home, Qt::Key_End}, tr("First or last iteration")}});
  }
  for (HeatMapView* view : window.findChildren<HeatMapView*>()) {
    describeKeys(*view, tr("Matrix"),
                 {{kArrows, tr("Go to another entry")},
                  {kShiftArrows, tr("Move")},
                  {{Qt::Key_PageUp, Qt::Key_PageDown}, tr("Along the diagonal")},
                  {{Qt::Key_Home, Qt::Key_End}, tr("First or last row")},
                  {{Qt::Key_G}, tr("Go to a row by its number")},
                  {{Qt::Key_Plus, Qt::Key_Minus}, tr("Zoom in and out")},
                  {{Qt::Key_0}, tr("Show all of the matrix")}});
  }
  for (LinePlot* plot : window.findChildren<LinePlot*>()) {
    describeKeys(*plot, tr("Chart"),
                 {{{Qt::Key_Left, Qt::Key_Right}, tr("Previous or next point")},
                  {{Qt::Key_Up, Qt::Key_Down}, tr("Previous or next series")},
                  {{Qt::CTRL | Qt::Key_Left, Qt::CTRL | Qt::Key_Right}, tr("Back or on by a larger step")},
                  {{Qt::Key_Home, Qt::Key_End}, tr("First or last point")},
                  {{Qt::Key_Return, Qt::Key_Space}, tr("Choose the point that is read")},
                  {{QKeySequence::Copy}, tr("Copy the point that is read")},
                  {{Qt::Key_Plus, Qt::Key_Minus}, tr("Zoom in and out")},
                  {kShiftArrows, tr("Move")},
                  {{Qt::Key_L, Qt::SHIFT | Qt::Key_L}, tr("Linear or logarithmic axis: up, across")},
                  {{Qt::Key_H}, tr("Hide the series that is read, or show it again")},
                  {{Qt::Key_0}, tr("Show everything")}});
  }
  if (auto* drawn = window.findChild<LinePlot*>(QStringLiteral("coefficientsPlot"))) {
    describeKeys(*drawn, tr("Drawing coefficients"),
                 {{{Qt::Key_Left, Qt::Key_Right}, tr("Choose a coefficient")},
                  {{Qt::Key_Up, Qt::Key_Down}, tr("A hundredth more or less")},
                  {{Qt::Key_PageUp, Qt::Key_PageDown}, tr("A tenth more or less")},
                  {{Qt::ALT | Qt::Key_Left, Qt::ALT | Qt::Key_Right}, tr("Memory of a buffer: shorter, longer")},
                  {{Qt::Key_Escape}, tr("Take a drag back")}});
  }
  if (auto* trained = window.findChild<LinePlot*>(QStringLiteral("trainingPlot")))
    describeKeys(*trained, tr("Training"), {{{Qt::Key_Space}, tr("Train, or pause")}});
  for (ScenarioMapView* view : window.findChildren<ScenarioMapView*>()) {
    describeKeys(*view, tr("Map over two inputs"),
                 {{kArrows, tr("Go to another cell")},
                  {{Qt::Key_Return, Qt::Key_Space}, tr("Take both inputs of the cell over")}});
  }
}

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
