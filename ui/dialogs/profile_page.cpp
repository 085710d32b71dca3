#include "ui/dialogs/profile_page.h"

#include <QHBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/search/band_curve.h"
#include "core/strategy/strategy_kind.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/document/claim_markdown.h"
#include "ui/plots/line/line_plot.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

bool sameGuarantee(const Design& left, const Design& right) {
  return shareData(left.strategy, right.strategy) && left.stddev == right.stddev &&
         sameDesign(left.scenario, right.scenario);
}

/// The line between certified points is only a guide; the claimed point is highlighted.
ChartModel profileModel(const std::vector<ProfilePoint>& points, ProfilePoint claimed) {
  const auto drawable = [](const ProfilePoint& point) {
    return std::isfinite(point.first) && point.second > 0 && point.second <= 1;
  };
  ChartModel model{.name = QStringLiteral("privacy_profile"), .title = ProfilePage::tr("Privacy profile")};
  model.x.title = ProfilePage::tr("epsilon");
  model.x.up = true;
  model.y.title = ProfilePage::tr("delta");
  model.y.log = true;
  model.y.up = true;
  model.formula = ProfilePage::tr("δ(ε) = sup over events S of P[M(D) ∈ S] − exp(ε) P[M(D′) ∈ S]");
  model.citation = cited("dp-foundations", ProfilePage::tr("definition 2.4, for all ε at once"));
  ChartSeries certified;
  certified.key = QStringLiteral("certified");
  certified.name = ProfilePage::tr("certified");
  certified.look = SeriesLook::LineWithPoints;
  for (const ProfilePoint& point : points) {
    if (drawable(point)) certified.points.emplace_back(point.first, point.second);
  }
  ChartSeries claim{.key = QStringLiteral("claimed"),
                    .name = ProfilePage::tr("claimed"),
                    .look = SeriesLook::Ring,
                    .role = SeriesRole::Text};
  if (drawable(claimed)) claim.points.emplace_back(claimed.first, claimed.second);
  model.series = {certified, claim};
  return model;
}

}  // namespace

ProfilePage::ProfilePage(QWidget* parent)
    : QWidget(parent),
      m_plot(new LinePlot),
      m_table(new WrappingTable(tr("Privacy profile"), {tr("ε"), tr("δ")}, {0.45})),
      m_currencies(new QLabel),
      m_note(new QLabel) {
  nameWidget(m_plot, QStringLiteral("profilePlot"), tr("Privacy profile: delta, logarithmic, against epsilon"));
  m_table->setFont(tabularFigures(font()));
  m_table->setMinimumWidth(220);
  makeReadable({m_currencies, m_note});
  auto* right = newLayout<QVBoxLayout>({}, kGrid);
  right->addWidget(m_table, 1);
  right->addWidget(m_currencies);
  auto* both = newLayout<QHBoxLayout>({}, 2 * kGrid);
  both->addWidget(m_plot, 3);
  both->addLayout(right, 2);
  auto* layout = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this);
  layout->addLayout(both, 1);
  layout->addWidget(m_note);
  connect(&m_job, &NewestJob::idle, this, &ProfilePage::refresh);
}

void ProfilePage::showDesign(const std::shared_ptr<const Design>& design, const PrivacyClaim& claim) {
  QStringList currencies;
  for (const ClaimFact& fact : otherCurrencies(claim))
    currencies += QStringLiteral("%1: %2").arg(fact.name, fact.value);
  if (currencies.isEmpty())
    currencies += tr("Zero-concentrated and Gaussian DP: not stated, because the batching is amplified.");
  m_currencies->setText(currencies.join(QLatin1Char('\n')));

  const bool known = m_design && sameGuarantee(*m_design, *design);
  m_design = design;
  if (known) return;
  m_points = {{design->scenario.epsilon, design->scenario.delta}};
  m_wanted = profileEpsilons(*design).size();
  m_job.start([this, design](const std::stop_token& stop) -> NewestJob::Delivery {
    // This page joins the work before it is destroyed; points of a replaced design are dropped.
    certifyProfile(*design, {stop}, [this, design](ProfilePoint point) {
      QMetaObject::invokeMethod(
          this,
          [this, design, point] {
            if (m_design && sameGuarantee(*m_design, *design)) add(point);
          },
          Qt::QueuedConnection);
    });
    return {};
  });
  refresh();
}

void ProfilePage::add(ProfilePoint point) {
  const auto at = std::ranges::lower_bound(m_points, point.first, {}, &ProfilePoint::first);
  if (at != m_points.end() && at->first == point.first) return;
  m_points.insert(at, point);
  refresh();
  emit pointsChanged();
}

void ProfilePage::refresh() {
  if (!m_design) return;
  const Scenario& scenario = m_design->scenario;
  m_plot->setModel(profileModel(m_points, {scenario.epsilon, scenario.delta}));
  m_plot->setAccessibleDescription(m_plot->summary());
  QList<QStringList> rows;
  for (const auto& [epsilon, delta] : m_points) rows += QStringList{resultTextUp(epsilon), resultTextUp(delta)};
  m_table->setRows(rows);
  QString note = tr("Each δ is certified: never below the true one.");
  if (m_design->certificate && m_design->certificate->failureProbability > 0)
    note += tr(" Each may fail with probability %1.").arg(resultTextUp(scenario.failureProbability));
  if (m_job.running()) note = tr("Certifying: %1 of %2 points …").arg(m_points.size()).arg(m_wanted);
  m_note->setText(note);
}

}  // namespace noiseloom
