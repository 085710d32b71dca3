#include "core/mechanism/blt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/mechanism/amplified/scenario.h"
#include "core/mechanism/blt/loss.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/equivalent_workload.h"
#include "core/mechanism/parts/seconds.h"
#include "core/optimize/endings.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr double kGradientTolerance = 1e-8;  // for log(loss), whose rounding noise is near 1e-14
constexpr double kWorthABuffer = 0.01;
// For each start, before the best one is completed.
constexpr Index kTrialIterations = 150;
constexpr Index kMostIterations = 1000;
// The max error under a schedule: the smooth problems need not be solved beyond their accuracy, and end when a number
// of evaluations in a row do not lower it by this.
constexpr double kSmoothTolerance = 1e-6;
constexpr double kWorthARound = 1e-6;
constexpr int kIdleRounds = 2;
constexpr int kMostRounds = 40;

struct Trial {
  std::vector<double> x;
  OptimizerSummary summary;
};

// Continues from the solution.
void minimize(BltLoss& loss, Trial& solution, Index mostIterations, double tolerance, const RunControl& control) {
  LbfgsOptions options;
  options.gradientTolerance = tolerance;
  options.relativeGradient = [&] { return loss.relativeGradient(); };
  options.maxIterations = mostIterations;
  options.history = 20;
  const Objective objective = [&](std::span<const double> at, std::span<double> gradient) {
    return loss(at, gradient, control);
  };
  append(solution.summary, minimizeLbfgs(objective, solution.x, options, continuing(solution.summary, control)));
}

// Ranges over which to spread the log-odds evenly. At the optimum for the prefix they lie between those of about 1/2
// and 1 - 1/(2n); many participations shorten the useful memory to about the separation, weight decay to its own;
// momentum and averaging put most of them above their own. The best of these starts came within 0.02 % of the best of
// 40 random ones in every setting tried.
std::vector<std::pair<double, double>> spans(const ErrorProblem& problem) {
  const Workload equivalent = equivalentWorkload(problem.workload, problem.iterations, ErrorObjective::Mean);
  const double memory =
      std::min(static_cast<double>(problem.iterations), 1 / (1 - std::max(equivalent.alpha(), equivalent.averaging())));
  std::vector<double> horizons{memory};
  if (ofCurvatures(problem.objective)) {
    const double shorter =
        1 / (1 - equivalentWorkload(problem.workload, problem.iterations, problem.objective).alpha());
    if (shorter < memory) horizons.push_back(shorter);
  }
  const CombPattern pattern = combPattern(problem.participation, problem.iterations);
  const double separation = static_cast<double>(pattern.separation);
  if (pattern.hits > 1 && separation < memory) horizons.push_back(separation);
  std::vector<double> least{0, -2};
  for (const double pole : {problem.workload.beta(), problem.workload.averaging()}) {
    if (pole > 0.5) least.push_back(std::log(pole / (1 - pole)));
  }
  std::vector<std::pair<double, double>> found;
  for (const double horizon : horizons) {
    for (const double low : least) found.emplace_back(low, std::max(low + 1, std::log(2 * horizon)));
  }
  return found;
}

// A stop may also come between two starts or two numbers of buffers, when the best one so far had converged.
void markStopped(OptimizerSummary& summary, const RunControl& control) {
  if (!control.stopRequested()) return;
  summary.termination = Termination::Stopped;
  summary.message = endings::kStopped;
}

Trial solveToeplitz(const ErrorProblem& problem, Index buffers, const RunControl& control) {
  BltLoss loss(problem.workload, problem.iterations, problem.participation, buffers, problem.objective);
  Trial best;
  const auto starts = spans(problem);
  const double share = 0.8 / static_cast<double>(starts.size());
  for (std::size_t i = 0; i < starts.size() && (i == 0 || !control.stopRequested()); ++i) {
    const double done = static_cast<double>(i) * share;
    Trial next{loss.evenStart(starts[i].first, starts[i].second), {}};
    minimize(loss, next, kTrialIterations, kGradientTolerance, control.part(done, done + share));
    if (i == 0 || next.summary.objective < best.summary.objective) best = std::move(next);
  }
  if (best.summary.termination != Termination::Converged && !control.stopRequested())
    minimize(loss, best, kMostIterations, kGradientTolerance, control.part(0.8, 1));
  return best;
}

// An evaluation under a schedule costs O(n): one start, the optimum for a constant rate.
Trial solveSchedule(const ErrorProblem& problem, Index buffers, const RunControl& control) {
  ErrorProblem constant = problem;
  constant.workload = problem.workload.constant();
  Trial solution{solveToeplitz(constant, buffers, control.part(0, 0.1)).x, {}};
  BltLoss loss(problem.workload, problem.iterations, problem.participation, buffers, problem.objective);
  if (!loss.isSmoothed()) {
    minimize(loss, solution, kMostIterations, kGradientTolerance, control.part(0.1, 1));
    return solution;
  }
  Trial best = solution;
  double least = std::numeric_limits<double>::infinity();
  std::vector<double> gradient(solution.x.size());
  for (int round = 0, idle = 0; round < kMostRounds && idle < kIdleRounds && !control.stopRequested(); ++round) {
    minimize(loss, solution, kMostIterations, kSmoothTolerance, control.part(0.1, 1));
    if (!std::isfinite(loss(solution.x, gradient, control))) break;  // stopped
    const double found = loss.sharpen();
    idle = found < least * (1 - kWorthARound) ? 0 : idle + 1;
    if (found < least) best.x = solution.x;
    least = std::min(least, found);
  }
  best.summary = std::move(solution.summary);
  return best;
}

Solution withBuffers(const ErrorProblem& problem, Index buffers, const RunControl& control) {
  checkInteger("buffers", buffers, 1, kMostBltBuffers);
  Trial solution = problem.workload.isToeplitz() ? solveToeplitz(problem, buffers, control)
                                                 : solveSchedule(problem, buffers, control);
  const BltStrategy strategy = bltAt(problem.iterations, solution.x);
  Solution optimum{strategy, std::move(solution.summary)};
  markStopped(optimum.summary, control);
  // The value of the returned strategy, with its decays as doubles.
  const ErrorSummary error = errorOf(strategy, problem.workload, control);
  if (error.valid) {
    optimum.summary.objective =
        std::sqrt(error.variance[problem.objective]) * bltSensitivity(strategy, problem.participation).value;
  }
  return optimum;
}

}  // namespace

Solution optimizeBlt(const ErrorProblem& problem, const BltOptions& options, const RunControl& control) {
  checkInteger("iterations", problem.iterations, 1, kNoLimit);
  if (options.buffers) return withBuffers(problem, *options.buffers, control);
  const Index most = options.most;
  checkInteger("most_buffers", most, 1, kMostBltBuffers);
  const auto part = [&](Index count) {
    const double whole = static_cast<double>(most);
    return control.part(static_cast<double>(count - 1) / whole, static_cast<double>(count) / whole);
  };
  Solution best = withBuffers(problem, 1, part(1));
  for (Index count = 2; count <= most && !control.stopRequested(); ++count) {
    Solution next = withBuffers(problem, count, part(count));
    const double ratio = next.summary.objective / best.summary.objective;
    if (!(ratio * ratio < 1 - kWorthABuffer)) break;
    append(best.summary, std::move(next.summary));
    best.strategy = next.strategy;
  }
  markStopped(best.summary, control);
  return best;
}

namespace {

constexpr MechanismSource kSources[]{{"streaming-blt", Core::tr("section 3")}};
constexpr MechanismSetting kSettings[]{{Field::Buffers}};

Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl& control) {
  const Index most = std::min(kMostAutomaticBltBuffers, scenario.mostNoiseRows.value_or(kMostAutomaticBltBuffers));
  if (scenario.optimisesAmplified()) return optimizeBinnedBlt(binnedProblem(scenario), scenario.buffers, most, control);
  return withoutSampling(scenario,
                         optimizeBlt(errorProblem(scenario), {.buffers = scenario.buffers, .most = most}, control));
}

double seconds(const Scenario& scenario, Index bands) {
  if (scenario.optimisesAmplified()) return binnedSeconds(scenario, bands);
  // Some thousand evaluations, where no closed form is known.
  if (!scenario.workload.isRational()) return 1e-4 * static_cast<double>(scenario.iterations);
  return scenario.workload.isToeplitz() ? 0.3 * evaluationsOf(scenario)
                                        : 2e-5 * static_cast<double>(scenario.iterations);
}

}  // namespace

constinit const Mechanism mechanisms::blt{
    .id = "blt",
    .name = Core::tr("Buffered linear Toeplitz"),
    .shortName = "BLT",
    .summary = Core::tr("Few exponentially decaying buffers: little memory at any n"),
    .sources = kSources,
    .color = 4,
    .compared = true,
    .settings = kSettings,
    .ofParticipation = true,
    .optimisedJointly = true,
    .solve = solve,
    .seconds = seconds,
    .noise = [](const Scenario&, Index buffers) { return NoiseShape::of(NoiseRoute::Buffers, buffers); },
};

}  // namespace noiseloom
