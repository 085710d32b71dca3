#include "ui/dialogs/bounds_dialog.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_parts.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_document.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {

BoundsDialog::BoundsDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_table(named<WrappingTable>("boundsTable", tr("Lower bounds of classes of strategies"),
                                   QStringList{tr("Among"), tr("No less than"), tr("This design")}, QList{0.44, 0.22})),
      m_note(named<QLabel>("boundsNote")) {
  setObjectName(QStringLiteral("boundsDialog"));
  setWindowTitle(tr("Lower bounds"));
  auto* intro = new QLabel(tr(
      "How much another strategy could gain at this noise multiplier: no strategy of a class has less error than its "
      "bound. The fewer are allowed, the larger the bound."));
  makeReadable({intro, m_note}, true);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  layout->addWidget(intro);
  layout->addWidget(m_table, 1);
  layout->addWidget(m_note);
  layout->addWidget(newCloseButton(*this, tr("Close")), 0, Qt::AlignRight);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design || change == DocumentChange::Scenario) follow();
  });
  connect(&m_document.errors(), &ErrorReadings::changed, this, &BoundsDialog::showRows);
  connect(&m_job, &NewestJob::failed, m_note, &QLabel::setText);
  follow();
  resize(widthIn(font(), 640), widthIn(font(), 380));
}

QString BoundsDialog::note() const {
  return m_note->text();
}

void BoundsDialog::follow() {
  const bool current = m_document.designState() == DesignState::Current;
  const auto design = current ? m_document.design() : nullptr;
  if (design && design == m_design) return;
  m_design = design;
  m_bounds.clear();
  m_found = false;
  m_job.cancel();
  if (design) {
    m_job.start([this, design](const std::stop_token& stop) -> NewestJob::Delivery {
      std::vector<ClassBound> bounds = classBounds(*design, {stop});
      if (stop.stop_requested()) return {};
      return [this, design, bounds = std::move(bounds)] {
        if (design != m_design) return;
        m_bounds = bounds;
        m_found = true;
        showRows();
      };
    });
  }
  showRows();
}

void BoundsDialog::showRows() {
  if (!m_design) {
    m_table->setRows({});
    m_note->setText(m_document.canSolve() ? tr("Waiting for the design …")
                                          : tr("Waiting for a scenario that can be solved"));
    return;
  }
  const Design& design = *m_design;
  const ErrorObjective objective = design.scenario.objective;
  ErrorReadings& errors = m_document.errors();
  const QString unit = errorUnitLabel(errors.unit());
  QList<QStringList> rows;
  const auto add = [&](const QString& among, double bound, const QString& whyNone, const Text& whyBelow = {}) {
    if (!(bound > 0)) {
      rows.push_back({among, tr("none is known"), whyNone});
      return;
    }
    const double above = design.objectiveError() / bound - 1;
    QString place = tr("no more than that");
    if (above > kAtBound) place = tr("%1 % above it").arg(resultText(100 * above, 3));
    if (above < -kAtBound)
      place = tr("%1 % below it, as it may be: %2").arg(resultText(-100 * above, 3), coreText(whyBelow));
    rows.push_back({among, resultText(errors.of(design.scenario, objective, bound)), place});
  };
  add(tr("all strategies"), design.lowerBound, {});
  for (const ClassBound& bound : m_bounds)
    add(coreText(classText(bound)), bound.value, tr("for this objective, at so many iterations"),
        whyBelow(bound, design));
  m_table->setRows(rows);
  if (!m_found) {
    m_note->setText(tr("Computing …"));
  } else if (design.scenario.batching->ofStrategy()) {
    m_note->setText(tr("Under %1 the noise multiplier is that of one whole strategy, and another one may need less: no "
                       "bound is known.")
                        .arg(coreText(design.scenario.batching->name)));
  } else {
    m_note->setText(tr("%1 of this design: %2 %3.")
                        .arg(errorTitle(objective),
                             resultText(errors.of(design.scenario, objective, design.objectiveError())), unit));
  }
}

}  // namespace noiseloom
