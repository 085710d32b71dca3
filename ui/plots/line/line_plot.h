#pragma once

#include <QAbstractScrollArea>
#include <QJsonObject>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "ui/plots/canvas/picture.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/line/line_chart.h"
#include "ui/plots/line/plot_picture.h"

class QMenu;

namespace noiseloom {

/// A point of a chart: its series in the model, and its index there.
struct ChartPoint {
  QString series;
  int index = 0;

  bool operator==(const ChartPoint&) const = default;
};

/// An interactive chart of lines and points: the wheel zooms about the pointer (with Shift or over the horizontal axis
/// only horizontally, with Ctrl or over the vertical axis only vertically), dragging pans, a double click or 0 shows
/// everything, a click on a legend entry hides its series, a menu switches axes between linear and logarithmic. The
/// pointer reads the nearest point with a cross-hair and a tool tip (values and notes; after a pause also formula and
/// citation). Keyboard: Left and Right move between points (with Ctrl in longer steps), Home and End to the first and
/// last, Up and Down between series, Enter activates, + and - zoom, Shift with arrows pans, L switches the vertical and
/// Shift+L the horizontal axis, H hides the series that is read, 0 resets. Movable points (ChartSeries::moves) are
/// dragged, or, once read by keyboard, moved with Up and Down (PageUp and PageDown in longer steps; horizontally with
/// Alt and Left and Right), while Ctrl with Up and Down changes the series; Escape undoes a drag. Copy (Ctrl+C, or the
/// menu) copies the point that is read.
class LinePlot : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit LinePlot(QWidget* parent = nullptr);

  QSize sizeHint() const override { return {480, 240}; }

  /// Shows a model. Zoom, hidden series and axis types stay as long as name and axis titles stay, and are restored when
  /// these return; a point under the pointer is read anew. Long series are decimated to the plot's width, keeping
  /// peaks. Cheap enough for every step of a slider: only the last model of one turn of the event loop is drawn, in a
  /// turn of its own, and none while the plot is hidden. Access to the drawn chart draws the last model first.
  void setModel(ChartModel model);
  /// The chart as it is drawn, with nothing left waiting.
  const LineChart& lineChart();
  /// True if nothing waits to be drawn.
  bool isDrawn() const { return !m_waiting && !m_layoutPending; }
  /// True if the pixels on the screen show what is drawn: a worker thread fills them.
  bool isOnScreen() const { return isDrawn() && m_picture.isCurrent(); }
  /// True if those pixels have been painted, so that the user sees them.
  bool isPainted() const { return isOnScreen() && m_picture.isPainted(); }
  const ChartModel& model() const { return m_waiting ? *m_waiting : *m_model; }

  void resetView();
  /// Zooms about the middle by a factor above 1, or pans by a share of the view towards larger values, as the wheel and
  /// dragging do.
  void zoomBy(double factor);
  void panBy(double across, double up);
  /// The range of an axis in view, in its values.
  std::pair<double, double> range(bool ofX);
  /// Shows exactly this range, from < to, even beyond the data; nullopt: everything. False if it cannot be shown: not
  /// above 0 on a logarithmic axis, not finite, or empty.
  bool setRange(bool ofX, std::optional<std::pair<double, double>> range);
  /// Zoom, hidden series and axis types, for sessions.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);
  /// The chart in its present view.
  Picture picture() const;
  /// A picture whose model is made only when it is painted.
  Picture picture(const QString& name, const QString& title, std::function<ChartModel()> make) const;
  /// For screen readers: the series, their ranges, and where the least and largest values are.
  QString summary() const;
  /// Adds axes, series and view entries to a menu.
  void addTo(QMenu& menu);

  /// The point being read by pointer or keyboard.
  const std::optional<ChartPoint>& current() const { return m_current; }
  /// That point in one line: "lower bound: bands b = 8, rmse (× clip norm) = 3.21"; empty if none is read.
  QString readOut();
  /// Copies readOut() to the clipboard, unless it is empty.
  void copyPoint();
  /// Highlights the point of a series with this x, as if pointed at, but without signals: linked brushing. An empty key
  /// means the first series that has such a point.
  void highlight(const QString& series, std::optional<double> x);
  /// The series of a point as drawn, and its index in the model; nullptr if there is none.
  const ChartSeries* seriesOf(const ChartPoint& point, std::size_t* at = nullptr) const;
  /// The point that highlight() marks.
  std::optional<ChartPoint> highlighted();
  /// The pixel of a point in the viewport, possibly out of view; nullopt if it is hidden or cannot be shown.
  std::optional<QPointF> pixelOf(const ChartPoint& point);

  /// True while a point is being dragged.
  bool isMoving() const { return m_grab.has_value(); }

 signals:
  /// A movable point is held; moved() reports the drag in values of the axes, and letGo() its end or cancellation. Of
  /// points that move up and down the nearest column is held, wherever the drag goes. The plot does not change its
  /// model: listeners do.
  void grabbed(const noiseloom::ChartPoint& point);
  void moved(const noiseloom::ChartPoint& point, QPointF to);
  void letGo(const noiseloom::ChartPoint& point, bool takenBack);
  /// A point was moved by keyboard, in steps; a long one counts ten.
  void nudged(const noiseloom::ChartPoint& point, int across, int up);
  /// The point under the pointer or the keyboard's mark; nullopt when it left.
  void pointed(std::optional<noiseloom::ChartPoint> point);
  /// A point was clicked, or Enter pressed on it.
  void activated(const noiseloom::ChartPoint& point);
  void modelChanged();
  /// A model was drawn that differs from the one before.
  void drawn();
  /// The view has changed, or the set of hidden series.
  void viewChanged();
  /// The context menu is about to open, so that owners can add entries.
  void menuRequested(QMenu* menu);

 protected:
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class WalkTo { Previous, Next, First, Last };
  struct Drag {
    QPointF from;
    AxisSpan x;
    AxisSpan y;
    bool moved = false;
  };
  struct Grab {
    ChartPoint point;
    QPointF apart;  ///< offset of the point from the pointer that holds it
  };

  // Drawing (line_plot.cpp).
  /// Draws what waits: a layout for a new size, a model.
  void catchUp();
  /// Schedules catchUp() in a turn of its own.
  void catchUpSoon();
  void layOut();
  void draw();
  std::map<QString, ChartViewState> allViews() const;
  void setView(const ChartViewState& view);
  void setSpans(AxisSpan x, AxisSpan y);
  void zoom(double factor, QPointF pixel, bool across, bool up);
  void pan(double across, double up);
  void setLog(bool ofX, bool log);
  void toggleSeries(const QString& key);
  void addSeries(QMenu& menu);
  void applyTheme();
  void paintOverlay(QPainter& painter) const;

  // Reading (line_plot_reading.cpp).
  const PlottedPoint* plottedOf(const ChartPoint& point) const;
  bool pointable(std::size_t series) const;
  std::optional<ChartPoint> nearest(QPointF pixel) const;
  bool isOn(const ChartPoint& point, QPointF pixel) const;
  void read(std::optional<ChartPoint> point, bool keyboard);
  /// Reads the point under the pointer, if it is over the plot area.
  void readAt(QPointF pixel);
  void readAnew();
  void findMark();
  void walk(WalkTo place, int steps);
  void changeSeries(int by);
  /// Brings a point of a series into view and reads it by keyboard.
  void readOnward(std::size_t series, const PlottedPoint& point);
  void updateCursor(QPointF pixel);

  // Moving points (line_plot_moving.cpp).
  /// The point that a press here would hold, with its offset.
  std::optional<Grab> grabAt(QPointF pixel) const;
  std::optional<Grab> columnAt(QPointF pixel) const;
  bool hold(QPointF pixel);
  void dragGrabbed(QPointF pixel);
  void endGrab(bool takenBack);
  bool moveByKey(const QKeyEvent& event);

  LineChart m_chart{LineChart::For::Screen};
  PlotPicture m_picture;  ///< the picture on screen
  std::shared_ptr<const ChartModel> m_model = std::make_shared<const ChartModel>();
  /// Set but not drawn yet. While it waits nothing is read, except in a hidden plot: a reading forces drawing at once.
  std::shared_ptr<const ChartModel> m_waiting;
  QString m_identity;                         ///< identity of the chart in the view
  std::map<QString, ChartViewState> m_views;  ///< views of charts shown before
  std::optional<QPointF> m_pointer;           ///< inside the plot area
  std::optional<ChartPoint> m_current;
  double m_currentX = 0;
  bool m_byKeyboard = false;
  std::optional<std::pair<QString, double>> m_wish;  ///< requested by highlight(): series and x
  std::optional<ChartPoint> m_mark;                  ///< the point found for it
  std::optional<Drag> m_drag;
  std::optional<Grab> m_grab;
  QTimer m_dwell;
  bool m_stayed = false;
  bool m_layoutPending = false;  ///< the plot's size differs from its chart's
};

}  // namespace noiseloom
