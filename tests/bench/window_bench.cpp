// How the window answers: sliders dragged at 60 frames a second, at n = 16 384 under cyclic Poisson and at 2048 where
// noise is sampled, panning and zooming of a million steps, and the start.
// Run by hand on a quiet machine: build/bin/noiseloom_window_bench, and once more with --load busy (beside a program
// that keeps a core busy, which it starts itself) and with --load one-core. For each drag it prints the time from a
// change of the slider to the picture of it, also in the first and the last quarter of the drag, the frames that were
// skipped, and the processor time of a picture by part, which means something on a busy machine, too. With --short it
// only shows that it can be run, with --small the same in seconds, and with --training the Training panel stands in
// front and trains until the drag begins.

#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <QCommandLineParser>
#include <QSettings>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/memory.h"
#include "core/batching/list.h"
#include "core/mechanism/list.h"
#include "core/search/designer.h"
#include "core/train/default_training.h"
#include "tests/bench/drag_replay.h"
#include "tests/bench/paint_watch.h"
#include "tests/core/scenarios.h"
#include "tests/processor_time.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/strategy/strategy_panel.h"
#include "ui/plots/training/training_controls.h"
#include "ui/plots/training/training_panel.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kQuarters = 1.2;  ///< latency of a drag's last quarter over that of the first
constexpr double kEventMilliseconds = 16;
constexpr double kFrameCostMilliseconds = 10;
constexpr double kSampledFrameCostMilliseconds = 20;  ///< where the noise depends on the whole strategy
constexpr double kFrameMilliseconds = 16;             ///< a frame of panning or zooming, 95 % of them
constexpr double kStartMilliseconds = 1000;

struct Spread {
  double median = 0;
  double most95 = 0;
  double worst = 0;
};

Spread spreadOf(std::vector<double> values) {
  std::ranges::sort(values);
  return {values[values.size() / 2], values[(values.size() - 1) * 95 / 100], values.back()};
}

void print(const char* what, const Spread& spread, double target) {
  std::printf("%-4s  %-58s median %6.1f, 95 %% %6.1f, worst %6.1f ms  (target: 95 %% < %.0f ms)\n",
              spread.most95 < target ? "PASS" : "MISS", what, spread.median, spread.most95, spread.worst, target);
  std::fflush(stdout);
}

/// Fewer steps, which only show that everything here runs (tests).
bool isSmall = false;

/// n = 16 384, 8 epochs, banded Toeplitz with 128 bands under cyclic Poisson.
Scenario draggedScenario() {
  return with(ScenarioDocument::defaultScenario(), {.iterations = isSmall ? 1024 : 16'384,
                                                    .epochs = 8,
                                                    .epsilon = 8,
                                                    .delta = 1e-6,
                                                    .mechanism = *mechanismFromName("banded-toeplitz"),
                                                    .bands = isSmall ? 16 : 128});
}

Scenario longScenario() {
  return with(draggedScenario(), {.iterations = isSmall ? 8192 : 1'000'000, .bands = 32});
}

/// A window over its document and its solver, as the program sets it up.
struct Session {
  ScenarioDocument document;
  LiveSolver solver{document};
  std::unique_ptr<MainWindow> window;

  explicit Session(const Scenario& scenario) {
    document.reset(scenario);
    solver.solve();
    window = std::make_unique<MainWindow>(document, solver);
    window->resize(1366, 768);
    window->show();
  }
  HeatMapView& heatMap() { return window->findChild<StrategyPanel*>()->view(); }
  void settle() {
    QElapsedTimer clock;
    clock.start();
    while (solver.running() || document.designState() != DesignState::Current || !heatMap().isUpToDate()) {
      if (clock.elapsed() > 600'000) throw std::runtime_error("the scenario is not solved within ten minutes");
      handleEvents();
    }
  }
};

/// What the machine has besides this program to do.
struct Load {
  const char* name;
  double answerMilliseconds;  ///< from a slider's change to the painted update, 95 % of them
};
constexpr std::array<Load, 3> kLoads{{{"none", 33}, {"busy", 66}, {"one-core", 120}}};

/// Another program that keeps a core busy while this lives.
class BusyCore {
 public:
  BusyCore() : m_program(fork()) {
    if (m_program != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const volatile bool looked = true;
    while (looked) continue;
  }
  ~BusyCore() {
    if (m_program <= 0) return;
    kill(m_program, SIGKILL);
    waitpid(m_program, nullptr, 0);
  }
  Q_DISABLE_COPY_MOVE(BusyCore)

 private:
  pid_t m_program;
};

void useOneCore() {
  cpu_set_t all, one;
  sched_getaffinity(0, sizeof all, &all);
  CPU_ZERO(&one);
  for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++core) {
    if (CPU_ISSET(core, &all)) CPU_SET(core, &one);
  }
  sched_setaffinity(0, sizeof one, &one);
}

const char* verdict(bool passed) {
  return passed ? "PASS" : "MISS";
}

void printDrag(const char* name, const DragTimes& times, const Load& load, double frameCost) {
  char what[80];
  std::snprintf(what, sizeof what, "drag of %s: change to paint", name);
  print(what, spreadOf(times.latencies), load.answerMilliseconds);
  const auto quarter = static_cast<std::ptrdiff_t>(times.latencies.size() / 4);
  const double first = spreadOf({times.latencies.begin(), times.latencies.begin() + quarter}).most95;
  const double last = spreadOf({times.latencies.end() - quarter, times.latencies.end()}).most95;
  std::printf("%-4s    first quarter 95 %% %.1f, last quarter %.1f ms (%.2f times)\n",
              verdict(last <= kQuarters * first), first, last, last / first);
  const auto spent = [&times, quarter](bool atEnd) {
    const auto from = atEnd ? times.processor.end() - quarter : times.processor.begin();
    return spreadOf({from, from + quarter}).median;
  };
  std::printf(
      "%-4s    processor time from change to paint, median: first quarter %.1f, last quarter %.1f ms (%.2f times)\n",
      verdict(spent(true) <= kQuarters * spent(false)), spent(false), spent(true), spent(true) / spent(false));
  const double processor = times.allAFrame * times.frames;
  const double picture = processor / std::max(1, times.pictures);
  std::printf("        %d positions: %d designs, %d pictures, %d skipped\n", times.frames, times.designs,
              times.pictures, times.frames - times.pictures);
  std::printf(
      "%-4s    processor time a picture %.1f ms of all threads, a position %.1f ms, of it window's thread %.1f ms\n",
      verdict(picture <= frameCost), picture, times.allAFrame, times.windowAFrame);
  std::printf("%-4s    longest event %.1f ms (%s)\n", verdict(1e3 * times.cost.longestEvent <= kEventMilliseconds),
              1e3 * times.cost.longestEvent, times.cost.longest.c_str());
  std::vector<std::pair<double, std::string>> parts;
  double known = 0;
  for (const auto& [part, seconds] : times.cost.parts) {
    parts.emplace_back(1e3 * seconds, part);
    known += 1e3 * seconds;
  }
  parts.emplace_back(processor - known, "the rest (event loop, threads of core)");
  std::ranges::sort(parts, std::greater());
  for (const auto& [milliseconds, part] : parts) {
    if (milliseconds >= 0.05 * times.pictures)
      std::printf("        %8.2f ms a picture  %s\n", milliseconds / std::max(1, times.pictures), part.c_str());
  }
  std::fflush(stdout);
}

/// n = 2048, 16 epochs, 32 bands where there may be any, under another batching.
Scenario scenarioUnder(const Batching* batching) {
  Scenario scenario = with(draggedScenario(), {.iterations = 2048, .epochs = 16, .bands = 32, .batching = batching});
  if (batching->bandsAtMost && batching->bandsAtMost(scenario, 32) < 32) {
    scenario = with(scenario, {.mechanism = &baselineMechanism(), .bands = std::nullopt});
  }
  return scenario;
}

/// The default task, as the Training panel brings it.
Scenario trainedScenario() {
  return with(defaultTraining().scenarios.front(), {.mechanism = *mechanismFromName("banded-toeplitz"), .bands = 20});
}

/// The panel in front, with three designs and the limit, and some seeds already.
void train(Session& session) {
  auto* panel = session.window->findChild<TrainingPanel*>();
  for (const Mechanism* mechanism : {&mechanisms::dpSgd, &mechanisms::blt}) {
    const Scenario scenario = with(trainedScenario(), {.mechanism = mechanism, .bands = std::nullopt});
    session.document.shelf().pin(design(scenario));
  }
  session.window->plots().bringForward(panel);
  QElapsedTimer clock;
  clock.start();
  while (panel->data().seeds.seeds < 3) {
    if (clock.elapsed() > 600'000) throw std::runtime_error("nothing is trained within ten minutes");
    handleEvents();
    if (panel->isCurrent() && !panel->isPlaying())
      panel->findChild<QToolButton*>(QStringLiteral("trainingPlay"))->click();
  }
}

/// `batching` is nullptr: at n = 16 384 under cyclic Poisson; else under that, at n = 2048.
/// `training`: the default task, with the Training panel in front.
/// `only`: drags whose name begins with it.
void benchDrags(PaintWatch& application, bool isShort, const Load& load, const Batching* batching, bool training,
                const QString& only) {
  struct Named {
    const char* name;
    SliderDrag drag;
    bool bestBands = false;
  };
  std::vector<Named> drags{{"epsilon, 128 bands", {Field::Epsilon, 0.5, 16, 120}},
                           {"bands", {Field::Bands, 1, 128, 120}},
                           {"iterations, 128 bands", {Field::Iterations, 2048, 16'384, 120}},
                           {"epochs, 128 bands", {Field::Epochs, 2, 128, 120}},
                           {"epsilon, best bands", {Field::Epsilon, 0.5, 16, 120}, true}};
  if (batching) {
    drags = {{"epsilon, 32 bands", {Field::Epsilon, 0.5, 16, 60}},
             {"bands", {Field::Bands, 1, 128, 60}},
             {"iterations, 32 bands", {Field::Iterations, 1024, 8192, 60}},
             {"epochs, 32 bands", {Field::Epochs, 2, 64, 60}},
             {"epsilon, best bands", {Field::Epsilon, 0.5, 16, 60}, true}};
    if (scenarioUnder(batching).mechanism == &baselineMechanism()) {
      drags.erase(drags.begin() + 1);
      drags.pop_back();
    }
  }
  if (training) {
    drags = {{"epsilon, 20 bands, training", {Field::Epsilon, 0.5, 16, 120}},
             {"clip norm, training", {Field::ClipNorm, 0.1, 10, 120}},
             {"bands, training", {Field::Bands, 1, 20, 120}},
             {"iterations, training", {Field::Iterations, 400, 2000, 120}}};
  }
  if (isShort) {
    drags.resize(1);
    drags.front().drag.frames = 12;
  }
  for (const auto& [name, drag, bestBands] : drags) {
    if (!QLatin1String(name).startsWith(only)) continue;
    Scenario scenario = training ? trainedScenario() : batching ? scenarioUnder(batching) : draggedScenario();
    if (bestBands) scenario.bands.reset();
    Session session(scenario);
    session.settle();
    if (training) train(session);
    const DragTimes times = replayDrag(application, *session.window, session.solver, drag);
    const bool sampled = scenario.batching->ofStrategy();
    printDrag(name, times, load, sampled ? kSampledFrameCostMilliseconds : kFrameCostMilliseconds);
  }
}

/// Frames of the window's thread: the event and the repaint that answers it.
void benchHeatMap(bool isShort) {
  Session session(longScenario());
  session.settle();
  HeatMapView& view = session.heatMap();
  const QPointF at = view.plotArea().center();
  std::vector<double> frames;
  const auto frame = [&](QEvent& event) {
    const double before = threadSeconds();
    QCoreApplication::sendEvent(&view, &event);
    view.repaint();
    frames.push_back(1e3 * (threadSeconds() - before));
    while (!view.isUpToDate()) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  };
  const auto mouse = [&](QEvent::Type type, QPointF position) {
    return QMouseEvent(type, position, view.mapToGlobal(position),
                       type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                       type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
  };
  const int notches = isShort ? 4 : 40;
  for (const int direction : {1, -1}) {
    for (int i = 0; i < notches; ++i) {
      QWheelEvent wheel(at, view.mapToGlobal(at), {}, {0, 120 * direction}, Qt::NoButton, Qt::NoModifier,
                        Qt::NoScrollPhase, false);
      frame(wheel);
      if (i % 8 != 7) continue;
      QMouseEvent press = mouse(QEvent::MouseButtonPress, at);
      frame(press);
      for (int move = 1; move <= 8; ++move) {
        QMouseEvent drag = mouse(QEvent::MouseMove, at - QPointF(5 * move, 5 * move));
        frame(drag);
      }
      QMouseEvent release = mouse(QEvent::MouseButtonRelease, at);
      QCoreApplication::sendEvent(&view, &release);
    }
  }
  print("heat map of n = 1 000 000: processor time of a frame", spreadOf(frames), kFrameMilliseconds);
}

void benchStart(PaintWatch& application, bool isShort) {
  std::vector<double> starts;
  for (int i = 0; i < (isShort ? 1 : 5); ++i) {
    QElapsedTimer clock;
    clock.start();
    Session session(ScenarioDocument::defaultScenario());
    bool painted = false;
    application.watch(session.heatMap());
    application.onPainted = [&](const QWidget& widget) {
      painted = painted || (&widget == &session.heatMap() && session.heatMap().raster());
    };
    while (!painted) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    application.onPainted = {};
    starts.push_back(1e-6 * static_cast<double>(clock.nsecsElapsed()));
  }
  print("from the document to the first painted heat map", spreadOf(starts), kStartMilliseconds);
}

}  // namespace
}  // namespace noiseloom

int main(int argc, char** argv) {
  using namespace noiseloom;
  keepFreedMemory();
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QCoreApplication::setOrganizationName(QStringLiteral("noiseloom"));
  QCoreApplication::setApplicationName(QStringLiteral("noiseloom-window-bench"));
  // Before any thread is started.
  const Load* load = kLoads.data();
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::string_view(argv[i]) != "--load") continue;
    const auto found = std::ranges::find(kLoads, std::string_view(argv[i + 1]), &Load::name);
    if (found != kLoads.end()) load = &*found;
  }
  std::optional<BusyCore> busy;
  if (load == &kLoads[1]) busy.emplace();
  if (load == &kLoads[2]) useOneCore();
  PaintWatch application(argc, argv);
  QCommandLineParser parser;
  parser.addOption({QStringLiteral("short"), QStringLiteral("a few frames of one drag, to see that it runs")});
  parser.addOption({QStringLiteral("small"), QStringLiteral("the same of fewer steps, to see that sooner")});
  parser.addOption({QStringLiteral("load"), QStringLiteral("none, busy or one-core"), QStringLiteral("load"),
                    QStringLiteral("none")});
  parser.addOption({QStringLiteral("drags"), QStringLiteral("the drags alone")});
  parser.addOption(
      {QStringLiteral("only"), QStringLiteral("of the drags those whose name begins with it"), QStringLiteral("name")});
  parser.addOption({QStringLiteral("batching"), QStringLiteral("drags at n = 2048 under it: b-min-sep, ..."),
                    QStringLiteral("name")});
  parser.addOption({QStringLiteral("training"), QStringLiteral("drags of the example that the Training panel trains")});
  parser.addHelpOption();
  parser.process(application);
  isSmall = parser.isSet(QStringLiteral("small"));
  const bool isShort = isSmall || parser.isSet(QStringLiteral("short"));
  const auto batching = batchingFromName(parser.value(QStringLiteral("batching")).toStdString());
  if (parser.isSet(QStringLiteral("batching")) && !batching) parser.showHelp(1);
  const bool training = parser.isSet(QStringLiteral("training"));
  const bool onlyDrags = parser.isSet(QStringLiteral("drags")) || batching || training;
  if (parser.value(QStringLiteral("load")).toStdString() != load->name) parser.showHelp(1);
  applyAppearance(application, Appearance::Light, false);
  try {
    if (!onlyDrags) benchStart(application, isShort);
    const QString only = parser.value(QStringLiteral("only"));
    benchDrags(application, isShort, *load, batching.value_or(nullptr), training, only);
    for (const Batching* sampled : {&batchings::cyclicPoissonRandom, &batchings::bMinSep, &batchings::ballsInBins}) {
      if (batching || training || isShort) break;
      std::printf("Under %s, n = 2048:\n", std::string(sampled->id).c_str());
      benchDrags(application, isShort, *load, sampled, training, only);
    }
    if (!onlyDrags) benchHeatMap(isShort);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "noiseloom_window_bench: %s\n", problem.what());
    return 1;
  }
  return 0;
}
