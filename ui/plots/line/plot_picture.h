#pragma once

#include <QImage>
#include <QObject>

#include "ui/jobs/newest_job.h"

class QChartView;
class QPainter;

namespace noiseloom {

class LineChart;

/// What a plot has on screen: a picture of its chart, so that nothing is drawn anew when a cross-hair moves or a menu
/// closes. When the chart changes, its axes, grid and names are drawn in a turn of the event loop of their own, the
/// curves in a worker thread; until both are there the last picture stays, stretched while the size changes. A plot
/// that changed out of sight shows nothing for that moment rather than what it was.
class PlotPicture : public QObject {
  Q_OBJECT

 public:
  /// Of a view that shows the chart and outlives the picture.
  PlotPicture(QChartView& view, LineChart& chart);

  /// Draws it into the view's viewport; false where there is none yet, and nothing but paper was drawn.
  bool paint(QPainter& painter);
  /// Whether it shows the chart as it is.
  bool isCurrent() const { return !m_stale && !m_job.running(); }
  /// Whether what is there has been painted, too.
  bool isPainted() const { return m_painted; }
  /// The view is shown: what changed meanwhile is drawn.
  void shown();
  /// The chart shows something else from now on. Charts also say that they changed when a window comes to the front.
  void outdate();
  /// Shows nothing until what is there now is drawn.
  void forget();

 private:
  void renew();
  void draw();
  QImage blank(QSize pixels);
  const QImage& frame(QSize pixels, double ratio);

  QChartView& m_view;
  LineChart& m_chart;
  QImage m_picture;   ///< in pixels of the screen
  QImage m_spare;     ///< the one before, for its memory
  QImage m_frame;     ///< axes, grid and the lines of Qt Charts, as long as they stay what they are
  int m_framed = -1;  ///< LineChart::frame() of it
  bool m_stale = true;
  bool m_painted = true;
  bool m_coarse = false;     ///< its curves have jagged edges: drawn while a slider moved
  bool m_outdated = false;   ///< it shows what the chart no longer does
  double m_drawnRatio = 0;   ///< pixels of the screen a unit, of the picture
  double m_screenRatio = 0;  ///< and of the screen
  int m_forgotten = 0;       ///< how often: what was begun before that is not shown
  NewestJob m_job;
};

}  // namespace noiseloom
