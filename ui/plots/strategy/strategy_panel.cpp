#include "ui/plots/strategy/strategy_panel.h"

#include <QApplication>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>

#include "core/search/comparable.h"
#include "core/strategy/strategy_kind.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/matrix/heat_map_text.h"
#include "ui/plots/matrix/strategy_series.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/strategy/go_to_row.h"
#include "ui/style/place_of.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

// Among the columns a band of so small a part of the rows is a hairline, where rows are more than pixels.
constexpr Index kHairline = 16;
constexpr Index kManyRows = 512;
/// In the order of the buttons.
constexpr std::array<MatrixOf, 4> kMatrices{MatrixOf::Strategy, MatrixOf::StrategyInverse, MatrixOf::ErrorFactor,
                                            MatrixOf::Gram};

/// A short title: the choice of matrices beside it has their symbols.
QString headingOf(MatrixOf which) {
  switch (which) {
    case MatrixOf::Strategy: return StrategyPanel::tr("Strategy");
    case MatrixOf::StrategyInverse: return StrategyPanel::tr("Noising");
    case MatrixOf::ErrorFactor: return StrategyPanel::tr("Error factor");
    case MatrixOf::Gram: return StrategyPanel::tr("Gram matrix");
  }
  return {};
}

QString usualHint() {
  return StrategyPanel::tr("Hover to read entries; wheel zooms, drag pans, double-click resets, G goes to a row");
}

/// A picture of the window in view, or of the same part of another matrix.
Picture heatMapPicture(const Design& design, MatrixOf which, MatrixLayout layout, const MatrixWindow& window,
                       ScaleKind scale, bool stale, const QFont& font) {
  const auto raster = std::make_shared<std::optional<Raster>>();
  Picture picture;
  picture.name = matrixKey(which);
  picture.title = matrixTitle(which);
  picture.prepare = [=, strategy = design.strategy, workload = design.scenario.workload](const PictureStyle& style,
                                                                                         const std::stop_token& stop) {
    const PreparedPointer matrix = prepareMatrix(strategy, which, layout, workload, stop);
    if (!matrix) return;
    const QSize pixels =
        (heatMapPlotArea(pictureBody(style), style.typeOf(font)).size() * pictureScale(style)).toSize();
    *raster = rasterize({matrix, window, pixels, scale, style.dark}, stop);
  };
  picture.anyThread = true;
  picture.paint = [=, strategy = design.strategy, title = picture.title](QPainter& painter, const PictureStyle& style) {
    HeatMapScene scene;
    scene.window = window;
    scene.raster = *raster;
    nameAxes(scene, strategy, which, layout);
    scene.dark = style.dark;
    scene.stale = stale;
    scene.font = style.typeOf(font);
    paintHeatMap(painter, paintPictureTitle(painter, style, title, font), scene);
  };
  return picture;
}

}  // namespace

StrategyPanel::StrategyPanel(ScenarioDocument& document, QWidget* parent)
    : PlotPanel(headingOf(MatrixOf::Strategy), usualHint(), parent), m_document(document) {
  setObjectName(QStringLiteral("strategyPanel"));
  std::vector<Option> matrices;
  matrices.reserve(kMatrices.size());
  for (const MatrixOf which : kMatrices)
    matrices.push_back({matrixKey(which), matrixName(which), matrixExplanation(which)});
  m_matrix = addChoice(QStringLiteral("matrixChoice"), QStringLiteral("matrix"), tr("Matrix"), matrices);
  m_scale = addChoice(QStringLiteral("scaleChoice"), {}, tr("Colour scale"),
                      {{{}, tr("Linear"), tr("Colours in proportion to the entries")},
                       {{}, tr("Log"), tr("Symmetric logarithm: linear below 10⁻⁴ of the largest entry")}});
  m_byLag = quietButton(QStringLiteral("heatMapByLag"), QStringLiteral("by-lag"), tr("Rows against lags"));
  m_byLag->setCheckable(true);
  addTool(m_byLag);
  auto* reset = quietButton(QStringLiteral("resetHeatMap"), QStringLiteral("reset-view"), tr("Show the whole matrix"));
  addTool(reset);
  addMinor(m_scale);
  addMinor(reset);
  m_view = named<HeatMapView>("heatMap");
  // The table needs the heat map's data while it covers it.
  m_view->stayCurrentWith(*this);
  m_goToRow = new GoToRow;
  auto* body = new QWidget;
  auto* layout = newLayout<QVBoxLayout>({}, kHalfGrid, body);
  layout->addWidget(m_goToRow);
  layout->addWidget(m_view, 1);
  setBody(body);

  connect(m_matrix, &SegmentedButtons::chosen, this, [this](int index) {
    m_view->setMatrix(kMatrices.at(index));
    setTitle(headingOf(m_view->matrix()));
    offerLags();
  });
  connect(m_byLag, &QToolButton::clicked, this, [this](bool on) { m_byLagChosen = on; });
  connect(m_byLag, &QToolButton::toggled, this, [this](bool on) {
    m_view->setLayout(on ? MatrixLayout::ByLag : MatrixLayout::ByColumn);
    offerLags();
  });
  connect(m_scale, &SegmentedButtons::chosen, this,
          [this](int index) { m_view->setScale(index == 0 ? ScaleKind::Linear : ScaleKind::SymmetricLog); });
  connect(reset, &QToolButton::clicked, this, &StrategyPanel::resetView);
  connect(m_view, &HeatMapView::readOut, this, &StrategyPanel::showReadOut);
  connect(m_view, &HeatMapView::pointed, this, &StrategyPanel::point);
  connect(m_view, &HeatMapView::rastered, this, [this] {
    const QString pixel = pixelText(*m_view->raster());
    setHint(pixel.isEmpty() ? usualHint() : tr("Hover to read entries, press G for a row; %1").arg(pixel));
    contentChanged();
  });
  connect(m_view, &HeatMapView::goToRowRequested, this, &StrategyPanel::openGoToRow);
  connect(m_goToRow, &GoToRow::chosen, m_view, &HeatMapView::goToRow);
  connect(m_goToRow, &GoToRow::closed, m_view, [this] { m_view->setFocus(); });
  connect(&m_document.brush(), &Brush::changed, this,
          [this] { m_view->showBrush(m_document.brush().lag(), m_document.brush().step()); });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design) showDesign();
    const bool stale = m_document.designState() == DesignState::Stale;
    setStale(stale);
    m_view->setStale(stale);
  });
  showDesign();
}

void StrategyPanel::showDesign() {
  const auto design = m_document.design();
  if (!design || design == m_shown) return;
  // A change of the deployment alone keeps the strategy and its picture.
  const bool same = m_shown && shareData(design->strategy, m_shown->strategy) &&
                    design->scenario.workload == m_shown->scenario.workload;
  m_shown = design;
  if (same) return;
  m_view->setDesign(design->strategy, design->scenario.workload);
  widenHairline();
  offerLags();
  placeWaiting();
}

// Once by lag it stays so, lest the picture changes its kind under a slider.
void StrategyPanel::widenHairline() {
  const auto& strategy = m_view->strategy();
  const auto lags = strategy ? lagsOf(*strategy, MatrixOf::Strategy) : std::nullopt;
  if (m_byLagChosen || m_heldByColumn || !lags) return;
  const Index rows = rowsOf(*strategy, MatrixOf::Strategy);
  if (rows >= kManyRows && kHairline * *lags <= rows) m_byLag->setChecked(true);
}

void StrategyPanel::holdByColumn(bool held) {
  m_heldByColumn = held;
  m_byLag->setChecked(!held && m_byLagChosen.value_or(false));
  widenHairline();
}

/// The layout by lag needs a band; the choice is kept for the next matrix that has one.
void StrategyPanel::offerLags() {
  const auto& strategy = m_view->strategy();
  const bool offered = strategy && lagsOf(*strategy, m_view->matrix());
  m_byLag->setEnabled(offered);
  m_byLag->setToolTip(offered ? tr("Rows against lags i − j: the band of the matrix fills the picture")
                              : tr("Rows against lags: only for a matrix with fewer bands than rows"));
  m_byLag->setAccessibleDescription(m_byLag->toolTip());
}

void StrategyPanel::point(const std::optional<MatrixCell>& cell) {
  Brush& brush = m_document.brush();
  // Rows and columns of the tree's matrices are not in the order of steps.
  if (!cell || !m_shown || (!m_shown->strategy.rowsAreSteps() && m_view->matrix() == MatrixOf::Strategy)) {
    brush.clear();
    return;
  }
  if (!m_shown->strategy.rowsAreSteps()) {
    brush.point(std::nullopt, cell->row);
    return;
  }
  const Index lag = m_view->lagOf(*cell);
  const bool symmetric = m_view->matrix() == MatrixOf::Gram;
  brush.point(symmetric ? std::optional(std::abs(lag)) : lag >= 0 ? std::optional(lag) : std::nullopt, cell->row);
}

void StrategyPanel::openGoToRow() {
  if (!m_view->strategy()) return;
  showTable(false);
  m_goToRow->open(m_view->window().rows());
}

std::vector<Picture> StrategyPanel::pictures() const {
  const auto design = m_document.design();
  if (!design) return {};
  std::vector<Picture> pictures;
  for (const MatrixOf which : kMatrices) {
    const bool byLag = m_byLag->isChecked() && lagsOf(design->strategy, which);
    const MatrixLayout layout = byLag ? MatrixLayout::ByLag : MatrixLayout::ByColumn;
    const MatrixWindow whole = wholeOf(design->strategy, which, layout);
    // The same view would be another part of the matrix in another layout.
    const bool sameLayout = layout == m_view->layout();
    pictures.push_back(heatMapPicture(*design, which, layout,
                                      sameLayout ? m_view->window().adaptedTo(whole.rows(), whole.columns()) : whole,
                                      m_view->scale(), isStale(), QApplication::font()));
  }
  return pictures;
}

std::vector<DataTable> StrategyPanel::tables() const {
  if (!m_view->raster()) return {};
  return {heatMapTable(*m_view->raster(), m_view->matrix(), matrixKey(m_view->matrix()))};
}

bool StrategyPanel::isCurrent() const {
  const auto design = m_document.design();
  return design && m_shown && sameOutcome(*m_shown, *design) && m_view->rasterIsCurrent();
}

int StrategyPanel::currentPicture() const {
  return placeOf(kMatrices, m_view->matrix());
}

QString StrategyPanel::summary() const {
  if (!m_view->raster()) return tr("Heat map of a matrix of the design; nothing is drawn yet.");
  return heatMapSummary(*m_view->raster(), m_view->window(), m_view->matrix());
}

QJsonObject StrategyPanel::viewState() const {
  const MatrixWindow& window = m_view->window();
  QJsonObject state = PlotPanel::viewState();
  if (m_byLagChosen) state[QStringLiteral("by_lag")] = *m_byLagChosen;
  state[QStringLiteral("logarithmic")] = m_view->scale() == ScaleKind::SymmetricLog;
  if (m_view->strategy() && !window.isWhole()) {
    state[QStringLiteral("window")] = QJsonObject{{QStringLiteral("row"), window.row()},
                                                  {QStringLiteral("column"), window.column()},
                                                  {QStringLiteral("columns_in_view"), window.zoomSpan()},
                                                  {QStringLiteral("columns"), static_cast<double>(window.columns())}};
  }
  return state;
}

void StrategyPanel::restoreView(const QJsonObject& state) {
  PlotPanel::restoreView(state);
  const QJsonValue logarithmic = state.value(QStringLiteral("logarithmic"));
  if (logarithmic.isBool()) m_scale->setCurrent(logarithmic.toBool() ? 1 : 0);
  const QJsonValue byLag = state.value(QStringLiteral("by_lag"));
  if (!m_heldByColumn) m_byLagChosen = byLag.isBool() ? std::optional(byLag.toBool()) : std::nullopt;
  m_byLag->setChecked(byLag.toBool());
  widenHairline();
  m_toPlace = state.value(QStringLiteral("window")).toObject();
  if (m_view->strategy() && m_toPlace->isEmpty()) m_view->resetView();
  placeWaiting();
}

void StrategyPanel::placeWaiting() {
  if (!m_toPlace || !m_view->strategy()) return;
  const auto number = [this](const char* key) { return m_toPlace->value(QLatin1String(key)).toDouble(-1); };
  const double row = number("row");
  const double column = number("column");
  const double span = number("columns_in_view");
  // A view of a matrix of another size is kept until its design arrives.
  if (number("columns") == static_cast<double>(m_view->window().columns()) && row >= 0 && column >= 0 && span > 0) {
    m_view->showWindow(row, column, span);
    m_toPlace.reset();
  }
}

void StrategyPanel::resetView() {
  m_view->resetView();
}

}  // namespace noiseloom
