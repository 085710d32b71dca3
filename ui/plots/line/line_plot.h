#pragma once

#include <QChartView>
#include <QJsonObject>
#include <QRectF>
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

/// A point of a chart: which series of the model, which of its points.
struct ChartPoint {
  QString series;
  int index = 0;

  bool operator==(const ChartPoint&) const = default;
};

/// Any chart of lines and points of the window, to look around in: the wheel zooms about the pointer (with Shift or
/// over the horizontal axis only across, with Ctrl or over the vertical axis only up), dragging pans, a double click or
/// 0 shows everything, a click on a legend entry hides its series, a menu switches axes between linear and logarithmic.
/// The pointer reads the nearest point with a cross-hair and a tool tip (values and notes, and for those who stay
/// formula and citation). By keyboard: Left and Right go from point to point (with Ctrl in longer steps), Home and End
/// to the first and last, Up and Down from series to series, Enter activates, + and - zoom, Shift with arrows pans, L
/// switches the vertical and Shift+L the horizontal axis, H hides the series that is read, 0 resets. Points of series
/// that say so (ChartSeries::moves) are moved instead: dragged, or, once the keyboard reads one, with Up and Down
/// (PageUp and PageDown in longer steps; across with Alt and Left and Right), while Ctrl with Up and Down goes to other
/// series; Escape takes a drag back. Copy (Ctrl+C, or the menu) copies the point that is read.
class LinePlot : public QChartView {
  Q_OBJECT

 public:
  explicit LinePlot(QWidget* parent = nullptr);
  ~LinePlot() override;

  QSize sizeHint() const override { return {480, 240}; }

  /// Shows a model. What a person zoomed to, hid or switched stays as long as name and axes titles stay, and comes back
  /// with them; a point under the pointer is read anew. Long series are decimated to what the plot's width can show;
  /// peaks are kept. Cheap enough for every step of a slider: of all models of one turn of the event loop only the
  /// last is drawn, in a turn of its own, and none while the plot is hidden. Whoever asks for what is drawn gets the
  /// last.
  void setModel(ChartModel model);
  /// The chart as it is drawn, with nothing left waiting.
  const LineChart& lineChart();
  /// Whether nothing waits to be drawn.
  bool isDrawn() const { return !m_waiting && !m_layoutPending; }
  /// Whether what is drawn is what stands on the screen: the pixels are filled in a worker thread.
  bool isOnScreen() const { return isDrawn() && m_picture.isCurrent(); }
  /// The same, and a person sees it.
  bool isPainted() const { return isOnScreen() && m_picture.isPainted(); }
  const ChartModel& model() const { return m_waiting ? *m_waiting : *m_model; }

  void resetView();
  /// Closer about the middle by a factor above 1, or by a share of what is in view to later or larger values: what the
  /// wheel and dragging do.
  void zoomBy(double factor);
  void panBy(double across, double up);
  /// What is in view of an axis, in its values.
  std::pair<double, double> range(bool ofX);
  /// Shows exactly that, from < to, also beyond what there is to see; nothing: all. False where it cannot be shown: not
  /// above 0 on a logarithmic axis, not finite, or empty.
  bool setRange(bool ofX, std::optional<std::pair<double, double>> range);
  /// Zoom, hidden series and axes, and back: for sessions.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);
  /// The chart as it is in view.
  Picture picture() const;
  /// The same of a model that is only made when it is painted.
  Picture picture(const QString& name, const QString& title, std::function<ChartModel()> make) const;
  /// For screen readers: what is drawn, from where to where, where the least and the largest are.
  QString summary() const;
  /// Axes, series and the view as entries of a menu.
  void addTo(QMenu& menu);

  /// The point that is read now, by pointer or keyboard.
  const std::optional<ChartPoint>& current() const { return m_current; }
  /// What it says in one line: "lower bound: bands b = 8, rmse (× clip norm) = 3.21"; empty where nothing is read.
  QString readOut();
  /// readOut() on the clipboard; nothing happens where nothing is read.
  void copyPoint();
  /// Lights up the point of a series with this x, as if it were pointed at, without signals: linked brushing. An empty
  /// key means the first series that has such a point.
  void highlight(const QString& series, std::optional<double> x);
  /// The series that a point is of, as it is drawn, and its place in the model; nullptr where there is none.
  const ChartSeries* seriesOf(const ChartPoint& point, std::size_t* at = nullptr) const;
  /// The point that is lit up so.
  std::optional<ChartPoint> highlighted();
  /// Where a point is drawn, in pixels of the viewport; none where it is hidden or cannot be shown. It may be out of
  /// view.
  std::optional<QPointF> pixelOf(const ChartPoint& point);

  /// Whether a point is being dragged.
  bool isMoving() const { return m_grab.has_value(); }

 signals:
  /// A point that can be moved is held now; moved() says where it was dragged to, in the values of the axes, and
  /// letGo() that the drag is over, or was taken back. The model is whoever hears that to change.
  void grabbed(const noiseloom::ChartPoint& point);
  void moved(const noiseloom::ChartPoint& point, QPointF to);
  void letGo(const noiseloom::ChartPoint& point, bool takenBack);
  /// By keyboard, in steps, of which a long one is ten.
  void nudged(const noiseloom::ChartPoint& point, int across, int up);
  /// The point under the pointer or the keyboard's mark; none when it left.
  void pointed(std::optional<noiseloom::ChartPoint> point);
  /// A click on a point, or Enter.
  void activated(const noiseloom::ChartPoint& point);
  /// Another model is shown.
  void modelChanged();
  /// A model has been drawn that differs from the one before.
  void drawn();
  /// Something else is in view, or another series hidden.
  void viewChanged();
  /// The context menu is about to open: for entries of the surroundings.
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
  void changeEvent(QEvent* event) override;

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
    QPointF apart;  ///< of the point from the pointer that holds it
  };

  // What is drawn (line_plot.cpp).
  /// Draws what waits: a size to lay out for, a model. Nothing happens when nothing waits.
  void catchUp();
  /// Has it called, in a turn of its own.
  void catchUpSoon();
  void layOut();
  void draw();
  void followLayout();
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

  // What is read (line_plot_reading.cpp).
  const PlottedPoint* plottedOf(const ChartPoint& point) const;
  bool pointable(std::size_t series) const;
  std::optional<ChartPoint> nearest(QPointF pixel) const;
  bool isOn(const ChartPoint& point, QPointF pixel) const;
  void read(std::optional<ChartPoint> point, bool keyboard);
  /// What the pointer is over now, if it is over the plot area.
  void readAt(QPointF pixel);
  void readAnew();
  void findMark();
  void walk(WalkTo place, int steps);
  void changeSeries(int by);
  /// A point of a series, brought into view and read by keyboard.
  void readOnward(std::size_t series, const PlottedPoint& point);
  void updateCursor(QPointF pixel);

  // What is moved (line_plot_moving.cpp).
  /// The point that a press here would hold, with how far it is from there.
  std::optional<Grab> grabAt(QPointF pixel) const;
  bool hold(QPointF pixel);
  void dragGrabbed(QPointF pixel);
  void endGrab(bool takenBack);
  bool moveByKey(const QKeyEvent& event);

  LineChart m_chart;
  PlotPicture m_picture;  ///< what is on screen
  std::shared_ptr<const ChartModel> m_model = std::make_shared<const ChartModel>();
  /// Set, and not drawn yet. Then nothing is read, unless the plot is hidden: what is, is drawn at once.
  std::shared_ptr<const ChartModel> m_waiting;
  QString m_identity;                         ///< what the view belongs to
  std::map<QString, ChartViewState> m_views;  ///< of charts that were shown before
  std::optional<QPointF> m_pointer;           ///< inside the plot area
  std::optional<ChartPoint> m_current;
  double m_currentX = 0;
  bool m_byKeyboard = false;
  std::optional<std::pair<QString, double>> m_wish;  ///< what highlight() asked for: series and x
  std::optional<ChartPoint> m_mark;                  ///< the point that is there
  std::optional<Drag> m_drag;
  std::optional<Grab> m_grab;
  QTimer m_dwell;
  bool m_stayed = false;
  bool m_resolutionPending = false;
  bool m_layoutPending = false;  ///< the plot has another size than its chart
};

}  // namespace noiseloom
