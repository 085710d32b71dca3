#include "ui/plots/rmse_panel.h"

#include <QEvent>
#include <QKeyEvent>
#include <QStackedWidget>
#include <algorithm>

#include "ui/document/design_text.h"
#include "ui/document/scenario_compare.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/bands_map_view.h"
#include "ui/plots/chart_style.h"
#include "ui/plots/chart_view.h"
#include "ui/plots/segmented_buttons.h"
#include "ui/style/number_text.h"

namespace noiseloom {

RmsePanel::RmsePanel(ScenarioDocument& document, QWidget* parent)
    : PlotPanel(tr("RMSE against bands"), tr("Hover to read the curve, click to choose bands"), parent),
      m_document(document),
      m_choice(new SegmentedButtons(tr("Bands"), {tr("Curve"), tr("Map")})),
      m_stack(new QStackedWidget),
      m_map(new BandsMapView(document)) {
  setObjectName(QStringLiteral("rmsePanel"));
  m_view = new ChartView(m_chart.release());
  m_view->setAccessibleName(tr("Root mean square error against number of bands"));
  m_view->setAccessibleDescription(
      tr("Left and right arrow keys choose the previous or next number of bands on the curve."));
  m_view->installEventFilter(this);
  m_choice->setObjectName(QStringLiteral("rmseChoice"));
  m_choice->setSegmentToolTip(0, tr("Error against the number of bands"));
  m_choice->setSegmentToolTip(1, tr("The best number of bands over epsilon and epochs"));
  addTool(m_choice);
  m_stack->addWidget(m_view);
  m_stack->addWidget(m_map);
  setBody(m_stack);
  connect(m_choice, &SegmentedButtons::chosen, this, [this](int index) {
    m_stack->setCurrentIndex(index);
    showReadOut({});
    showHead();
  });
  connect(m_map, &BandsMapView::changed, this, &RmsePanel::showHead);
  connect(m_map, &BandsMapView::readOut, this, &RmsePanel::showReadOut);
  m_chart.setTheme(themeOf(palette()), font());
  connect(m_view, &ChartView::hovered, this, &RmsePanel::readOut);
  connect(m_view, &ChartView::clicked, this, [this](QPointF position) {
    if (const BandPoint* point = m_chart.nearest(m_curve, position)) choose(point->bands);
  });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario || change == DocumentChange::Design || change == DocumentChange::Sweep) {
      showDocument();
    }
    showHead();
  });
  showDocument();
}

void RmsePanel::showDocument() {
  const auto design = m_document.design();
  m_curve = {};
  m_curve.hasBands = hasBandCurve(m_document.scenario());
  m_curve.objective = m_document.scenario().objective;
  if (design) m_curve.dpSgdRmse = design->dpSgdRmse;
  if (m_curve.hasBands) {
    m_curve.points = m_document.sweep();
    m_curve.complete = m_document.sweepIsComplete();
    m_curve.stale = !m_curve.points.empty() && !m_document.sweepIsCurrent();
    if (design && hasBandCurve(design->scenario)) {
      m_curve.chosenBands = design->bands;
      m_curve.chosenRmse = design->rmse;
    }
  } else if (design) {
    m_curve.objective = design->scenario.objective;
    m_curve.designError = design->objectiveError();
    m_curve.lowerBound = design->lowerBound;
  }
  m_chart.show(m_curve);
  showHead();
}

bool RmsePanel::showsMap() const {
  return m_choice->current() == 1;
}

void RmsePanel::cancelWork() {
  m_map->cancel();
}

void RmsePanel::showHead() {
  const auto design = m_document.design();
  if (showsMap()) {
    setTitle(tr("Best bands"));
    setHint(m_map->hint());
    setStale(!m_map->scene().isEmpty() && m_map->scene().stale);
    return;
  }
  setStale(m_document.designState() == DesignState::Stale || m_curve.stale);
  setTitle(curveTitle());
  if (m_curve.hasBands) {
    const bool bins = m_document.scenario().batching == Batching::BallsInBins;
    setHint(bins ? tr("Hover to read the curve (σ not certified), click to choose bands")
                 : tr("Hover to read the curve, click to choose bands"));
  } else if (design) {
    setHint(tr("rmse %1, largest error %2, last error %3 (× clip norm)")
                .arg(resultText(design->rmse), resultText(design->maxError), resultText(design->lastError)));
  }
}

QString RmsePanel::curveTitle() const {
  const auto design = m_document.design();
  if (m_curve.hasBands || !design) return tr("RMSE against bands");
  QString name = m_curve.objective == ErrorObjective::Mean ? tr("RMSE") : errorName(m_curve.objective);
  name[0] = name[0].toUpper();
  return tr("%1 of %2").arg(name, familyText(*design));
}

void RmsePanel::readOut(QPointF position, bool inside) {
  const BandPoint* point = inside ? m_chart.nearest(m_curve, position) : nullptr;
  m_chart.highlight(m_curve, point ? std::optional(point->bands) : std::nullopt);
  m_view->setCursor(point ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (!point) {
    showReadOut({});
    return;
  }
  QString text = tr("%1:  rmse %2 × clip norm,  σ %3")
                     .arg(bandsText(point->bands), resultText(point->rmse), resultText(point->noiseMultiplier));
  if (point->lowerBound > 0) text += tr(",  lower bound %1").arg(resultText(point->lowerBound));
  showReadOut(text);
}

void RmsePanel::choose(Index bands) {
  Scenario scenario = m_document.scenario();
  scenario.bands = bands;
  if (scenario.mechanism == MechanismKind::DpSgd) scenario.mechanism = MechanismKind::BandedToeplitz;
  m_document.edit(Field::Bands, scenario);
}

void RmsePanel::step(int direction) {
  if (m_curve.points.empty()) return;
  const Index now = m_curve.chosenBands.value_or(0);
  if (direction > 0) {
    const auto next = std::find_if(m_curve.points.begin(), m_curve.points.end(),
                                   [now](const BandPoint& point) { return point.bands > now; });
    if (next != m_curve.points.end()) choose(next->bands);
  } else {
    const auto previous = std::find_if(m_curve.points.rbegin(), m_curve.points.rend(),
                                       [now](const BandPoint& point) { return point.bands < now; });
    if (previous != m_curve.points.rend()) choose(previous->bands);
  }
}

bool RmsePanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
      step(key == Qt::Key_Right ? 1 : -1);
      return true;
    }
  }
  return PlotPanel::eventFilter(watched, event);
}

std::vector<Figure> RmsePanel::figures() const {
  std::vector<Figure> figures;
  if (std::optional<Figure> map = m_map->figure()) figures.push_back(std::move(*map));
  if (m_curve.hasBands ? m_curve.points.empty() : !(m_curve.designError > 0)) return figures;
  Figure figure;
  figure.name = m_curve.hasBands ? QStringLiteral("rmse_against_bands") : QStringLiteral("rmse");
  figure.title = curveTitle();
  figure.paint = [curve = m_curve, font = font(), title = figure.title](QPainter& painter, const FigureStyle& style) {
    RmseChart chart;
    chart.setTheme(themeOf(paletteFor(style.dark)), font);
    chart.show(curve);
    paintChart(painter, chart.chart(), title, style);
  };
  figures.insert(figures.begin(), std::move(figure));
  return figures;
}

void RmsePanel::changeEvent(QEvent* event) {
  PlotPanel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) m_chart.setTheme(themeOf(palette()), font());
}

}  // namespace noiseloom
