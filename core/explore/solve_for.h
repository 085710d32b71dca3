#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/names.h"
#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// The inputs that can be solved for: the smallest epsilon that reaches an error, or the largest that keeps the risk of
/// an attack; the fewest bands that reach an error, or the best of those that fit a limit; the most epochs; the most
/// iterations that keep an error, the fewest that reach an improvement; the least memory of a machine, and the bands
/// with it.
std::span<const Field> solvedFields();
/// The quantity that the design has to reach.
enum class TargetQuantity {
  Error,          ///< at most, in clip norms: in the measure of the scenario's objective
  Improvement,    ///< at least: 1 - rmse / rmse of DP-SGD, so 0.19 is "19 % better"
  NoiseRows,      ///< at most; for bands only
  Memory,         ///< at most, bytes per machine; for bands only
  Advantage,      ///< at most, true less false positives of any membership inference attack; for epsilon only
  TruePositives,  ///< at most, of any such attack at a rate of false positives; for epsilon only
  RightGuesses    ///< at most, as a probability, by who holds membership for as probable as a prior; for epsilon only
};
template <>
inline constexpr std::array<std::string_view, 7> kNamesOf<TargetQuantity>{
    "error", "improvement", "noise-rows", "memory", "advantage", "true-positives", "right-guesses"};
struct SolveTarget {
  TargetQuantity quantity = TargetQuantity::Error;
  double value = 0;
  double falsePositives = kUsualFalsePositives;  ///< of TruePositives: above 0 and below the value
  double prior = kUsualPrior;                    ///< of RightGuesses: it and 1 - prior are below the value

  static constexpr double kUsualFalsePositives = 0.01;
  static constexpr double kUsualPrior = 0.5;
  bool operator==(const SolveTarget&) const = default;
};

enum class SolveOutcome { Met, Unreachable, Stopped };

struct SolveForResult {
  SolveOutcome outcome = SolveOutcome::Stopped;
  /// Met: the scenario of `design`, with the unknown filled in; otherwise the scenario as it was.
  Scenario scenario;
  /// Met: certified, and it reaches the target. Stopped: the best found that does, if any.
  std::shared_ptr<const Design> design;
  double value = 0;    ///< Met: of the unknown. Unreachable: the one that comes closest
  double reached = 0;  ///< the target's quantity there; Unreachable by bands: with about those bands
};

/// True if that input can be found from such a target.
bool fits(Field unknown, TargetQuantity quantity);
/// True if it limits what an attack may achieve.
bool isRisk(TargetQuantity quantity);
/// True if it is a limit of memory, which a strategy obeys, and not a value that it reaches.
bool isLimit(TargetQuantity quantity);

/// Bytes per machine for that many rows of noise.
double noiseBytesPerMachine(const Deployment& deployment, Index rows);

/// The reason why that unknown cannot be solved for in the scenario; nullopt if it can. Names "solve_for" or "target".
std::optional<InvalidArgument> solveForProblem(const Scenario& scenario, Field unknown, const SolveTarget& target);

/// Finds the unknown by bracketing on the uncertified accountants (QuickError) from the scenario's own value, then
/// certifies the design, which has to reach the target itself; otherwise it steps on. Epsilon is found to four digits
/// within [0.01, 100], iterations up to 10^6 or the batching's limit (to four digits above 10^4), epochs and bands
/// exactly on the uncertified curve; with a limit on attacks epsilonAtRisk() searches. If a curve has several
/// crossings, the one next to the scenario is taken. Throws InvalidArgument: solveForProblem(), or a problem of the
/// scenario that the unknown cannot resolve. When stopped, the best design so far that meets the target is kept.
SolveForResult solveFor(const Scenario& scenario, Field unknown, const SolveTarget& target,
                        const RunControl& control = {});

/// An explanation of an outcome that is not Met: "even epsilon = 100 gives an error of 3.2".
std::string explain(const SolveForResult& result, Field unknown, const SolveTarget& target);

}  // namespace noiseloom
