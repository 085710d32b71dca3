#include "ui/plots/rmse_panel.h"

#include <QJsonArray>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/design/band_sweep.h"
#include "core/design/family.h"
#include "ui/document/design_text.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_compare.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/bands_map_view.h"
#include "ui/plots/line_plot.h"
#include "ui/plots/segmented_buttons.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

constexpr std::array kAxes{SweepAxis::Bands, SweepAxis::Epsilon, SweepAxis::Epochs, SweepAxis::Iterations,
                           SweepAxis::Mechanism};
constexpr int kMapSegment = static_cast<int>(kAxes.size());
constexpr Index kPerDoubling = 2;
/// With so many points a new curve is recognisable, and takes the place of the earlier one.
constexpr int kRecognisable = 3;
/// Families that are compared with until a person chooses others: they solve at once.
constexpr std::array kUsuallyCompared{MechanismKind::DpSgd, MechanismKind::BandedToeplitz, MechanismKind::Blt,
                                      MechanismKind::Bisr};

Field fieldOf(SweepAxis axis) {
  switch (axis) {
    case SweepAxis::Bands: return Field::Bands;
    case SweepAxis::Epsilon: return Field::Epsilon;
    case SweepAxis::Epochs: return Field::Epochs;
    case SweepAxis::Iterations: return Field::Iterations;
    case SweepAxis::Mechanism: break;
  }
  return Field::Mechanism;
}

Scenario atFamily(const Scenario& scenario, MechanismKind family) {
  Scenario of = scenario;
  of.mechanism = family;
  return atValue(scenario, SweepAxis::Mechanism, *valueOf(of, SweepAxis::Mechanism));
}

QString idOf(MechanismKind family) {
  const std::string_view name = toString(family);
  return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

SweepPoint pointOf(const BandPoint& point, MechanismKind family) {
  SweepPoint of;
  of.value = static_cast<double>(point.bands);
  of.mechanism = family;
  of.bands = point.bands;
  of.noiseMultiplier = point.noiseMultiplier;
  of.rmse = point.rmse;
  of.maxError = point.maxError;
  of.lastError = point.lastError;
  of.lowerBound = point.lowerBound;
  return of;
}

SweepPoint pointOf(const Design& design) {
  SweepPoint of;
  of.value = 1;
  of.mechanism = design.mechanism;
  of.bands = design.bands;
  of.noiseMultiplier = design.noiseMultiplier.value;
  of.rmse = design.rmse;
  of.maxError = design.maxError;
  of.lastError = design.lastError;
  of.lowerBound = design.lowerBound;
  return of;
}

/// The automatic values, continued until the scenario's own lies among them.
std::vector<double> valuesAlong(SweepAxis axis, const Scenario& scenario) {
  std::vector<double> values = automaticValues(scenario, axis, kPerDoubling);
  const std::optional<double> own = valueOf(scenario, axis);
  if (axis == SweepAxis::Mechanism || axis == SweepAxis::Bands || !own || !std::isfinite(*own) || *own <= 0)
    return values;
  while (values.back() < *own) values.push_back(2 * values.back());
  while (values.front() > *own) {
    const double half = axis == SweepAxis::Epsilon ? values.front() / 2 : std::floor(values.front() / 2);
    if (half <= 0) break;
    values.insert(values.begin(), half);
  }
  if (axis == SweepAxis::Epochs)
    std::erase_if(values, [&](double value) { return value > static_cast<double>(scenario.iterations); });
  if (axis == SweepAxis::Iterations)
    std::erase_if(values, [&](double value) { return value < static_cast<double>(scenario.epochs); });
  return values;
}

}  // namespace

RmsePanel::RmsePanel(ScenarioDocument& document, QWidget* parent)
    : PlotPanel(tr("RMSE"), tr("Hover to read the curve, click to choose bands"), parent),
      m_document(document),
      m_compared(kUsuallyCompared.begin(), kUsuallyCompared.end()),
      m_choice(new SegmentedButtons(tr("What errors are shown against"),
                                    {tr("Bands"), tr("ε"), tr("Epochs"), tr("n"), tr("Mechanism"), tr("Map")})),
      m_compare(new QToolButton),
      m_menu(new QMenu(this)),
      m_stack(new QStackedWidget),
      m_plot(new LinePlot),
      m_map(new BandsMapView(document)) {
  setObjectName(QStringLiteral("rmsePanel"));
  m_plot->setObjectName(QStringLiteral("rmsePlot"));
  m_plot->setAccessibleName(tr("Error against bands, epsilon, epochs, iterations or mechanism"));
  buildTools();
  m_stack->addWidget(m_plot);
  m_stack->addWidget(m_map);
  setBody(m_stack);
  connect(m_choice, &SegmentedButtons::chosen, this, &RmsePanel::switchTo);
  connect(m_map, &BandsMapView::changed, this, [this] {
    showHead();
    contentChanged();
  });
  connect(m_map, &BandsMapView::readOut, this, &RmsePanel::showReadOut);
  connect(m_plot, &LinePlot::pointed, this, [this](const std::optional<ChartPoint>& point) {
    read(point ? rmsePlace(m_sight, point->series, point->index) : std::nullopt);
  });
  connect(m_plot, &LinePlot::activated, this, [this](const ChartPoint& point) {
    if (const auto place = rmsePlace(m_sight, point.series, point.index)) choose(*place);
  });
  connect(&m_document.brush(), &Brush::changed, this, &RmsePanel::brush);
  connect(&m_document.shelf(), &Shelf::changed, this, &RmsePanel::rebuild);
  connect(&m_sweeps, &RmseSweeps::changed, this, &RmsePanel::rebuild);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Activity) return;
    follow();
    if (change == DocumentChange::Problems) {
      showHead();
    } else {
      rebuild();
    }
  });
  rebuild();
}

RmsePanel::~RmsePanel() = default;

void RmsePanel::buildTools() {
  m_choice->setObjectName(QStringLiteral("rmseChoice"));
  const std::array tips{tr("Error against the number of bands"),
                        tr("Error against epsilon"),
                        tr("Error against the epochs k, the most participations of one example"),
                        tr("Error against the iterations n"),
                        tr("Error of every mechanism at the same privacy, the best first"),
                        tr("The best number of bands over epsilon and epochs")};
  for (std::size_t i = 0; i < tips.size(); ++i) m_choice->setSegmentToolTip(static_cast<int>(i), tips[i]);
  m_compare->setObjectName(QStringLiteral("rmseCompare"));
  // The arrow of the text: the style's own would cover its last letter.
  m_compare->setText(tr("Compare ▾"));
  m_compare->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
  m_compare->setToolTip(tr("Curves of other mechanisms beside that of the scenario"));
  m_compare->setAccessibleName(tr("Mechanisms to compare with"));
  m_compare->setAccessibleDescription(m_compare->toolTip());
  m_compare->setAutoRaise(true);
  m_compare->setPopupMode(QToolButton::InstantPopup);
  m_compare->setMenu(m_menu);
  m_menu->setObjectName(QStringLiteral("rmseCompareMenu"));
  m_menu->setToolTipsVisible(true);
  for (const MechanismKind family : allMechanisms()) {
    QAction* action = m_menu->addAction(familyName(family));
    action->setObjectName(QStringLiteral("compare:") + idOf(family));
    action->setCheckable(true);
    action->setChecked(compares(family));
    action->setData(idOf(family));
    connect(action, &QAction::toggled, this, [this, family](bool checked) { setCompared(family, checked); });
  }
  connect(m_menu, &QMenu::aboutToShow, this, &RmsePanel::offerFamilies);
  addTool(m_choice);
  addTool(m_compare);
}

/// Families that cannot run in the scenario stay checked as they are, but say why they have no curve.
void RmsePanel::offerFamilies() {
  for (QAction* action : m_menu->actions()) {
    const MechanismKind family = *mechanismFromName(action->data().toString().toStdString());
    Scenario scenario = atFamily(m_document.scenario(), family);
    const auto problem = familyProblem(scenario);
    action->setEnabled(!problem);
    action->setToolTip(problem ? QString::fromUtf8(problem->what()) : tr("Adds a curve, or removes it"));
  }
}

void RmsePanel::setCompared(MechanismKind family, bool compared) {
  if (compares(family) == compared) return;
  if (compared) {
    m_compared.insert(family);
  } else {
    m_compared.erase(family);
  }
  m_menu->findChild<QAction*>(QStringLiteral("compare:") + idOf(family))->setChecked(compared);
  follow();
  rebuild();
}

bool RmsePanel::showsMap() const {
  return m_choice->current() == kMapSegment;
}

void RmsePanel::showAxis(SweepAxis axis) {
  m_choice->setCurrent(static_cast<int>(axis));
}

void RmsePanel::switchTo(int segment) {
  m_stack->setCurrentIndex(segment == kMapSegment ? 1 : 0);
  if (segment != kMapSegment) m_axis = kAxes[static_cast<std::size_t>(segment)];
  m_compare->setVisible(segment != kMapSegment && m_axis != SweepAxis::Mechanism);
  m_stopped = false;
  showReadOut({});
  follow();
  rebuild();
  contentChanged();
}

std::optional<MechanismKind> RmsePanel::ownFamily() const {
  const Scenario& scenario = m_document.scenario();
  if (scenario.mechanism != MechanismKind::Best) return scenario.mechanism;
  const auto design = m_document.design();
  return design ? std::optional(design->mechanism) : std::nullopt;
}

std::optional<SweepCurveRequest> RmsePanel::ownRequest() const {
  const Scenario& scenario = m_document.scenario();
  const auto family = ownFamily();
  if (m_axis == SweepAxis::Bands || !family) return std::nullopt;  // those are the document's
  const Scenario own = scenario.mechanism == MechanismKind::Best ? atFamily(scenario, *family) : scenario;
  return SweepCurveRequest(m_axis, own, valuesAlong(m_axis, scenario));
}

std::optional<SweepCurveRequest> RmsePanel::familyRequest(MechanismKind family) const {
  const Scenario scenario = atFamily(m_document.scenario(), family);
  if (familyProblem(scenario)) return std::nullopt;
  if (m_axis != SweepAxis::Bands) return SweepCurveRequest(m_axis, scenario, valuesAlong(m_axis, scenario));
  if (!hasBandCurve(scenario) || family == MechanismKind::DpSgd) return SweepCurveRequest(m_axis, scenario, {1});
  std::vector<double> values = automaticValues(scenario, m_axis, kPerDoubling);
  const auto most = static_cast<double>(mostSweptBands(curveScenario(scenario)));
  std::erase_if(values, [most](double value) { return value > most; });
  return SweepCurveRequest(m_axis, scenario, std::move(values));
}

/// In the order in which they are computed.
std::vector<SweepCurveRequest> RmsePanel::wantedCurves() const {
  std::vector<SweepCurveRequest> requests;
  if (!m_document.canSolve()) return requests;
  if (auto own = ownRequest()) requests.push_back(*std::move(own));
  for (const MechanismKind family : otherFamilies()) {
    if (family == MechanismKind::DpSgd && designHasBaseline()) continue;
    if (auto request = familyRequest(family)) requests.push_back(*std::move(request));
  }
  return requests;
}

/// Those to compare with, without the one that the scenario's own curve is of.
std::vector<MechanismKind> RmsePanel::otherFamilies() const {
  std::vector<MechanismKind> families;
  if (m_axis == SweepAxis::Mechanism) return families;
  const auto own = m_axis == SweepAxis::Bands && hasBandCurve(m_document.scenario())
                       ? std::optional(sweepScenario(m_document.scenario()).mechanism)
                       : ownFamily();
  std::ranges::copy_if(m_compared, std::back_inserter(families), [own](MechanismKind family) { return family != own; });
  return families;
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

RmseCurve RmsePanel::curveOf(const SweepCurveRequest& request, MechanismKind family) {
  RmseCurve curve;
  curve.family = family;
  curve.level = m_axis == SweepAxis::Bands && request.values.size() == 1;
  curve.points = m_sweeps.points(request);
  curve.complete = m_sweeps.isComplete(request);
  const auto shown = m_shown.find({m_axis, family});
  const auto solved = std::ranges::count_if(curve.points, &SweepPoint::solved);
  if (shown == m_shown.end() || curve.complete || solved >= kRecognisable ||
      sameCurve(shown->second.request, request)) {
    if (!curve.points.empty()) m_shown.insert_or_assign({m_axis, family}, Shown{request, curve});
    return curve;
  }
  RmseCurve earlier = shown->second.curve;
  earlier.stale = true;
  return earlier;
}

std::optional<RmseCurve> RmsePanel::ownCurve() {
  const auto family = ownFamily();
  if (!family) return std::nullopt;
  const Scenario& scenario = m_document.scenario();
  if (const auto request = ownRequest()) return curveOf(*request, *family);
  RmseCurve curve;
  curve.family = sweepScenario(scenario).mechanism;
  if (hasBandCurve(scenario)) {
    for (const BandPoint& point : m_document.sweep()) curve.points.push_back(pointOf(point, curve.family));
    curve.complete = m_document.sweepIsComplete();
    curve.stale = !curve.points.empty() && !m_document.sweepIsCurrent();
    return curve;
  }
  const auto design = m_document.design();
  if (!design) return std::nullopt;
  curve.family = design->mechanism;
  curve.level = true;
  curve.complete = true;
  curve.points = {pointOf(*design)};
  return curve;
}

/// The level of DP-SGD among bands comes with the design, also while a slider is dragged.
bool RmsePanel::designHasBaseline() const {
  const auto design = m_document.design();
  return m_axis == SweepAxis::Bands && m_document.scenario().objective == ErrorObjective::Mean && design &&
         design->dpSgdRmse > 0;
}

std::optional<RmseCurve> RmsePanel::baselineCurve() {
  if (!designHasBaseline()) {
    const auto request = familyRequest(MechanismKind::DpSgd);
    return request ? std::optional(curveOf(*request, MechanismKind::DpSgd)) : std::nullopt;
  }
  RmseCurve curve;
  curve.level = true;
  SweepPoint point;
  point.value = 1;
  point.rmse = m_document.design()->dpSgdRmse;
  curve.points = {point};
  return curve;
}

void RmsePanel::rebuild() {
  m_sight.axis = m_axis;
  m_sight.scenario = m_document.scenario();
  m_sight.design = m_document.design();
  m_sight.own = ownCurve();
  m_sight.baseline.reset();
  m_sight.compared.clear();
  for (const MechanismKind family : otherFamilies()) {
    if (family == MechanismKind::DpSgd) {
      m_sight.baseline = baselineCurve();
    } else if (const auto request = familyRequest(family)) {
      m_sight.compared.push_back(curveOf(*request, family));
    }
  }
  m_sight.pins.clear();
  std::ranges::copy_if(m_document.shelf().pins(), std::back_inserter(m_sight.pins), &PinnedDesign::visible);
  m_sight.emptyText = m_document.canSolve() ? tr("The first points are being computed.")
                                            : tr("The scenario cannot be solved: mend its fields first.");
  m_plot->setModel(rmseModel(m_sight));
  brush();
  showHead();
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
    setTitle(tr("Best bands"));
    setHint(m_map->hint());
    setStale(!m_map->scene().isEmpty() && m_map->scene().stale);
    return;
  }
  setStale(m_document.designState() == DesignState::Stale || (m_sight.own && m_sight.own->stale));
  setTitle(errorTitle(m_sight.objective()));
  const QString sweeping = sweepHint();
  const auto design = m_document.design();
  const auto leftOut =
      m_axis == SweepAxis::Mechanism && m_sight.own
          ? std::ranges::count_if(m_sight.own->points, [](const SweepPoint& point) { return !point.solved(); })
          : 0;
  if (!sweeping.isEmpty()) {
    setHint(sweeping);
  } else if (leftOut > 0) {
    setHint(
        tr("Click to choose a mechanism; %n cannot run here, the table says why", nullptr, static_cast<int>(leftOut)));
  } else if (m_axis == SweepAxis::Bands && m_sight.own && m_sight.own->level && design) {
    setHint(tr("rmse %1, largest error %2, last error %3 (× clip norm)")
                .arg(resultText(design->rmse), resultText(design->maxError), resultText(design->lastError)));
  } else if (m_document.scenario().batching == Batching::BallsInBins) {
    setHint(tr("Hover to read a curve (σ to about 1 %, not certified), click to choose a point"));
  } else if (m_axis == SweepAxis::Bands) {
    setHint(tr("Hover to read the curve, click to choose bands"));
  } else {
    setHint(tr("Hover to read a curve (σ not certified), click to choose a point"));
  }
}

void RmsePanel::read(const std::optional<RmsePlace>& place) {
  showReadOut(place ? rmseText(m_sight, *place) : QString());
  if (m_axis != SweepAxis::Bands) return;
  m_brushing = true;
  const bool onCurve = place && place->point && m_sight.own && !m_sight.own->level;
  m_document.brush().point(onCurve ? std::optional<Index>(place->point->bands - 1) : std::nullopt,
                           m_document.brush().step());
  m_brushing = false;
}

/// Another plot points at a diagonal: b - 1 is the last one of b bands.
void RmsePanel::brush() {
  if (m_brushing) return;
  const auto lag = m_document.brush().lag();
  const bool onCurve = m_axis == SweepAxis::Bands && lag && !m_plot->current();
  m_plot->highlight(QStringLiteral("own"), onCurve ? std::optional(static_cast<double>(*lag + 1)) : std::nullopt);
}

void RmsePanel::choose(const RmsePlace& place) {
  Scenario scenario = m_document.scenario();
  const bool other = m_axis == SweepAxis::Mechanism || !m_sight.own || place.family != m_sight.own->family ||
                     (m_axis == SweepAxis::Bands && place.family != scenario.mechanism);
  if (other) scenario = atFamily(scenario, place.family);
  const bool movable = m_axis != SweepAxis::Mechanism && (m_axis != SweepAxis::Bands || hasBandCurve(scenario));
  if (movable && place.value > 0) scenario = atValue(scenario, m_axis, place.value);
  // Bands that were chosen for fewer epochs may be more than n / k now.
  if (scenario.bands && scenario.usesBands() && *scenario.bands > scenario.mostBands())
    scenario.bands = scenario.mostBands();
  m_document.edit(fieldOf(m_axis), scenario);
}

std::vector<Figure> RmsePanel::figures() const {
  std::vector<Figure> figures;
  if (!m_plot->model().series.empty()) figures.push_back(m_plot->figure());
  if (std::optional<Figure> map = m_map->figure()) figures.push_back(std::move(*map));
  return figures;
}

std::vector<DataTable> RmsePanel::tables() const {
  std::vector<DataTable> tables;
  if (const DataTable table = rmseTable(m_sight); !table.rows.empty()) tables.push_back(table);
  if (std::optional<DataTable> map = m_map->table()) tables.push_back(std::move(*map));
  return tables;
}

int RmsePanel::currentFigure() const {
  return showsMap() && !m_plot->model().series.empty() ? 1 : 0;
}

QString RmsePanel::summary() const {
  return showsMap() ? m_map->summary() : m_plot->model().summary;
}

QJsonObject RmsePanel::viewState() const {
  QJsonArray compared;
  for (const MechanismKind family : m_compared) compared.append(idOf(family));
  return {{QStringLiteral("axis"), axisName(m_axis)},
          {QStringLiteral("map"), showsMap()},
          {QStringLiteral("compared"), compared},
          {QStringLiteral("plot"), m_plot->viewState()}};
}

void RmsePanel::restoreView(const QJsonObject& state) {
  const auto axis = sweepAxisFromName(state.value(QStringLiteral("axis")).toString().toStdString());
  if (state.value(QStringLiteral("compared")).isArray()) {
    std::set<MechanismKind> wanted;
    for (const QJsonValue& name : state.value(QStringLiteral("compared")).toArray()) {
      const auto family = mechanismFromName(name.toString().toStdString());
      if (family && *family != MechanismKind::Best) wanted.insert(*family);
    }
    for (const MechanismKind family : allMechanisms()) setCompared(family, wanted.contains(family));
  }
  if (axis) showAxis(*axis);
  if (state.value(QStringLiteral("map")).toBool()) m_choice->setCurrent(kMapSegment);
  if (axis) m_plot->restoreView(state.value(QStringLiteral("plot")).toObject());
}

void RmsePanel::resetView() {
  m_plot->resetView();
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
