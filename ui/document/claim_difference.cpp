#include "ui/document/claim_difference.h"

#include <QCoreApplication>
#include <QStringList>

namespace noiseloom {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("noiseloom", text);
}

QString nameOf(Field part) {
  switch (part) {
    case Field::Epsilon: return tr("epsilon");
    case Field::Delta: return tr("delta");
    case Field::Unit: return tr("the unit of privacy");
    case Field::Adjacency: return tr("the adjacency");
    case Field::Batching: return tr("the batching");
    case Field::MinSeparation: return tr("the min-separation");
    case Field::Tau: return tr("τ of balls-in-bins");
    case Field::Iterations: return tr("iterations n");
    case Field::Epochs: return tr("participations k");
    case Field::ClipNorm: return tr("the clip norm");
    case Field::Workload: return tr("the workload");
    case Field::Objective: return tr("the objective");
    default: return {};
  }
}

}  // namespace

QString notComparableText(const std::vector<Field>& differences) {
  QStringList names;
  for (const Field part : differences) names += nameOf(part);
  if (names.isEmpty()) return {};
  if (names.size() == 1) return tr("not comparable: %1 differs").arg(names.front());
  return tr("not comparable: %1 differ").arg(names.join(tr(", ")));
}

QString otherClaimName(const QString& name) {
  return tr("%1, other claim").arg(name);
}

}  // namespace noiseloom
