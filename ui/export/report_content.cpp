#include "ui/export/report_content.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/base/safe_digits.h"
#include "core/base/version.h"
#include "core/claim/assumptions.h"
#include "core/design/baseline_error.h"
#include "core/io/scenario_json.h"
#include "core/scenario/batch_size.h"
#include "core/search/band_search.h"
#include "core/snippet/copied_command.h"
#include "ui/document/claim_difference.h"
#include "ui/document/claim_markdown.h"
#include "ui/document/design_text.h"
#include "ui/document/error_readings.h"
#include "ui/document/field.h"
#include "ui/document/objective_error.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// As many rows of a summary as a page has room for beside figures and plots.
constexpr int kMostSummaryPins = 6;

QString number(double value) {
  return QString::fromStdString(shortest(value));
}

QString orOpen(const std::optional<Index>& value, const QString& open) {
  return value ? countText(*value) : open;
}

ReportTable table(const QString& caption, const QStringList& header, const std::vector<ClaimFact>& facts) {
  ReportTable result{caption, header, {}};
  for (const ClaimFact& fact : facts) result.rows.push_back({fact.name, fact.value});
  return result;
}

void addScenario(Report& report, const Design& design) {
  const Scenario& scenario = design.scenario;
  report.blocks.push_back(ReportHeading{2, tr("Scenario")});
  std::vector<ClaimFact> facts{{tr("Training steps n"), countText(scenario.iterations)},
                               {tr("Epochs k, passes over the data"), resultText(scenario.effectiveEpochs(), 6)}};
  if (!scenario.batching->amplified())
    facts.push_back({tr("Most participations of one example"), countText(scenario.effectiveParticipations())});
  if (scenario.datasetSize) {
    const double batch = batchSizeOf(scenario).value_or(0);
    facts.push_back({tr("Data set size N"),
                     scenario.datasetSizeAtMost
                         ? tr("%1 to %2").arg(countText(*scenario.datasetSize), countText(*scenario.datasetSizeAtMost))
                         : countText(*scenario.datasetSize)});
    facts.push_back({tr("Batch size B = k N / n"), resultText(batch, 6)});
  }
  facts.push_back({tr("Privacy budget"), tr("ε = %1, δ = %2").arg(number(scenario.epsilon), number(scenario.delta))});
  facts.push_back({tr("Batches as accounted"), coreText(scenario.batching->name)});
  facts.push_back({tr("Batches of the job"), coreText(scenario.jobBatching->name)});
  if (scenario.batching->uses(Field::MinSeparation))
    facts.push_back({tr("Min-separation s"), tr("%1 steps").arg(countText(scenario.effectiveMinSeparation()))});
  facts.push_back({tr("Clip norm"), number(scenario.clipNorm)});
  facts.push_back({tr("Mechanism asked for"), mechanismName(scenario.mechanism)});
  if (scenario.usesBands()) {
    const Text searched = searchedBandsNote(design);
    const QString best = searched.empty() ? tr("the best number") : coreText(searched);
    facts.push_back({tr("Bands asked for"), orOpen(scenario.bands, best)});
  }
  if (infoOf(Field::Buffers).matters(scenario) && !scenario.asksForBest())
    facts.push_back({tr("Buffers asked for"), orOpen(scenario.buffers, tr("as many as help"))});
  facts.push_back({tr("Error made small"), coreText(infoOf(scenario.objective).meaning)});
  facts.push_back({tr("Workload"), fieldText(scenario, Field::Workload)});
  if (const Spectrum& spectrum = scenario.workload.spectrum(); !spectrum.empty())
    facts.push_back({tr("Curvatures: ηλ and weight"), QString::fromStdString(toText(spectrum))});
  facts.push_back({tr("Deployment"), tr("%1 parameters; machines that make the noise: %2; numbers in %3")
                                         .arg(entryText(static_cast<double>(scenario.deployment.parameters)),
                                              countText(scenario.deployment.machines),
                                              QString::fromUtf8(toString(scenario.deployment.numberType)))});
  report.blocks.push_back(table(tr("What the design was made for."), {tr("Input"), tr("Value")}, facts));
}

void addResults(Report& report, const Design& design, const ErrorScale& scale) {
  report.blocks.push_back(ReportHeading{2, tr("Result")});
  const DesignFigures errors = scale.in(design, design.scenario.objective);
  const QString norms = scale.unit() == ErrorUnit::Summed ? tr("clip norms") : errorUnitLabel(scale.unit());
  ReportTable results{scale.unit() == ErrorUnit::Summed
                          ? tr("Errors are of sums of clipped gradients, before any division by the batch size.")
                          : tr("What errors are stated in: %1.").arg(errorUnitMeaning(scale.unit())),
                      {tr("Figure"), tr("Value"), tr("Unit"), tr("What it is")},
                      {}};
  results.numeric = {1};
  const auto add = [&results](const QString& name, double value, const QString& unit, const QString& meaning) {
    results.rows.push_back({name, std::isfinite(value) ? resultText(value, 6) : QStringLiteral("–"), unit, meaning});
  };
  // Rounded up: noise must never be less than stated.
  const auto addUp = [&add](const QString& name, double value, const QString& unit, const QString& meaning) {
    add(name, roundedUp(value, 6), unit, meaning);
  };
  addUp(tr("Noise multiplier σ"), design.noiseMultiplier.value, QStringLiteral("–"),
        tr("of a mechanism of sensitivity 1; not what the noise is scaled by"));
  addUp(tr("Sensitivity"), design.sensitivity.value, tr("clip norms"),
        design.sensitivity.kind == BoundKind::Exact ? tr("of the strategy C, exact")
                                                    : tr("of the strategy C, an upper bound"));
  addUp(tr("stddev"), design.stddev, tr("of the gradient"),
        tr("clip norm × σ × sensitivity: what the independent noise z is multiplied by before C⁻¹"));
  for (const ObjectiveInfo& each : kObjectives) {
    const QString kind = coreText(each.meaning);
    const QString meaning = each.objective == ErrorObjective::Mean
                                ? tr("σ × sensitivity × root of the squared row norm of A C⁻¹: %1").arg(kind)
                                : tr("the same: %1").arg(kind);
    if (!each.ofCurvatures || design.error[each.objective] > 0)
      add(errorTitle(each.objective), errors.error[each.objective], norms, meaning);
  }
  if (design.lowerBound > 0)
    add(tr("Lower bound"), errors.lowerBound, norms,
        tr("no strategy with this σ has a smaller error of the kind that was made small"));
  const ErrorObjective objective = design.scenario.objective;
  const QString against = againstBaselineText(design);
  const QString independent = tr("independent noise of the same privacy");
  const QString compared = against.isEmpty() ? independent : tr("%1; this design: %2").arg(independent, against);
  const bool isMean = objective == ErrorObjective::Mean;
  add(tr("rmse of DP-SGD under the same batching"), errors.dpSgdRmse, norms, isMean ? compared : independent);
  if (!isMean) {
    add(tr("%1 of DP-SGD under the same batching").arg(errorTitle(objective)),
        scale.in(objective, baselineError(design)), norms, compared);
  }
  report.blocks.push_back(std::move(results));
}

/// How the claim needs the batches to be formed.
QString dutyText(const Design& design) {
  const Scenario& scenario = design.scenario;
  return coreText(scenario.batching->assumes(scenario, design.bands, everyMember(scenario.contributor())));
}

/// What the claim takes of the training job, and the command that keeps it.
void addDuty(Report& report, const Design& design) {
  const Scenario& scenario = design.scenario;
  report.blocks.push_back(ReportHeading{2, tr("What the data loader has to do")});
  report.blocks.push_back(ReportParagraph{dutyText(design)});
  const QString command = QString::fromStdString(batchesCommand(scenario, design.bands, "strategy.npz"));
  if (command.isEmpty()) return;
  report.blocks.push_back(ReportParagraph{tr("This command draws such batches from the run’s secret key:")});
  report.blocks.push_back(ReportCode{command});
}

void addClaim(Report& report, const PrivacyClaim& claim) {
  report.blocks.push_back(ReportHeading{2, tr("Privacy claim")});
  report.blocks.push_back(ReportParagraph{typeset(QString::fromStdString(claim.statement.english()))});
  ReportTable assumptions{
      tr("The claim holds when every assumption does."), {tr("Status"), tr("Assumption"), tr("What to do")}, {}};
  for (const Assumption& assumption : claim.assumptions)
    assumptions.rows.push_back({statusName(assumption.status), coreText(assumption.text), coreText(assumption.remedy)});
  report.blocks.push_back(std::move(assumptions));
  report.blocks.push_back(ReportHeading{3, tr("Accountant")});
  report.blocks.push_back(
      table(tr("How the noise was certified."), {tr("Figure"), tr("Value")}, accountantFacts(claim)));
  report.blocks.push_back(ReportHeading{3, tr("Scope")});
  report.blocks.push_back(
      table(tr("What the claim covers, and what it does not."), {tr("Part"), tr("What it is")}, scopeFacts(claim)));
  report.blocks.push_back(ReportHeading{3, tr("Privacy profile")});
  ReportTable profile{tr("Certified points: the mechanism is (ε, δ)-DP for each."), {tr("ε"), tr("δ")}, {}};
  profile.numeric = {0, 1};
  for (const auto& [epsilon, delta] : claim.profile)
    profile.rows.push_back({resultTextUp(epsilon, 6), resultTextUp(delta, 3)});
  report.blocks.push_back(std::move(profile));
  for (const ClaimFact& fact : otherCurrencies(claim))
    report.blocks.push_back(ReportParagraph{tr("%1: %2").arg(fact.name, fact.value)});
}

/// Breaks a long command into lines that a shell still reads as one command.
QString overLines(const QString& command) {
  constexpr qsizetype kWidth = 76;
  QString text;
  qsizetype length = 0;
  for (const QString& option : command.split(QStringLiteral(" --"))) {
    const QString part = text.isEmpty() ? option : QStringLiteral("--") + option;
    const bool breaks = length > 0 && length + part.size() + 1 > kWidth;
    if (!text.isEmpty()) text += breaks ? QStringLiteral(" \\\n    ") : QStringLiteral(" ");
    length = breaks ? part.size() + 4 : length + part.size() + 1;
    text += part;
  }
  return text;
}

void addVerification(Report& report, const Design& design, const PrivacyClaim& claim) {
  report.blocks.push_back(ReportHeading{2, tr("How to verify")});
  report.blocks.push_back(ReportParagraph{coreText(claim.howToVerify)});
  report.blocks.push_back(
      ReportParagraph{tr("This command solves the scenario again and writes its strategy file; the "
                         "second recomputes every figure of that file.")});
  report.blocks.push_back(
      ReportCode{overLines(QString::fromStdString(commandLine(design.scenario))) +
                 QStringLiteral(" \\\n    --out strategy.npz --claim\nnoiseloom-cli verify strategy.npz")});
  if (needsRatesFile(design.scenario))
    report.blocks.push_back(ReportParagraph{
        tr("%1 holds the learning rates, one a line.").arg(QLatin1String(kRatesFile)), ReportParagraph::Tone::Note});
  report.blocks.push_back(ReportParagraph{tr("Made with Noiseloom %1.").arg(QStringLiteral(NOISELOOM_VERSION)),
                                          ReportParagraph::Tone::Note});
}

}  // namespace

ReportTable designsTable(const Design& design, const std::vector<PinnedDesign>& pins, std::optional<int> baseline,
                         ErrorUnit unit) {
  const Design* reference = nullptr;
  for (const PinnedDesign& pin : pins) {
    if (baseline == pin.id) reference = pin.design.get();
  }
  const QString label = unit == ErrorUnit::Summed ? tr("clip norms") : errorUnitLabel(unit);
  ReportTable result{
      reference
          ? tr("Designs kept for comparison. Differences are against the baseline, where the claims are the same, in "
               "the error that was made small.")
          : tr("Designs kept for comparison. Differences are against DP-SGD under each design’s own claim and "
               "batching, in the error that was made small."),
      {tr("Design"), tr("Mechanism"), tr("Bands"), tr("σ"), tr("stddev"), tr("rmse (%1)").arg(label),
       tr("Largest error (%1)").arg(label)},
      {}};
  // A column for the design's own objective, unless it is the mean or maximum error.
  const ErrorObjective objective = design.scenario.objective;
  const bool another = objective != ErrorObjective::Mean && objective != ErrorObjective::Max;
  if (another) result.header += tr("%1 (%2)").arg(errorTitle(objective), label);
  result.header += {reference ? tr("against the baseline") : tr("against DP-SGD"), tr("Remark")};
  for (int column = 2; column + 1 < result.header.size(); ++column) result.numeric.push_back(column);
  const auto add = [&](const QString& name, const Design& row) {
    const auto differences = claimDifferences(row.scenario, design.scenario);
    // Without a pinned baseline, every design is compared with DP-SGD for its own scenario.
    const bool comparable = !reference || claimDifferences(row.scenario, reference->scenario).empty();
    const std::optional<double> above = comparable ? aboveBaseline(row, reference) : std::nullopt;
    const ErrorScale scale = unitProblem(unit, row.scenario).empty() ? ErrorScale(unit, row.scenario) : ErrorScale();
    const DesignFigures errors = scale.in(row, row.scenario.objective);
    const auto error = [&](double value) {
      return scale.unit() == unit && std::isfinite(value) ? resultText(value) : QStringLiteral("–");
    };
    QStringList cells{name,
                      mechanismName(row.mechanism),
                      countText(row.bands),
                      resultTextUp(row.noiseMultiplier.value),
                      resultTextUp(row.stddev),
                      error(errors.error.mean),
                      error(errors.error.max)};
    // The error is 0 if the row's scenario has no curvatures.
    if (another) cells += errors.error[objective] > 0 ? error(errors.error[objective]) : QStringLiteral("–");
    cells += above ? tr("%1 %").arg(resultText(100 * *above, 3)) : QStringLiteral("–");
    cells += differences.empty() ? otherJobText(jobDifferences(row.scenario, design.scenario))
                                 : notComparableText(differences);
    result.rows.push_back(std::move(cells));
  };
  add(tr("this report’s"), design);
  for (const PinnedDesign& pin : pins) {
    if (!pin.design) continue;
    add(reference == pin.design.get() ? tr("%1 (baseline)").arg(pin.name) : pin.name, *pin.design);
  }
  if (std::ranges::all_of(result.rows, [](const QStringList& row) { return row.back().isEmpty(); })) {
    result.header.removeLast();
    for (QStringList& row : result.rows) row.removeLast();
  }
  return result;
}

namespace {

/// Signs as in print, in words of core that files have in ASCII.
QString typeset(QString text) {
  static const QRegularExpression power(QStringLiteral("\\^([-−]?[0-9]{1,3})(?![0-9.])"));
  static const QRegularExpression times(QStringLiteral("(?<=[0-9] )x(?= [0-9a-z])"));
  text.replace(QStringLiteral("<="), QStringLiteral("≤"));
  text.replace(QStringLiteral(">="), QStringLiteral("≥"));
  text.replace(times, QStringLiteral("×"));
  for (auto found = power.match(text); found.hasMatch(); found = power.match(text)) {
    QString digits = found.captured(1);
    digits.replace(QChar(0x2212), QLatin1Char('-'));
    text.replace(found.capturedStart(), found.capturedLength(), superscript(digits.toInt()));
  }
  return text;
}

void typeset(Report& report) {
  for (ReportBlock& block : report.blocks) {
    if (auto* paragraph = std::get_if<ReportParagraph>(&block)) paragraph->text = typeset(paragraph->text);
    auto* table = std::get_if<ReportTable>(&block);
    if (!table) continue;
    for (QStringList& row : table->rows) {
      for (QString& cell : row) cell = typeset(cell);
    }
  }
}

/// Rewrites numbers so that programs can read them back: plain minus signs in columns of numbers and in exponents.
void writePlainly(ReportTable& table) {
  static const QRegularExpression exponent(QStringLiteral("(?<=\\de)\u2212(?=\\d)"));
  for (QStringList& row : table.rows) {
    for (qsizetype i = 0; i < row.size(); ++i) {
      if (table.isNumeric(i)) {
        row[i].replace(QChar(0x2212), QLatin1Char('-'));
      } else {
        row[i].replace(exponent, QStringLiteral("-"));
      }
    }
  }
}

// A report with what stands on top of all: the mechanism, the date, a warning where there is one, the claim.
Report begun(const QString& title, const ReportInput& input) {
  const Design& design = *input.design;
  Report report;
  report.title = title;
  report.subtitle = input.date.isValid() ? tr("%1 — %2").arg(mechanismText(design), input.date.toString(Qt::ISODate))
                                         : mechanismText(design);
  report.scenario = scenarioText(design.scenario);
  if (!input.mark.isEmpty())
    report.blocks.push_back(
        ReportParagraph{tr("Not to be relied on: %1").arg(input.mark), ReportParagraph::Tone::Warning});
  report.blocks.push_back(ReportParagraph{coreText(claimSentence(design))});
  return report;
}

}  // namespace

Report makeReport(const ReportInput& input, const PrivacyClaim& claim) {
  const Design& design = *input.design;
  Report report = begun(tr("Noise design and privacy claim"), input);
  if (!input.pins.empty()) {
    report.blocks.push_back(ReportHeading{2, tr("Compared designs")});
    report.blocks.push_back(designsTable(design, input.pins, input.baseline, input.unit));
  }
  addResults(report, design, ErrorScale(input.unit, design.scenario));
  addClaim(report, claim);
  addDuty(report, design);
  addScenario(report, design);
  if (!input.pictures.empty()) {
    report.blocks.push_back(ReportHeading{2, tr("Plots")});
    for (const ReportPicture& picture : input.pictures) report.blocks.push_back(picture);
  }
  addVerification(report, design, claim);
  for (ReportBlock& block : report.blocks) {
    if (auto* table = std::get_if<ReportTable>(&block)) writePlainly(*table);
  }
  typeset(report);
  return report;
}

namespace {

/// The compared designs without what the rest of the page says.
void addBriefDesigns(Report& report, const ReportInput& input) {
  std::vector<PinnedDesign> pins = input.pins;
  if (pins.size() > kMostSummaryPins) pins.resize(kMostSummaryPins);
  ReportTable table = designsTable(*input.design, pins, input.baseline, input.unit);
  table.caption.clear();
  // Not the mechanism, which names say, nor stddev and largest error; what is left has room on one line.
  const auto narrower = [](const QStringList& cells) {
    QStringList kept;
    for (qsizetype i = 0; i < cells.size(); ++i) {
      if (i != 1 && i != 4 && i != 6) kept += cells[i];
    }
    return kept;
  };
  table.header = narrower(table.header);
  for (QStringList& row : table.rows) row = narrower(row);
  table.numeric.clear();
  const int words = table.header.back() == tr("Remark") ? 1 : 0;
  for (int column = 1; column + words < table.header.size(); ++column) table.numeric.push_back(column);
  writePlainly(table);
  report.blocks.push_back(std::move(table));
  if (pins.size() < input.pins.size()) {
    report.blocks.push_back(
        ReportParagraph{tr("More pinned designs, in the full report: %1.").arg(input.pins.size() - pins.size()),
                        ReportParagraph::Tone::Note});
  }
}

}  // namespace

Report makeSummary(const ReportInput& input) {
  const Design& design = *input.design;
  Report all;
  addResults(all, design, ErrorScale(input.unit, design.scenario));
  addScenario(all, design);
  Report report = begun(tr("Noise design on a page"), input);
  report.blocks.push_back(ReportParagraph{tr("Your data loader: %1").arg(dutyText(design))});
  if (!input.pins.empty()) addBriefDesigns(report, input);
  for (ReportBlock& block : all.blocks) {
    auto* table = std::get_if<ReportTable>(&block);
    if (!table) continue;
    // The full report explains each figure; a summary does not.
    if (table->header.size() > 3) {
      table->header.resize(3);
      for (QStringList& row : table->rows) {
        row.resize(3);
        if (row[2] == QStringLiteral("–")) row[2].clear();  // a number without a unit needs no dash in place of one
      }
    }
    writePlainly(*table);
    report.blocks.push_back(std::move(*table));
  }
  for (std::size_t i = 0; i < std::min(input.pictures.size(), kSummaryPictures); ++i)
    report.blocks.push_back(input.pictures[i]);
  typeset(report);
  return report;
}

}  // namespace noiseloom
