#include "ui/plots/rmse/rmse_panel.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QJsonArray>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/accounting/calibration/sigma_trail.h"
#include "core/search/band_curve.h"
#include "ui/document/design_text.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/line/chart_axis.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/rmse/rmse_parts.h"
#include "ui/plots/scenario_map/map_choice_bar.h"
#include "ui/plots/scenario_map/scenario_map_text.h"
#include "ui/plots/scenario_map/scenario_map_view.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {

using namespace rmse;

namespace {

/// The first axes, which have curves, in button order. The others are for maps.
constexpr int kCurves = 7;

int mapSegment() {
  return kCurves;
}

}  // namespace

RmsePanel::RmsePanel(ScenarioDocument& document, QWidget* parent)
    : LinePanel(QStringLiteral("rmsePanel"), tr("RMSE"), tr("Hover to read the curve, click to choose bands"),
                tr("Error against bands, epsilon, epochs, iterations, mechanism, batching or separation"), document,
                parent),
      m_choice(addChoice(QStringLiteral("rmseChoice"), {}, tr("What errors are shown against"),
                         {{{}, tr("Bands"), tr("Error against the number of bands")},
                          {{}, tr("Epsilon"), tr("Error against epsilon")},
                          {{}, tr("Epochs"), tr("Error against the epochs k, the most participations of one example")},
                          {{}, tr("Iterations"), tr("Error against the iterations n")},
                          {{}, tr("Mechanism"), tr("Error of every mechanism at the same privacy, the best first")},
                          {{}, tr("Batching"), tr("Error under every batching at the same privacy, the best first")},
                          {{}, tr("Separation"), tr("Error against the min-separation of min-sep batching")},
                          {{}, tr("Map"), tr("A map over two inputs: best bands, error, noise or promise")}})),
      m_compare(quietButton(QStringLiteral("rmseCompare"), QStringLiteral("compare"),
                            tr("Choose mechanisms to compare with the scenario's"))),
      m_menu(named<QMenu>("rmseCompareMenu", this)),
      m_stack(new QStackedWidget),
      m_scroll(new QScrollArea),
      m_map(new ScenarioMapView(document)) {
  buildTools();
  m_leastHeight = m_plot->minimumHeight();
  m_scroll->setWidget(m_plot);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  // The plot paints its own background.
  m_scroll->viewport()->setAutoFillBackground(false);
  m_plot->viewport()->installEventFilter(this);
  m_stack->addWidget(m_scroll);
  auto* mapped = new QWidget;
  mapped->setMinimumSize(m_plot->minimumSize());  // the map needs no more space than the curve
  auto* column = newLayout<QVBoxLayout>({}, 0, mapped);
  column->addWidget(new MapChoiceBar(document, *m_map));
  column->addWidget(m_map, 1);
  m_stack->addWidget(mapped);
  setBody(m_stack);
  connect(m_choice, &SegmentedButtons::chosen, this, &RmsePanel::switchTo);
  connect(m_map, &ScenarioMapView::changed, this, [this] {
    showHead();
    contentChanged();
  });
  connect(m_map, &ScenarioMapView::readOut, this, &RmsePanel::showReadOutOr);
  connect(m_plot, &LinePlot::activated, this, [this](const ChartPoint& point) {
    if (const auto place = rmsePlace(m_data, point.series, point.index)) choose(*place);
  });
  connect(&m_document.shelf(), &Shelf::changed, this, &RmsePanel::rebuild);
  connect(&m_sweeps, &RmseSweeps::changed, this, &RmsePanel::rebuild);
  connect(&m_rates, &MeasuredRates::measured, this, &RmsePanel::contentChanged);
  connect(&FramePacer::instance(), &FramePacer::rested, this, &RmsePanel::follow);
  connect(&m_document.errors(), &ErrorReadings::changed, this, &RmsePanel::rebuild);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Activity || change == DocumentChange::Trace) return;
    if (FramePacer::instance().opensFrame(m_document, change)) return;
    follow();
    rebuild();
  });
  rebuild();
  // Larger type needs more space and shorter names.
  onChange(*this, {QEvent::FontChange}, [this] {
    if (m_scroll && isCategorical(m_axis)) rebuild();
  });
}

void RmsePanel::buildTools() {
  // The style's arrow would cover the icon; the tool tip mentions the menu. A widget with a style sheet no longer
  // follows the application's font: an explicit font makes it grow in presenter mode like the others.
  m_compare->setFont(scaledFont(font(), 1.0, QFont::Normal));
  m_compare->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
  m_compare->setAccessibleName(tr("Mechanisms to compare with"));
  m_compare->setAccessibleDescription(m_compare->toolTip());
  m_compare->setPopupMode(QToolButton::InstantPopup);
  m_compare->setMenu(m_menu);
  m_menu->setToolTipsVisible(true);
  for (const Mechanism* mechanism : allMechanisms()) {
    if (mechanism->compared) m_compared.insert(mechanism);
    QAction* action = m_menu->addAction(mechanismTitle(mechanism));
    action->setObjectName(QStringLiteral("compare:") + idOf(mechanism));
    action->setCheckable(true);
    action->setChecked(compares(mechanism));
    action->setData(idOf(mechanism));
    connect(action, &QAction::toggled, this, [this, mechanism](bool checked) { setCompared(mechanism, checked); });
  }
  connect(m_menu, &QMenu::aboutToShow, this, &RmsePanel::offerMechanisms);
  addTool(m_compare);
}

/// Mechanisms that cannot run in the scenario stay checked, but state why they have no curve.
void RmsePanel::offerMechanisms() {
  for (QAction* action : m_menu->actions()) {
    const Mechanism* mechanism = *mechanismFromName(action->data().toString().toStdString());
    Scenario scenario = withMechanism(m_document.scenario(), mechanism);
    const auto problem = curveProblem(scenario);
    action->setEnabled(!problem);
    action->setToolTip(problem ? errorText(*problem) : tr("Adds a curve, or removes it"));
  }
}

void RmsePanel::setCompared(const Mechanism* mechanism, bool compared) {
  if (compares(mechanism) == compared) return;
  if (compared) {
    m_compared.insert(mechanism);
  } else {
    m_compared.erase(mechanism);
  }
  m_menu->findChild<QAction*>(QStringLiteral("compare:") + idOf(mechanism))->setChecked(compared);
  follow();
  rebuild();
}

bool RmsePanel::showsMap() const {
  return m_choice->current() == mapSegment();
}

void RmsePanel::showAxis(Field axis) {
  const auto fields = sweptFields();
  const auto segment = std::ranges::find(fields, axis) - fields.begin();
  if (segment < kCurves) m_choice->setCurrent(static_cast<int>(segment));
}

void RmsePanel::switchTo(int segment) {
  m_stack->setCurrentIndex(segment == mapSegment() ? 1 : 0);
  if (segment != mapSegment()) m_axis = sweptFields()[segment];
  // Disabled, not hidden: the choice beside it stays under the pointer.
  m_axes->setEnabled(segment != mapSegment());
  m_compare->setEnabled(segment != mapSegment() && m_axis != Field::Mechanism);
  m_stopped = false;
  showReadOut({});
  follow();
  rebuild();
  contentChanged();
}

void RmsePanel::follow() {
  std::vector<SweepCurveRequest> requests = wantedCurves();
  if (!std::ranges::equal(requests, m_requests, sameCurve)) m_stopped = false;
  m_requests = std::move(requests);
  const bool solved = m_document.designState() == DesignState::Current && !m_document.activity().running;
  if (isVisible() && !showsMap() && solved && !m_stopped) {
    m_sweeps.want(m_requests);
  } else {
    m_sweeps.stop();
  }
}

void RmsePanel::rebuild() {
  m_data.axis = m_axis;
  m_data.scenario = m_document.scenario();
  m_data.design = m_document.design();
  m_data.own = ownCurve();
  m_data.baseline.reset();
  m_data.compared.clear();
  for (const Mechanism* mechanism : otherMechanisms()) {
    if (mechanism == &baselineMechanism()) {
      m_data.baseline = baselineCurve();
    } else if (const auto request = requestOf(mechanism)) {
      m_data.compared.push_back(curveOf(*request, mechanism));
    }
  }
  if (m_document.designState() == DesignState::Stale) {
    if (m_data.own) m_data.own->stale = true;
    if (m_data.baseline) m_data.baseline->stale = true;
    for (RmseCurve& curve : m_data.compared) curve.stale = true;
  }
  m_data.pins = visiblePins();
  m_data.rates = m_rates.of(m_document.scenario().deployment.numberType);
  m_data.unit = m_document.errors().unit();
  m_data.inUnit.clear();
  if (m_data.unit != ErrorUnit::Summed) {
    const auto read = [this](const std::shared_ptr<const Design>& design) {
      if (design) m_data.inUnit.emplace(design.get(), m_document.errors().of(design->scenario, *design));
    };
    read(m_data.design);
    for (const PinnedDesign& pin : m_data.pins) read(pin.design);
  }
  m_data.emptyText = m_document.canSolve() ? tr("The first points are being computed.")
                                           : tr("The scenario cannot be solved: correct its fields first.");
  m_plot->setModel(rmseModel(m_data));
  makeRoom();
  measure();
  followBrush();
  showHead();
}

void RmsePanel::measure() {
  if (m_axis != Field::Mechanism || showsMap() || !isVisible() || m_data.rates) return;
  // Not before the solve that a person waits for.
  if (m_document.designState() == DesignState::Current && !m_document.activity().running)
    m_rates.need(m_document.scenario().deployment.numberType);
}

void RmsePanel::makeRoom() {
  const auto names = static_cast<double>(m_plot->model().y.categories.size());
  const QFontMetricsF small(scaledFont(font(), 0.92));
  // Space above and below the rows: a legend of a line or two, the numbers and the title of the axis.
  const double around = 5.2 * small.height() + 2 * kGrid;
  m_plot->setMinimumHeight(names > 0 ? static_cast<int>(std::ceil((names + 0.5) * leastNamePitch(small) + around))
                                     : m_leastHeight);
  showChosen();
}

void RmsePanel::showChosen() {
  const auto design = m_document.design();
  if (m_plot->model().y.categories.isEmpty() || !design) {
    m_shownChoice.reset();
    return;
  }
  const ChartModel& model = m_plot->model();
  const auto ring = std::ranges::find(model.series, QStringLiteral("chosen"), &ChartSeries::key);
  if (ring == model.series.end() || ring->points.empty()) return;
  const int row = static_cast<int>(std::lround(ring->points.front().y()));
  const QString name = model.y.categories.value(row);
  // Scrolls only once: afterwards the user does.
  if (m_shownChoice == name) return;
  m_shownChoice = name;
  const double part = (static_cast<double>(model.y.categories.size()) - 0.5 - row) /
                      std::max(1.0, static_cast<double>(model.y.categories.size()));
  m_scroll->widget()->adjustSize();
  m_scroll->ensureVisible(0, static_cast<int>(part * m_plot->minimumHeight()), 0, m_plot->fontMetrics().height() * 2);
}

bool RmsePanel::eventFilter(QObject* watched, QEvent* event) {
  // The wheel scrolls a list of names; with Ctrl it zooms, as in every plot.
  if (event->type() == QEvent::Wheel && watched == m_plot->viewport() && !m_plot->model().y.categories.isEmpty()) {
    auto* wheel = static_cast<QWheelEvent*>(event);
    QScrollBar& bar = *m_scroll->verticalScrollBar();
    if (bar.maximum() > 0 && wheel->modifiers() == Qt::NoModifier) {
      QCoreApplication::sendEvent(&bar, wheel);
      return true;
    }
  }
  return LinePanel::eventFilter(watched, event);
}

void RmsePanel::cancelWork() {
  m_map->cancel();
  if (!m_sweeps.running()) return;
  m_stopped = true;
  m_sweeps.stop();
}

QString RmsePanel::sweepHint() const {
  std::size_t complete = 0;
  for (const SweepCurveRequest& request : m_requests) complete += m_sweeps.isComplete(request) ? 1 : 0;
  if (m_requests.size() == 1 && complete == 0 && (m_sweeps.running() || m_stopped)) {
    const SweepCurveRequest& only = m_requests.front();
    return (m_sweeps.running() ? tr("Refining: %1 of %2 points; Esc stops") : tr("Stopped: %1 of %2 points"))
        .arg(m_sweeps.points(only).size())
        .arg(only.values.size());
  }
  if (m_sweeps.running() && complete < m_requests.size())
    return tr("Refining %1 of %2 curves; Esc stops").arg(complete + 1).arg(m_requests.size());
  if (m_stopped && complete < m_requests.size())
    return tr("Stopped: %1 of %2 curves are complete").arg(complete).arg(m_requests.size());
  return {};
}

void RmsePanel::showHead() {
  if (showsMap()) {
    setTitle(mapValueName(m_map->choice().value, m_data.scenario.objective));
    setHint(m_map->hint());
    setStale(!m_map->scene().isEmpty() && m_map->scene().stale);
    return;
  }
  setStale(m_document.designState() == DesignState::Stale || (m_data.own && m_data.own->stale));
  setTitle(errorTitle(m_data.objective()));
  const QString sweeping = sweepHint();
  const auto design = m_document.design();
  // A curve of another scenario, or an invalid one, needs no hint.
  const bool current = m_document.designState() == DesignState::Current && m_data.own && !m_data.own->stale;
  const auto leftOut =
      isCategorical(m_axis) && m_data.own
          ? std::ranges::count_if(m_data.own->points, [](const SweepPoint& point) { return !point.solved(); })
          : 0;
  if (m_data.own && m_data.own->sketchOf > 0) {
    setHint(tr("Sketch of %1 of %2 points, σ to %3 %")
                .arg(m_data.own->points.size())
                .arg(m_data.own->sketchOf)
                .arg(100 * kSigmaOfAPlot),
            Hint::Limit);
  } else if (!sweeping.isEmpty()) {
    setHint(sweeping, Hint::Limit);
  } else if (leftOut > 0) {
    const int count = static_cast<int>(leftOut);
    setHint(m_axis == Field::Mechanism
                ? tr("Click to choose a mechanism; %n cannot run here, the table says why", nullptr, count)
                : tr("Click to choose a batching; %n cannot run here, the table says why", nullptr, count));
  } else if (const Text instead = current ? standInAlong(m_data.scenario, m_axis, m_data.own->points) : Text();
             !instead.empty()) {
    setHint(coreText(instead), Hint::Limit);
  } else if (m_axis == Field::Batching) {
    setHint(tr("Click to choose a batching; under balls-in-bins up to a tenth too large"), Hint::Limit);
  } else if (m_axis == Field::Bands && m_data.own && m_data.own->level && design) {
    const DesignFigures& errors = m_data.figuresOf(*design);
    setHint(tr("rmse %1, largest error %2, last error %3 (%4)")
                .arg(resultText(errors.error.mean), resultText(errors.error.max), resultText(errors.error.last),
                     errorUnitLabel(m_data.unit)));
  } else if (m_document.scenario().batching->ofStrategy()) {
    setHint(tr("Estimates, up to a tenth above the design itself; click to choose a point"), Hint::Limit);
  } else if (m_axis == Field::Bands) {
    const std::vector<ChartSeries>& series = m_plot->model().series;
    const auto flat = std::ranges::find(series, QStringLiteral("flat"), &ChartSeries::key);
    setHint(flat == series.end() ? tr("Hover to read the curve, click to choose bands")
                                 : tr("%1 bands; hover to read the curve, click to choose").arg(flat->name));
  } else {
    setHint(tr("Hover to read a curve (σ not certified), click to choose a point"), Hint::Limit);
  }
}

void RmsePanel::point(const std::optional<ChartPoint>& point) {
  const auto place = point ? rmsePlace(m_data, point->series, point->index) : std::nullopt;
  showReadOut(place ? rmseText(m_data, *place) : QString());
  if (m_axis != Field::Bands) return;
  const bool onCurve = place && place->point && m_data.own && !m_data.own->level;
  brush(onCurve ? std::optional<Index>(place->point->bands - 1) : std::nullopt, m_document.brush().step());
}

/// Another plot points at a diagonal: b - 1 is the last one of b bands.
void RmsePanel::followBrush() {
  const auto lag = m_document.brush().lag();
  const bool onCurve = m_axis == Field::Bands && lag && !m_plot->current();
  m_plot->highlight(QStringLiteral("own"), onCurve ? std::optional(static_cast<double>(*lag + 1)) : std::nullopt);
}

void RmsePanel::choose(const RmsePlace& place) {
  Scenario scenario = m_document.scenario();
  const bool other = m_axis == Field::Mechanism || !m_data.own || place.mechanism != m_data.own->mechanism ||
                     (m_axis == Field::Bands && place.mechanism != scenario.mechanism);
  if (other) scenario = withMechanism(scenario, place.mechanism);
  const bool movable = m_axis != Field::Mechanism && (m_axis != Field::Bands || hasBandCurve(scenario));
  if (movable && (isCategorical(m_axis) || place.value > 0)) {
    try {
      scenario = atValue(scenario, m_axis, place.value);
    } catch (const InvalidArgument&) {
      return;  // no learning rates can be made for this number of iterations
    }
  }
  // Bands chosen for fewer epochs may now exceed n / k.
  if (scenario.bands && scenario.usesBands() && *scenario.bands > scenario.mostBands())
    scenario.bands = scenario.mostBands();
  m_document.edit(m_axis, scenario);
}

std::vector<Picture> RmsePanel::pictures() const {
  std::vector<Picture> pictures = LinePanel::pictures();
  if (std::optional<Picture> map = m_map->picture()) pictures.push_back(std::move(*map));
  return pictures;
}

std::vector<DataTable> RmsePanel::tables() const {
  std::vector<DataTable> tables;
  if (const DataTable table = rmseTable(m_data); !table.rows.empty()) tables.push_back(table);
  if (std::optional<DataTable> map = m_map->table()) tables.push_back(std::move(*map));
  return tables;
}

int RmsePanel::currentPicture() const {
  return showsMap() && !m_plot->model().series.empty() ? 1 : 0;
}

QString RmsePanel::summary() const {
  return showsMap() ? m_map->summary() : m_plot->model().summary;
}

QJsonObject RmsePanel::viewState() const {
  QJsonArray compared;
  for (const Mechanism* mechanism : allMechanisms()) {
    if (compares(mechanism)) compared.append(idOf(mechanism));
  }
  QJsonObject state = LinePanel::viewState();
  state[QStringLiteral("axis")] = axisName(m_axis);
  state[QStringLiteral("map")] = showsMap();
  state[QStringLiteral("mapOf")] = m_map->state();
  state[QStringLiteral("compared")] = compared;
  return state;
}

void RmsePanel::restoreView(const QJsonObject& state) {
  const auto axis = fieldOfOption(state.value(QStringLiteral("axis")).toString().toStdString(), sweptFields());
  if (state.value(QStringLiteral("compared")).isArray()) {
    std::set<const Mechanism*> wanted;
    for (const auto name : state.value(QStringLiteral("compared")).toArray()) {
      const auto mechanism = mechanismFromName(name.toString().toStdString());
      if (mechanism && *mechanism != &bestMechanism()) wanted.insert(*mechanism);
    }
    for (const Mechanism* mechanism : allMechanisms()) setCompared(mechanism, wanted.contains(mechanism));
  }
  if (axis) showAxis(*axis);
  if (state.contains(QStringLiteral("mapOf"))) m_map->restore(state.value(QStringLiteral("mapOf")).toObject());
  if (state.value(QStringLiteral("map")).toBool()) m_choice->setCurrent(mapSegment());
  if (axis) LinePanel::restoreView(state);
}

void RmsePanel::showEvent(QShowEvent* event) {
  PlotPanel::showEvent(event);
  follow();
}

void RmsePanel::hideEvent(QHideEvent* event) {
  PlotPanel::hideEvent(event);
  m_sweeps.stop();
}

}  // namespace noiseloom
