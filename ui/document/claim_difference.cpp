#include "ui/document/claim_difference.h"

#include <QCoreApplication>
#include <QStringList>

namespace noiseloom {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("noiseloom", text);
}

QString nameOf(ClaimPart part) {
  switch (part) {
    case ClaimPart::Epsilon: return tr("epsilon");
    case ClaimPart::Delta: return tr("delta");
    case ClaimPart::Unit: return tr("the unit of privacy");
    case ClaimPart::Adjacency: return tr("the adjacency");
    case ClaimPart::Batching: return tr("the batching");
    case ClaimPart::MinSeparation: return tr("the min-separation");
    case ClaimPart::Tau: return tr("τ of balls-in-bins");
    case ClaimPart::Iterations: return tr("iterations n");
    case ClaimPart::Participations: return tr("participations k");
    case ClaimPart::ClipNorm: return tr("the clip norm");
    case ClaimPart::Workload: return tr("the workload");
    case ClaimPart::Objective: return tr("the objective");
  }
  return {};
}

}  // namespace

QString notComparableText(const std::vector<ClaimPart>& differences) {
  QStringList names;
  for (const ClaimPart part : differences) names += nameOf(part);
  if (names.isEmpty()) return {};
  if (names.size() == 1) return tr("not comparable: %1 differs").arg(names.front());
  return tr("not comparable: %1 differ").arg(names.join(tr(", ")));
}

QString otherClaimName(const QString& name) {
  return tr("%1, other claim").arg(name);
}

}  // namespace noiseloom
