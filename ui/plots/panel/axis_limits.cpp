#include "ui/plots/panel/axis_limits.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/plots/line/line_plot.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/read_number.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kButtonZoomStep = 1.5;
constexpr double kButtonPanStep = 0.2;

}  // namespace

AxisLimits::AxisLimits(LinePlot& plot, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_plot(plot), m_message(new QLabel) {
  setObjectName(QStringLiteral("axisLimits"));
  setFrameShape(QFrame::StyledPanel);
  setAccessibleName(tr("What is in view of the plot"));
  build();
  connect(&m_plot, &LinePlot::viewChanged, this, [this] {
    if (isVisible()) showLimits();
  });
  connect(&m_plot, &LinePlot::drawn, this, [this] {
    if (isVisible()) showLimits();
  });
}

void AxisLimits::build() {
  auto* column = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(kHalfGrid);
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
  column->addLayout(buttons);
  auto* grid = new QGridLayout;
  grid->setSpacing(kHalfGrid);
  for (const bool ofX : {true, false}) {
    const int row = ofX ? 0 : 1;
    auto* name = m_names[row] = new QLabel;
    grid->addWidget(name, row, 0);
    for (const bool to : {false, true}) {
      auto* edit = m_limits[(ofX ? 0U : 2U) + (to ? 1U : 0U)] = new QLineEdit;
      edit->setObjectName(QStringLiteral("limit%1%2")
                              .arg(ofX ? QStringLiteral("X") : QStringLiteral("Y"),
                                   to ? QStringLiteral("To") : QStringLiteral("From")));
      edit->setFixedWidth(widthIn(font(), 96));
      edit->setAccessibleName(ofX  ? to ? tr("Horizontal axis to") : tr("Horizontal axis from")
                               : to ? tr("Vertical axis to")
                                   : tr("Vertical axis from"));
      connect(edit, &QLineEdit::editingFinished, this, [this, ofX, edit] {
        if (edit->isModified()) take(ofX);
      });
      grid->addWidget(edit, row, to ? 3 : 1);
    }
    grid->addWidget(new QLabel(tr("to")), row, 2);
  }
  column->addLayout(grid);
  m_message->setObjectName(QStringLiteral("axisLimitsMessage"));
  m_message->setWordWrap(true);
  m_message->hide();
  column->addWidget(m_message);
}

void AxisLimits::openBelow(const QWidget& button) {
  m_message->hide();
  showLimits();
  adjustSize();
  const QRect screen = button.screen()->availableGeometry();
  QPoint corner = button.mapToGlobal(QPoint(button.width() - width(), button.height() + 2));
  corner.setX(std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - width())));
  if (corner.y() + height() > screen.bottom()) corner.setY(button.mapToGlobal(QPoint(0, -2 - height())).y());
  move(corner);
  show();
  m_limits.front()->setFocus(Qt::PopupFocusReason);
  m_limits.front()->selectAll();
}

QString AxisLimits::message() const {
  return m_message->isHidden() ? QString() : m_message->text();
}

void AxisLimits::showLimits() {
  const QFontMetrics metrics(font());
  for (const bool ofX : {true, false}) {
    const auto [from, to] = m_plot.range(ofX);  // draws a waiting model and ends the previous one
    const QString& title = (ofX ? m_plot.model().x : m_plot.model().y).title;
    QLabel& name = *m_names[ofX ? 0 : 1];
    name.setText(metrics.elidedText(title, Qt::ElideRight, widthIn(font(), 150)));
    name.setToolTip(title);
    for (const bool isTo : {false, true}) {
      QLineEdit& edit = limit(ofX, isTo);
      if (edit.isModified() && edit.hasFocus()) continue;
      // Short, and no more precise than a pixel of the plot.
      edit.setText(generalText(isTo ? to : from, 5));
      edit.setModified(false);
    }
  }
}

void AxisLimits::take(bool ofX) {
  const auto [from, to] = m_plot.range(ofX);
  QString problem;
  const auto read = [&](QLineEdit& edit, double now) {
    if (!edit.isModified()) return now;
    const ExpressionResult typed = readNumber(edit.text());
    if (typed) return *typed.value;
    problem = tr("Cannot read this: %1").arg(coreText(typed.error));
    return now;
  };
  const bool all = limit(ofX, false).text().trimmed().isEmpty() && limit(ofX, true).text().trimmed().isEmpty();
  const std::pair chosen(all ? from : read(limit(ofX, false), from), all ? to : read(limit(ofX, true), to));
  const bool shown = problem.isEmpty() && m_plot.setRange(ofX, all ? std::nullopt : std::optional(chosen));
  if (problem.isEmpty() && !shown)
    problem = tr("From %1 to %2 cannot be shown: the limits must rise, and be above 0 on a logarithmic axis.")
                  .arg(resultText(chosen.first), resultText(chosen.second));
  m_message->setText(problem);
  m_message->setVisible(!problem.isEmpty());
  setTextColor(*m_message, themeOf(palette()).error);
  adjustSize();
  if (!problem.isEmpty()) return;
  for (const bool isTo : {false, true}) limit(ofX, isTo).setModified(false);
  showLimits();
}

}  // namespace noiseloom
