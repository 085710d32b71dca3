#pragma once

#include <QChartView>
#include <QJsonObject>
#include <QRectF>
#include <functional>
#include <memory>
#include <optional>

#include "ui/plots/canvas/picture.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/table/data_table.h"

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
/// switches the vertical and Shift+L the horizontal axis, H hides the series that is read, 0 resets.
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
  /// Whether nothing waits to be drawn.
  bool isDrawn() const;
  /// Whether what is drawn is what stands on the screen: the pixels are filled in a worker thread.
  bool isOnScreen() const;
  const ChartModel& model() const;

  void resetView();
  /// Zoom, hidden series and axes, and back: for sessions.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);
  /// The chart as it is in view.
  Picture picture() const;
  /// Paints another model as a picture as this plot would show it: for charts that are made when they are needed.
  std::function<void(QPainter&, const PictureStyle&, const ChartModel&)> painter() const;
  /// All points of all series in the model: one row an x, one column a series.
  DataTable table() const;
  /// For screen readers: what is drawn, from where to where, where the least and the largest are.
  QString summary() const;
  /// Axes, series and the view as entries of a menu.
  void addTo(QMenu& menu);

  /// The point that is read now, by pointer or keyboard.
  std::optional<ChartPoint> current() const;
  /// What it says in one line: "lower bound: bands b = 8, rmse (× clip norm) = 3.21"; empty where nothing is read.
  QString readOut() const;
  /// Lights up the point of a series with this x, as if it were pointed at, without signals: linked brushing. An empty
  /// key means the first series that has such a point.
  void highlight(const QString& series, std::optional<double> x);
  /// The series that a point is of, as it is drawn; nullptr where there is none.
  const ChartSeries* seriesOf(const ChartPoint& point) const;
  /// The point that is lit up so.
  std::optional<ChartPoint> highlighted() const;
  /// Where a point is drawn, in pixels of the viewport; none where it is hidden or cannot be shown. It may be out of
  /// view.
  std::optional<QPointF> pixelOf(const ChartPoint& point) const;
  /// Where the legend's entry of a series is, in pixels of the viewport; empty when it has none.
  QRectF legendEntry(const QString& series) const;
  /// How many names the legend leaves out: it takes two rows at most.
  int namesLeftOut() const;
  /// What the axes are called: shorter where there is no room for the title.
  QString titleOfX() const;
  QString titleOfY() const;
  /// What is in view of each axis, in its values.
  std::pair<double, double> shownX() const;
  std::pair<double, double> shownY() const;
  bool isLogX() const;
  bool isLogY() const;

 signals:
  /// The point under the pointer or the keyboard's mark; none when it left.
  void pointed(std::optional<noiseloom::ChartPoint> point);
  /// A click on a point, or Enter.
  void activated(const noiseloom::ChartPoint& point);
  /// A person zoomed, panned, hid or switched.
  void viewChanged();
  /// Another model is shown.
  void modelChanged();
  /// A model has been drawn that differs from the one before.
  void drawn();
  /// The context menu is about to open: for entries of the surroundings.
  void menuRequested(QMenu* menu);

 protected:
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
  void addSeries(QMenu& menu);
  /// Gives the chart the size of the plot.
  void layOutChart();

  struct Parts;
  /// With nothing left to draw.
  Parts& parts() const;
  std::unique_ptr<Parts> m_parts;
};

}  // namespace noiseloom
