#include "ui/dialogs/phases_dialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/errors.h"
#include "core/claim/claim.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/field_value.h"
#include "core/snippet/copied_command.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_document.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/read_number.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// A phase as the scenario has it: so many steps, and batches of so many examples, or so many passes.
Scenario phaseOf(const Scenario& scenario, double steps, double data) {
  Scenario phase = withValue(scenario, Field::Iterations, steps);
  if (phase.datasetSize) return withBatchSize(std::move(phase), data);
  phase.epochs = data;
  return phase;
}

}  // namespace

PhasesDialog::PhasesDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent), m_document(document), m_table(new QTableWidget), m_result(new QLabel), m_note(new QLabel) {
  setObjectName(QStringLiteral("phasesDialog"));
  setWindowTitle(tr("Phases of the run"));
  m_result->setObjectName(QStringLiteral("phasesResult"));
  m_note->setObjectName(QStringLiteral("phasesNote"));
  m_result->setFont(scaledFont(font(), 1.25, QFont::DemiBold));
  m_table->setObjectName(QStringLiteral("phasesTable"));
  m_table->setAccessibleName(tr("Phases in their order; the first three columns are typed"));
  m_table->setColumnCount(ColumnCount);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setTabKeyNavigation(false);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_table->horizontalHeader()->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  auto* intro = new QLabel(
      tr("Steps, batch size and noise may change from phase to phase; all else is as in the window, and so is the "
         "promise, which holds for all phases together."));
  makeReadable({intro, m_result, m_note}, true);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  layout->addWidget(intro);
  layout->addWidget(m_table, 1);
  layout->addWidget(m_result);
  layout->addWidget(m_note);
  layout->addWidget(buttons());
  connect(m_table, &QTableWidget::itemChanged, this, [this] {
    if (m_isWriting) return;
    m_isTyped = true;
    solve();
  });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario) follow();
  });
  connect(&m_document.errors(), &ErrorReadings::changed, this, &PhasesDialog::solve);
  connect(&m_job, &NewestJob::failed, this, [this](const QString& problem) { say(tr("No designs"), problem, true); });
  follow();
  m_table->setCurrentCell(0, Steps);
  resize(widthIn(font(), 760), widthIn(font(), 360));
}

QWidget* PhasesDialog::buttons() {
  auto* row = new QWidget;
  auto* add = new QPushButton(tr("Add a phase"));
  m_remove = new QPushButton(tr("Remove the phase"));
  m_copy = new QPushButton(tr("Copy the command"));
  m_copy->setToolTip(tr("The command that makes the strategy file of every phase"));
  for (QPushButton* each : {add, m_remove, m_copy}) each->setAutoDefault(false);
  auto* layout = newLayout<QHBoxLayout>({0, 0, 0, 0}, kGrid, row);
  layout->addWidget(add);
  layout->addWidget(m_remove);
  layout->addStretch(1);
  layout->addWidget(m_copy);
  layout->addWidget(newCloseButton(*this, tr("Close")));
  connect(add, &QPushButton::clicked, this, &PhasesDialog::addPhase);
  connect(m_remove, &QPushButton::clicked, this, &PhasesDialog::removePhase);
  connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_command); });
  return row;
}

QString PhasesDialog::resultText() const {
  return m_result->text();
}

QString PhasesDialog::note() const {
  return m_note->text();
}

void PhasesDialog::say(const QString& result, const QString& note, bool isProblem) {
  m_result->setText(result);
  m_note->setText(note);
  setTextColor(*m_note, isProblem ? themeOf(palette()).error : themeOf(palette()).text);
}

void PhasesDialog::follow() {
  if (m_scenario && *m_scenario == m_document.scenario()) return;
  m_scenario = m_document.scenario();
  const QString data = m_scenario->datasetSize ? tr("Batch size") : tr("Epochs");
  m_table->setHorizontalHeaderLabels({tr("Steps"), data, tr("Relative noise"), tr("Bands"), QStringLiteral("σ"),
                                      tr("ε by itself"), errorTitle(m_scenario->objective)});
  m_table->horizontalHeaderItem(Noise)->setToolTip(tr("Noise multiplier over that of a phase of 1"));
  m_table->horizontalHeaderItem(NoiseMultiplier)->setToolTip(tr("Noise multiplier"));
  m_table->horizontalHeaderItem(Epsilon)->setToolTip(tr("What the phase alone promises at the delta of all"));
  for (int column = 0; column < Error; ++column) {
    const int title = m_table->horizontalHeader()->sectionSizeHint(column) + 2 * kGrid;
    m_table->setColumnWidth(column, std::max(title, widthIn(font(), 88)));
  }
  if (!m_isTyped) suggest();
  solve();
}

/// A usual warm-up: a quarter of the steps with half the batch size.
void PhasesDialog::suggest() {
  const QScopedValueRollback writing(m_isWriting, true);
  m_table->setRowCount(0);
  const Scenario& scenario = *m_scenario;
  const auto batch = batchSizeOf(scenario);
  const Index first = std::max<Index>(1, scenario.iterations / 4);
  for (const Index steps : {first, scenario.iterations - first}) {
    if (steps < 1) continue;
    const double share = static_cast<double>(steps) / static_cast<double>(scenario.iterations);
    const double half = m_table->rowCount() == 0 ? 0.5 : 1;
    const double data = batch ? std::max(1.0, half * *batch) : share * scenario.epochs;
    m_table->insertRow(m_table->rowCount());
    setTyped(m_table->rowCount() - 1, {QString::number(steps), entryText(data), QStringLiteral("1")});
  }
}

void PhasesDialog::setTyped(int row, const QStringList& texts) {
  const QScopedValueRollback writing(m_isWriting, true);
  for (int column = 0; column < ColumnCount; ++column) {
    auto* item = new QTableWidgetItem(column < Bands ? texts[column] : QString());
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    if (column >= Bands) {
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
      item->setBackground(palette().alternateBase());
    }
    m_table->setItem(row, column, item);
  }
}

void PhasesDialog::addPhase() {
  QStringList texts;
  const int last = m_table->rowCount() - 1;
  for (const int column : {Steps, Data, Noise}) texts += m_table->item(last, column)->text();
  m_table->insertRow(last + 1);
  setTyped(last + 1, texts);
  m_table->setCurrentCell(last + 1, Steps);
  m_table->setFocus();
  m_isTyped = true;
  solve();
}

void PhasesDialog::removePhase() {
  if (m_table->rowCount() < 2) return;
  m_table->removeRow(m_table->currentRow() >= 0 ? m_table->currentRow() : m_table->rowCount() - 1);
  m_isTyped = true;
  solve();
}

double PhasesDialog::typed(int row, Column column) const {
  const QString text = m_table->item(row, column)->text();
  const ExpressionResult read = readNumber(text, column == Steps);
  if (read && std::isfinite(*read.value) && *read.value > 0) return *read.value;
  throw InvalidArgument(m_table->horizontalHeaderItem(column)->text().toStdString(), text.toStdString(),
                        Core::tr("a number above 0"));
}

std::vector<PhaseRequest> PhasesDialog::phases() {
  std::vector<PhaseRequest> phases;
  for (int row = 0; row < m_table->rowCount(); ++row) {
    try {
      PhaseRequest phase{phaseOf(*m_scenario, typed(row, Steps), typed(row, Data)), typed(row, Noise)};
      phase.scenario.validate();
      phases.push_back(std::move(phase));
    } catch (const InvalidArgument& problem) {
      say(tr("No designs"), tr("Phase %1: %2").arg(row + 1).arg(errorText(problem)), true);
      return {};
    }
  }
  return phases;
}

void PhasesDialog::solve() {
  m_job.cancel();
  m_command.clear();
  m_copy->setEnabled(false);
  m_remove->setEnabled(m_table->rowCount() > 1);
  {
    const QScopedValueRollback writing(m_isWriting, true);
    for (int row = 0; row < m_table->rowCount(); ++row) {
      for (int column = Bands; column < ColumnCount; ++column) m_table->item(row, column)->setText(QString());
    }
  }
  const std::vector<PhaseRequest> asked = phases();
  if (asked.empty()) return;
  say(tr("Computing …"), QString());
  m_job.start([this, asked, epsilon = m_scenario->epsilon,
               delta = m_scenario->delta](const std::stop_token& stop) -> NewestJob::Delivery {
    const PhasedDesigns made = designPhases({asked, epsilon, delta}, {stop});
    if (made.stopped) return {};
    return [this, asked, made] { showDesigns(asked, made); };
  });
}

void PhasesDialog::showDesigns(const std::vector<PhaseRequest>& phases, const PhasedDesigns& made) {
  const QScopedValueRollback writing(m_isWriting, true);
  QStringList notClaimed;
  std::vector<Scenario> scenarios;
  std::vector<double> noise;
  for (int row = 0; row < m_table->rowCount(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    const Design& design = *made.designs[at];
    const double error =
        m_document.errors().of(design.scenario, m_scenario->objective, design.error[m_scenario->objective]);
    m_table->item(row, Bands)->setText(countText(design.bands));
    m_table->item(row, NoiseMultiplier)->setText(resultTextUp(design.noiseMultiplier.value));
    m_table->item(row, Epsilon)->setText(resultTextUp(design.scenario.epsilon));
    m_table->item(row, Error)->setText(noiseloom::resultText(error));
    if (claimOf(design).severity == ClaimSeverity::Critical) notClaimed += QString::number(row + 1);
    scenarios.push_back(phases[at].scenario);
    noise.push_back(phases[at].relativeNoise);
  }
  m_command = QString::fromStdString(phasesCommand(scenarios, noise));
  m_copy->setEnabled(true);
  const QString promise =
      tr("All phases together: (%1, %2)-DP").arg(entryText(m_scenario->epsilon), entryText(m_scenario->delta));
  const QString conditions =
      tr("Each phase makes its noise with a key of its own, and which phases there are is settled beforehand.");
  if (notClaimed.isEmpty()) {
    say(promise, conditions);
  } else {
    say(tr("Not claimed for this job"),
        tr("The job does not do what the claim assumes, in phase %1.").arg(notClaimed.join(QStringLiteral(", "))),
        true);
  }
}

}  // namespace noiseloom
