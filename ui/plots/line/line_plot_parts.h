#pragma once

#include <QTimer>
#include <map>
#include <memory>
#include <optional>

#include "ui/plots/line/chart_text.h"
#include "ui/plots/line/line_chart.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/line/plot_picture.h"

namespace noiseloom {

/// The state behind a LinePlot: what is drawn, what is read, and what a hand is doing. Only for line_plot*.cpp.
struct LinePlot::Parts {
  explicit Parts(LinePlot& owner) : plot(owner) {}

  enum class Direction { Previous, Next, First, Last };
  struct Drag {
    QPointF from;
    AxisSpan x;
    AxisSpan y;
    bool moved = false;
  };
  struct Wish {
    QString series;
    double x = 0;
  };

  /// What a sight belongs to: another name or other units are another chart.
  static QString identityOf(const ChartModel& model);

  // What is drawn.
  void setModel(ChartModel model);
  /// What waits for its turn: a size to lay out for, a model. Nothing happens when nothing waits.
  void catchUp();
  /// Has catchUp() called, in a turn of its own.
  void catchUpSoon();
  void draw();
  void layOut();
  const std::shared_ptr<const ChartModel>& newest() const { return waiting ? waiting : model; }
  void setSight(ChartSight sight, bool byPerson = true);
  void setSpans(AxisSpan x, AxisSpan y);
  void zoom(double factor, QPointF pixel, bool across, bool up);
  void pan(double across, double up);
  void setLog(bool ofX, bool log);
  void toggleSeries(const QString& key);
  void applyTheme();
  void paintOverlay(QPainter& painter) const;
  void followLayout();

  // What is read.
  const ChartSeries* seriesOf(const ChartPoint& point, std::size_t* at = nullptr) const;
  const PlottedPoint* plottedOf(const ChartPoint& point) const;
  bool pointable(std::size_t series) const;
  std::optional<ChartPoint> nearest(QPointF pixel) const;
  bool isOn(const ChartPoint& point, QPointF pixel) const;
  void read(std::optional<ChartPoint> point, bool keyboard);
  void readAnew();
  void showMark();
  void walk(Direction direction, int steps);
  void changeSeries(int by);
  void bringIntoView(const ChartPoint& point);
  void updateCursor(QPointF pixel);

  LinePlot& plot;
  LineChart chart;
  std::unique_ptr<PlotPicture> picture;  ///< what is on screen; once the view has the chart
  std::shared_ptr<const ChartModel> model = std::make_shared<const ChartModel>();
  /// Set, and not drawn yet. Then nothing is read, unless the plot is hidden: what is, is drawn at once.
  std::shared_ptr<const ChartModel> waiting;
  QString identity;
  std::map<QString, ChartSight> sights;  ///< of charts that were shown before
  std::optional<QPointF> pointer;        ///< inside the plot area
  std::optional<ChartPoint> current;
  double currentX = 0;
  bool byKeyboard = false;
  std::optional<Wish> wish;
  std::optional<ChartPoint> mark;
  std::optional<Drag> drag;
  QTimer dwell;
  bool stayed = false;
  bool resolutionPending = false;
  bool layoutPending = false;  ///< the plot has another size than its chart
};

}  // namespace noiseloom
