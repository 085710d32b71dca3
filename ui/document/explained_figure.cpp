#include "ui/document/explained_figure.h"

#include <cmath>

#include "core/claim/claim.h"
#include "core/design/cost.h"
#include "core/noise/number_type.h"
#include "core/participation/participation.h"
#include "ui/document/objective_error.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/quantity_text.h"

namespace noiseloom {
namespace {

QString percent(double ratio) {
  return percentText(100 * std::abs(ratio - 1));
}

ExplainedFigure sigmaOf(const Design& design, const PrivacyClaim& claim) {
  ExplainedFigure figure{
      QStringLiteral("sigma"),           tr("noise multiplier σ"), resultTextUp(design.noiseMultiplier.value), {}, {},
      QStringLiteral("quantities#sigma")};
  figure.text = tr("The noise that (%1, %2)-differential privacy asks for at sensitivity 1. It follows from epsilon, "
                   "delta, the adjacency and the batching, and not from the clip norm.")
                    .arg(entryText(design.scenario.epsilon), entryText(design.scenario.delta));
  figure.text += QLatin1Char(' ') + coreText(claim.accountant.method);
  if (design.estimated) figure.text += QLatin1Char(' ') + tr("It is an estimate so far.");
  return figure;
}

ExplainedFigure sensitivityOf(const Design& design) {
  const Scenario& scenario = design.scenario;
  const bool exact = design.sensitivity.kind == BoundKind::Exact;
  ExplainedFigure figure{QStringLiteral("sensitivity"),
                         tr("sensitivity"),
                         exact ? tr("%1, exact").arg(resultTextUp(design.sensitivity.value))
                               : tr("%1, an upper bound").arg(resultTextUp(design.sensitivity.value)),
                         {},
                         {},
                         QStringLiteral("quantities#sensitivity")};
  const Index hits = mostHits(scenario.participation(), scenario.iterations);
  figure.text = hits == 1
                    ? tr("How far one contribution of norm 1 can move C x: the largest norm of a column of C, as the "
                         "accounting counts each contribution by itself.")
                    : tr("How far the contributions of norm 1 of one member can move C x: at most %1 of them, at least "
                         "%2 steps apart.")
                          .arg(countText(hits), countText(scenario.effectiveMinSeparation()));
  return figure;
}

ExplainedFigure stddevOf(const Design& design) {
  ExplainedFigure figure{
      QStringLiteral("stddev"),
      tr("stddev of the noise z"),
      resultTextUp(design.stddev),
      tr("clip norm %1 × σ %2 × sensitivity %3")
          .arg(entryText(design.scenario.clipNorm), resultTextUp(design.noiseMultiplier.value),
               resultTextUp(design.sensitivity.value)),
      tr("What each coordinate of the independent noise z has before C⁻¹ correlates it: the number for "
         "the training job."),
      QStringLiteral("quantities#stddev")};
  return figure;
}

// The error of one objective, and the factor that the strategy has in it.
ExplainedFigure errorOf(const Design& design, ErrorObjective objective, std::optional<Index> worstStep) {
  const double error = design.error[objective];
  const double noise = design.noiseMultiplier.value * design.sensitivity.value;
  const double factor = error / noise;
  ExplainedFigure figure{
      QStringLiteral("error.") + errorName(objective),
      errorName(objective),
      tr("%1 × clip norm").arg(resultText(error)),
      tr("σ %1 × sensitivity %2 × %3")
          .arg(resultTextUp(design.noiseMultiplier.value), resultTextUp(design.sensitivity.value), resultText(factor)),
      {},
      QStringLiteral("quantities#rmse")};
  if (objective == ErrorObjective::Mean) {
    figure.text = tr("%1 is the root mean square of the norms of the rows of A C⁻¹: how much of the noise a running "
                     "sum or iterate "
                     "collects after the noise of later steps has cancelled a part of that of earlier ones.")
                      .arg(resultText(factor));
    if (design.dpSgdRmse > 0) {
      figure.text += QLatin1Char(' ') + (error <= design.dpSgdRmse
                                             ? tr("DP-SGD under the same batching has %1: this is %2 % less.")
                                             : tr("DP-SGD under the same batching has %1: this is %2 % more."))
                                            .arg(resultText(design.dpSgdRmse), percent(error / design.dpSgdRmse));
    }
  } else if (objective == ErrorObjective::Max) {
    figure.text = worstStep ? tr("Step %1 decides it: the row of A C⁻¹ with the largest norm, %2.")
                                  .arg(countText(*worstStep + 1), resultText(factor))
                            : tr("The row of A C⁻¹ with the largest norm decides it: %1.").arg(resultText(factor));
    figure.topic = QStringLiteral("quantities#max-error");
  } else if (objective == ErrorObjective::Last) {
    figure.text = tr("The last row of A C⁻¹ decides it, whose norm is %1.").arg(resultText(factor));
    figure.topic = QStringLiteral("quantities#max-error");
  } else {
    figure.text = tr("A weighted sum over the curvatures: %1.").arg(coreText(infoOf(objective).meaning));
  }
  if (objective == design.scenario.objective)
    figure.text += QLatin1Char(' ') + tr("The strategy is optimised for this error.");
  return figure;
}

ExplainedFigure boundOf(const Design& design) {
  const double error = design.error[design.scenario.objective];
  ExplainedFigure figure{QStringLiteral("bound"),
                         tr("lower bound"),
                         tr("%1 × clip norm").arg(resultText(design.lowerBound)),
                         {},
                         {},
                         QStringLiteral("quantities#lower-bound")};
  if (design.lowerBound > 0) {
    figure.text =
        tr("No strategy at all has less error at this σ. This design is %1 % above it: so much at most could be "
           "gained. Another number of bands may have another σ, and so another bound.")
            .arg(percent(error / design.lowerBound));
  } else {
    figure.value = tr("not known");
    figure.text =
        tr("Under this batching another strategy of the same sensitivity may be amplified more, so that no bound "
           "is known.");
  }
  return figure;
}

ExplainedFigure memoryOf(const Design& design) {
  const Deployment& deployment = design.scenario.deployment;
  const Index rows = design.strategy.noiseRows();
  const NoiseMemory memory = noiseMemoryOf(rows, deployment);
  ExplainedFigure figure{QStringLiteral("memory"),
                         tr("memory for the noise"),
                         memoryText(memory.perMachine),
                         tr("%1 rows × %2 coordinates × %3 bytes")
                             .arg(countText(rows), countText(memory.coordinates))
                             .arg(bytesOf(deployment.numberType)),
                         {},
                         QStringLiteral("quantities#cost")};
  figure.text = rows == 0
                    ? tr("No noise is kept from step to step: each step's noise is its own.")
                    : tr("The rows of noise that a machine keeps from step to step; each holds the coordinates of "
                         "the model that the machine has.");
  return figure;
}

}  // namespace

std::vector<ExplainedFigure> explainedFigures(const Design& design, std::optional<Index> worstStep) {
  const PrivacyClaim claim = claimOf(design);
  std::vector<ExplainedFigure> figures;
  for (const ObjectiveInfo& each : kObjectives) {
    if (design.error[each.objective] > 0) figures.push_back(errorOf(design, each.objective, worstStep));
  }
  figures.push_back(sigmaOf(design, claim));
  figures.push_back(sensitivityOf(design));
  figures.push_back(stddevOf(design));
  figures.push_back(boundOf(design));
  figures.push_back(memoryOf(design));
  return figures;
}

}  // namespace noiseloom
