// How the window answers: sliders dragged at 60 frames a second, panning and zooming of a million steps, and the start.
// Run by hand on a quiet machine: build/bin/noiseloom_window_bench. With --short it only shows that it can be run.

#include <QCommandLineParser>
#include <QSettings>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <algorithm>
#include <cstdio>
#include <exception>

#include "core/base/memory.h"
#include "tests/bench/drag_replay.h"
#include "tests/bench/paint_watch.h"
#include "tests/processor_time.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/plots/strategy/strategy_panel.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kAnswerMilliseconds = 33;  ///< from a slider's change to the painted update, 95 % of them
constexpr double kFrameMilliseconds = 16;   ///< a frame of panning or zooming, 95 % of them
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

/// n = 16 384, 8 epochs, banded Toeplitz with 128 bands under cyclic Poisson.
Scenario draggedScenario() {
  Scenario scenario = ScenarioDocument::defaultScenario();
  scenario.iterations = 16'384;
  scenario.epochs = 8;
  scenario.epsilon = 8;
  scenario.delta = 1e-6;
  scenario.mechanism = *mechanismFromName("banded-toeplitz");
  scenario.bands = 128;
  return scenario;
}

Scenario longScenario() {
  Scenario scenario = draggedScenario();
  scenario.iterations = 1'000'000;
  scenario.bands = 32;
  return scenario;
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
      QApplication::processEvents(QEventLoop::AllEvents, 5);
    }
  }
};

void benchDrags(PaintWatch& application, bool isShort) {
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
  if (isShort) {
    drags.resize(1);
    drags.front().drag.frames = 12;
  }
  for (const auto& [name, drag, bestBands] : drags) {
    Scenario scenario = draggedScenario();
    if (bestBands) scenario.bands.reset();
    Session session(scenario);
    session.settle();
    const DragTimes times = replayDrag(application, *session.window, session.solver, drag);
    char what[80];
    std::snprintf(what, sizeof what, "drag of %s: change to paint", name);
    print(what, spreadOf(times.latencies), kAnswerMilliseconds);
    const Spread processor = spreadOf(times.processor);
    std::printf(
        "        %d designs in %d frames; processor time of all threads meanwhile: median %.1f, 95 %% %.1f ms; a frame "
        "%.1f ms of the window's thread, %.1f ms of all\n",
        times.designs, drag.frames, processor.median, processor.most95, times.windowAFrame, times.allAFrame);
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
  PaintWatch application(argc, argv);
  QCommandLineParser parser;
  parser.addOption({QStringLiteral("short"), QStringLiteral("a few frames of one drag, to see that it runs")});
  parser.addHelpOption();
  parser.process(application);
  const bool isShort = parser.isSet(QStringLiteral("short"));
  applyAppearance(application, Appearance::Light, false);
  try {
    benchStart(application, isShort);
    benchDrags(application, isShort);
    benchHeatMap(isShort);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "noiseloom_window_bench: %s\n", problem.what());
    return 1;
  }
  return 0;
}
