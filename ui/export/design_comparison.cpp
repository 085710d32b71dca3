#include "ui/export/design_comparison.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "core/base/safe_digits.h"
#include "core/design/figures.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/comparable.h"
#include "ui/document/claim_difference.h"
#include "ui/document/design_text.h"
#include "ui/document/field.h"
#include "ui/document/objective_error.h"
#include "ui/export/markdown.h"
#include "ui/export/table_csv.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

constexpr int kDigits = 6;           // digits of figures
constexpr double kEqual = 1e-9;      // relative: the accuracy of the certificates
constexpr double kSameError = 5e-5;  // relative: what reads as the same

QString sameText() {
  return tr("comparable: the same guarantee and the same error");
}

QString textOf(const FieldInfo& field, const Scenario& scenario) {
  return matters(field, scenario) ? fieldText(scenario, field.field) : QStringLiteral("–");
}

QString figureText(double value) {
  return std::isfinite(value) && value != 0 ? resultText(value, kDigits) : QStringLiteral("–");
}

bool differ(double here, double there) {
  return std::abs(here - there) > kEqual * std::max(std::abs(here), std::abs(there));
}

// Adds rows to a comparison whose designs are known.
class Rows {
 public:
  explicit Rows(DesignComparison& comparison) : m_comparison(comparison) {}

  void addInput(const FieldInfo& field) {
    const std::vector<NamedDesign>& designs = m_comparison.designs;
    const auto applies = [&](const NamedDesign& each) { return matters(field, each.design->scenario); };
    if (std::holds_alternative<Derived>(field.place) || std::ranges::none_of(designs, applies)) return;
    ComparedRow row{.name = fieldLabel(field.field)};
    const Scenario& first = designs.front().design->scenario;
    for (const NamedDesign& each : designs) {
      row.texts += textOf(field, each.design->scenario);
      row.differs =
          row.differs || row.texts.back() != row.texts.front() || !sameField(field, first, each.design->scenario);
    }
    m_comparison.rows.push_back(std::move(row));
  }

  void addNames(const QString& name, const std::function<QString(const Design&)>& text) {
    ComparedRow row{.name = name, .input = false};
    for (const NamedDesign& each : m_comparison.designs) {
      row.texts += text(*each.design);
      row.differs = row.differs || row.texts.back() != row.texts.front();
    }
    m_comparison.rows.push_back(std::move(row));
  }

  enum class Meaning { Plain, Upper, LessIsBetter, FewerIsBetter };
  void addFigure(const QString& name, Meaning meaning, const std::function<double(const Design&)>& figure) {
    ComparedRow row{.name = name, .input = false};
    double first = 0;
    for (const NamedDesign& each : m_comparison.designs) {
      const double value = figure(*each.design);
      if (row.texts.isEmpty()) first = value;
      row.differs = row.differs || differ(first, value);
      // Rounded up: noise must never be less than stated.
      row.texts += meaning == Meaning::FewerIsBetter
                       ? countText(std::llround(value))
                       : figureText(meaning == Meaning::Upper ? roundedUp(value, kDigits) : value);
      if (meaning != Meaning::LessIsBetter && meaning != Meaning::FewerIsBetter) continue;
      const bool counts = m_comparison.comparable[row.numbers.size()] && std::isfinite(value);
      row.numbers.push_back(counts ? value : std::numeric_limits<double>::quiet_NaN());
    }
    m_comparison.rows.push_back(std::move(row));
  }

 private:
  DesignComparison& m_comparison;
};

void addFigures(Rows& rows, const std::vector<NamedDesign>& designs) {
  using Meaning = Rows::Meaning;
  rows.addNames(tr("strategy"), [](const Design& design) { return mechanismText(design); });
  rows.addFigure(tr("noise multiplier σ"), Meaning::Upper,
                 [](const Design& design) { return design.noiseMultiplier.value; });
  rows.addFigure(tr("sensitivity (clip norms)"), Meaning::Upper,
                 [](const Design& design) { return design.sensitivity.value; });
  rows.addFigure(tr("stddev of the noise z"), Meaning::Upper, [](const Design& design) { return design.stddev; });
  for (const ObjectiveInfo& each : kObjectives) {
    const auto error = [objective = each.objective](const Design& design) { return design.error[objective]; };
    const auto known = [&](const NamedDesign& named) { return error(*named.design) > 0; };
    if (!each.ofCurvatures || std::ranges::any_of(designs, known))
      rows.addFigure(tr("%1 (clip norms)").arg(errorName(each.objective)), Meaning::LessIsBetter, error);
  }
  rows.addFigure(tr("lower bound (clip norms)"), Meaning::Plain,
                 [](const Design& design) { return design.lowerBound; });
  rows.addFigure(tr("rmse of DP-SGD (clip norms)"), Meaning::Plain,
                 [](const Design& design) { return design.dpSgdRmse; });
  rows.addFigure(tr("noise rows kept"), Meaning::FewerIsBetter,
                 [](const Design& design) { return static_cast<double>(design.strategy.noiseRows()); });
}

QString escapedLatex(const QString& text) {
  static const std::map<QChar, QString> special{{u'&', QStringLiteral("\\&")},
                                                {u'%', QStringLiteral("\\%")},
                                                {u'$', QStringLiteral("\\$")},
                                                {u'#', QStringLiteral("\\#")},
                                                {u'_', QStringLiteral("\\_")},
                                                {u'{', QStringLiteral("\\{")},
                                                {u'}', QStringLiteral("\\}")},
                                                {u'\\', QStringLiteral("\\textbackslash{}")},
                                                {u'~', QStringLiteral("\\textasciitilde{}")},
                                                {u'^', QStringLiteral("\\textasciicircum{}")},
                                                {u'σ', QStringLiteral("$\\sigma$")},
                                                {u'ε', QStringLiteral("$\\varepsilon$")},
                                                {u'δ', QStringLiteral("$\\delta$")},
                                                {u'β', QStringLiteral("$\\beta$")},
                                                {u'λ', QStringLiteral("$\\lambda$")},
                                                {u'≤', QStringLiteral("$\\le$")},
                                                {u'≥', QStringLiteral("$\\ge$")},
                                                {u'√', QStringLiteral("$\\surd$")},
                                                {u'×', QStringLiteral("$\\times$")},
                                                {u'−', QStringLiteral("$-$")},
                                                {u'–', QStringLiteral("--")},
                                                {u'τ', QStringLiteral("$\\tau$")},
                                                {u'ₒ', QStringLiteral("$_0$")},
                                                {u'₀', QStringLiteral("$_0$")}};
  QString safe;
  for (const QChar character : text) {
    const auto found = special.find(character);
    safe += found == special.end() ? QString(character) : found->second;
  }
  return safe;
}

// Characters that mean something there stay what they are.
QString escaped(const QString& text, TableForm form) {
  if (form == TableForm::Markdown) return markdownCell(text);
  return form == TableForm::Latex ? escapedLatex(text) : text;
}

QString alignedText(const DesignComparison& comparison, const std::vector<QStringList>& lines) {
  std::vector<qsizetype> widths(lines.front().size(), 0);
  for (const QStringList& line : lines) {
    for (qsizetype i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  QString text = standingText(comparison) + QLatin1Char('\n');
  for (const QStringList& line : lines) {
    QString row;
    for (qsizetype i = 0; i < line.size(); ++i) row += line[i].leftJustified(widths[i] + 2, QLatin1Char(' '));
    text += row.trimmed() + QLatin1Char('\n');
  }
  return text;
}

QString markdownText(const std::vector<QStringList>& lines) {
  QString text;
  for (const QStringList& line : lines) {
    text += markdownRow(line);
    if (&line != &lines.front()) continue;
    text += QStringLiteral("| --- |") + QStringLiteral(" ---: |").repeated(static_cast<int>(line.size()) - 1) +
            QLatin1Char('\n');
  }
  return text;
}

QString latexText(const std::vector<QStringList>& lines) {
  const QString columns = QLatin1Char('l') + QString(lines.front().size() - 1, QLatin1Char('r'));
  QString text = QStringLiteral("\\begin{tabular}{%1}\n\\toprule\n").arg(columns);
  for (const QStringList& line : lines) {
    text += line.join(QStringLiteral(" & ")) + QStringLiteral(" \\\\\n");
    if (&line == &lines.front()) text += QStringLiteral("\\midrule\n");
  }
  return text + QStringLiteral("\\bottomrule\n\\end{tabular}\n");
}

}  // namespace

QString tableFormName(TableForm form) {
  switch (form) {
    case TableForm::Text: return tr("As text");
    case TableForm::Markdown: return tr("For Markdown");
    case TableForm::Latex: return tr("For LaTeX (booktabs)");
    case TableForm::Csv: return tr("As CSV");
  }
  return {};
}

bool ComparedRow::isBest(std::size_t design) const {
  if (design >= numbers.size() || !std::isfinite(numbers[design])) return false;
  double least = numbers[design];
  bool all = true;
  for (const double number : numbers) {
    if (!std::isfinite(number)) continue;
    least = std::min(least, number);
    all = all && !differ(number, numbers[design]);
  }
  return !all && !differ(least, numbers[design]);
}

QString standingText(const DesignComparison& comparison) {
  const std::vector<NamedDesign>& designs = comparison.designs;
  if (designs.size() < 2) return {};
  if (designs.size() == 2) return comparison.standings.back();
  const QStringList others = comparison.standings.mid(1);
  if (others.front() != sameText() && others.count(others.front()) == others.size())
    return tr("All others: %1").arg(others.front());
  QStringList lines;
  for (std::size_t i = 1; i < designs.size(); ++i) {
    const QString& text = comparison.standings[static_cast<qsizetype>(i)];
    if (text != sameText()) lines += tr("%1: %2").arg(designs[i].name, text);
  }
  return lines.isEmpty() ? sameText() : lines.join(QLatin1Char('\n'));
}

QString rankingText(const DesignComparison& comparison) {
  const std::vector<NamedDesign>& designs = comparison.designs;
  if (designs.size() < 2) return {};
  const ErrorObjective objective = designs.front().design->scenario.objective;
  std::vector<std::pair<double, QString>> ranked;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    if (comparison.comparable[i]) ranked.emplace_back(designs[i].design->error[objective], designs[i].name);
  }
  if (ranked.size() < 2) return tr("No errors are set against each other: the designs are not comparable.");
  std::ranges::stable_sort(ranked, {}, &std::pair<double, QString>::first);
  const double least = ranked.front().first;
  if (ranked.back().first / least - 1 < kSameError) return tr("All have the same error.");
  QStringList others;
  for (std::size_t i = 1; i < ranked.size(); ++i) {
    const double more = ranked[i].first / least - 1;
    others += more < kSameError ? tr("%1 has the same").arg(ranked[i].second)
                                : tr("%1 has %2 % more").arg(ranked[i].second, percentText(100 * more, 3));
  }
  return tr("%1 has the least %2; %3.")
      .arg(ranked.front().second, errorName(objective), others.join(QStringLiteral(", ")));
}

DesignComparison compareDesigns(const std::vector<NamedDesign>& designs) {
  DesignComparison comparison{designs, {}, {}, {}};
  if (designs.empty()) return comparison;
  const Scenario& first = designs.front().design->scenario;
  for (const NamedDesign& each : designs) {
    const std::vector<Field> claims = claimDifferences(first, each.design->scenario);
    const std::vector<Field> jobs = jobDifferences(first, each.design->scenario);
    comparison.comparable.push_back(claims.empty());
    comparison.standings += !claims.empty() ? notComparableText(claims)
                            : !jobs.empty()
                                ? tr("comparable, as answers for different jobs: %1").arg(otherJobText(jobs))
                                : sameText();
  }
  Rows rows(comparison);
  for (const FieldInfo& field : scenarioFields()) rows.addInput(field);
  addFigures(rows, designs);
  return comparison;
}

DataTable comparisonTable(const DesignComparison& comparison, bool onlyDifferent) {
  DataTable table;
  table.name = QStringLiteral("comparison");
  table.header = {tr("input or figure")};
  QStringList names;
  for (const NamedDesign& each : comparison.designs) names += each.name;
  table.title = names.join(QStringLiteral(", "));
  table.header += names;
  for (const ComparedRow& row : comparison.rows) {
    if (onlyDifferent && !row.differs) continue;
    table.rows.push_back({row.name});
    for (const QString& text : row.texts) table.rows.back().emplace_back(text);
  }
  return table;
}

QString comparisonText(const DesignComparison& comparison, bool onlyDifferent, TableForm form) {
  if (comparison.designs.empty()) return {};
  if (form == TableForm::Csv) return QString::fromStdString(csvText(comparisonTable(comparison, onlyDifferent)));
  std::vector<QStringList> lines{{tr("input or figure")}};
  for (const NamedDesign& each : comparison.designs) lines.front() += escaped(each.name, form);
  for (const ComparedRow& row : comparison.rows) {
    if (onlyDifferent && !row.differs) continue;
    QStringList line{escaped(row.name, form)};
    for (qsizetype i = 0; i < row.texts.size(); ++i) {
      const QString text = escaped(row.texts[i], form);
      const bool bold = form != TableForm::Text && row.isBest(static_cast<std::size_t>(i));
      line += !bold                      ? text
              : form == TableForm::Latex ? QStringLiteral("\\textbf{%1}").arg(text)
                                         : QStringLiteral("**%1**").arg(text);
    }
    lines.push_back(std::move(line));
  }
  if (form == TableForm::Text) return alignedText(comparison, lines);
  return form == TableForm::Markdown ? markdownText(lines) : latexText(lines);
}

}  // namespace noiseloom
