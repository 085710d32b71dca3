#include "ui/plots/bands_map/bands_map_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "ui/document/error_readings.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {

BandsMapView::BandsMapView(ScenarioDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
  setAttribute(Qt::WA_OpaquePaintEvent);  // it fills itself
  setObjectName(QStringLiteral("bandsMap"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Map of the best number of bands over epsilon and epochs"));
  applyTheme();
  m_job.setObjectName(QStringLiteral("map"));
  m_job.setBackground();
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario || change == DocumentChange::Problems) follow();
  });
  connect(&FramePacer::instance(), &FramePacer::began, this,
          [this] { m_interrupted = m_interrupted || m_job.running(); });
  connect(&FramePacer::instance(), &FramePacer::rested, this, &BandsMapView::follow);
  const auto tell = [this] {
    describe();
    emit changed();
  };
  connect(&m_job, &NewestJob::idle, this, tell);
  connect(&m_document.errors(), &ErrorReadings::changed, this, tell);
  connect(&m_job, &NewestJob::failed, this, [this](const QString& problem) {
    m_scene.cells.clear();
    m_scene.emptyText = problem;
    update();
  });
}

void BandsMapView::applyTheme() {
  m_scene.dark = isDark(palette());
  m_scene.font = scaledFont(font(), 0.92);
}

void BandsMapView::cancel() {
  if (!m_job.running()) return;
  m_stopped = true;
  m_job.cancel();
}

bool BandsMapView::isCurrent() const {
  if (!m_request || m_scene.stale || !m_document.canSolve()) return false;
  const std::optional<MapRequest> wanted = mapRequestFor(m_document.scenario());
  return wanted && sameMap(*wanted, *m_request);
}

void BandsMapView::follow() {
  if (!isVisible()) return;
  const Scenario& scenario = m_document.scenario();
  m_scene.scenario = std::pair(scenario.epsilon, static_cast<double>(scenario.epochs));
  const std::optional<MapRequest> wanted = m_document.canSolve() ? mapRequestFor(scenario) : std::nullopt;
  const bool same = wanted && m_request && sameMap(*wanted, *m_request);
  if (!wanted) {
    m_interrupted = m_interrupted || m_job.running();
    m_job.cancel();
    m_scene.stale = true;
    if (m_document.canSolve()) {
      m_request.reset();
      m_scene.cells.clear();
    }
    m_scene.emptyText = scenario.batching->amplified
                            ? tr("The scenario has no map: mend its fields first.")
                            : tr("Without amplification as many bands as allowed are best. Choose cyclic Poisson "
                                 "or balls in bins to see where fewer are.");
  } else if (!same || (m_interrupted && !FramePacer::instance().moving())) {
    start(*wanted);
  } else {
    m_scene.stale = false;
  }
  describe();
  update();
  emit changed();
}

void BandsMapView::start(const MapRequest& request) {
  // Cells of another scenario would mix with the new ones.
  m_request = request;
  m_stopped = false;
  m_interrupted = false;
  m_scene.stale = false;
  m_scene.epsilons = request.epsilons;
  m_scene.epochs = request.epochs;
  m_scene.cells.assign(request.epsilons.size() * request.epochs.size(), {});
  m_scene.cursor.reset();
  m_job.start([this, request](const std::stop_token& stop) -> NewestJob::Delivery {
    // This view joins the work before it goes.
    const auto onCell = [this, &request](const BestBandsCell& cell) {
      QMetaObject::invokeMethod(
          this,
          [this, request, cell] {
            if (m_request && sameMap(*m_request, request)) add(cell);
          },
          Qt::QueuedConnection);
    };
    try {
      bestBandsMap(request.problem, request.epsilons, request.epochs, {stop, {}}, onCell);
    } catch (const InvalidArgument&) {
      // A cell that was stopped in the middle may have nothing to be calibrated from; that is no problem of the map.
      if (!stop.stop_requested()) throw;
    }
    return {};
  });
}

void BandsMapView::add(const BestBandsCell& cell) {
  const auto at =
      static_cast<std::size_t>(cell.epochsAt) * m_scene.epsilons.size() + static_cast<std::size_t>(cell.epsilonAt);
  if (at >= m_scene.cells.size() || !cell.known) return;
  m_scene.cells[at] = cell;
  update();
  emit changed();
}

QString BandsMapView::hint() const {
  if (m_scene.isEmpty()) return {};
  const std::size_t known = m_scene.known();
  if (known < m_scene.cells.size()) {
    const QString count = tr("%1 of %2 cells").arg(known).arg(m_scene.cells.size());
    return m_job.running() ? tr("Mapping: %1; Esc stops").arg(count) : m_stopped ? tr("Stopped: %1").arg(count) : count;
  }
  return tr("Hover to read, click to choose; add/remove, σ not certified");
}

ErrorObjective BandsMapView::objective() const {
  return m_request ? m_request->problem.objective : ErrorObjective::Mean;
}

double BandsMapView::errorOf(const BestBandsCell& cell) const {
  Scenario scenario = m_document.scenario();
  scenario.epsilon = m_scene.epsilons[static_cast<std::size_t>(cell.epsilonAt)];
  scenario.epochs = m_scene.epochs[static_cast<std::size_t>(cell.epochsAt)];
  return m_document.errors().of(scenario, objective(), cell.error);
}

QString BandsMapView::cellText(std::size_t cell) const {
  const BestBandsCell& found = m_scene.cells[cell];
  const QString place = tr("ε %1, k %2")
                            .arg(entryText(m_scene.epsilons[cell % m_scene.epsilons.size()]))
                            .arg(m_scene.epochs[cell / m_scene.epsilons.size()]);
  if (!found.known) return tr("%1:  not known yet").arg(place);
  const double gain = 100 * (1 - found.toDpSgd);
  const QString better =
      gain < 0.05 ? tr("as good as DP-SGD under the same batching")
                  : tr("%1 % better than DP-SGD under the same batching").arg(percentText(gain, gain < 1 ? 1 : 2));
  return tr("%1:  %2,  %3 %4 %6,  %5")
      .arg(place, bandsText(found.bands), errorName(objective()), resultText(errorOf(found)), better,
           errorUnitLabel(m_document.errors().unit()));
}

QString BandsMapView::summary() const {
  if (m_scene.isEmpty()) return m_scene.emptyText;
  const std::size_t known = m_scene.known();
  if (known == 0) return tr("No cell of the map is known yet.");
  Index least = m_scene.mostBands();
  for (const BestBandsCell& cell : m_scene.cells) {
    if (cell.known) least = std::min(least, cell.bands);
  }
  return tr("%1 of %2 cells are known; the best number of bands goes from %3 to %4: more for a larger epsilon, fewer "
            "for more epochs.")
      .arg(known)
      .arg(m_scene.cells.size())
      .arg(least)
      .arg(m_scene.mostBands());
}

std::optional<DataTable> BandsMapView::table() const {
  if (m_scene.known() == 0 || !isCurrent()) return std::nullopt;
  DataTable table;
  table.name = QStringLiteral("best_bands");
  table.title = tr("Best number of bands");
  table.header = {
      tr("epsilon"),           tr("epochs k"),
      tr("best bands"),        tr("%1 (%2)").arg(errorName(objective()), errorUnitLabel(m_document.errors().unit())),
      tr("to DP-SGD (ratio)"), tr("to no amplification (ratio)")};
  for (const BestBandsCell& cell : m_scene.cells) {
    if (!cell.known) continue;
    table.rows.push_back({m_scene.epsilons[static_cast<std::size_t>(cell.epsilonAt)],
                          static_cast<double>(m_scene.epochs[static_cast<std::size_t>(cell.epochsAt)]),
                          static_cast<double>(cell.bands), errorOf(cell), cell.toDpSgd, cell.toUnamplified});
  }
  return table;
}

void BandsMapView::describe() {
  const bool reads = m_scene.cursor && *m_scene.cursor < m_scene.cells.size();
  setAccessibleDescription(tr("Arrow keys read the map, Enter chooses the epsilon and the epochs of a cell. %1")
                               .arg(reads ? cellText(*m_scene.cursor) : summary()));
}

void BandsMapView::read(std::optional<std::size_t> cell) {
  if (cell == m_scene.cursor) return;
  m_scene.cursor = cell;
  describe();
  update();
  emit readOut(cell && *cell < m_scene.cells.size() ? cellText(*cell) : QString());
}

void BandsMapView::moveCursor(int columns, int rows) {
  if (m_scene.isEmpty()) return;
  const auto across = static_cast<int>(m_scene.epsilons.size());
  const auto up = static_cast<int>(m_scene.epochs.size());
  const int now = m_scene.cursor ? static_cast<int>(*m_scene.cursor) : 0;
  const int column = std::clamp(now % across + columns, 0, across - 1);
  const int row = std::clamp(now / across + rows, 0, up - 1);
  read(static_cast<std::size_t>(row * across + column));
}

void BandsMapView::choose(std::size_t cell) {
  if (cell >= m_scene.cells.size() || m_scene.stale) return;
  Scenario scenario = m_document.scenario();
  scenario.epsilon = m_scene.epsilons[cell % m_scene.epsilons.size()];
  scenario.epochs = m_scene.epochs[cell / m_scene.epsilons.size()];
  const BestBandsCell& found = m_scene.cells[cell];
  // Bands that were chosen for fewer epochs may be more than n / k now.
  if (found.known && scenario.bands && *scenario.bands > scenario.mostBands()) scenario.bands = found.bands;
  m_document.edit(Field::Epsilon, scenario);
}

std::optional<Picture> BandsMapView::picture() const {
  if (m_scene.known() == 0 || !isCurrent()) return std::nullopt;
  Picture picture;
  picture.name = QStringLiteral("best_bands");
  picture.title = tr("Best number of bands");
  picture.summary = summary();
  picture.anyThread = true;
  picture.paint = [scene = m_scene, title = picture.title](QPainter& painter, const PictureStyle& style) {
    BandsMapScene drawn = scene;
    drawn.dark = style.dark;
    drawn.cursor.reset();
    paintBandsMap(painter, paintPictureTitle(painter, style, title, drawn.font), drawn);
  };
  return picture;
}

void BandsMapView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), themeOf(palette()).plot);
  paintBandsMap(painter, rect(), m_scene);
  if (hasFocus() && !m_scene.isEmpty()) {
    painter.setPen(QPen(themeOf(palette()).accent, 1));
    painter.drawRect(bandsMapPlotArea(rect(), m_scene).adjusted(-2, -2, 2, 2));
  }
}

void BandsMapView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  follow();
}

void BandsMapView::mouseMoveEvent(QMouseEvent* event) {
  const auto cell = bandsMapCellAt(rect(), m_scene, event->position());
  setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
  read(cell);
}

void BandsMapView::mousePressEvent(QMouseEvent* event) {
  const auto cell = bandsMapCellAt(rect(), m_scene, event->position());
  if (cell && event->button() == Qt::LeftButton) choose(*cell);
}

void BandsMapView::leaveEvent(QEvent*) {
  read(std::nullopt);
}

void BandsMapView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left: moveCursor(-1, 0); break;
    case Qt::Key_Right: moveCursor(1, 0); break;
    case Qt::Key_Up: moveCursor(0, 1); break;
    case Qt::Key_Down: moveCursor(0, -1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (m_scene.cursor) choose(*m_scene.cursor);
      break;
    default: QWidget::keyPressEvent(event);
  }
}

void BandsMapView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    applyTheme();
    update();
  }
}

}  // namespace noiseloom
