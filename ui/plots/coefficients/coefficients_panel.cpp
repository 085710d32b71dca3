#include "ui/plots/coefficients/coefficients_panel.h"

#include <algorithm>
#include <cmath>

#include "ui/document/scenario_document.h"
#include "ui/plots/line/chart_text.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// The matrix that is not on show is computed for tables and exports once a drag has ended.
constexpr int kLaterMilliseconds = 400;

MatrixOf otherThan(MatrixOf which) {
  return which == MatrixOf::Strategy ? MatrixOf::StrategyInverse : MatrixOf::Strategy;
}

/// The same with the design's own coefficients as those of an earlier scenario, or of this one.
ChartModel faded(ChartModel model, bool stale) {
  for (ChartSeries& series : model.series) {
    if (series.key == ownSeriesKey()) series.stale = stale;
  }
  return model;
}

}  // namespace

CoefficientsPanel::CoefficientsPanel(ScenarioDocument& document, QWidget* parent)
    : LinePanel(QStringLiteral("coefficientsPanel"), tr("Coefficients of C"), tr("Hover to read coefficients"),
                tr("Coefficients of the strategy against lag"), document, parent),
      m_matrix(addChoice(QStringLiteral("coefficientsChoice"), QStringLiteral("matrix"), tr("Coefficients of"),
                         {{matrixKey(MatrixOf::Strategy), matrixName(MatrixOf::Strategy)},
                          {matrixKey(MatrixOf::StrategyInverse), matrixName(MatrixOf::StrategyInverse)}})) {
  setBody(m_plot);
  m_later.setSingleShot(true);
  m_later.setInterval(kLaterMilliseconds);
  connect(&m_later, &QTimer::timeout, this, &CoefficientsPanel::computeOther);
  connect(m_matrix, &SegmentedButtons::chosen, this, [this] { showDesign(true); });
  connect(&m_document.shelf(), &Shelf::changed, this, [this] { showDesign(true); });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design) showDesign(false);
    const bool stale = m_document.designState() == DesignState::Stale;
    if (stale != isStale()) m_plot->setModel(faded(m_plot->model(), stale));
    setStale(stale);
  });
  showDesign(true);
}

MatrixOf CoefficientsPanel::which() const {
  return m_matrix->current() == 0 ? MatrixOf::Strategy : MatrixOf::StrategyInverse;
}

std::optional<CoefficientsPanel::Request> CoefficientsPanel::request(MatrixOf which) const {
  const auto design = m_document.design();
  if (!design) return std::nullopt;
  Request request{design->strategy, design->mechanism, which, {}};
  for (const PinnedDesign& pin : m_document.shelf().pins()) {
    if (!pin.visible || !pin.design) continue;
    CoefficientsOverlay overlay{pin.id, pin.name, seriesIndex(pin), pin.design->strategy, {}};
    const auto known = std::ranges::find(m_overlays, pin.id, &CoefficientsOverlay::id);
    if (known != m_overlays.end() && which == m_shownMatrix && shareData(known->strategy, overlay.strategy))
      overlay.series = known->series;
    request.overlays.push_back(std::move(overlay));
  }
  return request;
}

CoefficientsPanel::Answer CoefficientsPanel::answer(const Request& request, const std::stop_token& stop) {
  const auto column = [&](const Strategy& strategy) {
    return columnSeries(strategy, request.which, lagsToShow(strategy, request.which), stop);
  };
  Answer answer;
  answer.own = column(request.strategy);
  answer.overlays = request.overlays;
  for (CoefficientsOverlay& overlay : answer.overlays) {
    if (overlay.series.values.empty()) overlay.series = column(overlay.strategy);
  }
  answer.model = coefficientsModel(request.strategy, request.mechanism, request.which, answer.own, answer.overlays);
  return answer;
}

void CoefficientsPanel::showDesign(bool force) {
  std::optional<Request> wanted = request(which());
  if (!wanted || (!force && m_shown && shareData(*m_shown, wanted->strategy))) return;
  m_shown = wanted->strategy;
  m_job.start(
      [this, request = std::move(*wanted)](const std::stop_token& stop) -> NewestJob::Delivery {
        Answer found = answer(request, stop);
        if (stop.stop_requested()) return {};
        return [this, request, found = std::move(found)] { show(request, found); };
      },
      std::chrono::milliseconds(120));
}

void CoefficientsPanel::show(const Request& request, Answer answer) {
  m_drawn = request.strategy;
  m_drawnMechanism = request.mechanism;
  m_series = std::move(answer.own);
  m_overlays = std::move(answer.overlays);
  m_shownMatrix = request.which;
  m_other.reset();
  setTitle(answer.model.title);
  const auto shown = static_cast<Index>(m_series.values.size());
  setHint(shown == m_series.available
              ? tr("Hover to read coefficients")
              : tr("Hover to read coefficients; the first %1 of %2 are shown").arg(shown).arg(m_series.available));
  m_plot->setModel(faded(std::move(answer.model), isStale()));
  followBrush();
  m_later.start();
}

void CoefficientsPanel::computeOther() {
  std::optional<Request> wanted = request(otherThan(m_shownMatrix));
  if (!wanted) return;
  m_otherJob.start([this, request = std::move(*wanted)](const std::stop_token& stop) -> NewestJob::Delivery {
    Answer found = answer(request, stop);
    if (stop.stop_requested()) return {};
    return [this, request, found = std::move(found)] {
      if (!m_shown || !shareData(*m_shown, request.strategy) || request.which == m_shownMatrix) return;
      m_other = found;
      contentChanged();
    };
  });
}

void CoefficientsPanel::point(const std::optional<ChartPoint>& point) {
  brush(point ? std::optional<Index>(point->index) : std::nullopt, std::nullopt);
  showPoint();
}

void CoefficientsPanel::followBrush() {
  const std::optional<Index> lag = m_document.brush().lag();
  m_plot->highlight(ownSeriesKey(), lag ? std::optional(static_cast<double>(*lag)) : std::nullopt);
  showPoint();
}

void CoefficientsPanel::showPoint() {
  const std::optional<ChartPoint> point = m_plot->current() ? m_plot->current() : m_plot->highlighted();
  const bool own =
      point && point->series == ownSeriesKey() && static_cast<std::size_t>(point->index) < m_series.values.size();
  if (!own) {
    showReadOut(point ? m_plot->readOut() : QString());
    return;
  }
  showReadOut(tr("lag %1:  %2[%3, %4] = %5")
                  .arg(point->index)
                  .arg(matrixName(m_shownMatrix))
                  .arg(m_series.row + point->index)
                  .arg(m_series.column)
                  .arg(resultText(m_series.values[static_cast<std::size_t>(point->index)], 6)));
}

std::vector<Picture> CoefficientsPanel::pictures() const {
  std::vector<Picture> pictures;
  for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse}) {
    std::optional<Request> wanted = request(which);
    if (!wanted) return {};
    const auto model = std::make_shared<ChartModel>();
    pictures.push_back(m_plot->picture(
        which == MatrixOf::Strategy ? QStringLiteral("coefficients") : QStringLiteral("inverse_coefficients"),
        tr("Coefficients of %1").arg(matrixName(which)), [model] { return *model; }));
    pictures.back().prepare = [request = std::move(*wanted), model](const PictureStyle&, const std::stop_token& stop) {
      *model = answer(request, stop).model;
    };
  }
  return pictures;
}

std::vector<DataTable> CoefficientsPanel::tables() const {
  if (m_series.values.empty()) return {};
  const auto tableOf = [this](MatrixOf which, const ColumnSeries& own,
                              const std::vector<CoefficientsOverlay>& overlays) {
    return chartTable(coefficientsModel(*m_drawn, m_drawnMechanism, which, own, overlays));
  };
  std::vector<DataTable> tables{tableOf(m_shownMatrix, m_series, m_overlays)};
  if (m_other) {
    tables.insert(m_shownMatrix == MatrixOf::Strategy ? tables.end() : tables.begin(),
                  tableOf(otherThan(m_shownMatrix), m_other->own, m_other->overlays));
  }
  return tables;
}

bool CoefficientsPanel::isCurrent() const {
  const auto design = m_document.design();
  return design && m_drawn && shareData(*m_drawn, design->strategy);
}

int CoefficientsPanel::currentPicture() const {
  return m_shownMatrix == MatrixOf::Strategy ? 0 : 1;
}

}  // namespace noiseloom
