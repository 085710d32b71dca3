#include "ui/document/field.h"

#include <iterator>
#include <optional>
#include <string_view>
#include <variant>

#include "core/scenario/field_value.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {

QString fieldLabel(Field field) {
  return coreText(infoOf(field).label);
}

QString fieldSymbol(Field field) {
  const std::string_view symbol = infoOf(field).symbol;
  return QString::fromUtf8(symbol.data(), std::ssize(symbol));
}

QString refusalText(const InvalidArgument& problem, std::optional<Field> typed) {
  if (problem.argument() == "size of learning_rates") {
    return tr("There are %1 learning rates, but not that many iterations. Use a file with one rate for each iteration.")
        .arg(coreText(problem.value()));
  }
  if (problem.argument() == "size of workload") {
    return tr("There are %1 coefficients, and more iterations. Use a file with one for each iteration.")
        .arg(coreText(problem.value()));
  }
  // The refused value may be one that follows from the typed one (k N = n B).
  const std::optional<Field> field = fieldOfArgument(problem.argument());
  const QString name =
      field || typed ? fieldLabel(field ? *field : *typed) : QString::fromStdString(problem.argument());
  return tr("%1 %2 is not allowed: use %3.")
      .arg(capitalised(name), valueText(problem.value()), coreText(problem.allowed()));
}

namespace {

QString plainWorkloadText(const Workload& workload) {
  const QString momentum = entryText(workload.beta()), decay = entryText(workload.alpha());
  if (!workload.eta().empty() && workload.alpha() == 1) return tr("learning rates, momentum %1").arg(momentum);
  if (!workload.eta().empty()) return tr("learning rates, momentum %1, weight-decay factor %2").arg(momentum, decay);
  if (workload.name() == "identity") return tr("each step alone");
  if (workload.isMatrix()) {
    return workload.file().empty() ? tr("a matrix")
                                   : tr("the matrix in %1").arg(QString::fromStdString(workload.file()));
  }
  if (workload.name() == "toeplitz") {
    return workload.file().empty() ? tr("given coefficients")
                                   : tr("coefficients from %1").arg(QString::fromStdString(workload.file()));
  }
  if (!workload.components().empty())
    return tr("running sums, curvatures %1").arg(QString::fromStdString(toText(workload.spectrum())));
  if (workload.name() == "prefix") return tr("running sums");
  return tr("momentum %1, weight-decay factor %2").arg(momentum, decay);
}

QString workloadText(const Workload& workload) {
  QString text = plainWorkloadText(workload);
  if (workload.averagesAll())
    text = tr("%1, mean of all weights").arg(text);
  else if (workload.averaging() != 0)
    text = tr("%1, weights averaged by %2").arg(text, entryText(workload.averaging()));
  if (workload.window() != 1)
    text = tr("%1, mean of the last %2").arg(text, entryText(static_cast<double>(workload.window())));
  return text;
}

/// As the field itself says it.
QString openText(Field field) {
  switch (field) {
    case Field::RobustFrom: return tr("off");
    case Field::LargestBatch: return tr("any size");
    default: return infoOf(field).open.empty() ? tr("open") : tr("best");
  }
}

}  // namespace

QString fieldText(const Scenario& scenario, Field field) {
  switch (field) {
    case Field::Mechanism: return coreText(scenario.mechanism->name);
    case Field::Batching: return coreText(scenario.batching->name);
    case Field::JobBatching: return coreText(scenario.jobBatching->name);
    case Field::Unit: return coreText(displayName(scenario.unit));
    case Field::Adjacency: return coreText(displayName(scenario.adjacency));
    case Field::Objective: return coreText(infoOf(scenario.objective).name);
    case Field::Workload: return workloadText(scenario.workload);
    case Field::Imported: return scenario.imported ? tr("from a file") : tr("none");
    case Field::Spectrum: return QString::fromStdString(toText(scenario.workload.spectrum()));
    case Field::Schedule: return QString::fromUtf8(toString(scenario.schedule.kind));
    case Field::ColumnNormalize: return scenario.columnNormalize ? tr("on") : tr("off");
    case Field::TreeDecoder: return QString::fromUtf8(toString(scenario.treeDecoder));
    case Field::NumberType: return QString::fromUtf8(toString(scenario.deployment.numberType));
    default: break;
  }
  if (!holdsNumber(field)) return {};
  const std::optional<double> value = valueOf(scenario, field);
  return value ? entryText(*value) : openText(field);
}

QString changeText(const Scenario& before, const Scenario& after) {
  QString text;
  int more = 0;
  for (const FieldInfo& info : scenarioFields()) {
    if (std::holds_alternative<Derived>(info.place) || sameField(info, before, after)) continue;
    if (!matters(info, before) && !matters(info, after)) continue;
    if (!text.isEmpty()) {
      ++more;
      continue;
    }
    const QString from = fieldText(before, info.field), to = fieldText(after, info.field);
    text = from == to ? fieldLabel(info.field) : tr("%1 %2 to %3").arg(fieldLabel(info.field), from, to);
  }
  return more == 0 ? text : tr("%1, %2 more").arg(text).arg(more);
}

}  // namespace noiseloom
