#include "ui/document/claim_difference.h"

#include <QStringList>

#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

QString nameOf(Field part) {
  switch (part) {
    case Field::Epsilon: return tr("epsilon");
    case Field::Delta: return tr("delta");
    case Field::Unit: return tr("the unit of privacy");
    case Field::Adjacency: return tr("the adjacency");
    case Field::Batching: return tr("the batching");
    case Field::MinSeparation: return tr("the min-separation");
    case Field::FailureProbability: return tr("the failure probability");
    case Field::Iterations: return tr("iterations n");
    case Field::Epochs: return tr("participations k");
    case Field::ClipNorm: return tr("the clip norm");
    case Field::Workload: return tr("the workload");
    case Field::Objective: return tr("the objective");
    default: return {};
  }
}

QStringList namesOf(const std::vector<Field>& parts) {
  QStringList names;
  for (const Field part : parts) names += nameOf(part);
  return names;
}

}  // namespace

QString notComparableText(const std::vector<Field>& differences) {
  const QStringList names = namesOf(differences);
  if (names.isEmpty()) return {};
  if (names.size() == 1) return tr("not comparable: %1 differs").arg(names.front());
  return tr("not comparable: %1 differ").arg(names.join(tr(", ")));
}

QString otherJobText(const std::vector<Field>& differences) {
  const QStringList names = namesOf(differences);
  if (names.isEmpty()) return {};
  if (names.size() == 1) return tr("another job: %1 differs").arg(names.front());
  return tr("another job: %1 differ").arg(names.join(tr(", ")));
}

Standing standingOf(const Scenario& scenario, const Scenario& current) {
  if (!claimDifferences(scenario, current).empty()) return Standing::OtherClaim;
  return jobDifferences(scenario, current).empty() ? Standing::Same : Standing::OtherJob;
}

QString nameAmongPlots(const QString& name, Standing standing) {
  switch (standing) {
    case Standing::Same: break;
    case Standing::OtherJob: return tr("%1, other job").arg(name);
    case Standing::OtherClaim: return tr("%1, other claim").arg(name);
  }
  return name;
}

}  // namespace noiseloom
