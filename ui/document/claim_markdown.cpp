#include "ui/document/claim_markdown.h"

#include <QStringList>

#include "core/base/check.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

QString number(double value) {
  return withDecimalSign(QString::fromStdString(shortest(value)));
}

QString row(const QStringList& cells) {
  QStringList escaped;
  for (QString cell : cells) escaped += cell.replace(QLatin1Char('|'), QStringLiteral("\\|"));
  return QStringLiteral("| ") + escaped.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
}

QString table(const QStringList& head, const std::vector<ClaimFact>& facts) {
  QString lines = row(head) + QStringLiteral("| --- | --- |\n");
  for (const ClaimFact& fact : facts) lines += row({fact.name, fact.value});
  return lines;
}

}  // namespace

QString statusName(AssumptionStatus status) {
  switch (status) {
    case AssumptionStatus::Satisfied: return tr("Satisfied");
    case AssumptionStatus::ToBeEnsured: return tr("Job must ensure");
    case AssumptionStatus::Violated: return tr("Violated");
  }
  return {};
}

std::vector<ClaimFact> accountantFacts(const PrivacyClaim& claim) {
  const Accountant& accountant = claim.accountant;
  std::vector<ClaimFact> facts{
      {tr("Accountant"), QString::fromStdString(accountant.name)},
      {tr("Method"), coreText(accountant.method)},
      {tr("Noise multiplier σ"), tr("%1 for sensitivity 1").arg(resultTextUp(accountant.noiseMultiplier, 10))},
      {tr("L2 sensitivity"),
       tr("%1 × clip norm (%2)")
           .arg(resultTextUp(accountant.sensitivity, 10), coreText(displayName(accountant.sensitivityKind)))},
      {tr("Error bound"),
       accountant.errorBound > 0
           ? tr("σ is too large by at most about %1 relative").arg(resultTextUp(accountant.errorBound, 2))
           : tr("none: σ is exact")}};
  facts.push_back({tr("Failure probability"),
                   accountant.failureProbability > 0
                       ? tr("%1, over the draw of the samples").arg(number(accountant.failureProbability))
                       : tr("none: nothing is sampled")});
  const Sampling& sampling = accountant.sampling;
  if (sampling.probability) facts.push_back({tr("Sampling probability q"), number(*sampling.probability)});
  if (sampling.compositions) facts.push_back({tr("Compositions T"), countText(*sampling.compositions)});
  if (sampling.bins) facts.push_back({tr("Bins"), countText(*sampling.bins)});
  if (accountant.tau) facts.push_back({tr("Certificate’s τ"), number(*accountant.tau)});
  if (accountant.samples) facts.push_back({tr("Samples"), countText(*accountant.samples)});
  return facts;
}

std::vector<ClaimFact> scopeFacts(const PrivacyClaim& claim) {
  std::vector<ClaimFact> facts;
  for (const Text& caution : claim.cautions) facts.push_back({tr("Caution"), coreText(caution)});
  facts.insert(facts.end(), {{tr("Setting"), coreText(claim.setting)},
                             {tr("Data accesses covered"), coreText(claim.dataAccesses)},
                             {tr("Outputs covered"), coreText(claim.outputs)},
                             {tr("Not covered"), coreText(claim.notCovered)},
                             {tr("Unit of privacy"), coreText(claim.unitText)},
                             {tr("Adjacency"), coreText(claim.adjacencyText)},
                             {tr("Batches as accounted"), coreText(claim.batching->name)},
                             {tr("Batches of the job"), coreText(claim.jobBatching->name)},
                             {tr("How to verify"), coreText(claim.howToVerify)}});
  return facts;
}

std::vector<ClaimFact> otherCurrencies(const PrivacyClaim& claim) {
  std::vector<ClaimFact> facts;
  if (claim.zcdpRho) facts.push_back({tr("Zero-concentrated DP"), tr("ρ = %1").arg(resultTextUp(*claim.zcdpRho, 6))});
  if (claim.gdpMu) facts.push_back({tr("Gaussian DP"), tr("μ = %1").arg(resultTextUp(*claim.gdpMu, 6))});
  return facts;
}

QString claimMarkdown(const PrivacyClaim& claim) {
  const PlainNumbers pages(PlainNumbers::For::Pages);
  QString page = QStringLiteral("# %1\n\n").arg(tr("Privacy claim"));
  if (claim.severity == ClaimSeverity::Critical)
    page +=
        QStringLiteral("**%1**\n\n").arg(tr("Critical: an assumption is violated, so that this claim is not made."));
  // The statement stays English, whatever language the rest is in.
  page += QString::fromStdString(claim.statement.english()) + QStringLiteral("\n");
  const auto section = [&page](const QString& title) { page += QStringLiteral("\n## %1\n\n").arg(title); };
  section(tr("Assumptions"));
  page += row({tr("Status"), tr("Assumption"), tr("What to do")}) + QStringLiteral("| --- | --- | --- |\n");
  for (const Assumption& assumption : claim.assumptions)
    page += row({statusName(assumption.status), coreText(assumption.text), coreText(assumption.remedy)});
  section(tr("Accountant"));
  page += table({tr("Figure"), tr("Value")}, accountantFacts(claim));
  section(tr("Scope"));
  page += table({tr("Part"), tr("What it is")}, scopeFacts(claim));
  section(tr("Privacy profile, certified"));
  std::vector<ClaimFact> points;
  for (const auto& [epsilon, delta] : claim.profile) points.push_back({number(epsilon), number(delta)});
  page += table({tr("ε"), tr("δ")}, points);
  for (const ClaimFact& fact : otherCurrencies(claim)) page += QStringLiteral("\n%1: %2\n").arg(fact.name, fact.value);
  return page;
}

}  // namespace noiseloom
