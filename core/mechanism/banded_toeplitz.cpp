#include "core/mechanism/banded_toeplitz.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/check.h"
#include "core/error/component_recursion.h"
#include "core/error/mean_of_all_error.h"
#include "core/error/toeplitz_error.h"
#include "core/error/toeplitz_loss.h"
#include "core/mechanism/amplified/scenario.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/robust_taper.h"
#include "core/mechanism/parts/seconds.h"
#include "core/mechanism/parts/variance_objective.h"
#include "core/mechanism/square_root.h"
#include "core/optimize/endings.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

// The loss does not change when the coefficients are scaled. At these norms the optimiser's first step, of length 1, is
// a tenth; a thousandth from the coefficients of a neighbour.
constexpr double kWorkingNorm = 10;
constexpr double kWorkingNormNearby = 1000;
// n b^2 up to which the optimum within the column-normalised class is sought: a tenth of a second of work.
constexpr double kMostRefined = 1e7;
constexpr double kLeastRefined = 4e-4;  // b / n at which the mean gains 0.006 (b/n)^2 = 1e-9

// From that many steps, and more bands than the closed form has, a solve starts from the optimum of so many times fewer
// of both, which is a few 1e-6 of the loss from its own. A quick one ends within 1e-6; beyond kQuickErrorSteps, where
// an evaluation takes tenths of a second, it mostly ends where it begins.
constexpr Index kLeastCoarsened = Index{1} << 15;
constexpr Index kCoarsening = 4;
constexpr double kCoarsenedTolerance = 3e-3, kLongCoarsenedTolerance = 1e-2;

// Transforms leave rounding of 1e-15 n^(2/3) in w: finer gradients are noise, on which a line search wastes its time.
// These tolerances cost 1e-12 of the loss, and 1e-10 at 10^6 iterations; a quick solve makes do with 1e-8.
double gradientTolerance(Index iterations, Index bands, bool quick) {
  if (!prefersTransforms(bands, iterations)) return 3e-8;
  if (quick) return 1e-4;
  return std::max(1e-6, 3e-10 * std::pow(static_cast<double>(iterations), 2.0 / 3));
}

void scaleTo(std::vector<double>& values, double norm) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  for (double& value : values) value *= norm / std::sqrt(squares);
}

std::vector<double> startingPoint(const Workload& workload, Index bands, std::span<const double> start) {
  std::vector<double> theta = bandedSquareRoot(workload, bands);
  const std::size_t known = std::min(start.size(), theta.size());
  if (known > 0) {
    // Continues at the level where the given ones end.
    const double level = start[known - 1] / theta[known - 1];
    if (level > 0 && std::isfinite(level)) {
      for (double& value : theta) value *= level;
    }
    std::copy_n(start.begin(), known, theta.begin());
  }
  return theta;
}

// The optimum's ratios to the square root's coefficients, as a function of the place within the bands, hardly depend on
// the length of a step: `coarse` at its ratios, interpolated, for the shorter steps of `workload`.
std::vector<double> stretched(const Workload& coarseWorkload, std::span<const double> coarse, const Workload& workload,
                              Index bands) {
  const std::vector<double> coarseRoot = squareRootCoefficients(coarseWorkload, std::ssize(coarse));
  std::vector<double> theta = squareRootCoefficients(workload, bands);
  const auto last = static_cast<double>(coarse.size() - 1);
  const double share = static_cast<double>(coarse.size()) / static_cast<double>(bands);
  // With weight decay the root's coefficients fall below the least double.
  const auto ratioAt = [&](std::size_t i) {
    const double ratio = coarse[i] / coarseRoot[i];
    return std::isfinite(ratio) ? ratio : 1;
  };
  for (std::size_t l = 0; l < theta.size(); ++l) {
    const double place = std::min(static_cast<double>(l) * share, last);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, coarse.size() - 1);
    const double ratio = ratioAt(below);
    theta[l] *= ratio + (place - static_cast<double>(below)) * (ratioAt(above) - ratio);
  }
  return theta;
}

// ||theta||^2 f(v) for problems without a closed form: learning-rate schedules and column-normalised matrices, through
// the covariance recursion of the banded matrix T(theta) diag(s), and the mean of all iterates.
class RecursionLoss {
 public:
  RecursionLoss(const Workload& workload, Index iterations, Index bands, ErrorObjective objective,
                ColumnScaling scaling)
      : m_objective(objective, iterations, false),
        m_seeds(iterations),
        m_iterations(iterations),
        m_scaled(scaling == ColumnScaling::Normalized) {
    if (MeanOfAllError::suits(workload) && !m_scaled)
      m_means.emplace(workload, iterations);
    else
      m_recursion.emplace(workload, iterations, bands, objective);
  }

  double operator()(std::span<const double> theta, std::span<double> gradient, const RunControl& control) {
    constexpr double kOutside = std::numeric_limits<double>::infinity();
    std::fill(gradient.begin(), gradient.end(), 0.0);
    if (!(theta[0] > 0)) return kOutside;
    setScales(theta);
    const auto bands = std::ssize(theta);
    const auto readRow = [&](Index row, std::span<double> out) {
      for (Index lag = 0; lag < bands; ++lag) out[bands - 1 - lag] = lag <= row ? theta[lag] * scale(row - lag) : 0;
    };
    const bool found =
        m_means ? m_means->forward(theta, control) : m_recursion->forward(readRow, !gradient.empty(), control);
    if (!found) return kOutside;
    const double norm = m_norms.back();
    // f of the errors at sensitivity 1, so that the loss does not depend on the norm of theta.
    const std::span<const double> variances = m_means ? m_means->variances() : m_recursion->variances();
    m_losses.assign(variances.begin(), variances.end());
    for (double& loss : m_losses) loss *= norm;
    const double value = m_objective.value(m_losses, m_seeds);
    if (gradient.empty()) return value;
    double slope = 0;  // of f along the scale of the errors
    for (std::size_t i = 0; i < m_seeds.size(); ++i) slope += m_seeds[i] * m_losses[i];
    for (double& seed : m_seeds) seed *= norm;
    if (m_means) {
      std::ranges::copy(m_means->reverse(m_seeds), gradient.begin());
      for (std::size_t l = 0; l < theta.size(); ++l) gradient[l] += 2 * slope / norm * theta[l];
      return value;
    }
    std::vector<double> byScale(theta.size(), 0.0);  // for the column that has m + 1 entries, at m
    const auto addRow = [&](Index row, std::span<const double> byEntry) {
      for (Index lag = 0; lag <= std::min(row, bands - 1); ++lag) {
        const std::size_t at = lag;
        const double entryGradient = byEntry[bands - 1 - lag];
        const Index column = row - lag;
        gradient[at] += entryGradient * scale(column);
        if (m_scaled && m_iterations - column < bands) byScale[m_iterations - column - 1] += entryGradient * theta[at];
      }
    };
    if (!m_recursion->reverse(readRow, m_seeds, addRow, control)) return kOutside;
    // s = sqrt(||theta||^2 / ||theta[0..m]||^2): its derivative in theta_l is s theta_l (1/||theta||^2 - [l <= m] /
    // ||theta[0..m]||^2).
    double whole = 0;  // sum over m of byScale s / ||theta||^2
    for (std::size_t m = 0; m < theta.size(); ++m) whole += byScale[m] * std::sqrt(norm / m_norms[m]) / norm;
    double cut = 0;  // sum over m >= l of byScale s / ||theta[0..m]||^2
    for (std::size_t l = theta.size(); l-- > 0;) {
      cut += byScale[l] * std::sqrt(norm / m_norms[l]) / m_norms[l];
      gradient[l] += theta[l] * (2 * slope / norm + whole - cut);
    }
    return value;
  }

  /// The error itself at theta; to be called after operator() there.
  double exact() const { return m_objective.exact(m_losses); }
  bool refine() { return m_objective.refine(m_losses); }

 private:
  void setScales(std::span<const double> theta) {
    m_norms.assign(theta.size(), 0.0);
    double sum = 0;
    for (std::size_t l = 0; l < theta.size(); ++l) m_norms[l] = sum += theta[l] * theta[l];
  }
  double scale(Index column) const {
    const std::size_t entries = m_iterations - column;
    return m_scaled && entries < m_norms.size() ? std::sqrt(m_norms.back() / m_norms[entries - 1]) : 1;
  }

  std::optional<ComponentRecursion> m_recursion;
  std::optional<MeanOfAllError> m_means;
  VarianceObjective m_objective;
  std::vector<double> m_losses;  // ||theta||^2 v
  std::vector<double> m_seeds;
  std::vector<double> m_norms;  // ||theta[0..m]||^2
  Index m_iterations;
  bool m_scaled;
};

}  // namespace

bool refinesColumnScaling(const Workload& workload, Index iterations, Index bands, ErrorObjective objective) {
  const double n = static_cast<double>(iterations);
  const double b = static_cast<double>(bands);
  const bool gains = !isMean(objective) || b / n >= kLeastRefined;
  return bands > 1 && gains && n * b * b <= kMostRefined && workload.isRational();
}

namespace {

// From the optimum of a problem of fewer, longer steps.
std::vector<double> coarseStart(const ErrorProblem& problem, Index bands, const RunControl& control) {
  ErrorProblem coarse = problem;
  coarse.iterations /= kCoarsening;
  coarse.workload =
      Workload::sgd(std::pow(problem.workload.alpha(), kCoarsening), std::pow(problem.workload.beta(), kCoarsening));
  const Solution solution = optimizeBandedToeplitz(coarse, bands / kCoarsening, {.quick = true}, control.quiet());
  return stretched(coarse.workload, solution.coefficients, problem.workload, bands);
}

bool startsCoarse(const ErrorProblem& problem, Index bands, const BandedToeplitzOptions& options) {
  const Workload& workload = problem.workload;
  return std::ssize(options.start) != bands && problem.iterations >= kLeastCoarsened && bands > kMostClosedBands &&
         workload.isToeplitz() && workload.isRational() && std::pow(workload.alpha(), kCoarsening) > 0 &&
         !ofCurvatures(problem.objective);
}

// Minimises RecursionLoss from theta, which becomes the best point, from the progress on.
void descendRecursion(const ErrorProblem& problem, ColumnScaling scaling, const LbfgsOptions& descent,
                      std::vector<double>& theta, OptimizerSummary& summary, double progress,
                      const RunControl& control) {
  RecursionLoss loss(problem.workload, problem.iterations, std::ssize(theta), problem.objective, scaling);
  const Objective evaluate = [&](std::span<const double> x, std::span<double> gradient) {
    return loss(x, gradient, control);
  };
  // The maximum differs from the smooth function that is minimised: the best point may be that of any round.
  double reached = 0;
  std::vector<double> best;
  do {  // each round for the maximum takes half of the rest of the progress
    const double next = problem.objective == ErrorObjective::Max ? (1 + progress) / 2 : 1;
    append(summary, minimizeLbfgs(evaluate, theta, descent, continuing(summary, control.part(progress, next))));
    progress = next;
    if (isMean(problem.objective) || summary.termination == Termination::Stopped) break;
    loss(theta, {}, control);
    if (best.empty() || loss.exact() < reached) {
      reached = loss.exact();
      best = theta;
    }
  } while (loss.refine());
  if (best.empty()) return;
  theta = best;
  summary.objective = reached;
}

}  // namespace

Solution optimizeBandedToeplitz(const ErrorProblem& problem, Index bands, const BandedToeplitzOptions& options,
                                const RunControl& control) {
  checkInteger("iterations", problem.iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, problem.iterations, Core::tr("the iterations"));
  checkAllFinite("start", options.start);
  OptimizerSummary summary;
  const bool coarsened = startsCoarse(problem, bands, options);
  std::vector<double> theta =
      coarsened ? coarseStart(problem, bands, control) : startingPoint(problem.workload, bands, options.start);
  scaleTo(theta, options.start.empty() && !coarsened ? kWorkingNorm : kWorkingNormNearby);
  LbfgsOptions descent;
  descent.gradientTolerance =
      coarsened && options.quick
          ? (problem.iterations > kQuickErrorSteps ? kLongCoarsenedTolerance : kCoarsenedTolerance)
          : gradientTolerance(problem.iterations, bands, options.quick);
  descent.history = 12;
  const RunControl traced = control.withTrace([](TracePoint& point) { point.objective = std::sqrt(point.objective); });
  const bool means = MeanOfAllError::suits(problem.workload);
  const bool scheduled = !problem.workload.isToeplitz() && !means;
  const bool refined = options.scaling == ColumnScaling::Normalized &&
                       refinesColumnScaling(problem.workload, problem.iterations, bands, problem.objective);
  const RunControl first = refined ? traced.part(0, 0.5) : traced;
  if (means) {
    descendRecursion(problem, ColumnScaling::None, descent, theta, summary, 0, first);
  } else if (!scheduled) {
    const Objective loss = [&](std::span<const double> x, std::span<double> gradient) {
      return toeplitzLoss(x, problem.workload, problem.iterations, problem.objective, gradient, control);
    };
    summary = minimizeLbfgs(loss, theta, descent, first);
  }
  if ((scheduled || refined) && summary.termination != Termination::Stopped)
    descendRecursion(problem, options.scaling, descent, theta, summary, scheduled ? 0 : 0.5, traced);
  scaleTo(theta, 1);
  const auto toError = [](double& value) { value = std::sqrt(value); };
  toError(summary.initialObjective);
  toError(summary.objective);
  for (TracePoint& point : summary.trace) toError(point.objective);
  ToeplitzStrategy strategy(problem.iterations, theta, options.scaling);
  return {std::move(strategy), std::move(summary), std::move(theta)};
}

namespace {

constexpr MechanismSource kSources[]{{"scaling-bandmf", Core::tr("section 3.2")}};
constexpr MechanismSetting kSettings[]{{Field::Bands}, {Field::RobustFrom}, {Field::ColumnNormalize}};

ColumnScaling scalingOf(const Scenario& scenario) {
  return scenario.columnNormalize ? ColumnScaling::Normalized : ColumnScaling::None;
}

// The optimum with columns of that scaling, as the strategy that the scenario asks for.
Solution solveWith(ColumnScaling sought, const Scenario& scenario, Index bands, std::span<const double> start,
                   const RunControl& control, bool quick = false) {
  Solution solution = optimizeBandedToeplitz(errorProblem(scenario), bands,
                                             {.scaling = sought, .start = start, .quick = quick}, control);
  if (scenario.robustFrom || sought != scalingOf(scenario)) {
    std::vector<double> theta = solution.coefficients;
    if (scenario.robustFrom) theta = robustTaper(theta, std::min(*scenario.robustFrom, bands));
    solution.strategy = ToeplitzStrategy(scenario.iterations, std::move(theta), scalingOf(scenario));
  }
  return solution;
}

// Omits the final refinement within the column-normalised class, which changes the mean error by at most about 0.006
// (b/n)^2, relative, and the largest one by less than a percent; includes it for the last error, where it may be a
// tenth, as the rescaled columns are those that determine it.
Solution quickSolve(const Scenario& scenario, Index bands, std::span<const double> start, const RunControl& control) {
  const bool last = isLast(scenario.objective);
  Solution solution =
      solveWith(last ? scalingOf(scenario) : ColumnScaling::None, scenario, bands, start, control, true);
  solution.whole = !prefersTransforms(bands, scenario.iterations) &&
                   (last || !scenario.columnNormalize ||
                    !refinesColumnScaling(scenario.workload, scenario.iterations, bands, scenario.objective));
  return solution;
}

Solution solve(const Scenario& scenario, Index bands, std::span<const double> start, const RunControl& control) {
  if (scenario.optimisesAmplified()) return optimizeBinnedToeplitz(binnedProblem(scenario), bands, start, control);
  const auto plain = [&](std::span<const double> from, const RunControl& part) {
    return withoutSampling(scenario, solveWith(scalingOf(scenario), scenario, bands, from, part));
  };
  if (!optimisesPatterns(scenario, bands)) return plain(start, control);
  // Mostly a start only, for which a quick solve does.
  Solution solution = quickSolve(scenario, bands, start, control.part(0, 0.1));
  const std::vector<double> quick = solution.coefficients;
  solution = withPatterns(scenario, std::move(solution), control.part(0.1, 0.9));
  const bool kept = solution.summary.message.phrase() == endings::kUnamplifiedKept;
  if (!kept || control.stopRequested()) return solution;
  solution = plain(quick, control.part(0.9, 1));
  solution.summary.message = endings::kUnamplifiedKept;
  return solution;
}

std::optional<InvalidArgument> problem(const Scenario& scenario) {
  if (!scenario.robustFrom || !scenario.optimisesAmplified()) return std::nullopt;
  return InvalidArgument("robust_from", *scenario.robustFrom,
                         Core::tr("it without amplification only: a taper is not optimised for balls-in-bins"));
}

// With unscaled columns, under a Toeplitz workload, the last error is the largest.
bool lastWithMean(const Scenario& scenario, Index bands) {
  if (scenario.optimisesAmplified() || bands == 1) return false;
  return !scenario.workload.isToeplitz() ||
         (scenario.columnNormalize &&
          refinesColumnScaling(scenario.workload, scenario.iterations, bands, ErrorObjective::Last));
}

double seconds(const Scenario& scenario, Index bands) {
  if (scenario.optimisesAmplified()) return binnedSeconds(scenario, bands);
  const double plain =
      toeplitzSeconds(scenario, bands) + (optimisesPatterns(scenario, bands) ? patternSeconds(scenario, bands) : 0);
  if (!scenario.columnNormalize ||
      !refinesColumnScaling(scenario.workload, scenario.iterations, bands, scenario.objective))
    return plain;
  // Normalised columns are refined while n b^2 is moderate: the mean takes some fifty evaluations of O(n b), the other
  // objectives hundreds, with momentum or averaging thousands. Measured at n = 256 to 10^6, b = 2 to 16384.
  const double n = static_cast<double>(scenario.iterations);
  const double momentum = scenario.workload.beta() > 0 || scenario.workload.averaging() > 0 ? 2 : 1;
  const double objective = evaluationsOf(scenario) * (isMean(scenario.objective) ? 1 : momentum > 1 ? 40 : 12);
  return plain + std::min(n, 2.5e5) * (4e-6 + 5e-7 * static_cast<double>(bands)) * momentum * objective;
}

}  // namespace

constinit const Mechanism mechanisms::bandedToeplitz{
    .id = "banded-toeplitz",
    .name = Core::tr("Banded Toeplitz"),
    .summary = Core::tr("The same coefficients in every column: fast at any n"),
    .sources = kSources,
    .color = 8,
    .compared = true,
    .settings = kSettings,
    .needsSeparation = true,
    .optimisedJointly = true,
    .lastWithMean = lastWithMean,
    .banded = [](const Scenario&) { return true; },
    .problem = problem,
    .solve = solve,
    .quickSolve = quickSolve,
    .seconds = seconds,
    .sketch = &bsr,
};

}  // namespace noiseloom
