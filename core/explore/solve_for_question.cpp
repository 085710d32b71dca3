// The questions that solve_for.h answers, and the words for them and for their answers.

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/check.h"
#include "core/design/cost.h"
#include "core/explore/solve_for.h"

namespace noiseloom {

bool isRisk(TargetQuantity quantity) {
  return quantity == TargetQuantity::Advantage || quantity == TargetQuantity::TruePositives ||
         quantity == TargetQuantity::RightGuesses;
}

bool fits(Field unknown, TargetQuantity quantity) {
  return isLimit(quantity) ? unknown == Field::Bands : !isRisk(quantity) || unknown == Field::Epsilon;
}

bool isLimit(TargetQuantity quantity) {
  return quantity == TargetQuantity::NoiseRows || quantity == TargetQuantity::Memory;
}

double noiseBytesPerMachine(const Deployment& deployment, Index rows) {
  // Also called for a deployment that is still being edited.
  Deployment usable = deployment;
  usable.machines = std::max<Index>(deployment.machines, 1);
  usable.parameters = std::max<Index>(deployment.parameters, 1);
  return noiseMemoryOf(rows, usable).perMachine;
}

std::optional<InvalidArgument> solveForProblem(const Scenario& scenario, Field unknown, const SolveTarget& target) {
  const auto refuse = [](const char* argument, const Text& value, Phrase allowed) {
    return InvalidArgument(argument, value, allowed);
  };
  if (scenario.asksForBest())
    return refuse("solve_for", optionName(unknown),
                  Core::tr("it with one mechanism: best compares mechanisms in one scenario"));
  const bool bands = scenario.searchesBands();
  if (unknown == Field::Bands && !bands)
    return refuse("solve_for", optionName(unknown), Core::tr("a mechanism that has bands to choose"));
  if (unknown == Field::Epochs && scenario.batching->once)
    return refuse("solve_for", optionName(unknown),
                  Core::tr("another unknown: an example takes part once under single batching"));
  if (unknown == Field::Iterations && scenario.schedule.kind == ScheduleKind::File)
    return refuse("solve_for", optionName(unknown),
                  Core::tr("another unknown: a file of learning rates fixes the iterations"));
  if (unknown == Field::Iterations && !scenario.schedule.isFormula() && scenario.workload.fixedIterations() != 0)
    return refuse("solve_for", optionName(unknown),
                  Core::tr("another unknown: the workload's learning rates or rows fix the iterations"));
  if (!fits(unknown, target.quantity))
    return refuse("target", toString(target.quantity),
                  isRisk(target.quantity)
                      ? Core::tr("an error or an improvement: only epsilon is found by what an attack may achieve")
                      : Core::tr("an error or an improvement: only bands are found by a limit"));
  if (isRisk(target.quantity)) {
    if (!(target.value > 0 && target.value < 1))
      return refuse("target", target.value, Core::tr("a number above 0 and below 1"));
    if (target.quantity == TargetQuantity::TruePositives &&
        !(target.falsePositives > 0 && target.falsePositives < target.value))
      return refuse("false_positive_rate", target.falsePositives,
                    Core::tr("a number above 0 and below the true positives: who guesses has as many of both"));
    if (target.quantity == TargetQuantity::RightGuesses && !(target.prior > 0 && target.prior < 1))
      return refuse("prior", target.prior, Core::tr("a number above 0 and below 1"));
    if (target.quantity == TargetQuantity::RightGuesses && !(target.value > std::max(target.prior, 1 - target.prior)))
      return refuse("target", target.value,
                    Core::tr("a number above the prior and 1 less it: so often is right who guesses"));
    return std::nullopt;
  }
  const bool positive = target.quantity == TargetQuantity::Error || target.quantity == TargetQuantity::Memory;
  const bool usable = std::isfinite(target.value) && (target.quantity == TargetQuantity::Improvement ? target.value < 1
                                                      : positive                                     ? target.value > 0
                                                                 : target.value >= 0);
  if (!usable) {
    return refuse("target", target.value,
                  target.quantity == TargetQuantity::Improvement
                      ? Core::tr("a number below 1, such as 0.2 for 20 % better")
                  : positive ? Core::tr("a number above 0")
                             : Core::tr("a number of at least 0"));
  }
  return std::nullopt;
}

std::span<const Field> solvedFields() {
  static constexpr std::array kFields{Field::Epsilon, Field::Bands, Field::Epochs, Field::Iterations, Field::Memory};
  return kFields;
}

std::string explain(const SolveForResult& result, Field unknown, const SolveTarget& target) {
  switch (result.outcome) {
    case SolveOutcome::Met: return "the target is met";
    case SolveOutcome::Stopped:
      return result.design ? "stopped: a better answer may exist" : "stopped before an answer was found";
    case SolveOutcome::Unreachable: break;
  }
  if (!std::isfinite(result.reached)) return "no value gives a valid design";
  const auto digits = [](double value) {
    const double power = value == 0 ? 1 : std::pow(10.0, 3 - std::floor(std::log10(std::abs(value))));
    return shortest(std::round(value * power) / power);
  };
  const std::string where =
      unknown == Field::Memory ? "any memory" : optionName(unknown) + " = " + shortest(result.value);
  return "even " + where + " gives " +
         (target.quantity == TargetQuantity::Error           ? "an error of "
          : target.quantity == TargetQuantity::Advantage     ? "attacks an advantage of up to "
          : target.quantity == TargetQuantity::TruePositives ? "attacks true positives of up to "
          : target.quantity == TargetQuantity::RightGuesses  ? "attacks right guesses of up to "
                                                             : std::string(toString(target.quantity)) + " ") +
         digits(result.reached);
}

}  // namespace noiseloom
