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

/// What a lesson shows of the window: panels in front and their views, and one highlighted widget, which is unfolded,
/// brought to the front and scrolled into view. Remembers how the window was before.
class LessonStage : public QObject {
  Q_OBJECT

 public:
  /// `window`: in which widgets are found by their object names.
  LessonStage(QWidget& window, PlotBoard& board, ScenarioPanel& scenario, QObject* parent = nullptr);

  /// Remembers the views of plots and scenario panel; nothing stays solved for.
  void enter();
  /// As they were before enter(), or as they are now: with a file that was opened came views of its own.
  void leave(bool restore);
  /// What leave(true) gives back: views of the plots and of the scenario panel, by the names that a session has.
  const QJsonObject& boardBefore() const { return m_boardBefore; }
  const QJsonObject& scenarioBefore() const { return m_scenarioBefore; }
  void show(const LessonView& view, const QString& highlight);
  /// The highlighted widget; nullptr when there is none of that name.
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
  int m_timesLeft = 0;  ///< times that the widget is still brought into view
  QJsonObject m_boardBefore;
  QJsonObject m_scenarioBefore;
};

}  // namespace noiseloom
