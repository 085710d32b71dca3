// Drawing by hand in the panel of coefficients.

#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/coefficients/drawn_row.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
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
                      tr("Draw: drag points of the strategy, and the design follows"));
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

void CoefficientsPanel::draw(const ChartPoint& point, QPointF to) {
  FramePacer::instance().move(*m_plot, [this, point, to] {
    if (const std::optional<Strategy> strategy = m_drawing.strategy()) stroke(*strategy, point, to);
  });
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
  FramePacer::instance().move(*m_plot, [this, point] {
    const QPoint by = std::exchange(m_nudge, QPoint());
    const std::optional<Strategy> strategy = m_drawing.strategy();
    if (!strategy) return;
    const std::size_t at = point.index;
    if (m_data.showsBuffers()) {
      const BltParameters& buffers = strategy->as<BltStrategy>()->parameters();
      const std::size_t buffer = bufferOrder(*strategy).at(at);
      stroke(*strategy, point,
             {std::pow(1 + kKeyStep, by.x()) / (1 - buffers.theta[buffer]),
              std::pow(1 + kKeyStep, by.y()) * buffers.omega[buffer]});
    } else {
      const std::vector<double> values = columnSeries(*strategy, m_data.which, point.index + 1).values;
      stroke(*strategy, point,
             {static_cast<double>(point.index), values.at(at) + by.y() * kKeyStep * largestOf(values)});
    }
  });
}

void CoefficientsPanel::stroke(const Strategy& strategy, const ChartPoint& point, QPointF to) {
  m_refusal.clear();
  try {
    if (m_data.showsBuffers()) {
      const std::vector<Index> order = bufferOrder(strategy);
      if (point.index >= std::ssize(order)) return;
      // Buffers keep their order, so that the held point stays the same. A decay of 1 would not be a point of the plot.
      const std::vector<double>& theta = strategy.as<BltStrategy>()->parameters().theta;
      const auto memory = [&](Index place) { return 1 / (1 - theta[order.at(place)]); };
      const double least = point.index > 0 ? memory(point.index - 1) * kLeastRatio : kLeastMemory;
      const double most = point.index + 1 < std::ssize(order) ? memory(point.index + 1) / kLeastRatio : kMostMemory;
      if (!(least < most)) return;
      const double decay = 1 - 1 / std::clamp(to.x(), least, most);
      m_drawing.draw(drawnBuffer(strategy, order[point.index], decay, to.y()),
                     tr("buffer %1 drawn").arg(point.index + 1));
    } else {
      const double part = largestOf(m_data.own.values) / kParts;
      double value = part * std::round(to.y() / part);
      if (point.index == 0) value = std::max(value, kLeastDiagonal * largestOf(m_data.own.values));
      m_drawing.draw(drawnCoefficient(strategy, point.index, value), tr("coefficient %1 drawn").arg(point.index));
    }
  } catch (const InvalidArgument& problem) {
    // The last stroke that made a strategy stays.
    m_refusal = tr("Not there: use %1.").arg(coreText(problem.allowed()));
  }
  showPoint();
}

}  // namespace noiseloom
