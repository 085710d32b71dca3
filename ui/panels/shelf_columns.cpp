#include "ui/panels/shelf_columns.h"

#include <QCoreApplication>

#include "ui/document/error_readings.h"
#include "ui/document/field.h"
#include "ui/jobs/noise_costs.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

struct ColumnText {
  const char* key;
  const char* title;
  const char* sample;
  const char* help;
};

const ColumnText& textOf(ShelfColumn column) {
  static const std::array<ColumnText, kShelfColumns> texts{{
      {"shown", QT_TRANSLATE_NOOP("Shelf", "Shown"), "WWW",
       QT_TRANSLATE_NOOP("Shelf", "Whether the plots draw the design. A click or Space switches it.")},
      {"name", QT_TRANSLATE_NOOP("Shelf", "Name"), QT_TRANSLATE_NOOP("Shelf", "Banded Toeplitz, 25 ban"),
       QT_TRANSLATE_NOOP(
           "Shelf", "The design's own name, with the line that it has in the plots. F2 or a double click renames.")},
      {"rmse", QT_TRANSLATE_NOOP("Shelf", "rmse (× clip)"), "0.12345",
       QT_TRANSLATE_NOOP("Shelf",
                         "Root mean square error of the running sums of the clipped gradients over all steps, in units "
                         "of the clip norm.")},
      {"versus", QT_TRANSLATE_NOOP("Shelf", "vs baseline (%)"), "0.12345",
       QT_TRANSLATE_NOOP("Shelf",
                         "The error of the objective against that of the baseline: −20 is a fifth less. Only between "
                         "comparable designs.")},
      {"claim", QT_TRANSLATE_NOOP("Shelf", "Claim"), QT_TRANSLATE_NOOP("Shelf", "not comparable"),
       QT_TRANSLATE_NOOP("Shelf",
                         "Whether the design makes the same claim as the current scenario, so that their figures can "
                         "be compared; “another job” is the same guarantee for batches that are formed differently. A "
                         "click on “not comparable” puts it under the current claim.")},
      {"bands", QT_TRANSLATE_NOOP("Shelf", "Bands"), "10000",
       QT_TRANSLATE_NOOP(
           "Shelf", "Bands of the strategy C, or of C⁻¹ for BISR and BandInvMF. Strategies without bands have n.")},
      {"sigma", QT_TRANSLATE_NOOP("Shelf", "σ"), "0.12345",
       QT_TRANSLATE_NOOP("Shelf",
                         "The noise multiplier for sensitivity 1, as accountants use it. It does not grow with the "
                         "strategy's sensitivity: what the noise is scaled by is “stddev”.")},
      {"stddev", QT_TRANSLATE_NOOP("Shelf", "stddev"), "0.12345",
       QT_TRANSLATE_NOOP(
           "Shelf",
           "The standard deviation of the independent noise z before C⁻¹ correlates it, in the units of "
           "the gradient: clip norm × σ × sens. This is the noise multiplier that a training job needs.")},
      {"sensitivity", QT_TRANSLATE_NOOP("Shelf", "sens"), QT_TRANSLATE_NOOP("Shelf", "0.12345 exact"),
       QT_TRANSLATE_NOOP("Shelf",
                         "The L2 sensitivity of C under the participation of the batches, in units of the clip norm: "
                         "exact, or a proven upper bound.")},
      {"max_error", QT_TRANSLATE_NOOP("Shelf", "max (× clip)"), "0.12345",
       QT_TRANSLATE_NOOP("Shelf",
                         "Root mean square error of the step where it is largest, in units of the clip norm.")},
      {"above_bound", QT_TRANSLATE_NOOP("Shelf", "over bound (%)"), "0.12345",
       QT_TRANSLATE_NOOP("Shelf",
                         "How far the error of the objective is above the lower bound that holds for every strategy "
                         "with this σ. Nothing is known under balls-in-bins.")},
      {"mechanism", QT_TRANSLATE_NOOP("Shelf", "Mechanism"), QT_TRANSLATE_NOOP("Shelf", "Banded Toeplitz W"),
       QT_TRANSLATE_NOOP("Shelf", "The mechanism of the strategy.")},
      {"memory", QT_TRANSLATE_NOOP("Shelf", "memory (GB)"), "0.12345",
       QT_TRANSLATE_NOOP("Shelf",
                         "Noise history that one machine keeps: rows of noise × its parameters × bytes of the number "
                         "type, in units of 10⁹ bytes.")},
      {"step_time", QT_TRANSLATE_NOOP("Shelf", "a step (s)"), "0.12345",
       QT_TRANSLATE_NOOP("Shelf",
                         "Estimated seconds that one machine takes to make the noise of a step, on one core, from a "
                         "measurement on this computer.")},
      {"solve_time", QT_TRANSLATE_NOOP("Shelf", "solved (s)"), "0.12345",
       QT_TRANSLATE_NOOP("Shelf", "Seconds that optimising, accounting and evaluating took on this computer.")},
  }};
  return texts[static_cast<std::size_t>(column)];
}

QString translated(const char* text) {
  return QCoreApplication::translate("Shelf", text);
}

/// As fieldText(), or the number that the claim counts.
QString claimedText(Field part, const Scenario& scenario) {
  if (part == Field::MinSeparation) return QString::number(scenario.effectiveMinSeparation());
  if (part == Field::Epochs) return resultText(scenario.effectiveEpochs(), 6);
  if (part == Field::Batching && scenario.jobBatching != &standardJobBatching())
    return tr("%1 for a job that is %2").arg(fieldText(scenario, part), fieldText(scenario, Field::JobBatching));
  return fieldText(scenario, part);
}

QString sentenceOf(Field part) {
  switch (part) {
    case Field::Epsilon: return tr("ε is %1 here, now %2.");
    case Field::Delta: return tr("δ is %1 here, now %2.");
    case Field::Unit: return tr("The unit of privacy is one %1 here, now one %2.");
    case Field::ExamplesPerUser: return tr("Examples of one user are %1 at most here, now %2.");
    case Field::LastBatch: return tr("The last batch of an epoch is %1 here, now %2.");
    case Field::Adjacency: return tr("The adjacency is %1 here, now %2.");
    case Field::Batching:
      return tr("The batches are %1 here, now %2: another job, which must form its batches differently.");
    case Field::MinSeparation: return tr("Min-separation is %1 here, now %2.");
    case Field::FailureProbability: return tr("The probability that the certificate is wrong is %1 here, now %2.");
    case Field::Iterations: return tr("Iterations n are %1 here, now %2.");
    case Field::Epochs: return tr("Epochs k are %1 here, now %2.");
    case Field::ClipNorm: return tr("The clip norm is %1 here, now %2.");
    case Field::Workload: return tr("The workload is %1 here, now %2.");
    case Field::Objective: return tr("The strategy is optimised for the %1 here, now for the %2.");
    default: return {};
  }
}

}  // namespace

QString shelfColumnKey(ShelfColumn column) {
  return QString::fromLatin1(textOf(column).key);
}

QString shelfColumnTitle(ShelfColumn column, bool baselinePinned, ErrorUnit unit) {
  if (unit != ErrorUnit::Summed && column == ShelfColumn::Rmse) return tr("rmse (%1)").arg(errorUnitLabel(unit));
  if (unit != ErrorUnit::Summed && column == ShelfColumn::MaxError) return tr("max (%1)").arg(errorUnitLabel(unit));
  if (column == ShelfColumn::Versus && !baselinePinned) return tr("vs DP-SGD (%)");
  return translated(textOf(column).title);
}

QString shelfColumnHelp(ShelfColumn column, bool baselinePinned, ErrorUnit unit) {
  if (unit != ErrorUnit::Summed && column == ShelfColumn::Rmse)
    return tr("Root mean square error over all steps: %1.").arg(errorUnitMeaning(unit));
  if (unit != ErrorUnit::Summed && column == ShelfColumn::MaxError)
    return tr("Root mean square error of the step where it is largest: %1.").arg(errorUnitMeaning(unit));
  if (column == ShelfColumn::Versus && !baselinePinned)
    return tr(
        "The error against that of the best DP-SGD of the job, whatever its batching, as at the top of "
        "the window: −20 is a fifth less. Any pinned design can be made the baseline instead.");
  return translated(textOf(column).help);
}

QString shelfColumnSample(ShelfColumn column) {
  return translated(textOf(column).sample);
}

bool isNumeric(ShelfColumn column) {
  switch (column) {
    case ShelfColumn::Shown:
    case ShelfColumn::Name:
    case ShelfColumn::Mechanism:
    case ShelfColumn::Claim: return false;
    default: return true;
  }
}

std::optional<double> shelfNumber(ShelfColumn column, const Design& design) {
  switch (column) {
    case ShelfColumn::Bands: return static_cast<double>(design.bands);
    case ShelfColumn::Sigma: return design.noiseMultiplier.value;
    case ShelfColumn::Stddev: return design.stddev;
    case ShelfColumn::Sensitivity: return design.sensitivity.value;
    case ShelfColumn::Rmse: return design.error.mean;
    case ShelfColumn::MaxError: return design.error.max;
    case ShelfColumn::AboveBound:
      if (!(design.lowerBound > 0)) return std::nullopt;
      return 100 * std::max(0.0, design.objectiveError() / design.lowerBound - 1);
    case ShelfColumn::Memory: {
      const auto bytes = noiseMemory(design);
      return bytes ? std::optional(static_cast<double>(*bytes) * 1e-9) : std::nullopt;
    }
    case ShelfColumn::SolveTime: return design.seconds.total;
    default: return std::nullopt;
  }
}

QString differenceText(Field part, const Scenario& here, const Scenario& there) {
  return sentenceOf(part).arg(claimedText(part, here), claimedText(part, there));
}

}  // namespace noiseloom
