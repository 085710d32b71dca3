#include "ui/plots/scenario_map/scenario_map_view.h"

#include <QJsonArray>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/errors.h"
#include "core/design/baseline_error.h"
#include "ui/document/error_readings.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/scenario_map/scenario_map_text.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {

ScenarioMapView::ScenarioMapView(ScenarioDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
  setAttribute(Qt::WA_OpaquePaintEvent);  // the widget fills itself
  setObjectName(QStringLiteral("scenarioMap"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Map over two inputs"));
  applyTheme();
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    const bool another = change == DocumentChange::Design && m_document.scenario().asksForBest();
    if (change == DocumentChange::Scenario || change == DocumentChange::Problems || another) follow();
  });
  connect(&FramePacer::instance(), &FramePacer::began, this,
          [this] { m_interrupted = m_interrupted || m_job.running(); });
  connect(&FramePacer::instance(), &FramePacer::rested, this, &ScenarioMapView::follow);
  const auto tell = [this] {
    describe();
    emit changed();
  };
  connect(&m_job, &NewestJob::idle, this, tell);
  connect(&m_document.errors(), &ErrorReadings::changed, this, [this, tell] {
    showValues();
    update();
    tell();
  });
  connect(&m_job, &NewestJob::failed, this, [this](const QString& problem) {
    m_scene.cells.clear();
    m_scene.emptyText = problem;
    update();
  });
  onChange(*this, {QEvent::FontChange, QEvent::PaletteChange}, [this] {
    applyTheme();
    update();
  });
}

void ScenarioMapView::applyTheme() {
  m_scene.dark = isDark(palette());
  m_scene.font = scaledFont(font(), 0.92);
}

void ScenarioMapView::cancel() {
  if (!m_job.running()) return;
  m_stopped = true;
  m_job.cancel();
}

WantedMap ScenarioMapView::wanted() const {
  const auto design = m_document.design();
  return mapRequestFor(m_document.scenario(), m_choice, m_grid, design ? design->mechanism : nullptr);
}

bool ScenarioMapView::isCurrent() const {
  if (!m_request || m_scene.stale || !m_document.canSolve()) return false;
  const std::optional<MapRequest> now = wanted().request;
  return now && sameMap(*now, *m_request);
}

void ScenarioMapView::choose(MapChoice choice) {
  if (choice.value == MapValue::Promise) {
    if (choice.across == Field::Epsilon) choice.across = Field::Iterations;
    if (choice.up == Field::Epsilon) choice.up = Field::Iterations;
    const auto design = m_document.design();
    if (m_choice.value != MapValue::Promise && design) {
      choice.noiseMultiplier = design->noiseMultiplier.value;
      choice.bands = design->bands;
    }
  }
  // Best bands over bands would be no map: the error is shown instead.
  if (choice.value == MapValue::Bands && (choice.across == Field::Bands || choice.up == Field::Bands))
    choice.value = MapValue::Error;
  if (choice.across == choice.up) {
    // Choosing the other axis' input swaps them.
    (choice.across != m_choice.across ? choice.up : choice.across) =
        choice.across != m_choice.across ? m_choice.across : m_choice.up;
  }
  if (choice.across == choice.up) choice.up = choice.across == Field::Epochs ? Field::Delta : Field::Epochs;
  m_choice = std::move(choice);
  follow();
  emit choiceChanged();
}

std::pair<double, double> ScenarioMapView::limits(Field axis) const {
  const auto typed = m_choice.limits.find(axis);
  if (typed != m_choice.limits.end()) return typed->second;
  const MapAxis& shown = m_scene.across.axis == axis ? m_scene.across : m_scene.up;
  if (!m_scene.isEmpty() && shown.axis == axis) return {shown.values.front(), shown.values.back()};
  return mapLimits(m_document.scenario(), axis);
}

QJsonObject ScenarioMapView::state() const {
  const auto name = [](Field axis) { return QString::fromStdString(optionName(axis)); };
  QJsonObject limits;
  for (const auto& [axis, between] : m_choice.limits) limits[name(axis)] = QJsonArray{between.first, between.second};
  QJsonObject state{{QStringLiteral("value"), mapValueId(m_choice.value)},
                    {QStringLiteral("across"), name(m_choice.across)},
                    {QStringLiteral("up"), name(m_choice.up)},
                    {QStringLiteral("limits"), limits}};
  if (m_choice.value == MapValue::Promise) {
    state[QStringLiteral("noise")] = m_choice.noiseMultiplier;
    state[QStringLiteral("bands")] = static_cast<double>(m_choice.bands);
  }
  return state;
}

void ScenarioMapView::restore(const QJsonObject& state) {
  const auto axisOf = [&](const QJsonValue& name) {
    const auto axis = fieldOfOption(name.toString().toStdString(), sweptFields());
    return axis && !isCategorical(*axis) ? axis : std::nullopt;
  };
  MapChoice choice;
  choice.value = mapValueFromId(state[QStringLiteral("value")].toString()).value_or(MapValue::Bands);
  choice.across = axisOf(state[QStringLiteral("across")]).value_or(Field::Epsilon);
  choice.up = axisOf(state[QStringLiteral("up")]).value_or(Field::Epochs);
  const QJsonObject limits = state[QStringLiteral("limits")].toObject();
  for (const QString& name : limits.keys()) {
    const auto axis = axisOf(name);
    const QJsonArray between = limits[name].toArray();
    if (!axis || between.size() != 2) continue;
    try {
      (void)mapValues(*axis, between[0].toDouble(-1), between[1].toDouble(-1), 2);
      choice.limits[*axis] = {between[0].toDouble(), between[1].toDouble()};
    } catch (const InvalidArgument&) {
      // Keeps the limits around the scenario.
    }
  }
  const double noise = state[QStringLiteral("noise")].toDouble();
  const double bands = state[QStringLiteral("bands")].toDouble();
  const bool promises = noise > 0 && bands >= 1 && bands <= static_cast<double>(Scenario::kMostBands);
  if (choice.value == MapValue::Promise && promises) {
    choice.noiseMultiplier = noise;
    choice.bands = static_cast<Index>(bands);
    m_choice.value = MapValue::Promise;  // taken from the session, not from the design
  }
  choose(std::move(choice));
}

void ScenarioMapView::follow() {
  if (!isVisible()) return;
  const Scenario& scenario = m_document.scenario();
  const auto across = placeOn(scenario, m_choice.across);
  const auto up = placeOn(scenario, m_choice.up);
  m_scene.scenario = across && up ? std::optional(std::pair(*across, *up)) : std::nullopt;
  WantedMap map;
  if (m_document.canSolve()) map = wanted();
  const bool same = map.request && m_request && sameMap(*map.request, *m_request);
  if (!map.request) {
    m_interrupted = m_interrupted || m_job.running();
    m_job.cancel();
    m_scene.stale = true;
    if (m_document.canSolve()) {
      m_request.reset();
      m_scene.cells.clear();
    }
    m_scene.emptyText = m_document.canSolve() ? map.problem : tr("The scenario has no map: correct its fields first.");
  } else if (!same || (m_interrupted && !FramePacer::instance().moving())) {
    start(*map.request);
  } else {
    m_scene.stale = false;
  }
  // Only the value or its unit has changed, for the same cells.
  showValues();
  describe();
  update();
  emit changed();
}

void ScenarioMapView::start(const MapRequest& request) {
  // Cells of another scenario would mix with the new ones.
  m_request = request;
  m_stopped = false;
  m_interrupted = false;
  m_scene.stale = false;
  m_scene.across = request.across;
  m_scene.up = request.up;
  m_scene.acrossTitle = mapAxisTitle(request.across.axis);
  m_scene.upTitle = mapAxisTitle(request.up.axis);
  m_scene.cells.assign(request.across.values.size() * request.up.values.size(), {});
  m_scene.cursor.reset();
  m_job.start([this, request](const std::stop_token& stop) -> NewestJob::Delivery {
    // This view joins the work before it is destroyed.
    const auto onCell = [this, &request](std::size_t at, const MapCell& cell) {
      QMetaObject::invokeMethod(
          this,
          [this, request, at, cell] {
            if (m_request && sameMap(*m_request, request)) add(at, cell);
          },
          Qt::QueuedConnection);
    };
    scenarioMap(request, {stop}, onCell);
    return {};
  });
}

void ScenarioMapView::add(std::size_t at, const MapCell& cell) {
  if (at >= m_scene.cells.size()) return;
  m_scene.cells[at] = cell;
  m_scene.values.resize(m_scene.cells.size(), std::numeric_limits<double>::quiet_NaN());
  m_scene.values[at] = valueOfCell(at);
  update();
  emit changed();
}

double ScenarioMapView::valueOfCell(std::size_t at) {
  const MapCell& cell = m_scene.cells[at];
  if (!cell.known) return std::numeric_limits<double>::quiet_NaN();
  switch (m_choice.value) {
    case MapValue::Bands: return static_cast<double>(cell.bands);
    case MapValue::Error: return errorOf(at);
    case MapValue::NoiseMultiplier: return cell.noiseMultiplier;
    case MapValue::Promise: break;
  }
  return cell.epsilon;
}

void ScenarioMapView::showValues() {
  m_scene.whole = m_choice.value == MapValue::Bands;
  m_scene.valueTitle = mapValueTitle(m_choice, objective(), m_document.errors().unit());
  m_scene.values.assign(m_scene.cells.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < m_scene.cells.size(); ++i) m_scene.values[i] = valueOfCell(i);
}

QString ScenarioMapView::hint() const {
  if (m_scene.isEmpty()) return {};
  const std::size_t known = m_scene.known();
  const std::size_t count = m_scene.cells.size();
  if (known < count) {
    const QString cells = tr("%1 of %2 cells").arg(known).arg(count);
    return m_job.running() ? tr("Mapping: %1; Esc stops").arg(cells) : m_stopped ? tr("Stopped: %1").arg(cells) : cells;
  }
  QStringList parts{tr("Click to choose")};
  if (const std::size_t estimated = m_scene.estimated(); estimated > 0)
    parts.append(tr("of %1 cells, %2 estimated: σ not certified").arg(count).arg(estimated));
  if (const std::size_t none = count - m_scene.solved(); none > 0) parts.append(tr("%1 hatched: no design").arg(none));
  if (std::ranges::any_of(m_scene.cells, &MapCell::bandsLeftOut)) parts.append(tr("bands that take long left out"));
  return parts.join(QStringLiteral("; "));
}

ErrorObjective ScenarioMapView::objective() const {
  return m_document.scenario().objective;
}

Scenario ScenarioMapView::scenarioOf(std::size_t at) const {
  MapRequest here = *m_request;
  here.scenario = m_document.scenario();
  return scenarioOfCell(here, at);
}

double ScenarioMapView::errorOf(std::size_t at) const {
  const double error = m_scene.cells[at].error;
  if (!m_request || m_document.errors().unit() == ErrorUnit::Summed) return error;
  return m_document.errors().of(scenarioOf(at), objective(), error);
}

QString ScenarioMapView::cellText(std::size_t cell, bool brief) const {
  const MapCell& found = m_scene.cells[cell];
  const QString place = tr("%1, %2").arg(mapPlace(m_scene.across.axis, m_scene.acrossAt(cell)),
                                         mapPlace(m_scene.up.axis, m_scene.upAt(cell)));
  if (!found.problem.empty()) return tr("%1:  no design, %2").arg(place, coreText(found.problem));
  if (!found.known) return tr("%1:  not known yet").arg(place);
  QStringList parts;
  if (m_choice.value == MapValue::Promise) parts.append(tr("promises ε %1").arg(resultTextUp(found.epsilon)));
  parts.append(bandsText(found.bands));
  const QString error = tr("%1 %2").arg(errorName(objective()), resultText(errorOf(cell)));
  parts.append(brief ? error : tr("%1 %2").arg(error, errorUnitLabel(m_document.errors().unit())));
  parts.append(tr("σ %1").arg(resultTextUp(found.noiseMultiplier)));
  const double gain = 100 * (1 - found.toDpSgd);
  const bool better = gain >= 100 * kHardlyDiffers;
  const QString percent = better ? percentText(gain, gain < 1 ? 1 : 2) : QString();
  if (brief && better) parts.append(tr("%1 % better than DP-SGD").arg(percent));
  if (!brief && std::isfinite(gain))
    parts.append(better ? tr("%1 % better than DP-SGD under the same batching").arg(percent)
                        : tr("as good as DP-SGD under the same batching"));
  return tr("%1:  %2").arg(place, parts.join(brief ? QStringLiteral(", ") : QStringLiteral(",  ")));
}

QString ScenarioMapView::summary() const {
  if (m_scene.isEmpty()) return m_scene.emptyText;
  const std::size_t solved = m_scene.solved();
  if (solved == 0) return tr("No cell of the map is known yet.");
  const auto known = [](double value) { return std::isfinite(value); };
  std::vector<double> values;
  std::ranges::copy_if(m_scene.values, std::back_inserter(values), known);
  if (values.empty()) return tr("No cell of the map is known yet.");
  const auto [least, largest] = std::ranges::minmax(values);
  return tr("%1 over %2 and %3: %4 of %5 cells are known, from %6 to %7; of these, %8 are estimated.")
      .arg(m_scene.valueTitle, m_scene.acrossTitle, m_scene.upTitle)
      .arg(solved)
      .arg(m_scene.cells.size())
      .arg(resultTextUp(least), resultTextUp(largest))
      .arg(m_scene.estimated());
}

std::optional<DataTable> ScenarioMapView::table() const {
  if (m_scene.known() == 0 || !isCurrent()) return std::nullopt;
  DataTable table{.name = mapFileName(m_choice),
                  .title = mapTitle(m_choice, objective()),
                  .header = {m_scene.acrossTitle, m_scene.upTitle, tr("bands"),
                             tr("%1 (%2)").arg(errorName(objective()), errorUnitLabel(m_document.errors().unit())),
                             tr("noise multiplier σ"), tr("epsilon promised"), tr("to DP-SGD (ratio)"), tr("estimated"),
                             tr("no design, because")}};
  for (std::size_t i = 0; i < m_scene.cells.size(); ++i) {
    const MapCell& cell = m_scene.cells[i];
    if (!cell.settled()) continue;
    std::vector<DataTable::Cell> row{m_scene.acrossAt(i), m_scene.upAt(i)};
    if (cell.known) {
      row.insert(row.end(), {static_cast<double>(cell.bands), errorOf(i), cell.noiseMultiplier, cell.epsilon});
      row.push_back(std::isfinite(cell.toDpSgd) ? DataTable::Cell(cell.toDpSgd) : DataTable::Cell(QString()));
      row.push_back(cell.estimated ? tr("yes") : tr("no"));
      row.push_back(QString());
    } else {
      row.insert(row.end(), 6, DataTable::Cell(QString()));
      row.push_back(coreText(cell.problem));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

void ScenarioMapView::describe() {
  const bool reads = m_scene.cursor && *m_scene.cursor < m_scene.cells.size();
  setAccessibleDescription(tr("Arrow keys read the map, Enter takes both inputs of a cell over. %1")
                               .arg(reads ? cellText(*m_scene.cursor) : summary()));
}

void ScenarioMapView::read(std::optional<std::size_t> cell) {
  if (cell == m_scene.cursor) return;
  m_scene.cursor = cell;
  describe();
  update();
  const bool reads = cell && *cell < m_scene.cells.size();
  emit readOut(reads ? cellText(*cell) : QString(), reads ? cellText(*cell, true) : QString());
}

void ScenarioMapView::moveCursor(int columns, int rows) {
  if (m_scene.isEmpty()) return;
  const auto across = static_cast<int>(m_scene.columns());
  const auto up = static_cast<int>(m_scene.up.values.size());
  const int now = m_scene.cursor ? static_cast<int>(*m_scene.cursor) : 0;
  const int column = std::clamp(now % across + columns, 0, across - 1);
  const int row = std::clamp(now / across + rows, 0, up - 1);
  read(static_cast<std::size_t>(row * across + column));
}

void ScenarioMapView::take(std::size_t cell) {
  if (cell >= m_scene.cells.size() || m_scene.stale || !m_request) return;
  Scenario scenario;
  try {
    scenario = scenarioOf(cell);
  } catch (const InvalidArgument&) {
    return;  // hatched: no scenario has these values
  }
  const MapCell& found = m_scene.cells[cell];
  // Bands chosen for fewer epochs may now exceed n / k.
  if (found.known && scenario.bands && scenario.usesBands() && *scenario.bands > scenario.mostBands())
    scenario.bands = found.bands;
  m_document.edit(m_scene.across.axis, scenario);
}

std::optional<Picture> ScenarioMapView::picture() const {
  if (m_scene.known() == 0 || !isCurrent()) return std::nullopt;
  Picture picture{
      .name = mapFileName(m_choice), .title = mapTitle(m_choice, objective()), .summary = summary(), .anyThread = true};
  picture.paint = [scene = m_scene, title = picture.title](QPainter& painter, const PictureStyle& style) {
    ScenarioMapScene drawn = scene;
    drawn.dark = style.dark;
    drawn.cursor.reset();
    drawn.font = style.typeOf(scene.font);
    paintScenarioMap(painter, paintPictureTitle(painter, style, title, scene.font), drawn);
  };
  return picture;
}

void ScenarioMapView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), themeOf(palette()).plot);
  paintScenarioMap(painter, rect(), m_scene);
  if (hasFocus() && !m_scene.isEmpty()) {
    painter.setPen(QPen(themeOf(palette()).accent, 1));
    painter.drawRect(mapPlotArea(rect(), m_scene).adjusted(-2, -2, 2, 2));
  }
}

void ScenarioMapView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  follow();
}

void ScenarioMapView::mouseMoveEvent(QMouseEvent* event) {
  const auto cell = mapCellAt(rect(), m_scene, event->position());
  setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
  read(cell);
}

void ScenarioMapView::mousePressEvent(QMouseEvent* event) {
  const auto cell = mapCellAt(rect(), m_scene, event->position());
  if (cell && event->button() == Qt::LeftButton) take(*cell);
}

void ScenarioMapView::leaveEvent(QEvent*) {
  read(std::nullopt);
}

void ScenarioMapView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left: moveCursor(-1, 0); break;
    case Qt::Key_Right: moveCursor(1, 0); break;
    case Qt::Key_Up: moveCursor(0, 1); break;
    case Qt::Key_Down: moveCursor(0, -1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (m_scene.cursor) take(*m_scene.cursor);
      break;
    default: QWidget::keyPressEvent(event);
  }
}

}  // namespace noiseloom
