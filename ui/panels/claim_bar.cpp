#include "ui/panels/claim_bar.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStringList>
#include <cmath>

#include "core/design/claim.h"
#include "ui/document/scenario_document.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {

QString priceText(const Design& design) {
  QString text = ClaimBar::tr("rmse %1 (× clip norm)").arg(resultText(design.rmse));
  if (design.scenario.objective == ErrorObjective::Max)
    text = ClaimBar::tr("largest error %1, %2").arg(resultText(design.maxError), text);
  if (design.scenario.objective == ErrorObjective::Last)
    text = ClaimBar::tr("last error %1, %2").arg(resultText(design.lastError), text);
  if (design.mechanism == MechanismKind::DpSgd || !(design.dpSgdRmse > 0)) return text;
  const double percent = 100 * (1 - design.rmse / design.dpSgdRmse);
  if (std::abs(percent) < 0.05) return text + ClaimBar::tr(", as good as DP-SGD");
  const QString size = QString::number(std::abs(percent), 'f', std::abs(percent) < 10 ? 1 : 0);
  return text +
         (percent > 0 ? ClaimBar::tr(", %1 % better than DP-SGD") : ClaimBar::tr(", %1 % worse than DP-SGD")).arg(size);
}

QString claimText(const Design& design) {
  const PrivacyClaim claim = claimOf(design);
  QStringList lines;
  const auto add = [&lines](const QString& name, const std::string& text) {
    if (!text.empty()) {
      lines += QStringLiteral("<b>%1:</b> %2").arg(name, QString::fromStdString(text).toHtmlEscaped());
    }
  };
  add(ClaimBar::tr("Statement"), claim.statement);
  add(ClaimBar::tr("Setting"), claim.setting);
  add(ClaimBar::tr("Data accesses"), claim.dataAccesses);
  add(ClaimBar::tr("Outputs"), claim.outputs);
  add(ClaimBar::tr("Unit of privacy"), claim.unit);
  add(ClaimBar::tr("Adjacency"), claim.adjacency);
  add(ClaimBar::tr("Accountant"), claim.accountant);
  for (const std::string& assumption : claim.assumptions) add(ClaimBar::tr("Assumes"), assumption);
  lines += ClaimBar::tr(
               "<b>Noise multiplier σ</b> (sensitivity 1): %1; <b>stddev</b> of z = clip norm × σ × sensitivity: %2")
               .arg(resultText(design.noiseMultiplier.value, 6), resultText(design.stddev, 6));
  return lines.join(QStringLiteral("<br>"));
}

ClaimBar::ClaimBar(ScenarioDocument& document, QWidget* parent) : QFrame(parent), m_document(document) {
  setObjectName(QStringLiteral("claimBar"));
  setAccessibleName(tr("Privacy claim"));
  setAutoFillBackground(true);
  m_sentence = new QLabel;
  m_sentence->setObjectName(QStringLiteral("claimSentence"));
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_sentence->setWordWrap(true);
  m_sentence->setAccessibleName(tr("Privacy claim"));
  m_state = new QLabel;
  m_state->setAccessibleName(tr("State of the result"));
  m_state->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  // It comes and goes with every step of a slider: its place stays.
  m_state->setMinimumWidth(fontMetrics().horizontalAdvance(tr("No valid scenario")) + kGrid);
  m_price = new QLabel;
  m_price->setFont(tabularFigures(scaledFont(font(), 1.0, QFont::DemiBold)));
  m_price->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_price->setAccessibleName(tr("Price of privacy"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, kGrid);
  layout->setSpacing(2 * kGrid);
  layout->addWidget(m_sentence, 1);
  layout->addWidget(m_state);
  layout->addWidget(m_price);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change != DocumentChange::Sweep) refresh();
  });
  refresh();
}

QString ClaimBar::sentence() const {
  return m_sentence->text();
}
QString ClaimBar::price() const {
  return m_price->text();
}
QString ClaimBar::state() const {
  return m_state->text();
}

void ClaimBar::refresh() {
  m_refreshing = true;
  const Theme& theme = themeOf(QApplication::palette());
  const auto design = m_document.design();
  const std::vector<FieldProblem> problems = m_document.problems();
  const bool broken = !problems.empty();
  QString sentence;
  if (broken) {
    sentence = problems.front().message;
    if (problems.size() > 1) sentence += tr(" (and %1 more)").arg(problems.size() - 1);
  } else if (design) {
    sentence = QString::fromStdString(claimSentence(*design));
  } else {
    sentence = tr("Solving the scenario …");
  }
  const DesignState state = m_document.designState();
  const bool old = design && state != DesignState::Current;
  m_sentence->setText(sentence);
  m_price->setText(design && !broken ? priceText(*design) : QString());
  m_state->setText(broken                        ? tr("No valid scenario")
                   : state == DesignState::Stale ? tr("Stale")
                   : old                         ? tr("Refining …")
                                                 : QString());

  const auto paint = [](QLabel* label, const QColor& color) {
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
  };
  QPalette own = palette();
  own.setColor(QPalette::Window, broken ? theme.errorFill : theme.plot);
  setPalette(own);
  paint(m_sentence, broken ? theme.error : state == DesignState::Stale ? theme.stale : theme.text);
  paint(m_state, broken ? theme.error : theme.stale);
  paint(m_price, old ? theme.mutedText : theme.text);
  m_refreshing = false;
  explain();
}

void ClaimBar::explain() {
  const auto design = m_document.designState() == DesignState::Current ? m_document.design() : nullptr;
  if (design == m_explained) return;
  m_explained = design;
  for (QLabel* label : {m_sentence, m_price}) label->setToolTip({});
  if (!design) {
    m_claimJob.cancel();
    return;
  }
  m_claimJob.start([this, design](const std::stop_token&) -> NewestJob::Delivery {
    const QString text = claimText(*design);
    return [this, design, text] {
      if (design != m_explained) return;
      for (QLabel* label : {m_sentence, m_price}) label->setToolTip(text);
    };
  });
}

void ClaimBar::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  // setPalette() in refresh() sends this event again.
  if (event->type() == QEvent::PaletteChange && m_price && !m_refreshing) refresh();
}

}  // namespace noiseloom
