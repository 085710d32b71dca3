#include "ui/export/design_comparison.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/safe_digits.h"
#include "core/design/figures.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/comparable.h"
#include "ui/document/claim_difference.h"
#include "ui/document/design_text.h"
#include "ui/document/field.h"
#include "ui/document/objective_error.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

QString textOf(const FieldInfo& field, const Scenario& scenario) {
  return matters(field, scenario) ? fieldText(scenario, field.field) : QStringLiteral("–");
}

QString ratioText(double left, double right) {
  return std::isfinite(left) && std::isfinite(right) && left > 0 && right > 0 ? resultText(right / left) : QString();
}

constexpr int kDigits = 6;  // digits of figures

QString figureText(double value) {
  return std::isfinite(value) && value != 0 ? resultText(value, kDigits) : QStringLiteral("–");
}

}  // namespace

DesignComparison compareDesigns(const QString& leftName, const Design& left, const QString& rightName,
                                const Design& right) {
  DesignComparison comparison{leftName, rightName, {}, true, {}};
  const std::vector<Field> claims = claimDifferences(left.scenario, right.scenario);
  const std::vector<Field> jobs = jobDifferences(left.scenario, right.scenario);
  comparison.comparable = claims.empty();
  comparison.standing = !claims.empty() ? notComparableText(claims)
                        : !jobs.empty() ? tr("comparable, as answers for different jobs: %1").arg(otherJobText(jobs))
                                        : tr("comparable: the same guarantee and the same error");
  for (const FieldInfo& field : scenarioFields()) {
    const bool derived = std::holds_alternative<Derived>(field.place);
    if (derived || (!matters(field, left.scenario) && !matters(field, right.scenario))) continue;
    ComparedRow row{
        .name = fieldLabel(field.field), .left = textOf(field, left.scenario), .right = textOf(field, right.scenario)};
    row.differs = !sameField(field, left.scenario, right.scenario) || row.left != row.right;
    comparison.rows.push_back(std::move(row));
  }
  const auto add = [&](const QString& name, const QString& here, const QString& there, const QString& ratio,
                       bool differs) {
    comparison.rows.push_back({name, here, there, ratio, differs, false});
  };
  add(tr("strategy"), mechanismText(left), mechanismText(right), {}, mechanismText(left) != mechanismText(right));
  // Values that agree to the accuracy of the certificates do not differ.
  const auto differ = [](double here, double there) {
    return std::abs(here - there) > 1e-9 * std::max(std::abs(here), std::abs(there));
  };
  const auto figure = [&](const QString& name, double here, double there, bool isError = false) {
    const QString ratio = isError && !comparison.comparable ? QString() : ratioText(here, there);
    add(name, figureText(here), figureText(there), ratio, differ(here, there));
  };
  // Rounded up: noise must never be less than stated.
  const auto figureUp = [&](const QString& name, double here, double there) {
    add(name, figureText(roundedUp(here, kDigits)), figureText(roundedUp(there, kDigits)), ratioText(here, there),
        differ(here, there));
  };
  figureUp(tr("noise multiplier σ"), left.noiseMultiplier.value, right.noiseMultiplier.value);
  figureUp(tr("sensitivity (clip norms)"), left.sensitivity.value, right.sensitivity.value);
  figureUp(tr("stddev of the noise z"), left.stddev, right.stddev);
  for (const ObjectiveInfo& each : kObjectives) {
    const double here = left.error[each.objective], there = right.error[each.objective];
    if (!each.ofCurvatures || here > 0 || there > 0)
      figure(tr("%1 (clip norms)").arg(errorName(each.objective)), here, there, true);
  }
  figure(tr("lower bound (clip norms)"), left.lowerBound, right.lowerBound, true);
  figure(tr("rmse of DP-SGD (clip norms)"), left.dpSgdRmse, right.dpSgdRmse, true);
  const auto rows = [](const Design& design) { return static_cast<double>(design.strategy.noiseRows()); };
  figure(tr("noise rows kept"), rows(left), rows(right));
  return comparison;
}

DataTable comparisonTable(const DesignComparison& comparison, bool onlyDifferent) {
  DataTable table;
  table.name = QStringLiteral("comparison");
  table.title = tr("%1 and %2").arg(comparison.leftName, comparison.rightName);
  table.header = {tr("input or figure"), comparison.leftName, comparison.rightName, tr("ratio"), tr("differs")};
  for (const ComparedRow& row : comparison.rows) {
    if (onlyDifferent && !row.differs) continue;
    table.rows.push_back({row.name, row.left, row.right, row.ratio, row.differs ? tr("yes") : tr("no")});
  }
  return table;
}

QString comparisonText(const DesignComparison& comparison, bool onlyDifferent) {
  const DataTable table = comparisonTable(comparison, onlyDifferent);
  std::vector<QStringList> lines{table.header};
  for (const auto& row : table.rows) {
    QStringList line;
    for (const DataTable::Cell& cell : row) line += std::get<QString>(cell);
    lines.push_back(line);
  }
  std::vector<qsizetype> widths(table.header.size(), 0);
  for (const QStringList& line : lines) {
    for (qsizetype i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  QString text = comparison.standing + QLatin1Char('\n');
  for (const QStringList& line : lines) {
    QString row;
    for (qsizetype i = 0; i < line.size(); ++i) row += line[i].leftJustified(widths[i] + 2, QLatin1Char(' '));
    text += row.trimmed() + QLatin1Char('\n');
  }
  return text;
}

}  // namespace noiseloom
