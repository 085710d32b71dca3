#include "ui/panels/activity_bar.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include "ui/document/design_text.h"
#include "ui/document/field.h"
#include "ui/document/scenario_document.h"
#include "ui/panels/progress_fraction.h"
#include "ui/style/core_text.h"
#include "ui/style/elided_label.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

QString solveTimeText(double seconds) {
  if (seconds < 1e-3) return ActivityBar::tr("under 1 ms");
  return seconds < 1 ? ActivityBar::tr("%1 ms").arg(resultText(1000 * seconds, 2)) : durationText(seconds);
}

}  // namespace

ActivityBar::ActivityBar(ScenarioDocument& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_stage(new ElidedLabel),
      m_progress(new QProgressBar),
      m_left(new QLabel),
      m_cancel(new QPushButton(symbolicIcon(QStringLiteral("cancel")), tr("Cancel"))) {
  setObjectName(QStringLiteral("activityBar"));
  m_stage->setAccessibleName(tr("Activity"));
  m_stage->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_progress->setRange(0, 1000);
  m_progress->setTextVisible(false);
  m_progress->setAccessibleName(tr("Progress"));
  m_left->setFont(tabularFigures(font()));
  m_left->setAccessibleName(tr("Time left"));
  m_cancel->setToolTip(tr("Stops and keeps the best design so far (Esc)"));
  m_cancel->setAccessibleName(tr("Cancel solving"));
  m_cancel->setFocusPolicy(Qt::TabFocus);
  // Widgets that appear only while solving keep their place, so that nothing jumps.
  for (QWidget* widget :
       {static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_left), static_cast<QWidget*>(m_cancel)}) {
    QSizePolicy policy = widget->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    widget->setSizePolicy(policy);
  }
  auto* layout = newLayout<QHBoxLayout>({2 * kGrid, kHalfGrid, 2 * kGrid, kHalfGrid}, kGrid + kHalfGrid, this);
  layout->addWidget(m_stage, 1);
  layout->addWidget(m_progress);
  layout->addWidget(m_left);
  layout->addWidget(m_cancel);
  applyFont();
  connect(m_cancel, &QPushButton::clicked, this, &ActivityBar::cancelRequested);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change != DocumentChange::Sweep && change != DocumentChange::Trace) refresh();
  });
  connect(&m_document.flip(), &StateFlip::changed, this, &ActivityBar::refresh);
  refresh();
  onChange(*this, {QEvent::FontChange}, [this] { applyFont(); });
}

void ActivityBar::applyFont() {
  m_progress->setFixedSize(widthIn(font(), 180), widthIn(font(), 2 * kGrid));
  m_left->setMinimumWidth(m_left->fontMetrics().horizontalAdvance(tr("%1 left").arg(durationText(59 * 60 + 59))));
}

void ActivityBar::refresh() {
  const Activity& activity = m_document.activity();
  m_progress->setVisible(activity.running);
  m_left->setVisible(activity.running);
  // Hidden, it would hand the keyboard to the next button, and Space would undo.
  if (!activity.running) m_cancel->clearFocus();
  m_cancel->setVisible(activity.running);
  if (!activity.running) {
    m_stage->setText(idleText());
    return;
  }
  m_stage->setText(capitalised(activity.stage.isEmpty() ? tr("solving") : activity.stage));
  showFraction(*m_progress, activity.fraction);
  m_left->setText(activity.secondsLeft ? tr("%1 left").arg(durationText(*activity.secondsLeft)) : QString());
}

QString ActivityBar::idleText() const {
  if (StateFlip& flip = m_document.flip(); flip.isFlipped() && flip.other())
    return tr("State B is shown (%1). F9 shows A again.").arg(changeText(*flip.other(), m_document.scenario()));
  const auto design = m_document.design();
  switch (m_document.designState()) {
    case DesignState::None:
    case DesignState::Refining:
      return m_document.canSolve() ? QString() : tr("Waiting for a scenario that can be solved");
    case DesignState::Stale:
      return m_document.isLeftEstimated() ? tr("Stopped early: what is shown is an estimate")
                                          : tr("The plots belong to an earlier scenario");
    case DesignState::Current: break;
  }
  const OptimizerSummary& summary = design->optimizer;
  const QString mechanism = mechanismText(*design);
  if (summary.termination == Termination::Stopped) return tr("Stopped early: the best so far is %1").arg(mechanism);
  if (summary.termination == Termination::NotRun) return tr("Solved in closed form: %1").arg(mechanism);
  const QString time = solveTimeText(design->seconds.total);
  if (summary.iterations == 1) return tr("Solved: %1, 1 optimiser iteration, %2").arg(mechanism, time);
  return tr("Solved: %1, %2 optimiser iterations, %3").arg(mechanism, countText(summary.iterations), time);
}

}  // namespace noiseloom
