#include "ui/plots/strategy_panel.h"

#include <QApplication>
#include <QToolButton>
#include <memory>

#include "ui/document/scenario_document.h"
#include "ui/plots/heat_map_view.h"
#include "ui/plots/segmented_buttons.h"
#include "ui/plots/strategy_series.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// A figure of the whole matrix or of the window in view.
Figure heatMapFigure(const QString& name, const QString& title, const Strategy& strategy, MatrixOf which,
                     const MatrixWindow& window, ScaleKind scale, const QFont& font) {
  const auto raster = std::make_shared<std::optional<Raster>>();
  Figure figure;
  figure.name = name;
  figure.title = title;
  figure.prepare = [=](const FigureStyle& style, const std::stop_token& stop) {
    const QSize pixels = (heatMapPlotArea(figureBody(style), font).size() * figureScale(style)).toSize();
    *raster = rasterize({strategy, which, window, pixels, scale, style.dark, std::nullopt}, stop);
  };
  figure.paint = [=](QPainter& painter, const FigureStyle& style) {
    HeatMapScene scene;
    scene.window = window;
    scene.raster = *raster;
    nameAxes(scene, strategy, which);
    scene.dark = style.dark;
    scene.font = font;
    paintHeatMap(painter, paintFigureTitle(painter, style, title, font), scene);
  };
  return figure;
}

}  // namespace

StrategyPanel::StrategyPanel(ScenarioDocument& document, QWidget* parent)
    : PlotPanel(tr("Strategy matrix"), tr("Hover to read entries; wheel zooms, drag pans, double-click resets"),
                parent),
      m_document(document) {
  setObjectName(QStringLiteral("strategyPanel"));
  m_matrix =
      new SegmentedButtons(tr("Matrix"), {matrixName(MatrixOf::Strategy), matrixName(MatrixOf::StrategyInverse)});
  m_matrix->setObjectName(QStringLiteral("matrixChoice"));
  m_matrix->setSegmentToolTip(0, tr("The strategy matrix C"));
  m_matrix->setSegmentToolTip(1, tr("The noising matrix C⁻¹: noise of a step as a mix of independent noise"));
  m_scale = new SegmentedButtons(tr("Colour scale"), {tr("Linear"), tr("Log")});
  m_scale->setObjectName(QStringLiteral("scaleChoice"));
  m_scale->setSegmentToolTip(1, tr("Symmetric logarithm: linear below 10⁻⁴ of the largest entry"));
  auto* reset = new QToolButton;
  reset->setAutoRaise(true);
  reset->setIcon(symbolicIcon(QStringLiteral("reset-view")));
  reset->setToolTip(tr("Show the whole matrix"));
  reset->setAccessibleName(reset->toolTip());
  addTool(m_matrix);
  addTool(m_scale);
  addTool(reset);
  m_view = new HeatMapView;
  m_view->setObjectName(QStringLiteral("heatMap"));
  setBody(m_view);

  connect(m_matrix, &SegmentedButtons::chosen, this,
          [this](int index) { m_view->setMatrix(index == 0 ? MatrixOf::Strategy : MatrixOf::StrategyInverse); });
  connect(m_scale, &SegmentedButtons::chosen, this,
          [this](int index) { m_view->setScale(index == 0 ? ScaleKind::Linear : ScaleKind::SymmetricLog); });
  connect(reset, &QToolButton::clicked, this, &StrategyPanel::resetView);
  connect(m_view, &HeatMapView::readOut, this, &StrategyPanel::showReadOut);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design) showDesign();
    setStale(m_document.designState() == DesignState::Stale);
  });
  showDesign();
}

void StrategyPanel::showDesign() {
  const auto design = m_document.design();
  if (!design || design == m_shown) return;
  // The deployment may change without the strategy: its picture stays.
  const bool same = m_shown && shareData(design->strategy, m_shown->strategy);
  m_shown = design;
  if (!same) m_view->setStrategy(design->strategy);
}

std::vector<Figure> StrategyPanel::figures() const {
  const auto design = m_document.design();
  if (!design) return {};
  const auto figure = [&](const QString& name, const QString& title, MatrixOf which) {
    const MatrixWindow whole = wholeOf(design->strategy, which);
    return heatMapFigure(name, title, design->strategy, which,
                         m_view->window().adaptedTo(whole.rows(), whole.columns()), m_view->scale(),
                         QApplication::font());
  };
  return {figure(QStringLiteral("strategy"), tr("Strategy matrix C"), MatrixOf::Strategy),
          figure(QStringLiteral("strategy_inverse"), tr("Noising matrix C⁻¹"), MatrixOf::StrategyInverse)};
}

void StrategyPanel::resetView() {
  m_view->resetView();
}

}  // namespace noiseloom
