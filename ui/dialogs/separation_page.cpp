#include "ui/dialogs/separation_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <cmath>

#include "core/base/check.h"
#include "core/strategy/strategy_kind.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/panels/number_field.h"
#include "ui/plots/line/line_plot.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kMostSteps = 1e15;

Index wholeNumber(const char* name, double value) {
  if (!(std::abs(value) <= kMostSteps) || value != std::floor(value))
    throw InvalidArgument(name, value, Core::tr("a whole number of at least 1"));
  return static_cast<Index>(value);
}

/// Why the claim may rest on more than the separation, so that its point is not on the curve; empty if it does not.
QString builtNote(const Scenario& scenario) {
  if (scenario.batching->amplified())
    return SeparationPage::tr("as claimed: amplified by sampling, which the curve does not count");
  if (scenario.participation().schema != Participation::Schema::MinSeparation)
    return SeparationPage::tr("as claimed for %1, which is more than a separation")
        .arg(coreText(scenario.batching->name));
  return SeparationPage::tr("as claimed");
}

ChartModel curveModel(const Design& design, const std::vector<SeparationPoint>& points,
                      const std::optional<SeparationPoint>& entered) {
  const Scenario& scenario = design.scenario;
  ChartModel model{.name = QStringLiteral("epsilon_against_separation"),
                   .title = SeparationPage::tr("Epsilon against the separation observed")};
  model.x.title = SeparationPage::tr("separation observed (iterations)");
  model.x.shorter = {SeparationPage::tr("separation")};
  model.x.log = true;
  model.x.whole = true;
  model.y.title = SeparationPage::tr("epsilon at δ = %1, with the same noise").arg(entryText(scenario.delta));
  model.y.shorter = {SeparationPage::tr("epsilon")};
  model.y.log = true;
  model.y.up = true;
  model.formula = SeparationPage::tr("ε of the Gaussian mechanism of σ = stddev / (ζ sens(s))");
  model.citation = cited("scaling-bandmf", SeparationPage::tr("appendix H"));
  model.emptyText = SeparationPage::tr("Certifying …");
  const auto note = [](const SeparationPoint& point) {
    return point.sensitivity.kind == BoundKind::Exact
               ? SeparationPage::tr("certified; sensitivity exact")
               : SeparationPage::tr("certified; of an upper bound of the sensitivity");
  };
  ChartSeries curve{QStringLiteral("certified"), SeparationPage::tr("certified"), SeriesLook::LineWithPoints};
  ChartSeries built{QStringLiteral("built"), SeparationPage::tr("as built"), SeriesLook::Ring, SeriesRole::Text};
  ChartSeries robust{QStringLiteral("robust"), SeparationPage::tr("robust from b₀"), SeriesLook::Diamond,
                     SeriesRole::Optimum};
  ChartSeries asked{QStringLiteral("entered"), SeparationPage::tr("as entered"), SeriesLook::Diamond, SeriesRole::Text};
  const auto add = [&](ChartSeries& series, const SeparationPoint& point) {
    if (!std::isfinite(point.epsilon.value)) return;
    series.points.emplace_back(static_cast<double>(point.separation), point.epsilon.value);
    series.notes += note(point);
  };
  built.points.emplace_back(static_cast<double>(scenario.effectiveMinSeparation()), scenario.epsilon);
  built.notes += builtNote(scenario);
  for (const SeparationPoint& point : points) {
    add(curve, point);
    if (scenario.robustFrom && point.separation == *scenario.robustFrom) add(robust, point);
  }
  if (entered) add(asked, *entered);
  model.series = {curve, built};
  if (!robust.points.empty()) model.series.push_back(robust);
  if (!asked.points.empty()) model.series.push_back(asked);
  return model;
}

}  // namespace

SeparationPage::SeparationPage(QWidget* parent)
    : QWidget(parent),
      m_separation(
          named<NumberField>("post_hoc_separation",
                             NumberFieldSpec{tr("Separation"), QStringLiteral("s"),
                                             tr("Fewest steps between two participations, as the job really kept it"),
                                             tr("as built"), SliderScale(1, 1e5, SliderScale::Series::Decimal, true)})),
      m_participations(named<NumberField>(
          "post_hoc_participations",
          NumberFieldSpec{tr("Participations"), QStringLiteral("k"),
                          tr("Most participations of one example, as they really were"), tr("as built"),
                          SliderScale(1, 1000, SliderScale::Series::Decimal, true)})),
      m_table(new WrappingTable(tr("Promised at that separation"), {tr("Figure"), tr("As used"), tr("Remark")},
                                {0.24, 0.2})),
      m_note(new QLabel),
      m_plot(new LinePlot) {
  nameWidget(m_plot, QStringLiteral("separationPlot"), tr("Epsilon that holds against the separation observed"));
  auto* intro = new QLabel(tr(
      "What this strategy and its noise promise if the job lets examples return sooner, or more often, than planned. "
      "No amplification is counted."));
  intro->setWordWrap(true);
  m_note->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  makeReadable({m_note});
  auto* fields = newLayout<QVBoxLayout>({}, 0);
  for (NumberField* field : {m_separation, m_participations}) {
    field->setMaximumWidth(420);
    fields->addWidget(field);
  }
  auto* layout = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this);
  layout->addWidget(intro);
  auto* right = newLayout<QVBoxLayout>({}, kGrid);
  right->addLayout(fields);
  right->addWidget(m_note);
  right->addWidget(m_table, 1);
  auto* both = newLayout<QHBoxLayout>({}, 2 * kGrid);
  both->addWidget(m_plot, 1);
  both->addLayout(right, 1);
  layout->addLayout(both, 1);
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
      m_design->scenario.delta == design->scenario.delta && m_design->scenario.unit == design->scenario.unit &&
      m_design->scenario.epsilon == design->scenario.epsilon &&
      m_design->scenario.batching == design->scenario.batching)
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
    computeCurve(participations);
    // Without entries, this is what the design was built for, which is its claim unless sampling amplifies.
    const bool asBuilt = !m_enteredSeparation && !m_enteredParticipations && !scenario.batching->amplified();
    const Participation used =
        asBuilt ? scenario.participation() : Participation::minSeparation(participations, separation);
    m_job.start([this, design = m_design, used](const std::stop_token& stop) -> NewestJob::Delivery {
      try {
        PostHocClaim found = claimAt(*design, used, {stop});
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

void SeparationPage::computeCurve(Index participations) {
  if (m_curveOf == m_design && m_curveParticipations == participations) return;
  m_curveOf = m_design;
  m_curveParticipations = participations;
  m_points.clear();
  m_curveJob.start([this, design = m_design, participations](const std::stop_token& stop) -> NewestJob::Delivery {
    // This page joins the work before it is destroyed; points of an earlier question are dropped.
    const auto deliver = [&](const SeparationPoint& point) {
      QMetaObject::invokeMethod(
          this,
          [this, design, participations, point] {
            if (m_curveOf != design || m_curveParticipations != participations) return;
            m_points.push_back(point);
            showCurve();
          },
          Qt::QueuedConnection);
    };
    try {
      epsilonAgainstSeparation(*design, participations, observedSeparations(*design), deliver, {stop});
    } catch (const InvalidArgument&) {
      // Shown beside the fields.
    }
    return {};
  });
  showCurve();
}

void SeparationPage::showCurve() {
  std::optional<SeparationPoint> entered;
  if (m_result && m_enteredSeparation)
    entered = SeparationPoint{static_cast<Index>(*m_enteredSeparation), m_result->sensitivity, m_result->epsilon};
  m_plot->setModel(curveModel(*m_design, m_points, entered));
  m_plot->setAccessibleDescription(m_plot->summary());
}

void SeparationPage::showProblem(const InvalidArgument& problem) {
  NumberField* field = problem.argument() == "participations" ? m_participations : m_separation;
  field->setProblem(
      tr("%1 %2 is not allowed: use %3.").arg(field->name(), coreText(problem.value()), coreText(problem.allowed())));
}

void SeparationPage::refresh() {
  if (m_design) showCurve();
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
  // Below an unchanged separation, a larger epsilon would otherwise read as a claim that is false.
  const QString promise = scenario.batching->amplified() ? tr("With the same noise, unamplified: (%1, %2)-DP.")
                                                         : tr("With the same noise: (%1, %2)-DP.");
  m_note->setText(promise.arg(resultTextUp(m_result->epsilon.value, 6), entryText(scenario.delta)));
}

}  // namespace noiseloom
