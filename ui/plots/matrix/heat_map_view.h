#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "ui/jobs/newest_job.h"
#include "ui/plots/matrix/heat_map_scene.h"

namespace noiseloom {

/// A heat map of one of a design's matrices to look around in. The wheel zooms about the pointer, dragging pans, a
/// double click or 0 shows everything, dragging in the small map moves the view. By keyboard: arrows move a cursor from
/// entry to entry (in larger steps where entries are smaller than a few pixels), Shift with arrows pans, + and - zoom,
/// Page Up and Page Down go along the diagonal, Home and End to the first and the last row, G asks for a row.
///
/// Only the visible entries are rasterised, in a worker thread; until they are there the old picture moves along. What
/// is under the pointer or the cursor is read from the matrix, not from the picture.
class HeatMapView : public QWidget {
  Q_OBJECT

 public:
  explicit HeatMapView(QWidget* parent = nullptr);

  /// Keeps the view when the size is the same, its proportion otherwise.
  void setDesign(const Strategy& strategy, const Workload& workload);
  void setMatrix(MatrixOf which);
  void setScale(ScaleKind scale);
  /// What the columns are, where the matrix can be laid out so.
  void setLayout(MatrixLayout layout);
  /// As it is shown: by column where there is no band.
  MatrixLayout layout() const;
  /// The diagonal i - j that an entry is of.
  Index lagOf(MatrixCell cell) const;
  MatrixOf matrix() const { return m_which; }
  ScaleKind scale() const { return m_scaleKind; }
  const MatrixWindow& window() const { return m_scene.window; }
  const std::optional<Strategy>& strategy() const { return m_strategy; }
  /// The picture of the present window is there.
  bool isUpToDate() const { return m_scene.raster && !m_raster.running() && !m_prepare.running(); }
  /// And a person sees it.
  bool isPainted() const { return isUpToDate() && m_painted; }
  const std::optional<Raster>& raster() const { return m_scene.raster; }
  /// What raster() is a picture of: while a slider moves, maybe an earlier strategy; null while there is none.
  const PreparedPointer& pictured() const { return m_pictured; }
  /// The raster is of the present design's matrix: hidden views are not drawn anew.
  bool rasterIsCurrent() const;
  const HeatMapScene& scene() const { return m_scene; }
  void resetView();
  /// Keeps the picture current while that widget, in which the view lies, is on screen, even if the view is hidden.
  void stayCurrentWith(const QWidget& host) { m_host = &host; }
  /// Draws the picture faintly: it belongs to an earlier scenario.
  void setStale(bool stale);
  /// Lights up a diagonal i - j and a training step (see Brush).
  void showBrush(std::optional<Index> lag, std::optional<Index> step);
  /// Moves the cursor to this row, on the diagonal, marks the row and puts it in the middle of the view, at a zoom at
  /// which entries can be told apart. 0 <= row < rows.
  void goToRow(Index row);
  /// Another part of the matrix, as MatrixWindow::place: of a band `span` counts rows.
  void showWindow(double row, double column, double span);
  QRectF plotArea() const;

  QSize sizeHint() const override { return {480, 480}; }
  QSize minimumSizeHint() const override { return {200, 180}; }

 signals:
  /// What is under the pointer or the cursor, as text; empty when nothing is.
  void readOut(const QString& text);
  void rastered();
  /// The entry under the pointer or the cursor; none when it left.
  void pointed(std::optional<noiseloom::MatrixCell> cell);
  /// Someone wants to type a row.
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
  void changeEvent(QEvent* event) override;

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
  /// What is being read: under the pointer, or else the cursor.
  std::optional<MatrixCell> readCell() const;
  /// `entry`: what is read, of the matrix itself.
  void showReading(const MatrixReading& reading, MatrixCell entry);
  void forgetReading();

  std::optional<Strategy> m_strategy;
  Workload m_workload = Workload::prefix();
  MatrixOf m_which = MatrixOf::Strategy;
  ScaleKind m_scaleKind = ScaleKind::Linear;
  MatrixLayout m_layout = MatrixLayout::ByColumn;  ///< that was asked for
  std::array<PreparedPointer, 4> m_prepared;       ///< of the strategy, by matrix
  int m_generation = 0;                            ///< counts strategies
  HeatMapScene m_scene;
  PreparedPointer m_pictured;  ///< what the raster was made from
  const QWidget* m_host = this;
  bool m_painted = true;
  bool m_coarse = false;  ///< the raster has fewer pixels than the screen
  bool m_placed = false;  ///< the window is of a matrix
  Drag m_drag = Drag::None;
  QPointF m_dragFrom;
  std::optional<Index> m_brushLag;
  std::optional<Index> m_brushStep;
  NewestJob m_prepare;
  NewestJob m_raster;
  NewestJob m_probe;
};

}  // namespace noiseloom
