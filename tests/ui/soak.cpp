// A monkey in the window: random entries of menus, texts, sliders, gestures and keys, and whole errands (lessons,
// sessions, exports, dropped files). Every window is closed again, or gone as after a crash, and the next one must have
// everything back. After each action it checks what must always hold: every entry is in the document or its field says
// why not, nothing is called current that is not, every point and label is a number, and no event takes the window's
// thread over 16 ms of processor time. It prints its seed; on failure also the last 200 things that it did, all of
// which stand in the file of --log. The same seed draws the same numbers, but the window answers in its own time: a
// failure that does not come again at once may take a few runs. Most show within minutes with --life 1.

#include <QCommandLineParser>
#include <QDir>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

#include "core/base/memory.h"
#include "tests/ui/soak_life.h"
#include "tests/ui/soak_log.h"
#include "tests/ui/soak_monkey.h"

namespace noiseloom {
namespace {

SoakMonkey* listening = nullptr;

/// What Qt finds wrong fails the soak: it is never right to be warned.
void listen(QtMsgType type, const QMessageLogContext&, const QString& message) {
  // Qt's file dialog sorts its lists anew below the editor of a folder that is being named.
  const bool ofQtsDialog = message.startsWith(QStringLiteral("QAbstractItemView")) &&
                           qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
  const bool harmless = ofQtsDialog || message.startsWith(QStringLiteral("This plugin does not support"));
  if (type != QtDebugMsg && type != QtInfoMsg && !harmless && listening) listening->complain(message);
  if (!harmless) std::fprintf(stderr, "%s\n", qPrintable(message));
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

/// What all windows of a soak have shown.
struct SoakReport {
  int actions = 0;
  double mostBytes = 0;
  int windows = 0;
  std::map<QString, SoakMonkey::Offence> offences;

  void add(const SoakMonkey& monkey) {
    ++windows;
    actions += monkey.actions();
    mostBytes = std::max(mostBytes, monkey.mostBytes());
    for (const auto& [what, offence] : monkey.offences()) {
      offences[what].count += offence.count;
      offences[what].worst = std::max(offences[what].worst, offence.worst);
    }
  }
  /// A line for each kind of event that took too long, the worst first.
  void print() const {
    std::vector<std::pair<QString, SoakMonkey::Offence>> sorted(offences.begin(), offences.end());
    std::ranges::sort(sorted,
                      [](const auto& left, const auto& right) { return left.second.worst > right.second.worst; });
    std::printf("%d actions in %d windows, at most %.0f MB, %zu kinds of events over the limit\n", actions, windows,
                mostBytes / 1e6, sorted.size());
    for (const auto& [what, offence] : sorted)
      std::printf("  %6.1f ms, %d times: %s\n", offence.worst, offence.count, qPrintable(what));
    std::fflush(stdout);
  }
};

/// One window after another: of every two that end, one is gone without a word.
int soak(TimedApplication& application, const QCommandLineParser& options, const QDir& startedIn) {
  const unsigned long long seed = options.isSet(QStringLiteral("seed"))
                                      ? options.value(QStringLiteral("seed")).toULongLong()
                                      : std::random_device()();
  std::printf("seed %llu\n", seed);
  std::fflush(stdout);
  soak_log::printOnCrash(seed);
  const QString log = options.value(QStringLiteral("log"));
  if (!log.isEmpty() && !soak_log::writeTo(startedIn.absoluteFilePath(log))) {
    std::fprintf(stderr, "%s cannot be written\n", qPrintable(log));
    return 2;
  }
  Watchdog watchdog;
  QTimer pulse;
  QObject::connect(&pulse, &QTimer::timeout, &pulse, [&watchdog] { watchdog.alive(); });
  pulse.start(100);

  const int all = 1000 * options.value(QStringLiteral("seconds")).toInt();
  const int leastLife = 1000 * std::max(1, options.value(QStringLiteral("life")).toInt());
  std::mt19937_64 random(seed);
  SoakReport report;
  std::optional<LeftBehind> left;
  QString failure;
  QElapsedTimer clock;
  clock.start();
  for (unsigned long long window = 0; failure.isEmpty(); ++window) {
    const bool last = clock.elapsed() + leastLife > all || all < 2 * leastLife;
    soak_log::add(QStringLiteral("window %1 opens").arg(window + 1));
    SoakLife life(application, {.seed = seed + 1'000'003 * window,
                                .folder = QDir::currentPath(),
                                .limitMilliseconds = options.value(QStringLiteral("limit")).toDouble(),
                                .memoryBytes = 1e6 * options.value(QStringLiteral("memory")).toDouble()});
    listening = &life.monkey();
    if (left) failure = life.compare(*left);
    left.reset();
    if (!failure.isEmpty()) failure = QStringLiteral("after the window was opened again: %1").arg(failure);
    const int rest = static_cast<int>(std::max<qint64>(all - clock.elapsed(), 1000));
    const int most = std::uniform_int_distribution<>(leastLife, 4 * leastLife)(random);
    if (failure.isEmpty()) failure = life.run(std::min(rest, std::max(leastLife, std::min(most, all / 2))));
    if (failure.isEmpty() && window % 2 == 0) {
      soak_log::add(QStringLiteral("window %1 is gone").arg(window + 1));
      failure = life.crash(left.emplace());
    } else if (failure.isEmpty()) {
      soak_log::add(QStringLiteral("window %1 closes").arg(window + 1));
      failure = life.quit(left);
    }
    if (failure.isEmpty() && (last || clock.elapsed() >= all)) {
      failure = life.stillSolves();
      report.add(life.monkey());
      listening = nullptr;
      break;
    }
    report.add(life.monkey());
    listening = nullptr;
  }

  report.print();
  if (!failure.isEmpty()) {
    // Before and after the long list: whoever cuts it has the reason still.
    const QString line = QStringLiteral("FAILED with seed %1: %2\n").arg(seed).arg(failure);
    std::fputs(qPrintable(line), stderr);
    soak_log::print();
    std::fputs(qPrintable(line), stderr);
    return 1;
  }
  if (report.actions == 0) return 1;
  return report.offences.empty() || options.isSet(QStringLiteral("any-speed")) ? 0 : 1;
}

}  // namespace
}  // namespace noiseloom

int main(int argc, char** argv) {
  using namespace noiseloom;
  keepFreedMemory();
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QDir startedIn = QDir::current();
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
       {QStringLiteral("life"), QStringLiteral("how long a window lives at least before it crashes or closes"),
        QStringLiteral("s"), QStringLiteral("12")},
       {QStringLiteral("limit"), QStringLiteral("processor time that one event may take, in milliseconds"),
        QStringLiteral("ms"), QStringLiteral("16")},
       {QStringLiteral("memory"), QStringLiteral("that the process may hold beside its solver, in megabytes; 0: any"),
        QStringLiteral("MB"), QStringLiteral("1000")},
       {QStringLiteral("log"), QStringLiteral("for everything that is done, with the seed"), QStringLiteral("file")},
       {QStringLiteral("any-speed"), QStringLiteral("events over the limit are only listed")}});
  options.process(application);
  return soak(application, options, startedIn);
}
