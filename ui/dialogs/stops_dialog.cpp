#include "ui/dialogs/stops_dialog.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/errors.h"
#include "core/design/class_bounds.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_document.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/read_number.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Quarters of the run.
QString suggestedSteps(Index iterations) {
  QStringList steps;
  for (const Index quarter : {1, 2, 3}) steps += QString::number(std::max<Index>(1, quarter * iterations / 4));
  steps.removeDuplicates();
  return steps.join(QStringLiteral(", "));
}

QString priceText(const RunStop& stop) {
  if (!stop.own) return coreText(stop.problem);
  const double percent = 100 * stop.price();
  if (std::abs(stop.price()) <= kAtBound) return StopsDialog::tr("none");
  return QStringLiteral("%1%2 %").arg(percent < 0 ? QChar(0x2212) : QLatin1Char('+'), resultText(std::abs(percent), 3));
}

}  // namespace

StopsDialog::StopsDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_steps(new QLineEdit),
      m_table(
          new WrappingTable(tr("What each stop costs"),
                            {tr("Ends after"), tr("Error until then"), tr("Of a design for these steps"), tr("Price")},
                            {0.18, 0.24, 0.34})),
      m_note(new QLabel) {
  setObjectName(QStringLiteral("stopsDialog"));
  setWindowTitle(tr("If the run stops early"));
  m_steps->setObjectName(QStringLiteral("stopsSteps"));
  m_table->setObjectName(QStringLiteral("stopsTable"));
  m_note->setObjectName(QStringLiteral("stopsNote"));
  auto* intro = new QLabel(tr(
      "The promise for all steps holds wherever the run stops, also where what was released decides it. The price is "
      "noise that was made for more steps."));
  makeReadable({intro, m_note}, true);
  auto* form = new QFormLayout;
  form->addRow(tr("It may end after steps"), m_steps);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  layout->addWidget(intro);
  layout->addLayout(form);
  layout->addWidget(m_table, 1);
  layout->addWidget(m_note);
  layout->addWidget(newCloseButton(*this, tr("Close")), 0, Qt::AlignRight);
  connect(m_steps, &QLineEdit::editingFinished, this, &StopsDialog::solve);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design || change == DocumentChange::Scenario) follow();
  });
  connect(&m_document.errors(), &ErrorReadings::changed, this, &StopsDialog::showRows);
  connect(&m_job, &NewestJob::failed, this, [this](const QString& problem) { say(problem, true); });
  follow();
  m_steps->selectAll();
  resize(widthIn(font(), 600), widthIn(font(), 300));
}

QString StopsDialog::note() const {
  return m_note->text();
}

void StopsDialog::say(const QString& text, bool isProblem) {
  m_note->setText(text);
  setTextColor(*m_note, isProblem ? themeOf(palette()).error : themeOf(palette()).text);
}

void StopsDialog::follow() {
  const bool current = m_document.designState() == DesignState::Current;
  const auto design = current ? m_document.design() : nullptr;
  if (design && design == m_design) return;
  m_design = design;
  m_asked.clear();
  const QString suggested = suggestedSteps(m_document.scenario().iterations);
  if (m_steps->text() == std::exchange(m_suggested, suggested)) m_steps->setText(suggested);
  solve();
}

std::optional<std::vector<Index>> StopsDialog::typed() {
  std::vector<Index> steps;
  static const QRegularExpression apart(QStringLiteral("[,;\\s]+"));
  for (const QString& each : m_steps->text().split(apart, Qt::SkipEmptyParts)) {
    const ExpressionResult read = readNumber(each, true);
    if (!read || *read.value != std::floor(*read.value) || std::abs(*read.value) > 1e15) {
      say(tr("“%1” is no number of steps. Use whole numbers and commas.").arg(each), true);
      return std::nullopt;
    }
    steps.push_back(static_cast<Index>(*read.value));
  }
  std::ranges::sort(steps);
  const auto twice = std::ranges::unique(steps);
  steps.erase(twice.begin(), twice.end());
  try {
    checkStops(m_design->scenario.iterations, steps);
  } catch (const InvalidArgument& problem) {
    say(errorText(problem), true);
    return std::nullopt;
  }
  return steps;
}

void StopsDialog::solve() {
  std::optional<std::vector<Index>> steps;
  if (m_design) steps = typed();
  if (steps && *steps == m_asked) return;
  m_job.cancel();
  m_stops.clear();
  m_asked = steps.value_or(std::vector<Index>{});
  if (m_design && !steps) {
    m_table->setRows({});
    return;
  }
  if (!m_asked.empty()) {
    m_job.start([this, design = m_design, asked = m_asked](const std::stop_token& stop) -> NewestJob::Delivery {
      std::vector<RunStop> stops = runStops(*design, asked, {stop});
      if (stop.stop_requested()) return {};
      return [this, design, asked, stops = std::move(stops)] {
        if (design != m_design || asked != m_asked) return;
        m_stops = stops;
        showRows();
      };
    });
  }
  showRows();
}

void StopsDialog::showRows() {
  QList<QStringList> rows;
  for (const RunStop& stop : m_stops) {
    const auto text = [&](const ByObjective& errors) {
      return resultText(m_document.errors().of(m_design->scenario, stop.objective, errors[stop.objective]));
    };
    rows += QStringList{countText(stop.steps), text(stop.error), stop.own ? text(stop.own->error) : QStringLiteral("–"),
                        priceText(stop)};
  }
  m_table->setRows(rows);
  if (!m_design) {
    say(m_document.canSolve() ? tr("Waiting for the design …") : tr("Waiting for a scenario that can be solved"));
  } else if (m_asked.empty()) {
    say(tr("Say after which steps it may end."));
  } else if (rows.isEmpty()) {
    say(tr("Computing …"));
  } else {
    say(tr("%1 of the steps until then, %2.")
            .arg(errorTitle(m_stops.front().objective), errorUnitLabel(m_document.errors().unit())));
  }
}

}  // namespace noiseloom
