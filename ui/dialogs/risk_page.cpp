#include "ui/dialogs/risk_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "core/claim/claim.h"
#include "core/claim/privacy_profile.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/panels/number_field.h"
#include "ui/plots/line/line_plot.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kMostMembers = 1e6;
constexpr double kLeastDrawn = 1e-6;
constexpr int kDrawn = 120;

ChartModel riskModel(const AttackRisk& risk, double rate) {
  ChartModel model{.name = QStringLiteral("attack_risk"), .title = RiskPage::tr("Most that an attack can know")};
  model.x.title = RiskPage::tr("false positives");
  model.x.log = true;
  model.y.title = RiskPage::tr("true positives");
  model.y.log = true;
  model.formula = RiskPage::tr("true positives ≤ min over (ε, δ) of δ + exp(ε) · false positives");
  model.citation = cited("gaussian-dp", RiskPage::tr("section 2"));
  ChartSeries most;
  most.key = QStringLiteral("most");
  most.name = RiskPage::tr("at most");
  ChartSeries guess;
  guess.key = QStringLiteral("guess");
  guess.name = RiskPage::tr("guessing");
  guess.look = SeriesLook::Dashes;
  guess.role = SeriesRole::Muted;
  guess.pointed = false;
  for (int i = 0; i <= kDrawn; ++i) {
    const double at = std::min(1.0, std::pow(kLeastDrawn, 1 - static_cast<double>(i) / kDrawn));
    most.points.emplace_back(at, risk.truePositives(at));
    guess.points.emplace_back(at, at);
  }
  ChartSeries chosen;
  chosen.key = QStringLiteral("chosen");
  chosen.name = RiskPage::tr("chosen");
  chosen.look = SeriesLook::Ring;
  chosen.role = SeriesRole::Text;
  if (rate > 0) chosen.points.emplace_back(rate, risk.truePositives(rate));
  model.series = {most, guess, chosen};
  return model;
}

}  // namespace

RiskPage::RiskPage(QWidget* parent)
    : QWidget(parent),
      m_falsePositives(
          new NumberField({tr("False positives"), QStringLiteral("α"),
                           tr("How often an attack may say of somebody who did not take part that they did"), QString(),
                           SliderScale(1e-6, 1, SliderScale::Series::OneTwoFive, false), tr("from 0 to 1")})),
      m_prior(new NumberField({tr("Believed before"), QStringLiteral("π"),
                               tr("With what probability the attacker believed that somebody took part"), QString(),
                               SliderScale(1e-3, 1, SliderScale::Series::OneTwoFive, false), tr("from 0 to 1")})),
      m_group(new NumberField({tr("Group of"), QStringLiteral("g"),
                               tr("Members whose data are one person’s, or who are hidden together"), QString(),
                               SliderScale(1, 100, SliderScale::Series::Decimal, true), tr("whole, 1 to 1000000")})),
      m_plot(new LinePlot),
      m_table(new WrappingTable(tr("Risk"), {tr("Figure"), tr("At most"), tr("Meaning")}, {0.24, 0.16})),
      m_note(new QLabel) {
  addField(QStringLiteral("risk_false_positives"), m_falsePositives, m_rate, 0, 1, false);
  addField(QStringLiteral("risk_prior"), m_prior, m_belief, 0, 1, false);
  addField(QStringLiteral("risk_group"), m_group, m_members, 1, kMostMembers, true);
  nameWidget(m_plot, QStringLiteral("riskPlot"), tr("Most true positives against false positives, both logarithmic"));
  m_table->setFont(tabularFigures(font()));
  auto* intro =
      new QLabel(tr("How well anybody can tell from all that is released whether one member took part, however they "
                    "go about it and whatever they know of the others."));
  makeReadable({intro, m_note});
  auto* left = newLayout<QVBoxLayout>({}, 0);
  for (NumberField* field : {m_falsePositives, m_prior, m_group}) left->addWidget(field);
  left->addSpacing(kGrid);
  left->addWidget(m_table, 1);
  auto* both = newLayout<QHBoxLayout>({}, 2 * kGrid);
  both->addLayout(left, 3);
  both->addWidget(m_plot, 3);
  auto* layout = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this);
  layout->addWidget(intro);
  layout->addLayout(both, 1);
  layout->addWidget(m_note);
}

void RiskPage::addField(const QString& objectName, NumberField* field, double& value, double least, double most,
                        bool whole) {
  field->setObjectName(objectName);
  field->showValue(value);
  const QString allowed = (whole ? tr("a whole number from %1 to %2") : tr("a number from %1 to %2"))
                              .arg(entryText(least), entryText(most));
  takeWhatFits(
      *field, tr("%1 is not allowed: use %2.").arg(QStringLiteral("%1"), allowed),
      [=](double now) { return now >= least && now <= most && (!whole || now == std::floor(now)); },
      [this, &value](double now) {
        value = now;
        refresh();
      });
}

void RiskPage::showProfile(const std::shared_ptr<const Design>& design, const std::vector<AttackRisk::Point>& points) {
  m_design = design;
  m_points = points;
  refresh();
}

QString RiskPage::note() const {
  return m_note->text();
}

void RiskPage::refresh() {
  if (m_points.empty()) return;
  const auto members = static_cast<Index>(m_members);
  // Closed forms: at once.
  const bool together = members > 1 && !m_design->scenario.batching->amplified();
  std::vector<AttackRisk::Point> points;
  if (together)
    certifyProfile(*m_design, {}, [&points](ProfilePoint point) { points.push_back(point); }, {.members = members});
  const AttackRisk risk = together && !points.empty() ? AttackRisk(points) : AttackRisk(m_points).ofGroup(members);
  m_plot->setModel(riskModel(risk, m_rate));
  m_plot->setAccessibleDescription(m_plot->summary());
  const QString who = members == 1 ? tr("a member") : tr("a group of %1").arg(members);
  m_table->setRows({{tr("True positives"), resultTextUp(risk.truePositives(m_rate)),
                     tr("how often a test is right about %1 that is wrong about outsiders at a rate of %2")
                         .arg(who, entryText(m_rate))},
                    {tr("Advantage"), resultTextUp(risk.advantage()),
                     tr("by how much true positives exceed false positives, for the best test")},
                    {tr("Believed after"), resultTextUp(risk.posterior(m_belief, m_rate)),
                     tr("that %1 took part, once such a test said so; %2 before").arg(who, entryText(m_belief))},
                    {tr("Right guesses"), resultTextUp(risk.rightGuesses(m_belief)),
                     tr("how probably any guess whether %1 took part is right; %2 without the release")
                         .arg(who, entryText(std::max(m_belief, 1 - m_belief)))}});
  QString note = tr("Bounds, from %n certified point(s) of the profile: never below the truth.", nullptr,
                    static_cast<int>(m_points.size()));
  if (const double failure = claimOf(*m_design).accountant.failureProbability; failure > 0)
    note += tr(" Each may fail with probability %1.").arg(resultTextUp(failure));
  if (members > 1 && !together) {
    const Scenario& scenario = m_design->scenario;
    const auto claimed = AttackRisk({{scenario.epsilon, scenario.delta}}).ofGroup(members).profile().front();
    note += tr(" For groups they chain neighbours, which is loose for large ones: of the claim (%1, %2)-DP is left.")
                .arg(resultTextUp(claimed.first), resultTextUp(claimed.second));
  }
  m_note->setText(note);
}

}  // namespace noiseloom
