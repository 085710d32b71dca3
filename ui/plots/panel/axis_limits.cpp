#include "ui/plots/panel/axis_limits.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

#include "ui/plots/line/line_plot.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kButtonZoomStep = 1.5;
constexpr double kButtonPanStep = 0.2;

}  // namespace

AxisLimits::AxisLimits(LinePlot& plot, QWidget* parent)
    : LimitsPopup(
          QStringLiteral("limit"), {QStringLiteral("X"), QStringLiteral("Y")},
          {tr("Horizontal axis from"), tr("Horizontal axis to"), tr("Vertical axis from"), tr("Vertical axis to")},
          parent),
      m_plot(plot) {
  setObjectName(QStringLiteral("axisLimits"));
  setAccessibleName(tr("What is in view of the plot"));
  addButtons();
  connect(this, &LimitsPopup::opening, this, &AxisLimits::refresh);
  connect(this, &LimitsPopup::edited, this, &AxisLimits::take);
  for (const auto changed : {&LinePlot::viewChanged, &LinePlot::drawn}) {
    connect(&m_plot, changed, this, [this] {
      if (isVisible()) refresh();
    });
  }
}

void AxisLimits::addButtons() {
  auto* buttons = newLayout<QHBoxLayout>({}, kHalfGrid);
  const auto button = [&](const char* name, const char* icon, const QString& what, auto clicked) {
    auto* tool = new QToolButton;
    tool->setObjectName(QString::fromLatin1(name));
    tool->setIcon(symbolicIcon(QString::fromLatin1(icon)));
    tool->setToolTip(what);
    tool->setAccessibleName(what);
    connect(tool, &QToolButton::clicked, this, clicked);
    buttons->addWidget(tool);
  };
  button("plotZoomIn", "zoom-in", tr("Zoom in (+)"), [this] { m_plot.zoomBy(kButtonZoomStep); });
  button("plotZoomOut", "zoom-out", tr("Zoom out (−)"), [this] { m_plot.zoomBy(1 / kButtonZoomStep); });
  button("plotPanLeft", "pan-left", tr("To smaller values across (Shift+Left)"),
         [this] { m_plot.panBy(-kButtonPanStep, 0); });
  button("plotPanRight", "pan-right", tr("To larger values across (Shift+Right)"),
         [this] { m_plot.panBy(kButtonPanStep, 0); });
  button("plotPanUp", "pan-up", tr("To larger values upwards (Shift+Up)"), [this] { m_plot.panBy(0, kButtonPanStep); });
  button("plotPanDown", "pan-down", tr("To smaller values upwards (Shift+Down)"),
         [this] { m_plot.panBy(0, -kButtonPanStep); });
  button("plotShowAll", "reset-view", tr("Show everything (0)"), [this] { m_plot.resetView(); });
  buttons->addStretch(1);
  column().insertLayout(0, buttons);
  // Tab goes from the buttons to the fields, which were made before them.
  QWidget* before = buttons->itemAt(buttons->count() - 2)->widget();
  for (QLineEdit* edit : {&limit(true, false), &limit(true, true), &limit(false, false), &limit(false, true)}) {
    setTabOrder(before, edit);
    before = edit;
  }
}

void AxisLimits::refresh() {
  for (const bool ofX : {true, false}) {
    const auto [from, to] = m_plot.range(ofX);  // draws a waiting model and ends the previous one
    // Short, and no more precise than a pixel of the plot.
    showLimits(ofX, (ofX ? m_plot.model().x : m_plot.model().y).title, generalText(from, 5), generalText(to, 5));
  }
}

void AxisLimits::take(bool ofX) {
  QString problem;
  if (isEmpty(ofX)) {
    m_plot.setRange(ofX, std::nullopt);
  } else if (const Limits chosen = typed(ofX, m_plot.range(ofX), problem);
             problem.isEmpty() && !m_plot.setRange(ofX, chosen)) {
    problem = tr("From %1 to %2 cannot be shown: the limits must rise, and be above 0 on a logarithmic axis.")
                  .arg(resultText(chosen.first), resultText(chosen.second));
  }
  settle(ofX, problem);
  if (problem.isEmpty()) refresh();
}

}  // namespace noiseloom
