#include "ui/plots/panel/line_panel.h"

#include <QScopedValueRollback>
#include <QToolButton>
#include <algorithm>

#include "ui/document/scenario_document.h"
#include "ui/plots/line/chart_text.h"
#include "ui/plots/panel/axis_limits.h"

namespace noiseloom {

LinePanel::LinePanel(const QString& name, const QString& title, const QString& hint, const QString& accessibleName,
                     ScenarioDocument& document, QWidget* parent)
    : PlotPanel(title, hint, parent),
      m_document(document),
      m_plot(new LinePlot),
      m_axes(quietButton(QStringLiteral("axesButton"), QStringLiteral("axes"), tr("Zoom, and limits of the axes"))),
      m_limits(new AxisLimits(*m_plot, this)) {
  setObjectName(name);
  m_plot->setObjectName(QString(name).replace(QStringLiteral("Panel"), QStringLiteral("Plot")));
  m_plot->setAccessibleName(accessibleName);
  addLastTool(m_axes);
  connect(m_axes, &QToolButton::clicked, this, [this] {
    showTable(false);
    m_limits->openBelow(*m_axes);
  });
  connect(m_plot, &LinePlot::pointed, this, [this](const std::optional<ChartPoint>& at) { point(at); });
  connect(&m_document.brush(), &Brush::changed, this, [this] {
    if (!m_brushing) followBrush();
  });
}

std::vector<Picture> LinePanel::pictures() const {
  // An empty frame is no figure.
  const auto& series = m_plot->model().series;
  const bool empty = std::ranges::all_of(series, [](const ChartSeries& each) { return each.points.empty(); });
  return empty ? std::vector<Picture>() : std::vector{m_plot->picture()};
}

std::vector<DataTable> LinePanel::tables() const {
  const ChartModel model = chartModel();
  return model.series.empty() ? std::vector<DataTable>() : std::vector{chartTable(model)};
}

QJsonObject LinePanel::viewState() const {
  QJsonObject state = PlotPanel::viewState();
  state[QStringLiteral("plot")] = m_plot->viewState();
  return state;
}

void LinePanel::restoreView(const QJsonObject& state) {
  PlotPanel::restoreView(state);
  m_plot->restoreView(state[QStringLiteral("plot")].toObject());
}

std::vector<PinnedDesign> LinePanel::visiblePins() const {
  std::vector<PinnedDesign> pins = m_document.shelf().pins();
  std::erase_if(pins, [](const PinnedDesign& pin) { return !pin.visible || !pin.design; });
  return pins;
}

void LinePanel::brush(std::optional<Index> lag, std::optional<Index> step) {
  const QScopedValueRollback own(m_brushing, true);
  m_document.brush().point(lag, step);
}

std::optional<QPointF> LinePanel::valuesOf(const ChartPoint& point) const {
  const ChartSeries* series = m_plot->seriesOf(point);
  const std::size_t at = point.index;
  return series && at < series->points.size() ? std::optional(series->points[at]) : std::nullopt;
}

}  // namespace noiseloom
