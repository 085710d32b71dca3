#include "ui/panels/claim_bar.h"

#include <QAccessible>
#include <QApplication>
#include <QBoxLayout>
#include <QEvent>
#include <QStringList>
#include <algorithm>

#include "core/claim/claim.h"
#include "ui/document/claim_state.h"
#include "ui/document/design_text.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

QString rmseText(const Design& design, ErrorReadings& readings) {
  const DesignFigures errors = readings.of(design.scenario, design);
  QString text = ClaimBar::tr("rmse %1 (%2)").arg(resultText(errors.error.mean), errorUnitLabel(readings.unit()));
  if (const ErrorObjective objective = design.scenario.objective; objective != ErrorObjective::Mean)
    return ClaimBar::tr("%1 %2, %3").arg(errorName(objective), resultText(errors.error[objective]), text);
  return text;
}

QString joined(const QString& error, const QString& against, const QString& by) {
  return against.isEmpty() ? error : error + by + against;
}

}  // namespace

QString priceText(const Design& design, ErrorReadings& readings) {
  return joined(rmseText(design, readings), againstBaselineText(design), QStringLiteral(", "));
}

QString claimToolTip(const Design& design) {
  const PrivacyClaim claim = claimOf(design);
  QStringList lines;
  const auto add = [&lines](const QString& name, const Text& text) {
    lines += QStringLiteral("<b>%1:</b> %2").arg(name, coreText(text).toHtmlEscaped());
  };
  add(ClaimBar::tr("Statement"), claim.statement);
  add(ClaimBar::tr("Unit of privacy"), claim.unitText);
  add(ClaimBar::tr("Adjacency"), claim.adjacencyText);
  add(ClaimBar::tr("Accountant"), claim.accountant.method);
  for (const Assumption& assumption : claim.assumptions) {
    add(assumption.status == AssumptionStatus::Violated ? ClaimBar::tr("VIOLATED") : ClaimBar::tr("Assumes"),
        assumption.text);
  }
  lines += ClaimBar::tr(
               "<b>Noise multiplier σ</b> (sensitivity 1): %1; <b>stddev</b> of z = clip norm × σ × sensitivity: %2")
               .arg(resultTextUp(design.noiseMultiplier.value, 6), resultTextUp(design.stddev, 6));
  return lines.join(QStringLiteral("<br>"));
}

ClaimBar::ClaimBar(ScenarioDocument& document, QWidget* parent) : QFrame(parent), m_document(document) {
  nameWidget(this, QStringLiteral("claimBar"), tr("Privacy claim"));
  setAutoFillBackground(true);
  m_sentence = new QLabel;
  m_sentence->setObjectName(QStringLiteral("claimSentence"));
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_sentence->setWordWrap(true);
  m_state = new QLabel;
  m_state->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_price = new QLabel;
  m_price->setFont(tabularFigures(scaledFont(font(), 1.0, QFont::DemiBold)));
  m_price->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_right = new QBoxLayout(QBoxLayout::LeftToRight);
  m_right->setSpacing(2 * kGrid);
  m_right->addWidget(m_state);
  m_right->addWidget(m_price, 1);
  m_layout = new QBoxLayout(QBoxLayout::LeftToRight, this);
  m_layout->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, kGrid);
  m_layout->setSpacing(2 * kGrid);
  m_layout->addWidget(m_sentence, 1);
  m_layout->addLayout(m_right);
  applyFont();
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Sweep || change == DocumentChange::Trace) return;
    if (FramePacer::instance().opensFrame(m_document, change)) return;
    // Progress comes many times a second.
    if (change == DocumentChange::Activity && m_document.designState() == m_shown) return;
    refresh();
  });
  connect(&m_document.errors(), &ErrorReadings::changed, this, &ClaimBar::refresh);
  refresh();
}

void ClaimBar::refresh() {
  const auto design = m_document.design();
  const std::vector<FieldProblem> problems = m_document.problems();
  const bool broken = !problems.empty();
  const ClaimState claim = design && !broken ? claimStateOf(*design) : ClaimState{};
  QString sentence;
  if (broken) {
    sentence = problems.front().message;
    if (problems.size() > 1) sentence += tr(" (and %1 more)").arg(problems.size() - 1);
  } else if (design) {
    sentence = coreText(claimSentence(*design));
    if (claim.critical) sentence += QStringLiteral(": ") + claim.why;
  } else {
    sentence = tr("Solving the scenario …");
  }
  const DesignState state = m_shown = m_document.designState();
  const bool old = design && state != DesignState::Current;
  m_sentence->setText(sentence);
  const bool priced = design && !broken;
  m_rmse = priced ? rmseText(*design, m_document.errors()) : QString();
  m_against = priced ? againstBaselineText(*design) : QString();
  m_state->setText(broken                         ? tr("No valid scenario")
                   : m_document.isLeftEstimated() ? tr("Not certified")
                   : state == DesignState::Stale  ? tr("Stale")
                   : old && !isCertified(*design) ? tr("Certifying …")
                   : old                          ? tr("Refining …")
                   : claim.critical               ? tr("Not claimed")
                                                  : QString());
  const QString tip = design && !old ? claimToolTip(*design) : QString();
  for (QLabel* label : {m_sentence, m_price}) label->setToolTip(tip);
  m_sentence->setAccessibleName(tr("Privacy claim: %1").arg(sentence));
  m_state->setAccessibleName(tr("State of the result: %1").arg(m_state->text()));
  m_price->setAccessibleName(tr("Price of privacy: %1").arg(price()));
  setAccessibleDescription(
      claim.critical ? tr("Critical: the claim is not made. %1. What to do: %2.").arg(claim.reason, claim.remedy)
                     : m_state->text());
  if (claim.critical && !m_critical) {
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
  }
  m_critical = claim.critical;
  arrange();
  applyColors(broken || claim.critical, old);
}

void ClaimBar::applyColors(bool alarmed, bool old) {
  m_coloring = true;
  const Theme& theme = themeOf(QApplication::palette());
  const bool stale = m_document.designState() == DesignState::Stale;
  QPalette own = palette();
  own.setColor(QPalette::Window, alarmed ? theme.errorFill : theme.plot);
  setPalette(own);
  setTextColor(*m_sentence, alarmed ? theme.error : stale ? theme.stale : theme.text);
  setTextColor(*m_state, alarmed ? theme.error : theme.stale);
  setTextColor(*m_price, old || alarmed ? theme.mutedText : theme.text);
  m_coloring = false;
}

QString ClaimBar::price() const {
  return joined(m_rmse, m_against, QStringLiteral(", "));
}

void ClaimBar::applyFont() {
  // The state comes and goes with every step of a slider: its place stays.
  m_state->setMinimumWidth(fontMetrics().horizontalAdvance(tr("No valid scenario")) + kGrid);
  arrange();
}

void ClaimBar::arrange() {
  const QString lines = joined(m_rmse, m_against, QStringLiteral("\n"));
  const QFontMetrics metrics = m_price->fontMetrics();
  const int figures = m_state->minimumWidth() + metrics.boundingRect(QRect(0, 0, width(), 0), 0, lines).width();
  const int room = width() - figures - 8 * kGrid;
  const bool below = linesOfSentence(room) > 2;
  m_price->setText(below ? price() : lines);
  // In a narrow window the price wraps too: text that cannot wrap would widen the window.
  m_price->setWordWrap(below);
  // Two lines from the start, so that neither a longer sentence nor another language moves what is below.
  m_sentence->setMinimumHeight((below ? 1 : 2) * m_sentence->fontMetrics().lineSpacing());
  m_layout->setDirection(below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  m_layout->setSpacing(below ? 0 : 2 * kGrid);
  // On a line of its own, the price is aligned with the sentence and the state is at the end.
  m_right->setDirection(below ? QBoxLayout::RightToLeft : QBoxLayout::LeftToRight);
}

int ClaimBar::linesOfSentence(int room) const {
  const QFontMetrics metrics = m_sentence->fontMetrics();
  const QRect needed =
      metrics.boundingRect(QRect(0, 0, std::max(room, 1), 1 << 14), Qt::TextWordWrap, m_sentence->text());
  return needed.width() > room ? 1 << 14 : (needed.height() + metrics.leading()) / metrics.lineSpacing();
}

void ClaimBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  arrange();
}

void ClaimBar::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::FontChange && m_layout) applyFont();
  // setPalette() in applyColors() sends this event again.
  if (event->type() == QEvent::PaletteChange && m_price && !m_coloring) refresh();
}

}  // namespace noiseloom
