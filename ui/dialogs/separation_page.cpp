#include "ui/dialogs/separation_page.h"

#include <QLabel>
#include <QVBoxLayout>
#include <cmath>

#include "core/base/check.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/panels/number_field.h"
#include "ui/plots/matrix/strategy_series.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kMostSteps = 1e15;

Index wholeNumber(const char* name, double value) {
  if (!(std::abs(value) <= kMostSteps) || value != std::floor(value))
    throw InvalidArgument(name, value, Core::tr("a whole number of at least 1"));
  return static_cast<Index>(value);
}

}  // namespace

SeparationPage::SeparationPage(QWidget* parent)
    : QWidget(parent),
      m_separation(new NumberField({tr("Separation"), QStringLiteral("s"),
                                    tr("Fewest steps between two participations, as the job really kept it"),
                                    tr("as built"), SliderScale(1, 1e5, SliderScale::Series::Decimal, true)})),
      m_participations(new NumberField({tr("Participations"), QStringLiteral("k"),
                                        tr("Most participations of one example, as they really were"), tr("as built"),
                                        SliderScale(1, 1000, SliderScale::Series::Decimal, true)})),
      m_table(new WrappingTable(tr("Promised at that separation"), {tr("Figure"), tr("As used"), tr("Remark")},
                                {0.24, 0.2})),
      m_note(new QLabel) {
  m_separation->setObjectName(QStringLiteral("post_hoc_separation"));
  m_participations->setObjectName(QStringLiteral("post_hoc_participations"));
  auto* intro = new QLabel(tr(
      "What this strategy and its noise promise if the job lets examples return sooner, or more often, than planned. "
      "No amplification is counted."));
  intro->setWordWrap(true);
  m_note->setWordWrap(true);
  m_note->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* fields = new QVBoxLayout;
  fields->setSpacing(0);
  for (NumberField* field : {m_separation, m_participations}) {
    field->setMaximumWidth(420);
    fields->addWidget(field);
  }
  auto* layout = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this);
  layout->addWidget(intro);
  layout->addLayout(fields);
  layout->addWidget(m_note);
  layout->addWidget(m_table, 1);
  const auto follow = [this](NumberField* field, std::optional<double>& entered) {
    field->showValue(std::nullopt);
    connect(field, &NumberField::edited, this, [this, field, &entered](std::optional<double> value, bool) {
      entered = value;
      field->setProblem({});
      compute();
    });
    connect(field, &NumberField::unreadable, this, [this, field](const QString& message) {
      m_job.cancel();
      m_result.reset();
      refresh();
      field->setProblem(message);
    });
  };
  follow(m_separation, m_enteredSeparation);
  follow(m_participations, m_enteredParticipations);
  connect(&m_job, &NewestJob::failed, m_note, &QLabel::setText);
}

void SeparationPage::showDesign(const std::shared_ptr<const Design>& design) {
  if (m_design && shareData(m_design->strategy, design->strategy) && m_design->stddev == design->stddev &&
      m_design->scenario.delta == design->scenario.delta && m_design->scenario.unit == design->scenario.unit)
    return;
  m_design = design;
  const Scenario& scenario = design->scenario;
  m_separation->setScale(
      SliderScale(1, static_cast<double>(std::max<Index>(2, scenario.iterations)), SliderScale::Series::Decimal, true));
  if (!m_enteredSeparation) m_separation->showOpenPosition(static_cast<double>(scenario.effectiveMinSeparation()));
  if (!m_enteredParticipations)
    m_participations->showOpenPosition(static_cast<double>(scenario.effectiveParticipations()));
  compute();
}

void SeparationPage::compute() {
  m_result.reset();
  if (!m_design) return;
  const Scenario& scenario = m_design->scenario;
  try {
    const Index separation =
        m_enteredSeparation ? wholeNumber("separation", *m_enteredSeparation) : scenario.effectiveMinSeparation();
    const Index participations = m_enteredParticipations ? wholeNumber("participations", *m_enteredParticipations)
                                                         : scenario.effectiveParticipations();
    m_job.start(
        [this, design = m_design, separation, participations](const std::stop_token& stop) -> NewestJob::Delivery {
          try {
            PostHocClaim found = claimAt(*design, Participation::minSeparation(participations, separation), {stop, {}});
            if (stop.stop_requested()) return {};
            return [this, found = std::move(found)] {
              m_result = found;
              refresh();
            };
          } catch (const InvalidArgument& problem) {
            return [this, problem] { showProblem(problem); };
          }
        });
  } catch (const InvalidArgument& problem) {
    m_job.cancel();
    showProblem(problem);
  }
  refresh();
}

void SeparationPage::showProblem(const InvalidArgument& problem) {
  NumberField* field = problem.argument() == "participations" ? m_participations : m_separation;
  field->setProblem(
      tr("%1 %2 is not allowed: use %3.").arg(field->name(), coreText(problem.value()), coreText(problem.allowed())));
}

void SeparationPage::refresh() {
  if (!m_result) {
    m_table->setRows({});
    m_note->setText(m_job.running() ? tr("Computing …") : QString());
    return;
  }
  const Scenario& scenario = m_design->scenario;
  const bool exact = m_result->sensitivity.kind == BoundKind::Exact;
  m_table->setRows(
      {{tr("L2 sensitivity"), resultTextUp(m_result->sensitivity.value, 6),
        tr("× clip norm, %1; %2 as built")
            .arg(exact ? tr("exact") : tr("an upper bound"), resultTextUp(m_design->sensitivity.value, 6))},
       {tr("Noise multiplier σ"), resultText(m_result->noiseMultiplier, 6), tr("for sensitivity 1")},
       {tr("Epsilon"), resultTextUp(m_result->epsilon.value, 6), tr("at δ = %1").arg(entryText(scenario.delta))},
       {tr("Delta"), resultTextUp(m_result->delta.value, 6), tr("at ε = %1").arg(entryText(scenario.epsilon))}});
  m_note->setText(
      tr("With the same noise: (%1, %2)-DP.").arg(resultTextUp(m_result->epsilon.value, 6), entryText(scenario.delta)));
}

}  // namespace noiseloom
