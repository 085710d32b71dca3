#include "ui/plots/heat_map_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <cmath>

#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Long enough that a picture of an older window still appears while zooming.
constexpr std::chrono::milliseconds kPatience{120};

}  // namespace

HeatMapView::HeatMapView(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Heat map of the strategy matrix"));
  setAccessibleDescription(
      tr("Arrow keys move, plus and minus zoom, zero shows the whole matrix. Values of the matrix by colour."));
  setCursor(Qt::CrossCursor);
}

QRectF HeatMapView::plotArea() const {
  return heatMapPlotArea(rect(), scaledFont(font(), 0.92));
}

void HeatMapView::setStrategy(const Strategy& strategy) {
  m_strategy = strategy;
  showMatrix();
}

void HeatMapView::setMatrix(MatrixOf which) {
  if (m_which == which) return;
  m_which = which;
  if (m_strategy) showMatrix();
}

void HeatMapView::showMatrix() {
  const MatrixWindow whole = wholeOf(*m_strategy, m_which);
  const MatrixWindow before = m_scene.window;
  m_scene.window = m_placed ? before.adaptedTo(whole.rows(), whole.columns()) : whole;
  m_placed = true;
  // A picture of a matrix of another size would lie in wrong places.
  if (before.rows() != whole.rows() || before.columns() != whole.columns()) m_scene.raster.reset();
  m_range.reset();
  refresh();
  probe();
}

void HeatMapView::setScale(ScaleKind scale) {
  if (m_scaleKind == scale) return;
  m_scaleKind = scale;
  refresh();
}

void HeatMapView::resetView() {
  m_scene.window.reset();
  windowChanged();
}

void HeatMapView::windowChanged() {
  refresh();
  probe();
  update();
}

void HeatMapView::refresh() {
  if (!m_strategy || !isVisible()) return;
  const QSizeF plot = plotArea().size() * devicePixelRatioF();
  RasterRequest request{*m_strategy, m_which,           m_scene.window, plot.toSize().expandedTo({1, 1}),
                        m_scaleKind, isDark(palette()), m_range};
  m_raster.start(
      [this, request = std::move(request)](const std::stop_token& stop) -> NewestJob::Delivery {
        std::optional<Raster> raster = rasterize(request, stop);
        if (!raster) return {};
        return [this, which = request.which, rows = request.window.rows(), columns = request.window.columns(),
                scale = request.scale, raster = std::move(*raster)] {
          if (which != m_which || scale != m_scaleKind || rows != m_scene.window.rows() ||
              columns != m_scene.window.columns())
            return;
          m_range = raster.range;
          m_scene.raster = raster;
          nameAxes(m_scene, *m_strategy, m_which);
          setToolTip(raster.clipped
                         ? tr("The arrow head on the colour bar: the rescaled last columns have larger entries")
                         : QString());
          update();
          emit rastered();
        };
      },
      kPatience);
}

void HeatMapView::probe() {
  const QRectF plot = plotArea();
  if (!m_strategy || !m_scene.crossHair || !plot.contains(*m_scene.crossHair)) {
    m_probe.cancel();
    emit readOut({});
    return;
  }
  const MatrixWindow& window = m_scene.window;
  const QPointF share = (*m_scene.crossHair - plot.topLeft()) / plot.width();
  const auto index = [](double at, Index size) {
    return std::clamp<Index>(static_cast<Index>(std::floor(at)), 0, size - 1);
  };
  const Index row = index(window.row() + share.y() * window.rowSpan(), window.rows());
  const Index column = index(window.column() + share.x() * window.span(), window.columns());
  // An entry of C^-1 can take row - column steps, so even reading one is work for a thread.
  m_probe.start([this, strategy = *m_strategy, which = m_which, row,
                 column](const std::stop_token&) -> NewestJob::Delivery {
    const double value = which == MatrixOf::Strategy ? strategy.entry(row, column) : strategy.inverseEntry(row, column);
    return [this, which, row, column, value] {
      if (!m_scene.crossHair) return;
      emit readOut(
          tr("i = %1, j = %2:  %3[i, j] = %4").arg(row).arg(column).arg(matrixName(which), resultText(value, 6)));
    };
  });
}

void HeatMapView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  m_scene.dark = isDark(palette());
  m_scene.font = scaledFont(font(), 0.92);
  painter.fillRect(rect(), themeOf(palette()).plot);
  paintHeatMap(painter, rect(), m_scene);
  if (hasFocus()) {
    painter.setPen(QPen(themeOf(palette()).accent, 1));
    painter.drawRect(plotArea().adjusted(-1, -1, 1, 1));
  }
}

void HeatMapView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  refresh();
}

void HeatMapView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void HeatMapView::wheelEvent(QWheelEvent* event) {
  const QRectF plot = plotArea();
  if (!m_strategy || !plot.contains(event->position())) {
    event->ignore();
    return;
  }
  const QPointF at = event->position() - plot.topLeft();
  const double notches = event->angleDelta().y() / 120.0;
  m_scene.window.zoom(std::pow(1.25, std::clamp(notches, -8.0, 8.0)), {at.x() / plot.width(), at.y() / plot.height()});
  event->accept();
  windowChanged();
}

void HeatMapView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !plotArea().contains(event->position())) return;
  m_dragFrom = event->position();
  setCursor(Qt::ClosedHandCursor);
}

void HeatMapView::mouseMoveEvent(QMouseEvent* event) {
  m_scene.crossHair = event->position();
  if (m_dragFrom) {
    const QPointF moved = (*m_dragFrom - event->position()) / plotArea().width();
    m_dragFrom = event->position();
    m_scene.window.pan(moved);
    windowChanged();
    return;
  }
  probe();
  update();
}

void HeatMapView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_dragFrom.reset();
  setCursor(Qt::CrossCursor);
}

void HeatMapView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) resetView();
}

void HeatMapView::leaveEvent(QEvent*) {
  m_scene.crossHair.reset();
  probe();
  update();
}

void HeatMapView::keyPressEvent(QKeyEvent* event) {
  constexpr double kStep = 0.1;
  const QPointF centre(0.5, 0.5);
  switch (event->key()) {
    case Qt::Key_Left: m_scene.window.pan({-kStep, 0}); break;
    case Qt::Key_Right: m_scene.window.pan({kStep, 0}); break;
    case Qt::Key_Up: m_scene.window.pan({0, -kStep}); break;
    case Qt::Key_Down: m_scene.window.pan({0, kStep}); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: m_scene.window.zoom(1.25, centre); break;
    case Qt::Key_Minus: m_scene.window.zoom(0.8, centre); break;
    case Qt::Key_0: m_scene.window.reset(); break;
    default: QWidget::keyPressEvent(event); return;
  }
  windowChanged();
}

void HeatMapView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) refresh();
  QWidget::changeEvent(event);
}

}  // namespace noiseloom
