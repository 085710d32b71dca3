#include "tests/bench/drag_replay.h"

#include <QLineEdit>
#include <QSlider>
#include <QTimer>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "core/base/expression.h"
#include "core/scenario/field_value.h"
#include "core/search/band_curve.h"
#include "core/strategy/strategy_kind.h"
#include "tests/bench/paint_watch.h"
#include "tests/processor_time.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/panels/mark_button.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/plots/coefficients/coefficients_model.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/strategy_series.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/strategy/strategy_panel.h"

namespace noiseloom {
namespace {

constexpr int kFrameMicroseconds = 16'667;
constexpr qint64 kPatienceMilliseconds = 60'000;

struct Instant {
  double clock = 0;
  double processor = 0;
};

/// One position of the slider, or one design, with when it came.
struct Step {
  Instant at;
  Scenario scenario;
};
struct Arrival {
  std::shared_ptr<const Design> design;
  std::size_t step = 0;  ///< the last position that it answers
  std::vector<double> column;
};

class Recorder {
 public:
  Recorder(PaintWatch& application, MainWindow& window) : m_application(application), m_document(window.document()) {
    m_clock.start();
    m_strategy = window.findChild<StrategyPanel*>();
    m_coefficients = window.findChild<CoefficientsPanel*>();
    m_rmse = window.findChild<RmsePanel*>();
    window.plots().show({m_strategy, m_coefficients, m_rmse});
    const QWidget* heatMap = &m_strategy->view();
    const QWidget* coefficients = m_coefficients->plot().viewport();
    const QWidget* rmse = m_rmse->plot().viewport();
    for (const QWidget* widget : {heatMap, coefficients, rmse}) application.watch(*widget);
    application.onPainted = [this, heatMap, coefficients](const QWidget& painted) {
      if (&painted == heatMap) {
        seenHeatMap();
      } else if (&painted == coefficients) {
        if (!m_coefficients->plot().isOnScreen()) return;
        seen(1, answered([this](const Arrival& arrival) { return m_drawnColumn == arrival.column; }));
      } else {
        if (!m_rmse->plot().isOnScreen()) return;
        seen(2, answered([this](const Arrival& arrival) { return m_drawnDesign == arrival.design; }));
      }
    };
    // Painted is what was drawn before; meanwhile a panel may hold what waits to be drawn.
    m_drawn = {QObject::connect(&m_coefficients->plot(), &LinePlot::drawn,
                                [this] { m_drawnColumn = m_coefficients->series().values; }),
               QObject::connect(&m_rmse->plot(), &LinePlot::drawn, [this] { m_drawnDesign = m_rmse->data().design; })};
    m_connection = QObject::connect(&m_document, &ScenarioDocument::changed, [this](DocumentChange change) {
      if (change == DocumentChange::Design) arrive();
    });
  }
  ~Recorder() {
    m_application.onPainted = {};
    QObject::disconnect(m_connection);
    for (const QMetaObject::Connection& drawn : m_drawn) QObject::disconnect(drawn);
  }
  Q_DISABLE_COPY_MOVE(Recorder)

  void step(const Scenario& scenario) {
    m_steps.push_back({now(), scenario});
    for (auto& panel : m_painted) panel.push_back(std::nullopt);
  }
  /// After every event: a chart that a design leaves as it is, is not painted anew.
  void look() {
    seenCoefficients();
    seenError();
  }
  int designs() const { return static_cast<int>(m_arrivals.size()); }
  /// Positions that every panel has shown.
  int pictures() const {
    std::set<std::size_t> seen = m_seen[0];
    for (const std::set<std::size_t>& panel : m_seen)
      std::erase_if(seen, [&](std::size_t step) { return !panel.contains(step); });
    return static_cast<int>(seen.size());
  }
  bool isComplete() const {
    return std::ranges::all_of(m_painted, [](const auto& panel) { return panel.empty() || panel.back(); });
  }
  /// What has not been painted as it is now.
  std::string missing() const {
    std::string missing;
    for (std::size_t panel = 0; panel < m_painted.size(); ++panel) {
      if (m_painted[panel].empty() || m_painted[panel].back()) continue;
      missing += missing.empty() ? "not" : " and";
      missing += std::array{" heat map", " coefficients", " error"}[panel];
    }
    return missing;
  }
  double milliseconds() const { return 1e-6 * static_cast<double>(m_clock.nsecsElapsed()); }

  DragTimes times() const {
    DragTimes times;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
      Instant last;
      for (const auto& panel : m_painted) {
        last.clock = std::max(last.clock, panel[i]->clock);
        last.processor = std::max(last.processor, panel[i]->processor);
      }
      times.latencies.push_back(last.clock - m_steps[i].at.clock);
      times.processor.push_back(last.processor - m_steps[i].at.processor);
    }
    return times;
  }

 private:
  Instant now() const { return {milliseconds(), 1e3 * processorSeconds()}; }

  void arrive() {
    const auto design = m_document.design();
    if (!design || m_steps.empty() || (!m_arrivals.empty() && m_arrivals.back().design == design)) return;
    for (std::size_t i = m_steps.size(); i-- > 0;) {
      if (!sameDesign(m_steps[i].scenario, design->scenario)) continue;
      const Strategy& strategy = design->strategy;
      const Index lags = lagsToShow(strategy, MatrixOf::Strategy);
      m_arrivals.push_back({design, i, columnSeries(strategy, MatrixOf::Strategy, lags).values});
      // Where the strategy is the one that is on screen, nothing of it is painted anew.
      seenHeatMap();
      seenCoefficients();
      return;
    }
  }

  void seenHeatMap() {
    seen(0, answered([this](const Arrival& arrival) {
           const PreparedPointer& pictured = m_strategy->view().pictured();
           return pictured && shareData(pictured->matrix.strategy(), arrival.design->strategy);
         }));
  }

  void seenError() {
    if (!m_rmse->plot().isPainted()) return;
    seen(2, answered([this](const Arrival& arrival) { return m_rmse->data().design == arrival.design; }));
  }

  void seenCoefficients() {
    if (!m_coefficients->plot().isPainted()) return;
    seen(1, answered([this](const Arrival& arrival) { return m_coefficients->series().values == arrival.column; }));
  }

  template <class Shows>
  std::optional<std::size_t> answered(const Shows& shows) const {
    std::optional<std::size_t> newest;
    for (const Arrival& arrival : m_arrivals) {
      if ((!newest || arrival.step > *newest) && shows(arrival)) newest = arrival.step;
    }
    return newest;
  }

  /// A panel is on screen with the design of that position: all positions up to it are answered.
  void seen(std::size_t panel, std::optional<std::size_t> step) {
    if (!step) return;
    const Instant at = now();
    m_seen[panel].insert(*step);
    for (std::size_t i = 0; i <= *step; ++i) {
      if (!m_painted[panel][i]) m_painted[panel][i] = at;
    }
  }

  PaintWatch& m_application;
  ScenarioDocument& m_document;
  StrategyPanel* m_strategy;
  CoefficientsPanel* m_coefficients;
  RmsePanel* m_rmse;
  QElapsedTimer m_clock;
  std::vector<Step> m_steps;
  std::vector<Arrival> m_arrivals;
  std::array<std::vector<std::optional<Instant>>, 3> m_painted;
  std::array<std::set<std::size_t>, 3> m_seen;
  QMetaObject::Connection m_connection;
  std::array<QMetaObject::Connection, 2> m_drawn;
  std::vector<double> m_drawnColumn;
  std::shared_ptr<const Design> m_drawnDesign;
};

/// Positions from low to high and back, as often as about `frames` have room for, and without some where once takes
/// more.
std::vector<int> positionsOf(int low, int high, int frames) {
  const int pass = 2 * (high - low);
  const int passes = std::max(1, static_cast<int>(std::lround(static_cast<double>(frames) / pass)));
  const int each = std::min(pass, frames);
  std::vector<int> positions;
  positions.reserve(static_cast<std::size_t>(passes) * static_cast<std::size_t>(each));
  for (int i = 1; i <= passes * each; ++i) {
    const int at = static_cast<int>(std::lround(static_cast<double>(i % each) * pass / each));
    positions.push_back(low + std::min(at, pass - at));
  }
  return positions;
}

/// The slider's position for a value, without moving the scenario.
int positionOf(NumberField& field, double value) {
  field.showOpenPosition(value);
  return field.slider().value();
}

}  // namespace

void handleEvents() {
  constexpr std::chrono::milliseconds kMost{2};
  QTimer enough;
  enough.setTimerType(Qt::PreciseTimer);
  enough.start(kMost);
  QApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

DragTimes replayDrag(PaintWatch& application, MainWindow& window, LiveSolver& solver, const SliderDrag& drag) {
  // The steps stay as many as they are, whatever is dragged.
  window.scenarioPanel().chainOf(Field::BatchSize)->click();
  NumberField& field = *window.scenarioPanel().numberField(drag.field);
  const int low = positionOf(field, drag.from);
  const int high = positionOf(field, drag.to);
  if (high <= low) throw std::runtime_error("the slider has no room to be dragged");
  QSlider& slider = field.slider();
  slider.setValue(low);
  const auto settled = [&] {
    return !solver.running() && window.document().designState() == DesignState::Current &&
           window.findChild<StrategyPanel*>()->view().isUpToDate();
  };
  QElapsedTimer waiting;
  waiting.start();
  while (!settled() || waiting.elapsed() < 500) {
    if (waiting.elapsed() > kPatienceMilliseconds) throw std::runtime_error("the first position is not solved");
    handleEvents();
  }

  Recorder recorder(application, window);
  slider.setSliderDown(true);
  QTimer frameEnd;
  frameEnd.setSingleShot(true);
  frameEnd.setTimerType(Qt::PreciseTimer);
  const auto runUntil = [&](double milliseconds) {
    while (recorder.milliseconds() < milliseconds) {
      if (!frameEnd.isActive()) frameEnd.start(static_cast<int>(std::ceil(milliseconds - recorder.milliseconds())));
      QApplication::processEvents(QEventLoop::WaitForMoreEvents);
      recorder.look();
    }
    frameEnd.stop();
  };
  application.takeCost();
  const double windowBefore = threadSeconds();
  const double allBefore = processorSeconds();
  double frame = recorder.milliseconds();
  const std::vector<int> positions = positionsOf(low, high, drag.frames);
  for (const int at : positions) {
    const double before = threadSeconds();
    slider.setSliderPosition(at);
    application.add("the slider's own event", threadSeconds() - before);
    recorder.step(withValue(window.document().scenario(), drag.field,
                            evaluateExpression(field.edit().text().toStdString()).value));
    frame += 1e-3 * kFrameMicroseconds;
    runUntil(frame);
    frame = std::max(frame, recorder.milliseconds() - 1e-3 * kFrameMicroseconds);  // late frames are not caught up
  }
  const double windowSpent = 1e3 * (threadSeconds() - windowBefore);
  const double allSpent = 1e3 * (processorSeconds() - allBefore);
  PaintWatch::Cost cost = application.takeCost();
  const int designs = recorder.designs();
  const int pictures = recorder.pictures();
  slider.setSliderDown(false);
  waiting.restart();
  while (!recorder.isComplete()) {
    if (waiting.elapsed() > kPatienceMilliseconds) {
      throw std::runtime_error("the last position is never painted (" + recorder.missing() +
                               (solver.running() ? ", still solving)" : ", solved)"));
    }
    handleEvents();
    recorder.look();
  }
  DragTimes times = recorder.times();
  times.frames = static_cast<int>(positions.size());
  times.windowAFrame = windowSpent / times.frames;
  times.allAFrame = allSpent / times.frames;
  times.designs = designs;
  times.pictures = pictures;
  times.cost = std::move(cost);
  return times;
}

}  // namespace noiseloom
