#pragma once

#include <QChartView>

namespace noiseloom {

/// A chart view that reports where the pointer is, in the chart's own coordinates, and nothing else: no rubber band, no
/// scrolling of the page behind it.
class ChartView : public QChartView {
  Q_OBJECT

 public:
  explicit ChartView(QChart* chart, QWidget* parent = nullptr);

  QSize sizeHint() const override { return {480, 240}; }

 signals:
  /// Position in pixels of the chart; `inside` the plot area or not.
  void hovered(QPointF position, bool inside);
  void clicked(QPointF position);

 protected:
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
};

}  // namespace noiseloom
