// A monkey in the window: random entries of menus, texts, sliders, gestures and keys, and after each of them a look at
// what must always hold. Prints its seed; on failure also the last 200 things that it did.

#include <QCommandLineParser>
#include <QDesktopServices>
#include <QDir>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

#include "core/base/memory.h"
#include "tests/ui/soak_log.h"
#include "tests/ui/soak_monkey.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/settings/looks.h"
#include "ui/settings/preferences.h"
#include "ui/style/theme.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

SoakMonkey* listening = nullptr;

/// What Qt finds wrong fails the soak: it is never right to be warned.
void listen(QtMsgType type, const QMessageLogContext&, const QString& message) {
  const bool harmless = message.startsWith(QStringLiteral("This plugin does not support"));
  if (type != QtDebugMsg && type != QtInfoMsg && !harmless && listening) listening->complain(message);
  std::fprintf(stderr, "%s\n", qPrintable(message));
}

/// Everything that the program would write into a person's folders goes into a temporary one.
void moveInto(const QString& folder) {
  for (const char* variable : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
    qputenv(variable, folder.toLocal8Bit());
  const QString runtime = folder + QStringLiteral("/runtime");
  QDir().mkpath(runtime);
  QFile::setPermissions(runtime, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  qputenv("XDG_RUNTIME_DIR", runtime.toLocal8Bit());
  QDir::setCurrent(folder);
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder);
}

/// Aborts, which prints the log, when the event loop does not come round for two minutes.
class Watchdog {
 public:
  Watchdog()
      : m_thread([this](const std::stop_token& stop) {
          int silent = 0;
          while (!stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(250));
            silent = m_alive.exchange(false) ? 0 : silent + 1;
            if (silent < 4 * 120) continue;
            std::fprintf(stderr, "the event loop has not come round for two minutes\n");
            std::abort();
          }
        }) {}
  void alive() { m_alive = true; }

 private:
  std::atomic<bool> m_alive{true};
  std::jthread m_thread;
};

/// Whether the window still solves what it is asked to.
bool stillSolves(ScenarioDocument& document, LiveSolver& solver) {
  Scenario scenario = ScenarioDocument::defaultScenario();
  scenario.iterations = 64;
  scenario.epochs = 4;
  document.reset(scenario);
  QElapsedTimer clock;
  clock.start();
  while (solver.running() || document.designState() != DesignState::Current) {
    if (clock.elapsed() > 120'000) return false;
    QApplication::processEvents(QEventLoop::AllEvents, 20);
  }
  return true;
}

int soak(TimedApplication& application, const QCommandLineParser& options) {
  const unsigned long long seed = options.isSet(QStringLiteral("seed"))
                                      ? options.value(QStringLiteral("seed")).toULongLong()
                                      : std::random_device()();
  std::printf("seed %llu\n", seed);
  std::fflush(stdout);
  soak_log::printOnCrash(seed);

  ScenarioDocument document;
  LiveSolver solver(document);
  Looks looks(application);
  MainWindow window(document, solver);
  QObject::connect(&window, &MainWindow::appearanceChosen, &looks, [&looks](Appearance chosen) {
    looks.override(chosen);
    preferences().appearance.set(chosen);
  });
  window.workspace().keepIn(QDir::current().filePath(QStringLiteral("kept")), false);
  solver.solve();
  window.show();
  window.activateWindow();

  SoakMonkey monkey(application, window, seed);
  listening = &monkey;
  QDesktopServices::setUrlHandler(QStringLiteral("https"), &monkey, "swallowUrl");
  QDesktopServices::setUrlHandler(QStringLiteral("file"), &monkey, "swallowUrl");
  monkey.setLimit(options.value(QStringLiteral("limit")).toDouble());
  monkey.setMemoryLimit(1e6 * options.value(QStringLiteral("memory")).toDouble());
  QString failure;
  QObject::connect(&monkey, &SoakMonkey::failed, &application, [&](const QString& reason) {
    failure = reason;
    // Out of every loop that a menu or a dialog runs.
    QApplication::exit(1);
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      if (widget != &window) widget->close();
    }
  });
  Watchdog watchdog;
  QTimer pulse;
  QObject::connect(&pulse, &QTimer::timeout, &pulse, [&watchdog] { watchdog.alive(); });
  pulse.start(100);
  QTimer::singleShot(std::chrono::seconds(options.value(QStringLiteral("seconds")).toInt()), &application, [&] {
    monkey.stop();
    while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      if (widget != &window && widget->isVisible()) widget->close();
    }
    QApplication::exit(0);
  });
  monkey.start();
  QApplication::exec();
  for (const QString& scheme : {QStringLiteral("https"), QStringLiteral("file")})
    QDesktopServices::unsetUrlHandler(scheme);
  if (failure.isEmpty() && !stillSolves(document, solver))
    failure = QStringLiteral("a small scenario is not solved after two minutes");
  listening = nullptr;

  const QStringList offenders = monkey.offenders();
  std::printf("%d actions, at most %.0f MB, %d kinds of events over the limit\n", monkey.actions(),
              monkey.mostBytes() / 1e6, static_cast<int>(offenders.size()));
  for (const QString& line : offenders) std::printf("  %s\n", qPrintable(line));
  std::fflush(stdout);
  if (!failure.isEmpty()) {
    soak_log::print();
    std::fprintf(stderr, "FAILED with seed %llu: %s\n", seed, qPrintable(failure));
    return 1;
  }
  if (monkey.actions() == 0) return 1;
  return offenders.isEmpty() || options.isSet(QStringLiteral("any-speed")) ? 0 : 1;
}

}  // namespace
}  // namespace noiseloom

int main(int argc, char** argv) {
  using namespace noiseloom;
  keepFreedMemory();
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir folder;
  moveInto(folder.path());
  QCoreApplication::setOrganizationName(QStringLiteral("noiseloom"));
  QCoreApplication::setApplicationName(QStringLiteral("noiseloom-soak"));
  qInstallMessageHandler(listen);
  TimedApplication application(argc, argv);
  QCommandLineParser options;
  options.setApplicationDescription(QStringLiteral("Random use of the window until something breaks."));
  options.addHelpOption();
  options.addOptions(
      {{QStringLiteral("seed"), QStringLiteral("of the random numbers; a new one each time otherwise"),
        QStringLiteral("number")},
       {QStringLiteral("seconds"), QStringLiteral("how long"), QStringLiteral("s"), QStringLiteral("60")},
       {QStringLiteral("limit"), QStringLiteral("processor time that one event may take, in milliseconds"),
        QStringLiteral("ms"), QStringLiteral("16")},
       {QStringLiteral("memory"), QStringLiteral("that the process may hold, in megabytes; 0: any"),
        QStringLiteral("MB"), QStringLiteral("1500")},
       {QStringLiteral("any-speed"), QStringLiteral("events over the limit are only listed")}});
  options.process(application);
  return soak(application, options);
}
