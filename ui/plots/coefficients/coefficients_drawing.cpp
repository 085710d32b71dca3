// Drawing by hand in the panel of coefficients.

#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/errors.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/coefficients/drawn_row.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/style/core_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Keys this close together form one gesture, as in the fields.
constexpr int kGestureMilliseconds = 800;
/// The resolution of a drag, as a fraction 1 / kParts of the largest coefficient.
constexpr double kParts = 1000;
/// Step of a key, as a share of the largest coefficient or of a buffer's values.
constexpr double kKeyStep = 0.01;
/// Smallest value for a first coefficient dragged to the axis, since it must stay above 0.
constexpr double kLeastDiagonal = 1e-3;

/// Limits on the memory of buffers, in iterations, and the smallest ratio between two of them.
constexpr double kLeastMemory = 1.001;
constexpr double kMostMemory = 1e12;
constexpr double kLeastRatio = 1.001;

double largestOf(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest > 0 ? largest : 1;
}

}  // namespace

void CoefficientsPanel::addDrawing() {
  auto* body = new QWidget;
  auto* layout = newLayout<QVBoxLayout>({0, 0, 0, 0}, 0, body);
  layout->addWidget(m_plot, 1);
  auto* row = new DrawnRow(m_document, m_drawing, body);
  layout->addWidget(row);
  setBody(body);
  m_draw = toolButton(QStringLiteral("drawButton"), QStringLiteral("draw"),
                      tr("Draw: drag across the plot, and the design follows"));
  m_draw->setCheckable(true);
  addTool(m_draw);
  m_keys.setSingleShot(true);
  m_keys.setInterval(kGestureMilliseconds);
  connect(m_draw, &QToolButton::toggled, this, [this, row](bool on) {
    row->setDrawing(on);
    const std::optional<Strategy> strategy = m_drawing.strategy();
    if (on && strategy) {
      showTable(false);
      m_matrix->setCurrent(drawableOf(*strategy) == Drawable::InverseCoefficients ? 1 : 0);
      m_plot->setFocus();
    }
    showDesign(true);
  });
  connect(&m_drawing, &StrategyDrawing::changed, this, [this] {
    refreshDrawing();
    showDesign(true);
  });
  connect(m_plot, &LinePlot::grabbed, this, [this](const ChartPoint&) {
    FramePacer::instance().rest();
    m_drawing.beginGesture();
    m_held = true;
    m_stroke.clear();
    m_penAt.reset();
    m_data.heldX = m_plot->range(true);
    m_data.heldY = m_plot->range(false);
  });
  connect(m_plot, &LinePlot::moved, this, &CoefficientsPanel::draw);
  connect(m_plot, &LinePlot::letGo, this, [this](const ChartPoint&, bool takenBack) {
    FramePacer::instance().rest();
    if (takenBack) m_drawing.takeBack();
    m_held = false;
    m_refusal.clear();
    m_data.heldX.reset();
    m_data.heldY.reset();
    m_plot->setModel(chartModel());
    showPoint();
  });
  connect(m_plot, &LinePlot::nudged, this, &CoefficientsPanel::drawByKey);
  refreshDrawing();
}

void CoefficientsPanel::refreshDrawing() {
  if (!m_draw) return;
  // While something is being solved the button stays unchanged.
  if (!m_drawing.isDrawn() && m_document.designState() != DesignState::Current) return;
  const QString reason = m_drawing.whyNot();
  if (m_draw->isEnabled() == reason.isEmpty()) return;
  m_draw->setEnabled(reason.isEmpty());
  m_draw->setToolTip(reason.isEmpty() ? m_draw->accessibleName() : reason);
  if (!reason.isEmpty()) m_draw->setChecked(false);
}

void CoefficientsPanel::stroke(const std::function<void(const Strategy&)>& drawOn) {
  FramePacer::instance().move(*m_plot, [this, drawOn] {
    const std::optional<Strategy> strategy = m_drawing.strategy();
    if (!strategy) return;
    m_refusal.clear();
    try {
      drawOn(*strategy);
    } catch (const InvalidArgument& problem) {
      // The last stroke that made a strategy stays.
      m_refusal = tr("Not there: use %1.").arg(coreText(problem.allowed()));
    }
    showPoint();
  });
}

void CoefficientsPanel::draw(const ChartPoint& point, QPointF to) {
  if (m_data.showsBuffers()) {
    stroke([this, place = point.index, to](const Strategy& strategy) { moveBuffer(strategy, place, to); });
    return;
  }
  // Fast strokes skip columns: those between are on the line.
  const auto [last, before] = m_penAt.value_or(std::pair<Index, double>(point.index, to.y()));
  const Index columns = std::abs(point.index - last);
  for (Index i = 0; i <= columns; ++i) {
    const double share = columns == 0 ? 1 : static_cast<double>(i) / static_cast<double>(columns);
    m_stroke[last + (point.index > last ? i : -i)] = before + share * (to.y() - before);
  }
  const Index from = m_penAt ? m_reach.first : point.index;
  m_reach = {std::min<Index>(from, point.index), std::max<Index>(m_penAt ? m_reach.second : from, point.index)};
  m_penAt = {point.index, to.y()};
  stroke([this](const Strategy& strategy) { setCoefficients(strategy, std::exchange(m_stroke, {}), m_reach); });
}

void CoefficientsPanel::drawByKey(const ChartPoint& point, int across, int up) {
  const QString keyed = QStringLiteral("%1 %2").arg(point.series).arg(point.index);
  if (!m_keys.isActive() || keyed != m_lastKeyed) {
    FramePacer::instance().rest();
    m_drawing.beginGesture();
  }
  m_keys.start();
  m_lastKeyed = keyed;
  // Read when its turn has come, so that no step of a held key is lost.
  m_nudge += QPoint(across, up);
  stroke([this, place = point.index](const Strategy& strategy) {
    const QPoint by = std::exchange(m_nudge, QPoint());
    if (m_data.showsBuffers()) {
      const BltParameters& buffers = strategy.as<BltStrategy>()->parameters();
      const std::size_t buffer = bufferOrder(strategy).at(place);
      moveBuffer(strategy, place,
                 {std::pow(1 + kKeyStep, by.x()) / (1 - buffers.theta[buffer]),
                  std::pow(1 + kKeyStep, by.y()) * buffers.omega[buffer]});
    } else {
      const std::vector<double> values = columnSeries(strategy, m_data.which, place + 1).values;
      setCoefficients(strategy, {{place, values.at(place) + by.y() * kKeyStep * largestOf(values)}}, {place, place});
    }
  });
}

void CoefficientsPanel::moveBuffer(const Strategy& strategy, Index place, QPointF to) {
  const std::vector<Index> order = bufferOrder(strategy);
  if (place >= std::ssize(order)) return;
  // Buffers keep their order, so that the held point stays the same. A decay of 1 would not be a point of the plot.
  const std::vector<double>& theta = strategy.as<BltStrategy>()->parameters().theta;
  const auto memory = [&](Index at) { return 1 / (1 - theta[order.at(at)]); };
  const double least = place > 0 ? memory(place - 1) * kLeastRatio : kLeastMemory;
  const double most = place + 1 < std::ssize(order) ? memory(place + 1) / kLeastRatio : kMostMemory;
  if (!(least < most)) return;
  const double decay = 1 - 1 / std::clamp(to.x(), least, most);
  m_drawing.draw(drawnBuffer(strategy, order[place], decay, to.y()), tr("buffer %1 drawn").arg(place + 1));
}

void CoefficientsPanel::setCoefficients(const Strategy& strategy, const std::map<Index, double>& values,
                                        std::pair<Index, Index> reach) {
  if (values.empty()) return;
  const double largest = largestOf(m_data.own.values);
  const double part = largest / kParts;
  std::map<Index, double> drawn;
  for (const auto& [lag, value] : values) {
    if (lag >= drawableCount(strategy)) continue;
    const double rounded = part * std::round(value / part);
    drawn[lag] = lag == 0 ? std::max(rounded, kLeastDiagonal * largest) : rounded;
  }
  const auto [first, last] = reach;
  m_drawing.draw(drawnCoefficients(strategy, drawn), first == last
                                                         ? tr("coefficient %1 drawn").arg(first)
                                                         : tr("coefficients %1 to %2 drawn").arg(first).arg(last));
}

}  // namespace noiseloom
