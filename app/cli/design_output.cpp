#include "app/cli/design_output.h"

#include <algorithm>
#include <cmath>

#include "app/cli/error_text.h"
#include "app/cli/text_table.h"
#include "core/answer/readable.h"
#include "core/base/check.h"
#include "core/claim/claim.h"
#include "core/design/baseline_error.h"
#include "core/design/objective_note.h"
#include "core/optimize/endings.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/band_search.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom::cli {
namespace {

// Adds one row on the strategy's structure.
void addStructure(TextTable& table, const Design& design) {
  const Scenario& scenario = design.scenario;
  const char* const found = "the best found";
  const auto chosen = [&](bool asked) { return asked ? "as asked" : found; };
  if (scenario.asksForBest()) table.row({"Mechanism", std::string(toString(design.mechanism)), found});
  const bool imported = design.mechanism == &importedMechanism();
  if (imported) {
    const std::string& content = scenario.imported->content();
    table.row({"Strategy", "imported",
               "from " + scenario.imported->file() + (content.empty() ? "" : " as " + content) + ", kind " +
                   std::string(design.strategy.kindName())});
  }
  if (const auto* blt = design.strategy.as<BltStrategy>()) {
    table.row({"Buffers", std::to_string(blt->buffers()),
               imported ? "as in the file" : chosen(scenario.buffers.has_value())});
  } else if (const auto* dense = design.strategy.as<DenseStrategy>(); dense && dense->stamps() > 1) {
    table.row({"Blocks", std::to_string(dense->stamps()), "of " + std::to_string(dense->blockSize()) + " steps"});
  } else if (const auto* tree = design.strategy.as<TreeStrategy>()) {
    table.row({"Levels", std::to_string(tree->levels()), "of the largest complete tree"});
  } else if (const auto* recursive = design.strategy.as<RecursiveBltStrategy>()) {
    table.row({"Levels", std::to_string(recursive->levels()),
               "of blocks of " + std::to_string(recursive->blockSize()) + ", with " +
                   std::to_string(recursive->buffers()) + " buffers each"});
  } else if (design.strategy.as<InverseToeplitzStrategy>() && !design.mechanism->uses(Field::Bands)) {
    // Neither C nor its inverse has bands that anybody chose.
  } else if (!design.mechanism->uses(Field::Bands) || (design.strategy.as<DenseStrategy>() && !scenario.bands)) {
    table.row({"Bands", std::to_string(design.bands), "all that there are"});
  } else {
    const std::string searched = searchedBandsNote(design).english();
    table.row(
        {"Bands", std::to_string(design.bands), searched.empty() ? chosen(scenario.bands.has_value()) : searched});
  }
  table.row({"Noise rows", std::to_string(design.strategy.noiseRows()), "kept while the noise is made"});
}

// "19 % better than DP-SGD under the same batching", beside the error that the objective is about; empty beside the
// others, and for the baseline itself.
std::string againstBaseline(const Design& design, ErrorObjective error) {
  if (design.scenario.objective != error || design.mechanism == &baselineMechanism() || !(baselineError(design) > 0))
    return "";
  const double gain = gainOverBaseline(design);
  if (std::abs(gain) < kHardlyDiffers) return ", as good as DP-SGD under the same batching";
  constexpr double kMostStated = 10;
  if (gain < -kMostStated) return ", " + readable(1 - gain, 3) + " times that of DP-SGD under the same batching";
  return ", " + readable(100 * std::abs(gain), 3) + " % " + (gain > 0 ? "better" : "worse") +
         " than DP-SGD under the same batching";
}

std::string rankingText(const std::vector<RankedMechanism>& ranking, const ErrorScale& scale) {
  TextTable table;
  table.row({"Mechanism", "Error", "Noise rows", "Time", "Bands"});
  for (const RankedMechanism& entry : ranking) {
    const std::string name(toString(entry.mechanism));
    if (entry.design) {
      table.row({name, readableError(scale.in(entry.design->scenario.objective, entry.error())),
                 std::to_string(entry.design->strategy.noiseRows()), readableSeconds(entry.design->seconds.total),
                 entry.searched.english()});
    }
  }
  std::string text = table.text();
  for (const RankedMechanism& entry : ranking) {
    if (!entry.design)
      text += "  left out: " + std::string(toString(entry.mechanism)) + ": " + entry.leftOut.english() + "\n";
  }
  return text;
}

void addOptimizer(TextTable& table, const OptimizerSummary& optimizer) {
  if (optimizer.termination == Termination::NotRun) {
    table.row({"Optimiser", "not needed", "a closed form"});
    return;
  }
  table.row({"Optimiser", std::string(toString(optimizer.termination)),
             "after " + std::to_string(optimizer.iterations) + " iterations, " + std::to_string(optimizer.evaluations) +
                 " evaluations"});
  if (endings::standsIn(optimizer.message)) table.row({"", "", optimizer.message.english()});
}

void addLowerBound(TextTable& table, const Design& design, const ErrorScale& scale) {
  if (!(design.lowerBound > 0)) {
    table.row({"Lower bound", "none", "none is known under this batching"});
    return;
  }
  const double above = 100 * std::max(0.0, design.objectiveError() / design.lowerBound - 1);
  const std::string unit = scale.unit() == ErrorUnit::Summed ? "x clip norm: " : "";
  table.row({"Lower bound", readableError(scale.in(design.scenario.objective, design.lowerBound)),
             unit + "no strategy with this noise multiplier has a smaller " +
                 std::string(infoOf(design.scenario.objective).name.english()) + ", which is " + readable(above, 3) +
                 " % above it" + (scale.unit() == ErrorUnit::DpSgdEpsilon ? " in clip norms" : "")});
}

void addClassBounds(TextTable& table, const Design& design, const ErrorScale& scale,
                    const std::vector<ClassBound>& bounds) {
  for (const ClassBound& bound : bounds) {
    if (!(bound.value > 0)) {
      table.row({"", "none",
                 "none is known among " + classText(bound).english() + " for this objective at so many iterations"});
      continue;
    }
    const double above = design.objectiveError() / bound.value - 1;
    const std::string place =
        std::abs(above) <= kAtBound
            ? "has no more than that"
            : "is " + readable(100 * std::abs(above), 3) +
                  (above < 0 ? " % below, as it may be: " + whyBelow(bound, design).english() : " % above it");
    table.row({"", readableError(scale.in(design.scenario.objective, bound.value)),
               "no less among " + classText(bound).english() + "; this design " + place});
  }
  if (bounds.empty()) table.row({"", "none", "no bound of a class is known for this batching and objective"});
}

void addStops(TextTable& table, const DesignAnswer& answer) {
  for (const RunStop& stop : answer.stops) {
    const auto error = [&](const ByObjective& errors) {
      return readableError(answer.scale.in(stop.objective, errors[stop.objective]));
    };
    std::string remark = std::string(infoOf(stop.objective).name.english()) + " of these steps with the noise for all";
    if (stop.own && std::abs(stop.price()) < kAtBound) {
      remark += ", that of a design made for them alone";
    } else if (stop.own) {
      remark += ", " + readable(100 * std::abs(stop.price()), 3) + (stop.price() < 0 ? " % below" : " % above") +
                " that of a design made for them alone, " + error(stop.own->error);
    } else {
      remark += "; none is made for them alone: " + stop.problem.english();
    }
    table.row({"Stop at " + std::to_string(stop.steps), error(stop.error), remark});
  }
}

// A Monte Carlo certificate may fail; others cannot.
std::string failureText(const Design& design) {
  if (!design.certificate || !(design.certificate->failureProbability > 0)) return "";
  return ", fails with probability " + readableUp(design.certificate->failureProbability, 2);
}

void addFiles(TextTable& table, const WrittenFiles& files) {
  if (!files.strategy.empty()) table.row({"Strategy file", files.strategy, "SHA-256 " + files.strategySha256});
  if (!files.noisePlan) return;
  const NoisePlan& plan = *files.noisePlan;
  Index largest = 0;
  for (const NoiseShard& shard : plan.shards) largest = std::max(largest, shard.bufferBytes);
  table.row({"Noise plan", files.plan,
             std::to_string(plan.shards.size()) + (plan.shards.size() == 1 ? " machine" : " machines") + " for " +
                 std::to_string(plan.parameters) + " parameters"});
  table.row({"Ring buffer", readableBytes(static_cast<double>(largest)),
             "a machine: " + std::to_string(plan.bufferRows) + " rows of its shard, " +
                 std::string(toString(plan.numberType))});
  table.row(
      {"Noise a step", readableSeconds(plan.predictedSecondsPerStep), "predicted for the largest shard, one core"});
}

std::string quantityText(const SolveTarget& target, double value) {
  switch (target.quantity) {
    case TargetQuantity::Error: return readable(value) + " x clip norm";
    case TargetQuantity::Improvement: return readable(100 * value, 4) + " % better than dp-sgd under the same batching";
    case TargetQuantity::NoiseRows: return readable(value) + " noise rows";
    case TargetQuantity::Memory: return readableBytes(value) + " a machine";
    case TargetQuantity::Advantage: return "attacks an advantage of at most " + readableUp(value, 4);
    case TargetQuantity::TruePositives:
      return "attacks true positives of at most " + readableUp(value, 4) + ", at false positives of " +
             shortest(target.falsePositives);
    case TargetQuantity::RightGuesses:
      return "attacks right guesses of at most " + readableUp(value, 4) + ", from a prior of " + shortest(target.prior);
  }
  return {};
}

std::string solvedText(const SolvedInput& solved) {
  const auto& [unknown, target, result] = solved;
  const std::string value = unknown == Field::Memory ? readableBytes(result.value) : shortest(result.value);
  return "Solved for " + optionName(unknown) + ": " + value + " gives " + quantityText(target, result.reached) +
         " (target " + (isRisk(target.quantity) ? shortest(target.value) : quantityText(target, target.value)) +
         ")\n\n";
}

}  // namespace

std::string designText(const DesignAnswer& answer, const WrittenFiles& files) {
  const Design& design = *answer.design;
  const ErrorScale& scale = answer.scale;
  TextTable table;
  const Scenario& scenario = design.scenario;
  if (const JobCoverage coverage = coverageOf(scenario, design.bands); coverage.status == AssumptionStatus::Violated) {
    table.row({"CRITICAL", "NOT CLAIMED",
               "job's batches: " + std::string(scenario.jobBatching->name.english()) + "; " + coverage.why.english()});
    table.row({"", "", "what to do: " + coverage.remedy.english()});
  }
  addStructure(table, design);
  for (const NamedCaution& caution : cautionsOf(design))
    table.row({"Caution", std::string(caution.name), caution.text.english()});
  if (scenario.datasetSizeAtMost) {
    table.row({"Data set", std::to_string(*scenario.datasetSize) + " to " + std::to_string(*scenario.datasetSizeAtMost),
               std::string(displayName(scenario.contributor()).english()) +
                   "s, any number of these: " + std::to_string(scenario.iterations) + " steps of " +
                   readable(batchSizeOf(scenario).value()) + ", the same sampling and the same claim"});
  }
  if (scenario.largestBatch)
    table.row({"Largest batch", std::to_string(*scenario.largestBatch), "of more, some are left out at random"});
  table.row({"Noise multiplier", readableUp(design.noiseMultiplier.value),
             "for sensitivity 1; certified, about " + readableUp(design.noiseMultiplier.errorBound, 2) +
                 " (relative) too large" + failureText(design)});
  if (const Text instead = accountedInstead(design); !instead.empty()) table.row({"", "", instead.english()});
  table.row({"Sensitivity", readableUp(design.sensitivity.value), std::string(toString(design.sensitivity.kind))});
  table.row({"Noise stddev", readableUp(design.stddev),
             "clip norm " + shortest(scenario.clipNorm) + " x noise multiplier x sensitivity"});
  const DesignFigures errors = scale.in(design, scenario.objective);
  const std::string unit = scale.unit() == ErrorUnit::Summed ? "x clip norm, " : "";
  for (const ObjectiveInfo& each : kObjectives) {
    if (each.ofCurvatures && !(design.error[each.objective] > 0)) continue;
    const bool first = each.objective == ErrorObjective::Mean;
    table.row({std::string(each.title.english()), readableError(errors.error[each.objective]),
               (first ? unitRemark(scale, scenario) : unit + std::string(each.meaning.english())) +
                   againstBaseline(design, each.objective)});
  }
  if (const auto note = objectiveNote(design)) table.row({"", "", note->english()});
  addLowerBound(table, design, scale);
  if (answer.bounds) addClassBounds(table, design, scale, *answer.bounds);
  addStops(table, answer);
  addOptimizer(table, design.optimizer);
  table.row({"Time", readableSeconds(design.seconds.total),
             "optimising " + readableSeconds(design.seconds.optimize) + ", calibrating " +
                 readableSeconds(design.seconds.calibrate)});
  addFiles(table, files);
  return (answer.solved ? solvedText(*answer.solved) : "") + claimSentence(design).english() + "\n\n" + table.text() +
         (answer.ranking.empty() ? "" : "\n" + rankingText(answer.ranking, scale));
}

}  // namespace noiseloom::cli
