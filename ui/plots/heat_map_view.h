#pragma once

#include <QWidget>
#include <optional>

#include "ui/jobs/newest_job.h"
#include "ui/plots/heat_map_scene.h"

namespace noiseloom {

/// A heat map of C or C^-1 to look around in: the wheel zooms, dragging pans, a double click or 0 shows everything,
/// arrow keys move and + and - zoom. Only the visible entries are rasterised, in a worker thread; what is under the
/// pointer is read from the matrix, not from the picture.
class HeatMapView : public QWidget {
  Q_OBJECT

 public:
  explicit HeatMapView(QWidget* parent = nullptr);

  /// Keeps the view when the size is the same, its proportion otherwise.
  void setStrategy(const Strategy& strategy);
  void setMatrix(MatrixOf which);
  void setScale(ScaleKind scale);
  MatrixOf matrix() const { return m_which; }
  ScaleKind scale() const { return m_scaleKind; }
  const MatrixWindow& window() const { return m_scene.window; }
  const std::optional<Strategy>& strategy() const { return m_strategy; }
  /// The picture of the present window is there.
  bool isUpToDate() const { return m_scene.raster && !m_raster.running(); }
  const std::optional<Raster>& raster() const { return m_scene.raster; }
  void resetView();

  QSize sizeHint() const override { return {480, 480}; }
  QSize minimumSizeHint() const override { return {200, 180}; }

 signals:
  /// What is under the pointer, as text; empty when it is not on the matrix.
  void readOut(const QString& text);
  void rastered();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void showMatrix();
  void refresh();
  void probe();
  void windowChanged();
  QRectF plotArea() const;

  std::optional<Strategy> m_strategy;
  MatrixOf m_which = MatrixOf::Strategy;
  ScaleKind m_scaleKind = ScaleKind::Linear;
  std::optional<std::pair<double, double>> m_range;
  HeatMapScene m_scene;
  bool m_placed = false;  ///< the window is of a matrix
  std::optional<QPointF> m_dragFrom;
  NewestJob m_raster;
  NewestJob m_probe;
};

}  // namespace noiseloom
