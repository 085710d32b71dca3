#include "ui/main/run.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLocale>
#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <clocale>
#include <string>
#include <vector>

#include "core/base/version.h"
#include "core/io/scenario_json.h"
#include "ui/document/claim_state.h"
#include "ui/document/scenario_document.h"
#include "ui/export/picture_writer.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/end_signals.h"
#include "ui/main/main_window.h"
#include "ui/main/mechanism_pictures.h"
#include "ui/main/start_options.h"
#include "ui/plots/canvas/caption.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/strategy/strategy_panel.h"
#include "ui/settings/appearance_keeper.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/settings/system_motion.h"
#include "ui/style/core_text.h"
#include "ui/style/look.h"
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

/// Reads the file that the command line names and shows its scenario; the rest of a session waits for the window.
/// Empty when that went well, otherwise what is wrong.
QString openAtStart(ScenarioDocument& document, const QString& path, std::optional<LoadedFile>& loaded) {
  try {
    loaded = loadFile(path);
    // What needs no answer from a person is there from the start.
    if (loaded->foreign && loaded->foreign->possible().size() <= 1) {
      loaded->scenario = withStrategy(document.scenario(), *loaded->foreign, std::nullopt);
      loaded->foreign = nullptr;
    }
    if (!loaded->foreign) document.reset(loaded->scenario);
    return {};
  } catch (const std::exception& problem) {
    return errorText(problem);
  }
}

/// Where the workspace is kept between starts; empty when it is not, as where a program only asks for a picture.
QString dataFolderOf(const StartOptions& options, bool batch) {
  if (!options.dataFolder.isEmpty()) return options.dataFolder;
  return batch ? QString() : SessionKeeper::defaultFolder();
}

/// The program ends when the pictures are written, or one cannot be.
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

/// Calls `then` when the window shows the solved scenario in all its plots.
void whenShown(MainWindow& window, LiveSolver& solver, std::function<void()> then) {
  auto* timer = new QTimer(&window);
  timer->setInterval(5);
  QObject::connect(timer, &QTimer::timeout, &window, [&window, &solver, timer, then = std::move(then)] {
    auto* strategy = window.findChild<StrategyPanel*>();
    auto* coefficients = window.findChild<CoefficientsPanel*>();
    const bool failed = !solver.running() && window.document().designState() == DesignState::None;
    if (failed) {
      complain(window.document().whyNotExportable());
      QApplication::exit(1);
    }
    if (failed || solver.running() || !strategy->view().isUpToDate() || coefficients->series().values.empty()) return;
    const QList<LinePlot*> plots = window.findChildren<LinePlot*>();
    if (!std::ranges::all_of(plots, [](const LinePlot* plot) { return plot->isOnScreen() || !plot->isVisible(); }))
      return;
    timer->stop();
    window.repaint();
    then();
  });
  timer->start();
}

}  // namespace

int run(int argc, char** argv) {
  QElapsedTimer clock;
  clock.start();
  prepareEnvironment(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("noiseloom"));
  QApplication::setApplicationName(QStringLiteral("noiseloom"));
  QApplication::setApplicationDisplayName(QStringLiteral("Noiseloom"));
  QApplication::setApplicationVersion(QStringLiteral(NOISELOOM_VERSION));
  QGuiApplication::setDesktopFileName(QStringLiteral("org.noiseloom.Noiseloom"));  // installer/desktop: its icon
  // QApplication takes out of the list what is its own, and refers to both as long as it lives.
  std::vector<std::string> arguments = argumentsForQt(argc, argv);
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  QApplication application(count, pointers.data());
  // Numbers have a decimal point in every language: in fields, files and on the command line. Qt has just taken over
  // the system's locale, also for the C library.
  QLocale::setDefault(QLocale::c());
  std::setlocale(LC_NUMERIC, "C");
  StartOptions options = parseStartOptions(QApplication::arguments());
  if (!options.documentationFolder.isEmpty()) options.language = Language::English;
  installLanguage(application, options.language.value_or(preferences().language.get()));
  if (!options.error.isEmpty()) {
    complain(options.error);
    return 2;
  }
  if (!options.exitText.isEmpty()) {
    QTextStream(stdout) << options.exitText;
    return 0;
  }

  if (!options.documentationFolder.isEmpty()) {
    applyAppearance(application, options.appearance.value_or(Appearance::Light), isDark(QApplication::palette()));
    PictureWriter writer;
    exitWhenWritten(writer);
    writer.write(mechanismPictures(), {PictureFormat::Png, {kMechanismPictureSize, isDark(QApplication::palette()), 1}},
                 options.documentationFolder + QStringLiteral("/mechanisms/pictures"));
    if (const int code = QApplication::exec(); code != 0) return code;
    options.screenshotFile = options.documentationFolder + QStringLiteral("/images/window.png");
    QDir().mkpath(QFileInfo(options.screenshotFile).path());
    options.size = kWindowPictureSize;
  }

  // Solving starts before anything is drawn.
  ScenarioDocument document;
  LiveSolver solver(document);
  QString problem;
  std::optional<LoadedFile> loaded;
  if (!options.file.isEmpty()) problem = openAtStart(document, options.file, loaded);
  const bool batch = !options.renderFolder.isEmpty() || !options.screenshotFile.isEmpty() || options.measureStart ||
                     options.printScenario;
  if (batch && loaded && loaded->foreign) problem = MainWindow::tr("%1 does not say what it holds.").arg(options.file);
  if (!problem.isEmpty()) {
    complain(problem);
    if (batch) return 2;
  }
  if (batch && !options.printScenario && !document.canSolve()) {
    complain(document.problems().front().message);
    return 2;
  }
  solver.solve();

  // What is written for files does not depend on what a person prefers to look at.
  AppearanceKeeper keeper(application);
  if (batch || options.appearance) keeper.override(options.appearance.value_or(Appearance::Light));
  if (!batch) setPresenting(preferences().presenterOnStart.get());
  std::optional<SystemMotion> motion;
  if (!batch) motion.emplace();
  MainWindow window(document, solver);
  window.showAppearance(keeper.appearance());
  if (options.size.isValid()) window.resize(options.size);
  QObject::connect(&window, &MainWindow::appearanceChosen, &keeper, [&keeper](Appearance chosen) {
    keeper.override(chosen);
    preferences().appearance.set(chosen);
  });
  QObject::connect(&keeper, &AppearanceKeeper::appearanceChanged, &window, &MainWindow::showAppearance);

  Workspace& workspace = window.workspace();
  if (loaded && (loaded->session || loaded->design || loaded->foreign)) workspace.apply(*loaded, options.file);
  if (loaded && !batch) workspace.recent().add(options.file);
  if (const QString folder = dataFolderOf(options, batch); !folder.isEmpty())
    workspace.keepIn(folder, options.file.isEmpty());
  for (const auto& [argument, text] : options.typed) {
    if (window.typeInto(argument, text)) continue;
    complain(QStringLiteral("set: %1 has no field to type into").arg(argument));
    return 2;
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
  if (options.measureStart) {
    auto* strategy = window.findChild<StrategyPanel*>();
    QObject::connect(&strategy->view(), &HeatMapView::rastered, &window, [&] {
      window.repaint();
      print(QString::number(static_cast<double>(clock.elapsed()) / 1000, 'f', 3));
      QApplication::exit(0);
    });
  }
  if (!options.screenshotFile.isEmpty()) {
    whenShown(window, solver, [&] {
      const bool saved = window.grab().save(options.screenshotFile);
      if (!saved) complain(options.screenshotFile + QStringLiteral(": cannot be written"));
      if (!saved || options.documentationFolder.isEmpty()) {
        QApplication::exit(saved ? 0 : 1);
        return;
      }
      exitWhenWritten(writer);
      writer.write(window.plots().pictures(),
                   {PictureFormat::Png, {kPlotPictureSize, isDark(QApplication::palette()), 1}},
                   options.documentationFolder + QStringLiteral("/images/plots"));
    });
  }
  if (!problem.isEmpty()) {
    workspace.notice().tell(NoticeBar::Tone::Problem, Workspace::tr("The file was not opened. %1").arg(problem));
  }
  const bool looked = !options.screenshotFile.isEmpty() || options.measureStart;
  if (!looked && workspace.isUntouched() && workspace.notice().isHidden()) {
    workspace.notice().tell(NoticeBar::Tone::Quiet,
                            Workspace::tr("New here? Describe your training job, and see what to run."),
                            Workspace::tr("Recommend …"), [&window, &workspace] {
                              workspace.notice().dismiss();
                              window.showRecommend();
                            });
  }
  // Logging out ends programs by a signal: what is open is kept as on closing, without a question that nobody answers.
  const EndSignals endSignals;
  QObject::connect(&endSignals, &EndSignals::ended, &application, [] { QApplication::exit(0); });
  const int code = QApplication::exec();
  workspace.end();
  return code;
}

}  // namespace noiseloom
