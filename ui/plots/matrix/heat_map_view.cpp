#include "ui/plots/matrix/heat_map_view.h"

#include <QAccessible>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/jobs/frame_pacer.h"
#include "ui/plots/matrix/heat_map_text.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Long enough that pictures of older windows still appear during a zoom.
constexpr std::chrono::milliseconds kPatience{120};

/// The entry of the matrix itself; nullopt if the row has no such lag.
std::optional<MatrixCell> entryAt(const DesignMatrix& matrix, MatrixCell cell) {
  if (matrix.layout() == MatrixLayout::ByColumn) return cell;
  if (cell.column > cell.row) return std::nullopt;
  return MatrixCell{cell.row, cell.row - cell.column};
}

/// The lag of an entry, as text; empty if it has none.
QString detailOf(const DesignMatrix& matrix, MatrixCell cell) {
  const Index lag = cell.row - cell.column;
  const bool hasLag = matrix.strategy().rowsAreSteps() && (lag >= 0 || matrix.which() == MatrixOf::Gram);
  return hasLag ? HeatMapView::tr("lag %1").arg(std::abs(lag)) : QString();
}

}  // namespace

HeatMapView::HeatMapView(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_OpaquePaintEvent);  // the widget fills itself
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Heat map of the strategy matrix"));
  setAccessibleDescription(
      tr("Arrow keys move a cursor over the entries and read them, Shift with arrows pans, plus and minus zoom, zero "
         "shows the whole matrix, Page Up and Page Down go along the diagonal, Home and End to the first and the last "
         "row, G goes to a row."));
  setCursor(Qt::CrossCursor);
  m_scene.inset = true;
  connect(&FramePacer::instance(), &FramePacer::rested, this, [this] {
    if (m_coarse) refresh();
  });
  onChange(*this, {QEvent::FontChange, QEvent::PaletteChange}, [this] { refresh(); });
}

QRectF HeatMapView::plotArea() const {
  return heatMapPlotArea(rect(), scaledFont(font(), 0.92));
}

bool HeatMapView::rasterIsCurrent() const {
  return m_scene.raster && !m_coarse && m_pictured && m_pictured == m_prepared[static_cast<std::size_t>(m_which)];
}

void HeatMapView::setDesign(const Strategy& strategy, const Workload& workload) {
  m_strategy = strategy;
  m_workload = workload;
  m_prepared = {};
  ++m_generation;
  showMatrix();
}

void HeatMapView::setMatrix(MatrixOf which) {
  if (m_which == which) return;
  m_which = which;
  setAccessibleName(tr("Heat map of the matrix %1").arg(matrixName(which)));
  if (m_strategy) showMatrix();
}

MatrixLayout HeatMapView::layout() const {
  return m_strategy && lagsOf(*m_strategy, m_which) ? m_layout : MatrixLayout::ByColumn;
}

Index HeatMapView::lagOf(MatrixCell cell) const {
  return layout() == MatrixLayout::ByLag ? cell.column : cell.row - cell.column;
}

void HeatMapView::setLayout(MatrixLayout layout) {
  if (m_layout == layout) return;
  m_layout = layout;
  m_prepared = {};
  ++m_generation;
  if (m_strategy) showMatrix();
}

void HeatMapView::showMatrix() {
  const MatrixWindow whole = wholeOf(*m_strategy, m_which, layout());
  const MatrixWindow before = m_scene.window;
  // Column and lag views show different parts of the matrix.
  const bool otherLayout = m_scene.byLag != (layout() == MatrixLayout::ByLag);
  m_scene.byLag = layout() == MatrixLayout::ByLag;
  m_scene.window = m_placed && !otherLayout ? before.adaptedTo(whole.rows(), whole.columns()) : whole;
  m_placed = true;
  if (otherLayout || before.rows() != whole.rows() || (before.columns() != whole.columns() && !m_scene.byLag)) {
    // A picture of a matrix of another size would be misplaced.
    m_scene.raster.reset();
    m_pictured.reset();
    m_scene.cursor.reset();
    m_scene.markedRow.reset();
  }
  forgetReading();
  showBrush(m_brushLag, m_brushStep);
  refresh();
  probe();
  update();
}

void HeatMapView::setScale(ScaleKind scale) {
  if (m_scaleKind == scale) return;
  m_scaleKind = scale;
  refresh();
}

void HeatMapView::resetView() {
  m_scene.window.reset();
  m_scene.markedRow.reset();
  windowChanged();
}

void HeatMapView::showWindow(double row, double column, double span) {
  m_scene.window.place(row, column, span);
  windowChanged();
}

void HeatMapView::setStale(bool stale) {
  if (m_scene.stale == stale) return;
  m_scene.stale = stale;
  update();
}

void HeatMapView::showBrush(std::optional<Index> lag, std::optional<Index> step) {
  m_brushLag = lag;
  m_brushStep = step;
  const bool tree = m_strategy && !m_strategy->rowsAreSteps();
  const auto inside = [this](std::optional<Index> row) {
    return row && *row < m_scene.window.rows() ? row : std::nullopt;
  };
  // The tree's nodes are not ordered by lag, and the rows of its C are not steps.
  const auto diagonal = tree ? std::nullopt : inside(lag);
  auto row = tree && m_which == MatrixOf::Strategy ? std::nullopt : inside(step);
  if (!row && m_which == MatrixOf::StrategyInverse) row = diagonal;
  m_scene.bothSides = m_which == MatrixOf::Gram;
  if (diagonal == m_scene.diagonal && row == m_scene.row) return;
  m_scene.diagonal = diagonal;
  m_scene.row = row;
  update();
}

void HeatMapView::windowChanged() {
  refresh();
  probe();
  update();
}

void HeatMapView::prepare() {
  m_prepare.start(
      [this, strategy = *m_strategy, which = m_which, layout = layout(), workload = m_workload,
       generation = m_generation](const std::stop_token& stop) -> NewestJob::Delivery {
        PreparedPointer prepared = prepareMatrix(strategy, which, layout, workload, stop);
        if (!prepared) return {};
        return [this, which, generation, prepared = std::move(prepared)] {
          // The picture of an earlier strategy is shown in passing: it moves along with the slider.
          if (generation != m_generation) return draw(prepared);
          m_prepared[static_cast<std::size_t>(which)] = prepared;
          if (which != m_which) return;
          refresh();
          probe();
        };
      },
      kPatience);
}

void HeatMapView::refresh() {
  if (!m_strategy || !(isVisible() || (m_host->isVisible() && m_scene.raster))) return;
  if (const PreparedPointer& prepared = m_prepared[static_cast<std::size_t>(m_which)]) {
    draw(prepared);
  } else {
    prepare();
  }
}

void HeatMapView::draw(const PreparedPointer& prepared) {
  const auto fits = [this](const DesignMatrix& matrix) {
    return matrix.which() == m_which && matrix.layout() == layout() && matrix.rows() == m_scene.window.rows() &&
           matrix.columns() == m_scene.window.columns();
  };
  if (!fits(prepared->matrix)) return;
  // While a slider moves half the resolution is enough; the full picture follows when it rests.
  m_coarse = FramePacer::instance().moving();
  m_drawnRatio = devicePixelRatioF();
  const QSizeF plot = plotArea().size() * m_drawnRatio / (m_coarse ? 2 : 1);
  RasterRequest request{prepared, m_scene.window, plot.toSize().expandedTo({1, 1}), m_scaleKind, isDark(palette())};
  m_raster.start(
      [this, fits, request = std::move(request)](const std::stop_token& stop) -> NewestJob::Delivery {
        std::optional<Raster> raster = rasterize(request, stop);
        if (!raster) return {};
        return [this, fits, matrix = request.matrix, scale = request.scale, raster = std::move(*raster)] {
          if (!fits(matrix->matrix) || scale != m_scaleKind) return;
          m_scene.raster = raster;
          m_painted = false;
          m_pictured = matrix;
          nameAxes(m_scene, matrix->matrix.strategy(), m_which, matrix->matrix.layout());
          setToolTip(raster.clipped
                         ? tr("The arrow head on the colour bar: the rescaled last columns have larger entries")
                         : QString());
          update();
          emit rastered();
        };
      },
      kPatience);
}

std::optional<MatrixCell> HeatMapView::cellAt(QPointF position) const {
  const QRectF plot = plotArea();
  if (!m_strategy || !plot.contains(position)) return std::nullopt;
  const MatrixWindow& window = m_scene.window;
  const QPointF share = (position - plot.topLeft()) / plot.width();
  const auto index = [](double at, Index size) {
    return std::clamp<Index>(static_cast<Index>(std::floor(at)), 0, size - 1);
  };
  return MatrixCell{index(window.row() + share.y() * window.rowSpan(), window.rows()),
                    index(window.column() + share.x() * window.span(), window.columns())};
}

std::optional<MatrixCell> HeatMapView::readCell() const {
  const bool onInset = m_scene.crossHair && heatMapInset(plotArea(), m_scene).contains(*m_scene.crossHair);
  if (m_scene.crossHair && !onInset) {
    if (const auto cell = cellAt(*m_scene.crossHair)) return cell;
  }
  return m_strategy ? m_scene.cursor : std::nullopt;
}

void HeatMapView::probe() {
  const std::optional<MatrixCell> cell = readCell();
  const PreparedPointer& prepared = m_prepared[static_cast<std::size_t>(m_which)];
  if (!cell || !prepared) {
    m_probe.cancel();
    forgetReading();
    emit readOut({});
    return;
  }
  // An entry of C^-1 can take row - column steps, so even reading one is done by a worker.
  m_probe.start([this, prepared, cell = *cell](const std::stop_token&) -> NewestJob::Delivery {
    const double value = prepared->matrix.entry(cell.row, cell.column);
    return [this, prepared, cell, value] {
      const MatrixOf which = prepared->matrix.which();
      if (which != m_which || prepared->matrix.layout() != layout() || readCell() != cell) return;
      const auto entry = entryAt(prepared->matrix, cell);
      if (!entry) {
        forgetReading();
        emit readOut(tr("Row %1 has no entry at lag %2").arg(cell.row).arg(cell.column));
        return;
      }
      const QString heading = entryName(which, QString::number(entry->row), QString::number(entry->column));
      showReading({cell, value, heading, detailOf(prepared->matrix, *entry)}, *entry);
    };
  });
}

void HeatMapView::showReading(const MatrixReading& reading, MatrixCell entry) {
  m_scene.reading = reading;
  update();
  const QString text = tr("i = %1, j = %2:  %3 = %4")
                           .arg(entry.row)
                           .arg(entry.column)
                           .arg(entryName(m_which), resultText(reading.value, 6));
  emit readOut(m_scene.raster && m_scene.raster->sampled ? tr("%1  (exact; the picture is sampled)").arg(text) : text);
  if (m_scene.cursor != reading.cell || !hasFocus()) return;
  // Announces the keyboard's entry to screen readers.
  const QString spoken = tr("%1 = %2").arg(reading.heading, resultText(reading.value, 6));
  setAccessibleDescription(reading.detail.isEmpty() ? spoken : tr("%1, %2").arg(spoken, reading.detail));
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

void HeatMapView::forgetReading() {
  if (!m_scene.reading) return;
  m_scene.reading.reset();
  update();
}

void HeatMapView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  m_painted = true;
  // The window has moved to another screen, or the scale of its screen has changed.
  if (m_scene.raster && m_drawnRatio != devicePixelRatioF()) refresh();
  m_scene.dark = isDark(palette());
  m_scene.font = scaledFont(font(), 0.92);
  // The matrix fills its own area.
  for (const QRect& part : QRegion(rect()) - plotArea().toRect()) painter.fillRect(part, themeOf(palette()).plot);
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

}  // namespace noiseloom
