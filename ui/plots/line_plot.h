#pragma once

#include <QChartView>
#include <QJsonObject>
#include <memory>
#include <optional>

#include "ui/plots/chart_model.h"
#include "ui/plots/data_table.h"
#include "ui/plots/figure.h"

namespace noiseloom {

/// A point of a chart: which series of the model, which of its points.
struct ChartPoint {
  QString series;
  int index = 0;

  bool operator==(const ChartPoint&) const = default;
};

/// Any chart of lines and points of the window, to look around in: the wheel zooms about the pointer (with Shift only
/// across, with Ctrl only up), dragging pans, a double click or 0 shows everything, a click on a legend entry hides its
/// series, a menu switches axes between linear and logarithmic. The pointer reads the nearest point with a cross-hair
/// and a tool tip (value, formula, citation). By keyboard: Left and Right go from point to point, Up and Down from
/// series to series, Enter activates, + and - zoom, Shift with arrows pans, L and Shift+L switch the axes, 0 resets.
class LinePlot : public QChartView {
  Q_OBJECT

 public:
  explicit LinePlot(QWidget* parent = nullptr);
  ~LinePlot() override;

  /// Shows a model. What a person zoomed to, hid or switched stays as long as name and axes titles stay; a point under
  /// the pointer is read anew. Long series are decimated to what the plot's width can show; peaks are kept.
  void setModel(ChartModel model);
  const ChartModel& model() const;

  void resetView();
  /// Zoom, hidden series and axes, and back: for sessions.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);
  /// The chart as it is in view.
  Figure figure() const;
  /// All points of all series in the model: one row an x, one column a series.
  DataTable table() const;
  /// For screen readers: what is drawn, from where to where, where the least and the largest are.
  QString summary() const;

  /// The point that is read now, by pointer or keyboard.
  std::optional<ChartPoint> current() const;
  /// Lights up the point of a series with this x, as if it were pointed at, without signals: linked brushing.
  void highlight(const QString& series, std::optional<double> x);

 signals:
  /// The point under the pointer or the keyboard's mark; none when it left.
  void pointed(std::optional<noiseloom::ChartPoint> point);
  /// A click on a point, or Enter.
  void activated(const noiseloom::ChartPoint& point);
  void viewChanged();

 private:
  struct Parts;
  std::unique_ptr<Parts> m_parts;
};

}  // namespace noiseloom
