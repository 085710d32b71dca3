#include "ui/plots/coefficients/coefficients_panel.h"

#include <QToolButton>
#include <algorithm>
#include <memory>
#include <tuple>

#include "core/strategy/strategy_kind.h"
#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/line/chart_text.h"
#include "ui/plots/matrix/heat_map_text.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// The hidden matrix is computed for tables and exports this long after a drag has ended.
constexpr int kLaterMilliseconds = 400;

MatrixOf otherThan(MatrixOf which) {
  return which == MatrixOf::Strategy ? MatrixOf::StrategyInverse : MatrixOf::Strategy;
}

}  // namespace

CoefficientsPanel::CoefficientsPanel(ScenarioDocument& document, QWidget* parent)
    : LinePanel(QStringLiteral("coefficientsPanel"), tr("Coefficients of C"), tr("Hover to read coefficients"),
                tr("Coefficients of the strategy against lag"), document, parent),
      m_drawing(document),
      m_matrix(addChoice(QStringLiteral("coefficientsChoice"), QStringLiteral("matrix"), tr("Coefficients of"),
                         {{matrixKey(MatrixOf::Strategy), matrixName(MatrixOf::Strategy)},
                          {matrixKey(MatrixOf::StrategyInverse), matrixName(MatrixOf::StrategyInverse)}})) {
  addDrawing();
  m_later.setSingleShot(true);
  m_later.setInterval(kLaterMilliseconds);
  connect(&m_later, &QTimer::timeout, this, &CoefficientsPanel::computeOther);
  connect(&FramePacer::instance(), &FramePacer::rested, &m_later, qOverload<>(&QTimer::start));
  connect(m_matrix, &SegmentedButtons::chosen, this, [this] { showDesign(true); });
  connect(&m_document.shelf(), &Shelf::changed, this, [this] { showDesign(true); });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design) showDesign(false);
    if (change == DocumentChange::Design || change == DocumentChange::Scenario) refreshDrawing();
    const bool stale = m_document.designState() == DesignState::Stale;
    setStale(stale);
    if (stale == std::exchange(m_data.stale, stale)) return;
    m_plot->setModel(chartModel());
  });
  showDesign(true);
}

MatrixOf CoefficientsPanel::which() const {
  return m_matrix->current() == 0 ? MatrixOf::Strategy : MatrixOf::StrategyInverse;
}

std::optional<CoefficientsData> CoefficientsPanel::wanted(MatrixOf which) const {
  const auto design = m_document.design();
  if (!design) return std::nullopt;
  CoefficientsData data{design->strategy, design->mechanism, which, {}, {}};
  for (const PinnedDesign& pin : visiblePins()) {
    data.pins.push_back({pin.id, pin.name, seriesIndex(pin), pin.design->strategy, {}});
    const auto known = std::ranges::find(m_data.pins, pin.id, &CoefficientsData::Pin::id);
    if (known != m_data.pins.end() && which == m_data.which && shareData(known->strategy, pin.design->strategy))
      data.pins.back().column = known->column;
  }
  data.drawn = m_drawing.isDrawn();
  data.drawing = m_draw && m_draw->isChecked();
  // Shown before the first stroke too, so that the stroke moves nothing.
  const auto& optimum = data.drawn ? m_drawing.optimum() : design;
  if (optimum && (data.drawn || data.isDrawnHere())) {
    const bool closed = optimum->optimizer.termination == Termination::NotRun;
    data.optimum =
        CoefficientsData::Pin{0, closed ? mechanismText(*optimum) : tr("the optimum"), 0, optimum->strategy, {}};
    if (m_data.optimum && which == m_data.which && shareData(m_data.optimum->strategy, optimum->strategy))
      data.optimum->column = m_data.optimum->column;
  }
  return data;
}

void CoefficientsPanel::showDesign(bool force) {
  std::optional<CoefficientsData> next = wanted(which());
  if (!next || (!force && m_shown && shareData(*m_shown, next->strategy))) return;
  m_shown = next->strategy;
  m_job.start(
      [this, data = std::move(*next)](const std::stop_token& stop) mutable -> NewestJob::Delivery {
        findColumns(data, stop);
        if (stop.stop_requested()) return {};
        return [this, data = std::move(data)] { show(data); };
      },
      std::chrono::milliseconds(120));
}

void CoefficientsPanel::show(CoefficientsData data) {
  const auto held = std::pair(m_data.heldX, m_data.heldY);
  m_data = std::move(data);
  if (m_held) std::tie(m_data.heldX, m_data.heldY) = held;
  m_data.stale = isStale();
  m_other.reset();
  const auto shown = std::ssize(m_data.own.values);
  const Index all = m_data.own.available;
  setHint(m_data.showsBuffers()
              ? tr("Drag a buffer: across its memory, up its scale; Alt and Left or Right move it across")
          : m_data.isDrawnHere()
              ? tr("Drag across to draw, or choose a point with Left and Right and move it with Up and Down")
          : shown == all ? tr("Hover to read coefficients")
                         : tr("Hover to read coefficients; the first %1 of %2 are shown").arg(shown).arg(all));
  m_plot->setModel(chartModel());
  setTitle(m_plot->model().title);
  followBrush();
  m_later.start();
}

void CoefficientsPanel::computeOther() {
  std::optional<CoefficientsData> next = wanted(otherThan(m_data.which));
  if (!next) return;
  next->drawing = false;
  m_otherJob.start([this, data = std::move(*next)](const std::stop_token& stop) mutable -> NewestJob::Delivery {
    findColumns(data, stop);
    if (stop.stop_requested()) return {};
    return [this, data = std::move(data)] {
      if (!m_shown || !shareData(*m_shown, data.strategy) || data.which == m_data.which) return;
      m_other = data;
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
  if (!m_refusal.isEmpty()) return showReadOut(m_refusal);
  const std::optional<ChartPoint> point = m_plot->current() ? m_plot->current() : m_plot->highlighted();
  const std::vector<double>& values = m_data.own.values;
  const bool own = point && !m_data.showsBuffers() && point->series == ownSeriesKey() &&
                   static_cast<std::size_t>(point->index) < values.size();
  if (!own) {
    showReadOut(point ? m_plot->readOut() : QString());
    return;
  }
  showReadOut(tr("lag %1:  %2[%3, %4] = %5")
                  .arg(point->index)
                  .arg(matrixName(m_data.which))
                  .arg(m_data.own.row + point->index)
                  .arg(m_data.own.column)
                  .arg(resultText(values[point->index], 6)));
}

std::vector<Picture> CoefficientsPanel::pictures() const {
  std::vector<Picture> pictures;
  for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse}) {
    std::optional<CoefficientsData> next = wanted(which);
    if (!next) return {};
    next->drawing = false;
    const auto data = std::make_shared<CoefficientsData>(std::move(*next));
    pictures.push_back(m_plot->picture(coefficientsName(which), tr("Coefficients of %1").arg(matrixName(which)),
                                       [data] { return coefficientsModel(*data); }));
    pictures.back().prepare = [data](const PictureStyle&, const std::stop_token& stop) { findColumns(*data, stop); };
  }
  return pictures;
}

std::vector<DataTable> CoefficientsPanel::tables() const {
  std::vector<DataTable> tables = LinePanel::tables();
  if (m_other && !tables.empty())
    tables.insert(m_data.which == MatrixOf::Strategy ? tables.end() : tables.begin(),
                  chartTable(coefficientsModel(*m_other)));
  return tables;
}

bool CoefficientsPanel::isCurrent() const {
  const auto design = m_document.design();
  return design && !m_data.isEmpty() && shareData(m_data.strategy, design->strategy);
}

int CoefficientsPanel::currentPicture() const {
  return m_data.which == MatrixOf::Strategy ? 0 : 1;
}

}  // namespace noiseloom
