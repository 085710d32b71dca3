#include "ui/plots/coefficients_panel.h"

#include <QEvent>
#include <algorithm>
#include <cmath>

#include "ui/document/scenario_document.h"
#include "ui/plots/chart_style.h"
#include "ui/plots/chart_view.h"
#include "ui/plots/heat_map_scene.h"
#include "ui/plots/segmented_buttons.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// C^-1 decays within a few bands; more of it would only be a flat line.
Index lagsToShow(const Strategy& strategy, MatrixOf which) {
  constexpr Index kFewest = 64;
  constexpr Index kMost = 2048;
  const Index bands = std::min(strategy.bands(), kMost);
  return which == MatrixOf::Strategy ? bands : std::clamp<Index>(4 * bands, kFewest, kMost);
}

QString titleOf(const Strategy& strategy, const ColumnSeries& series, MatrixOf which) {
  const QString name = matrixName(which);
  return hasCoefficients(strategy) ? CoefficientsPanel::tr("Coefficients of %1").arg(name)
                                   : CoefficientsPanel::tr("Entries of %1, column %2").arg(name).arg(series.column);
}

}  // namespace

CoefficientsPanel::CoefficientsPanel(ScenarioDocument& document, QWidget* parent)
    : PlotPanel(tr("Coefficients of C"), tr("Hover to read coefficients"), parent), m_document(document) {
  setObjectName(QStringLiteral("coefficientsPanel"));
  m_matrix = new SegmentedButtons(tr("Coefficients of"),
                                  {matrixName(MatrixOf::Strategy), matrixName(MatrixOf::StrategyInverse)});
  m_matrix->setObjectName(QStringLiteral("coefficientsChoice"));
  addTool(m_matrix);
  m_view = new ChartView(m_chart.release());
  m_view->setAccessibleName(tr("Coefficients of the strategy against lag"));
  setBody(m_view);
  m_chart.setTheme(themeOf(palette()), font());
  connect(m_matrix, &SegmentedButtons::chosen, this, [this] { showDesign(true); });
  connect(m_view, &ChartView::hovered, this, &CoefficientsPanel::readOut);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design) showDesign(false);
    setStale(m_document.designState() == DesignState::Stale);
  });
  showDesign(true);
}

MatrixOf CoefficientsPanel::which() const {
  return m_matrix->current() == 0 ? MatrixOf::Strategy : MatrixOf::StrategyInverse;
}

void CoefficientsPanel::showDesign(bool force) {
  const auto design = m_document.design();
  if (!design || (!force && m_shown && shareData(*m_shown, design->strategy))) return;
  m_shown = design->strategy;
  m_job.start(
      [this, strategy = design->strategy, which = which()](const std::stop_token& stop) -> NewestJob::Delivery {
        const ColumnSeries series = columnSeries(strategy, which, lagsToShow(strategy, which), stop);
        if (stop.stop_requested()) return {};
        return [this, series, which, title = titleOf(strategy, series, which)] {
          m_series = series;
          setTitle(title);
          m_chart.show(series, which);
          showReadOut({});
        };
      },
      std::chrono::milliseconds(120));
}

void CoefficientsPanel::readOut(QPointF position, bool inside) {
  if (!inside || m_series.values.empty()) {
    showReadOut({});
    return;
  }
  const double at = m_chart.chart().mapToValue(position).x();
  const auto lag = std::clamp<Index>(std::llround(at), 0, static_cast<Index>(m_series.values.size()) - 1);
  const QString name = matrixName(which());
  showReadOut(tr("lag %1:  %2[%3, %4] = %5")
                  .arg(lag)
                  .arg(name)
                  .arg(m_series.row + lag)
                  .arg(m_series.column)
                  .arg(resultText(m_series.values[static_cast<std::size_t>(lag)], 6)));
}

std::vector<Figure> CoefficientsPanel::figures() const {
  const auto design = m_document.design();
  if (!design) return {};
  std::vector<Figure> figures;
  for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse}) {
    const auto series = std::make_shared<ColumnSeries>();
    Figure figure;
    figure.name = which == MatrixOf::Strategy ? QStringLiteral("coefficients") : QStringLiteral("inverse_coefficients");
    figure.prepare = [strategy = design->strategy, which, series](const FigureStyle&, const std::stop_token& stop) {
      *series = columnSeries(strategy, which, lagsToShow(strategy, which), stop);
    };
    figure.title = tr("Coefficients of %1").arg(matrixName(which));
    figure.paint = [strategy = design->strategy, which, series, font = font()](QPainter& painter,
                                                                               const FigureStyle& style) {
      CoefficientsChart chart;
      chart.setTheme(themeOf(paletteFor(style.dark)), font);
      chart.show(*series, which);
      paintChart(painter, chart.chart(), titleOf(strategy, *series, which), style);
    };
    figures.push_back(std::move(figure));
  }
  return figures;
}

void CoefficientsPanel::changeEvent(QEvent* event) {
  PlotPanel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) m_chart.setTheme(themeOf(palette()), font());
}

}  // namespace noiseloom
