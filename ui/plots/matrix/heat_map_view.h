#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "ui/jobs/newest_job.h"
#include "ui/plots/matrix/heat_map_scene.h"

namespace noiseloom {

/// An interactive heat map of one of a design's matrices. The wheel zooms about the pointer, dragging pans, a double
/// click or 0 shows everything, dragging in the small map moves the view. Keyboard: arrows move a cursor between
/// entries (in larger steps if entries are smaller than a few pixels), Shift with arrows pans, + and - zoom, Page Up
/// and Page Down move along the diagonal, Home and End to the first and last row, G asks for a row.
///
/// Only visible entries are rasterised, in a worker thread; until they are ready the old picture moves along. Values
/// under the pointer or the cursor come from the matrix, not from the picture.
class HeatMapView : public QWidget {
  Q_OBJECT

 public:
  explicit HeatMapView(QWidget* parent = nullptr);

  /// Keeps the view for a matrix of the same size, otherwise its relative position.
  void setDesign(const Strategy& strategy, const Workload& workload);
  void setMatrix(MatrixOf which);
  void setScale(ScaleKind scale);
  /// Sets the meaning of columns, for matrices with a layout by lag.
  void setLayout(MatrixLayout layout);
  /// The layout in use: by column if the matrix has no band.
  MatrixLayout layout() const;
  /// The diagonal i - j of an entry.
  Index lagOf(MatrixCell cell) const;
  MatrixOf matrix() const { return m_which; }
  ScaleKind scale() const { return m_scaleKind; }
  const MatrixWindow& window() const { return m_scene.window; }
  const std::optional<Strategy>& strategy() const { return m_strategy; }
  /// True if the picture shows the present window.
  bool isUpToDate() const { return m_scene.raster && !m_raster.running() && !m_prepare.running(); }
  /// True if that picture has been painted.
  bool isPainted() const { return isUpToDate() && m_painted; }
  const std::optional<Raster>& raster() const { return m_scene.raster; }
  /// The matrix that raster() shows: while a slider moves, maybe of an earlier strategy; nullptr if there is none.
  const PreparedPointer& pictured() const { return m_pictured; }
  /// True if the raster belongs to the present design's matrix; hidden views are not redrawn.
  bool rasterIsCurrent() const;
  const HeatMapScene& scene() const { return m_scene; }
  void resetView();
  /// Keeps the picture current while `host`, which contains the view, is visible, even if the view is hidden.
  void stayCurrentWith(const QWidget& host) { m_host = &host; }
  /// Draws the picture faintly: it belongs to an earlier scenario.
  void setStale(bool stale);
  /// Highlights a diagonal i - j and a training step (see Brush).
  void showBrush(std::optional<Index> lag, std::optional<Index> step);
  /// Moves the cursor to the diagonal entry of this row, marks the row and centres it, zoomed so that single entries
  /// are visible. 0 <= row < rows.
  void goToRow(Index row);
  /// Shows a part of the matrix, as MatrixWindow::place(): for a band, `span` counts rows.
  void showWindow(double row, double column, double span);
  QRectF plotArea() const;

  QSize sizeHint() const override { return {480, 480}; }
  QSize minimumSizeHint() const override { return {200, 112}; }

 signals:
  /// The text for the entry under the pointer or the cursor; empty if there is none.
  void readOut(const QString& text);
  void rastered();
  /// The entry under the pointer or the cursor; nullopt when it left.
  void pointed(std::optional<noiseloom::MatrixCell> cell);
  /// The user wants to type a row.
  void goToRowRequested();

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
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class Drag { None, Picture, Inset };

  void showMatrix();
  void prepare();
  void refresh();
  void draw(const PreparedPointer& prepared);
  void probe();
  void windowChanged();
  void moveInset(QPointF position);
  void moveCursor(Index rows, Index columns);
  void setCursorCell(MatrixCell cell);
  std::optional<MatrixCell> cellAt(QPointF position) const;
  /// The entry to read: under the pointer, or else the cursor.
  std::optional<MatrixCell> readCell() const;
  /// `entry` is the one read, in the matrix itself.
  void showReading(const MatrixReading& reading, MatrixCell entry);
  void forgetReading();

  std::optional<Strategy> m_strategy;
  Workload m_workload = Workload::prefix();
  MatrixOf m_which = MatrixOf::Strategy;
  ScaleKind m_scaleKind = ScaleKind::Linear;
  MatrixLayout m_layout = MatrixLayout::ByColumn;  ///< requested layout
  std::array<PreparedPointer, 4> m_prepared;       ///< data of the strategy, by matrix
  int m_generation = 0;                            ///< counts strategies
  HeatMapScene m_scene;
  PreparedPointer m_pictured;  ///< source of the raster
  const QWidget* m_host = this;
  bool m_painted = true;
  bool m_coarse = false;    ///< the raster has fewer pixels than the screen
  double m_drawnRatio = 1;  ///< device pixels to a pixel in the raster
  bool m_placed = false;    ///< the window is that of a matrix
  Drag m_drag = Drag::None;
  QPointF m_dragFrom;
  std::optional<Index> m_brushLag;
  std::optional<Index> m_brushStep;
  NewestJob m_prepare{QStringLiteral("heat map, matrix")};
  NewestJob m_raster{QStringLiteral("heat map, pixels")};
  NewestJob m_probe;
};

}  // namespace noiseloom
