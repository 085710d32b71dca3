#include "ui/lessons/lesson_stage.h"

#include <QLayout>
#include <QScrollArea>
#include <algorithm>

#include "ui/jobs/target_solver.h"
#include "ui/lessons/highlight_frame.h"
#include "ui/panels/fold_section.h"
#include "ui/panels/scenario_panel.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/plots/training/training_panel.h"
#include "ui/style/look.h"

namespace noiseloom {
namespace {

constexpr int kTimesBroughtIntoView = 2;
constexpr int kBetweenMilliseconds = 40;
constexpr int kRoomyWidth = 1200;  ///< of a window in large type

PlotPanel* panelOf(const PlotBoard& board, const QString& name) {
  const auto found =
      std::ranges::find(board.panels(), name, [](const PlotPanel* panel) { return panel->objectName(); });
  return found == board.panels().end() ? nullptr : *found;
}

/// The panel of that name, or the one that has a widget of that name; nullptr for other widgets of the window.
PlotPanel* panelAround(const PlotBoard& board, const QString& name) {
  const auto found = std::ranges::find_if(board.panels(), [&name](const PlotPanel* panel) {
    return panel->objectName() == name || panel->findChild<QWidget*>(name);
  });
  return found == board.panels().end() ? nullptr : *found;
}

}  // namespace

LessonStage::LessonStage(QWidget& window, PlotBoard& board, ScenarioPanel& scenario, QObject* parent)
    : QObject(parent), m_window(window), m_board(board), m_scenario(scenario), m_frame(new HighlightFrame(&window)) {
  // Fields appear and disappear with the scenario, and layouts follow in the next turn of the event loop.
  m_soon.setSingleShot(true);
  connect(&m_soon, &QTimer::timeout, this, &LessonStage::bringIntoView);
}

void LessonStage::enter() {
  m_boardBefore = m_board.viewState();
  m_scenarioBefore = m_scenario.viewState();
  m_scenario.targetSolver().release();
  // Lessons speak of more epochs in the same number of steps.
  m_scenario.letFollow(Field::BatchSize);
}

void LessonStage::leave(bool restore) {
  m_soon.stop();
  m_highlight.clear();
  m_frame->setTarget(nullptr);
  if (auto* training = m_board.findChild<TrainingPanel*>()) training->pause();
  if (!restore) return;
  m_board.restoreView(m_boardBefore);
  m_scenario.restoreView(m_scenarioBefore);
}

QString LessonStage::filling(const LessonView& view, const QString& highlight) const {
  if (!view.maximized.isEmpty() || !presenting()) return view.maximized;
  // Three plots in large type leave no space for the lesson on a projector: only the plot it refers to is shown.
  if (const PlotPanel* panel = panelAround(m_board, highlight)) return panel->objectName();
  return view.front.isEmpty() ? m_board.panels().front()->objectName() : view.front.front();
}

void LessonStage::show(const LessonView& view, const QString& highlight) {
  // A step looks the same from both sides.
  m_board.resetPlaces();
  std::vector<PlotPanel*> front;
  for (const QString& name : view.front) {
    if (PlotPanel* panel = panelOf(m_board, name)) front.push_back(panel);
  }
  if (!front.empty()) m_board.show(front);
  for (const auto& [name, state] : view.views) {
    if (PlotPanel* panel = panelOf(m_board, name)) panel->restoreView(state);
  }
  if (PlotPanel* maximized = panelOf(m_board, filling(view, highlight))) {
    m_board.toggleMaximized(maximized);
  } else {
    PlotPanel* spokenOf = panelAround(m_board, highlight);
    if (!spokenOf && !front.empty()) spokenOf = front.front();
    if (spokenOf) m_board.makeHero(spokenOf);
  }
  auto* training = m_board.findChild<TrainingPanel*>();
  if (view.play && training) training->playWhenReady();
  m_highlight = highlight;
  // Beside inputs in large type neither a plot nor a question has space in a narrow window: they come for the steps
  // that speak of them.
  const QWidget* target = highlighted();
  const bool crowded = presenting() && m_window.width() < kRoomyWidth;
  m_scenario.setVisible(!crowded || (target && m_scenario.isAncestorOf(target)));
  m_timesLeft = kTimesBroughtIntoView;
  m_soon.start(0);
}

QWidget* LessonStage::highlighted() const {
  return m_highlight.isEmpty() ? nullptr : m_window.findChild<QWidget*>(m_highlight);
}

void LessonStage::bringIntoView() {
  QWidget* target = highlighted();
  if (target) {
    for (QWidget* around = target; around && around != &m_window; around = around->parentWidget()) {
      if (auto* section = qobject_cast<FoldSection*>(around)) section->setFolded(false);
      auto* panel = qobject_cast<PlotPanel*>(around);
      const bool hidden = panel && (!panel->isVisibleTo(&m_window) || m_board.maximized());
      if (hidden && m_board.maximized() != panel) m_board.bringForward(panel);
    }
    // The layout of an unfolded section must be known before scrolling to it.
    if (m_scenario.isAncestorOf(target)) {
      m_scenario.widget()->layout()->activate();
      m_scenario.ensureWidgetVisible(target, 0, 16);
    }
  }
  m_frame->setTarget(target);
  // Unfolding may have moved other widgets meanwhile.
  if (--m_timesLeft > 0) m_soon.start(kBetweenMilliseconds);
}

}  // namespace noiseloom
