#include "ui/main/when_shown.h"

#include <QTimer>
#include <algorithm>
#include <utility>

#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/panels/what_if_strip.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/strategy/strategy_panel.h"

namespace noiseloom {
namespace {

constexpr double kShareOfScreen = 0.85;
/// Beyond it plots would gain nothing but longer ways for the pointer.
constexpr QSize kLargestAtFirst(1760, 1100);

}  // namespace

void fitInto(QWidget& window, QSize room) {
  // Nobody knows the title bar's height before the window has one.
  constexpr int kTitleBar = 32;
  room.rheight() -= kTitleBar;
  window.setMinimumSize(window.minimumSize().boundedTo(room));
  const QSize most = (room * kShareOfScreen).boundedTo(kLargestAtFirst);
  window.resize(window.size().expandedTo(most).boundedTo(room));
}

void whenShown(MainWindow& window, LiveSolver& solver, std::function<void()> then, std::function<void()> failed) {
  auto* timer = new QTimer(&window);
  timer->setInterval(5);
  QObject::connect(
      timer, &QTimer::timeout, &window, [&window, &solver, timer, then = std::move(then), failed = std::move(failed)] {
        if (solver.running()) return;
        if (window.document().designState() == DesignState::None) {
          timer->stop();
          failed();
          return;
        }
        auto* strategy = window.findChild<StrategyPanel*>();
        auto* coefficients = window.findChild<CoefficientsPanel*>();
        if (!strategy->view().isUpToDate() || coefficients->series().values.empty()) return;
        const QList<LinePlot*> plots = window.findChildren<LinePlot*>();
        if (!std::ranges::all_of(plots, [](const LinePlot* plot) { return plot->isOnScreen() || !plot->isVisible(); }))
          return;
        const bool current = window.document().designState() == DesignState::Current;
        if (current && window.whatIf().isVisible() && !window.whatIf().isComplete()) return;
        timer->stop();
        window.repaint();
        then();
      });
  timer->start();
}

}  // namespace noiseloom
