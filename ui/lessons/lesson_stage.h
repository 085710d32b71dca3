#pragma once

#include <QJsonObject>
#include <QString>
#include <QTimer>
#include <QWidget>

#include "ui/lessons/lesson.h"

namespace noiseloom {

class HighlightFrame;
class PlotBoard;
class ScenarioPanel;

/// What a lesson shows in the window: panels in front and their views, and one highlighted widget, which is unfolded,
/// brought to the front and scrolled into view. Remembers the previous state of the window.
class LessonStage : public QObject {
  Q_OBJECT

 public:
  /// `window` is searched for widgets by object name.
  LessonStage(QWidget& window, PlotBoard& board, ScenarioPanel& scenario, QObject* parent = nullptr);

  /// Remembers the views of plots and scenario panel, and stops solving for an input.
  void enter();
  /// Restores the views from before enter(), or keeps the present ones: an opened file brings its own.
  void leave(bool restore);
  /// What leave(true) restores: the views of the plots and of the scenario panel, keyed as in a session.
  const QJsonObject& boardBefore() const { return m_boardBefore; }
  const QJsonObject& scenarioBefore() const { return m_scenarioBefore; }
  void show(const LessonView& view, const QString& highlight);
  /// The highlighted widget; nullptr if none has that name.
  QWidget* highlighted() const;
  const HighlightFrame& frame() const { return *m_frame; }

 private:
  void bringIntoView();
  QString filling(const LessonView& view, const QString& highlight) const;

  QWidget& m_window;
  PlotBoard& m_board;
  ScenarioPanel& m_scenario;
  HighlightFrame* m_frame;
  QString m_highlight;
  QTimer m_soon;
  int m_timesLeft = 0;  ///< how often the widget will still be scrolled into view
  QJsonObject m_boardBefore;
  QJsonObject m_scenarioBefore;
};

}  // namespace noiseloom
