#include "ui/main/run.h"

#include <QApplication>
#include <QLocale>
#include <QProcess>
#include <QScreen>
#include <QString>
#include <QTextStream>
#include <clocale>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/version.h"
#include "core/io/scenario_json.h"
#include "ui/document/claim_state.h"
#include "ui/document/scenario_document.h"
#include "ui/export/picture_writer.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/display_watch.h"
#include "ui/main/end_signals.h"
#include "ui/main/main_window.h"
#include "ui/main/start_options.h"
#include "ui/main/start_page.h"
#include "ui/main/when_shown.h"
#include "ui/plots/canvas/caption.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/settings/appearance_keeper.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/settings/system_motion.h"
#include "ui/style/core_text.h"
#include "ui/style/look.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/workspace/loaded_file.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

void print(const QString& text) {
  QTextStream(stdout) << text << Qt::endl;
}
void complain(const QString& text) {
  QTextStream(stderr) << "noiseloom: " << text << Qt::endl;
}

/// Reads the file named on the command line and shows its scenario; the rest of a session waits for the window. Returns
/// what is wrong, or an empty string.
QString openAtStart(ScenarioDocument& document, const QString& path, std::optional<LoadedFile>& loaded) {
  try {
    loaded = loadFile(path);
    // Contents that need no answer from the user are loaded at once.
    if (loaded->foreign && loaded->foreign->possible().size() <= 1) {
      loaded->scenario = withStrategy(document.scenario(), *loaded->foreign, std::nullopt);
      loaded->foreign = nullptr;
    }
    if (!loaded->foreign) beginWith(document, *loaded);
    return {};
  } catch (const std::exception& problem) {
    return errorText(problem);
  }
}

/// The folder of the workspace between starts; empty to keep none, as when only a picture is requested.
QString dataFolderOf(const StartOptions& options, bool batch) {
  if (!options.dataFolder.isEmpty()) return options.dataFolder;
  return batch ? QString() : SessionKeeper::defaultFolder();
}

/// Ends the program when the pictures are written, or one of them fails.
void exitWhenWritten(PictureWriter& writer) {
  QObject::connect(&writer, &PictureWriter::wrote, &writer, print);
  QObject::connect(&writer, &PictureWriter::finished, &writer, [] { QApplication::exit(0); });
  QObject::connect(&writer, &PictureWriter::failed, &writer, [](const QString& problem) {
    complain(problem);
    QApplication::exit(1);
  });
}

/// Writes every plot once the scenario is solved.
void renderWhenSolved(MainWindow& window, LiveSolver& solver, PictureWriter& writer, const StartOptions& options) {
  exitWhenWritten(writer);
  QObject::connect(&solver, &LiveSolver::settled, &writer, [&window, &writer, options] {
    const QString reason = window.document().whyNotExportable();
    if (!reason.isEmpty()) {
      complain(reason);
      QApplication::exit(1);
      return;
    }
    writer.write(captioned(window.plots().pictures(), captionOf(window.document())),
                 {PictureFormat::Png, {QSize(1600, 1200), isDark(QApplication::palette())}}, options.renderFolder);
  });
}

void identify() {
  QApplication::setOrganizationName(QStringLiteral("noiseloom"));
  QApplication::setApplicationName(QStringLiteral("noiseloom"));
  QApplication::setApplicationDisplayName(QStringLiteral("Noiseloom"));
  QApplication::setApplicationVersion(QStringLiteral(NOISELOOM_VERSION));
  QGuiApplication::setDesktopFileName(QStringLiteral("org.noiseloom.Noiseloom"));  // its icon: installer/desktop
}

/// Saves a picture of the window once it shows its plots, then ends the program.
void saveWhenShown(MainWindow& window, LiveSolver& solver, const QString& file) {
  whenShown(
      window, solver,
      [&window, file] {
        const bool saved = window.grab().save(file);
        if (!saved) complain(file + QStringLiteral(": cannot be written"));
        QApplication::exit(saved ? 0 : 1);
      },
      [&window] {
        complain(window.document().whyNotExportable());
        QApplication::exit(1);
      });
}

/// Applies the preferred appearance to the window; written files do not depend on it.
void showAs(MainWindow& window, AppearanceKeeper& keeper) {
  window.showAppearance(keeper.appearance());
  QObject::connect(&window, &MainWindow::appearanceChosen, &keeper, [&keeper](Appearance chosen) {
    keeper.override(chosen);
    preferences().appearance.set(chosen);
  });
  QObject::connect(&keeper, &AppearanceKeeper::appearanceChanged, &window, &MainWindow::showAppearance);
}

/// Runs the window until it is closed; the command line has already been parsed.
int runWindow(QApplication& application, const StartOptions& options, const std::function<int(MainWindow&)>& opened) {
  // Solving starts before anything is drawn.
  ScenarioDocument document;
  LiveSolver solver(document);
  QString problem;
  std::optional<LoadedFile> loaded;
  if (!options.file.isEmpty()) problem = openAtStart(document, options.file, loaded);
  const bool batch = options.isBatch();
  if (batch && loaded && loaded->foreign) problem = MainWindow::tr("%1 does not say what it holds.").arg(options.file);
  if (batch && problem.isEmpty() && !options.printScenario && !document.canSolve())
    problem = document.problems().front().message;
  if (!problem.isEmpty()) {
    complain(problem);
    if (batch) return 2;
  }
  solver.solve();

  AppearanceKeeper keeper(application);
  if (batch || options.appearance) keeper.override(options.appearance.value_or(Appearance::Light));
  if (!batch) setPresenting(preferences().presenterOnStart.get());
  std::optional<SystemMotion> motion;
  if (!batch) motion.emplace();
  MainWindow window(document, solver);
  showAs(window, keeper);
  if (options.size.isValid()) {
    window.resize(options.size);
  } else if (!batch) {
    fitInto(window, window.screen()->availableSize());
  }

  Workspace& workspace = window.workspace();
  if (loaded && (loaded->session || loaded->design || loaded->foreign)) workspace.apply(*loaded, options.file);
  if (loaded && !batch && !isLink(options.file)) workspace.recent().add(options.file);
  if (const QString folder = dataFolderOf(options, batch); !folder.isEmpty())
    workspace.keepIn(folder, options.file.isEmpty());
  if (opened) {
    if (const int code = opened(window); code != 0) return code;
  }
  if (options.printScenario) {
    print(QString::fromStdString(scenarioText(document.scenario())));
    workspace.end();
    return 0;
  }

  PictureWriter writer;
  if (!options.renderFolder.isEmpty()) {
    renderWhenSolved(window, solver, writer, options);
    return QApplication::exec();
  }
  window.show();
  if (!options.screenshotFile.isEmpty()) saveWhenShown(window, solver, options.screenshotFile);
  if (!problem.isEmpty()) {
    workspace.notice().warn(NoticeBar::Problem::Past, Workspace::notOpened(options.file, problem));
  } else if (options.otherFiles > 0) {
    workspace.notice().tell(
        Workspace::tr("%n other file(s) were not opened: a window has one.", nullptr, options.otherFiles));
  }
  if (options.screenshotFile.isEmpty() && !preferences().startPageSeen.get() && workspace.isUntouched()) {
    preferences().startPageSeen.set(true);
    window.startPage().open();
  }
  // Logging out ends programs by a signal: the session is kept as on closing, but without a question.
  const EndSignals endSignals;
  QObject::connect(&endSignals, &EndSignals::ended, &application, [] { QApplication::exit(0); });
  const int code = QApplication::exec();
  workspace.end();
  // A named session is in its file alone, once it is saved or its changes are discarded.
  if (window.restarts()) {
    const QStringList file = workspace.file().isEmpty() ? QStringList() : QStringList(workspace.file());
    QProcess::startDetached(QApplication::applicationFilePath(), file);
  }
  return code;
}

}  // namespace

int run(int argc, char** argv, const std::function<int(MainWindow&)>& opened) {
  prepareEnvironment(argc, argv);
  identify();
  // QApplication removes its own arguments from the list, and refers to both for its lifetime.
  std::vector<std::string> arguments = argumentsForQt(argc, argv);
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  std::optional<DisplayWatch> displayWatch(std::in_place);
  QApplication application(count, pointers.data());
  displayWatch.reset();
  // Files and the command line have a decimal point in every language. Qt has just adopted the system's locale, also
  // for the C library.
  QLocale::setDefault(QLocale::c());
  std::setlocale(LC_NUMERIC, "C");
  const StartOptions options = parseStartOptions(QApplication::arguments());
  if (!options.isBatch() && !preferences().decimalPoint.get()) setDecimalSign(decimalSignOf(QLocale::system()));
  installLanguage(application, options.language.value_or(preferences().language.get()));
  if (!options.error.isEmpty()) {
    complain(options.error);
    return 2;
  }
  if (!options.exitText.isEmpty()) {
    QTextStream(stdout) << options.exitText;
    return 0;
  }
  return runWindow(application, options, opened);
}

}  // namespace noiseloom
