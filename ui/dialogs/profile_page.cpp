#include "ui/dialogs/profile_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>

#include "ui/dialogs/wrapping_table.h"
#include "ui/document/claim_markdown.h"
#include "ui/document/scenario_compare.h"
#include "ui/plots/chart_view.h"
#include "ui/plots/strategy_series.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

bool sameGuarantee(const Design& left, const Design& right) {
  return shareData(left.strategy, right.strategy) && left.stddev == right.stddev &&
         sameDesign(left.scenario, right.scenario);
}

}  // namespace

ProfilePage::ProfilePage(QWidget* parent)
    : QWidget(parent),
      m_view(new ChartView(m_chart.release())),
      m_table(new WrappingTable(tr("Privacy profile"), {tr("ε"), tr("δ")}, {0.45})),
      m_currencies(new QLabel),
      m_note(new QLabel) {
  m_view->setAccessibleName(tr("Privacy profile: delta, logarithmic, against epsilon"));
  m_table->setFont(tabularFigures(font()));
  m_table->setMinimumWidth(220);
  for (QLabel* label : {m_currencies, m_note}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  auto* right = new QVBoxLayout;
  right->setSpacing(kGrid);
  right->addWidget(m_table, 1);
  right->addWidget(m_currencies);
  auto* both = new QHBoxLayout;
  both->setSpacing(2 * kGrid);
  both->addWidget(m_view, 3);
  both->addLayout(right, 2);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  layout->addLayout(both, 1);
  layout->addWidget(m_note);
  m_chart.setTheme(themeOf(palette()), font());
  connect(&m_job, &NewestJob::idle, this, &ProfilePage::refresh);
}

QString ProfilePage::note() const {
  return m_note->text();
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
    // This page joins the work before it goes; points of a design that was replaced find nobody.
    runProfile(*design, {stop, {}}, [this, design](ProfilePoint point) {
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
  m_chart.show(m_points, {scenario.epsilon, scenario.delta});
  QList<QStringList> rows;
  QString spoken;
  for (const auto& [epsilon, delta] : m_points) {
    rows += QStringList{resultText(epsilon), resultText(delta)};
    spoken += tr("epsilon %1, delta %2; ").arg(resultText(epsilon), resultText(delta));
  }
  m_table->setRows(rows);
  m_view->setAccessibleDescription(spoken);
  QString note = tr("Each δ is certified: never below the true one.");
  if (m_design->ballsInBins && m_design->ballsInBins->failureProbability > 0)
    note += tr(" Each may fail with probability %1.").arg(resultText(scenario.failureProbability));
  if (m_job.running()) note = tr("Certifying: %1 of %2 points …").arg(m_points.size()).arg(m_wanted);
  m_note->setText(note);
}

void ProfilePage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) m_chart.setTheme(themeOf(palette()), font());
}

}  // namespace noiseloom
