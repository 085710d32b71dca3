#include "ui/plots/coefficients/drawn_row.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <cmath>

#include "ui/document/scenario_document.h"
#include "ui/plots/coefficients/strategy_drawing.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {

DrawnRow::DrawnRow(ScenarioDocument& document, StrategyDrawing& drawing, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_drawing(drawing),
      m_text(named<ElidedLabel>("drawnText")),
      m_back(named<QPushButton>("backToOptimum")) {
  m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* layout = newLayout<QHBoxLayout>({0, 0, 0, 0}, kGrid, this);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_back);
  connect(m_back, &QPushButton::clicked, &m_drawing, &StrategyDrawing::goBack);
  connect(&m_drawing, &StrategyDrawing::changed, this, &DrawnRow::refresh);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario || change == DocumentChange::Design || change == DocumentChange::Problems)
      refresh();
  });
  refresh();
}

QString DrawnRow::text() const {
  return m_text->text();
}

void DrawnRow::setDrawing(bool drawing) {
  m_isDrawing = drawing;
  refresh();
}

void DrawnRow::refresh() {
  const bool isDrawn = m_drawing.isDrawn();
  setVisible(isDrawn || m_isDrawing);
  if (isHidden()) return;
  m_back->setEnabled(isDrawn);
  m_back->setVisible(isDrawn || m_drawing.closedForm().isEmpty());
  const QString closed = m_drawing.closedForm();
  m_back->setText(closed.isEmpty() ? tr("Back to the optimum") : tr("Back to %1").arg(closed));
  m_back->setToolTip(
      tr("Takes the mechanism back that the strategy was drawn from, with its settings; what was drawn "
         "stays among the undo steps"));
  const auto design = m_document.design();
  QString brief;
  QString text = isDrawn ? tr("Drawn by hand: nothing is optimised.") : tr("Nothing is drawn yet.");
  const bool drawn = design && design->scenario.imported && design->mechanism == &importedMechanism();
  if (const auto problems = m_document.problems(); isDrawn && !problems.empty()) {
    text = tr("Drawn by hand: %1").arg(problems.front().message);
  } else if (isDrawn && drawn && m_drawing.isOptimumCurrent()) {
    const double ratio = design->objectiveError() / m_drawing.optimum()->objectiveError();
    const QString hand = design->estimated ? tr("Estimate") : tr("Drawn by hand");
    const QString percent = resultText(100 * std::abs(ratio - 1), 3);
    if (ratio < 10) {
      const QString change = (ratio >= 1 ? QStringLiteral("+") : QStringLiteral("−")) + percent;
      brief = design->estimated ? tr("error: about %1 %").arg(change) : tr("error: %1 %").arg(change);
    }
    if (!std::isfinite(ratio)) {
      text = tr("%1: the error grows beyond all numbers.").arg(hand);
    } else if (ratio >= 10) {
      text = closed.isEmpty() ? tr("%1: %2 times the error of the optimum.").arg(hand, resultText(ratio, 3))
                              : tr("%1: %2 times the error of %3.").arg(hand, resultText(ratio, 3), closed);
    } else if (ratio >= 1) {
      text = closed.isEmpty() ? tr("%1: error %2 % above the optimum.").arg(hand, percent)
                              : tr("%1: error %2 % above that of %3.").arg(hand, percent, closed);
    } else {
      text = closed.isEmpty() ? tr("%1: error %2 % below the optimum.").arg(hand, percent)
                              : tr("%1: error %2 % below that of %3.").arg(hand, percent, closed);
    }
  }
  m_text->setBrief(brief);
  if (m_text->text() != text) m_text->setText(text);
}

}  // namespace noiseloom
