#pragma once

#include <QImage>
#include <QObject>

#include "ui/jobs/newest_job.h"

class QPainter;
class QWidget;

namespace noiseloom {

class LineChart;

/// The picture of a plot's chart on screen, so that nothing is redrawn when a cross-hair moves or a menu closes. When
/// the chart changes, its axes, grid and names are drawn in their own turn of the event loop, the curves in a worker
/// thread; until both are finished the last picture stays, stretched to a changed size. A plot that changed while
/// hidden shows nothing for that moment instead of its old picture.
class PlotPicture : public QObject {
  Q_OBJECT

 public:
  /// `view` shows the chart and outlives this object.
  PlotPicture(QWidget& view, LineChart& chart);

  /// Paints the picture into the view; false if there is none yet and only the background was painted.
  bool paint(QPainter& painter);
  /// True if the picture shows the chart's present state.
  bool isCurrent() const { return !m_stale && !m_job.running(); }
  /// True if the picture has been painted.
  bool isPainted() const { return m_painted; }
  /// The view became visible: redraws what has changed meanwhile.
  void shown();
  /// The chart has changed.
  void outdate();
  /// Shows nothing until the present chart is drawn.
  void forget();

 private:
  void renew();
  void draw();
  QImage blank(QSize pixels);
  const QImage& frame(QSize pixels, double ratio);

  QWidget& m_view;
  LineChart& m_chart;
  QImage m_picture;   ///< in pixels of the screen
  QImage m_spare;     ///< the previous picture, kept for its memory
  QImage m_frame;     ///< axes, grid and the lines of Qt Charts while they stay the same
  int m_framed = -1;  ///< LineChart::frame() of m_frame
  bool m_stale = true;
  bool m_painted = true;
  bool m_coarse = false;     ///< its curves are not antialiased: drawn while a slider moved
  bool m_outdated = false;   ///< the picture shows an earlier state
  double m_drawnRatio = 0;   ///< device pixel ratio of the picture
  double m_screenRatio = 0;  ///< device pixel ratio of the screen
  int m_forgotten = 0;       ///< counts forget() calls: pictures begun before the last one are dropped
  NewestJob m_job{QStringLiteral("curves of a plot")};
};

}  // namespace noiseloom
