#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/linalg/bisection.h"
#include "core/mechanism/amplified/nested.h"
#include "core/mechanism/amplified/solver.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/square_root.h"
#include "core/optimize/endings.h"
#include "core/participation_mixture/equivalent_noise.h"
#include "core/participation_mixture/joined_steps.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

// The largest logarithm of the weights' bound over delta: some 20 000 draws in blocks of three then certify it, or
// 50 000 in pairs, as measured.
constexpr double kMostLogBound = 5, kMostOfPairs = 4;
// By how much that logarithm may exceed the safe one's, and still count as no less certain.
constexpr double kAsCertain = 0.3;
constexpr int kHalvings = 5;

// The coefficients nearest to `optimum` on the way from `safe`, in logarithms and so far as is worth telling, whose
// noise draws can certify: weights that vary too much take more draws than there is time for, and what no draws
// certify costs a tenth of the error, where holding back costs a hundredth. The optimum itself where it is no worse
// than `safe`. All coefficients positive, in equal number. The noise may be stopped: then the optimum.
std::vector<double> certifiable(EquivalentNoise& noise, std::span<const double> optimum, std::span<const double> safe,
                                const RunControl& control) {
  const auto between = [&](double share) {
    std::vector<double> c(optimum.begin(), optimum.end());
    for (std::size_t d = 0; d < c.size(); ++d)
      c[d] = std::exp(share * std::log(c[d] / optimum[0]) + (1 - share) * std::log(safe[d] / safe[0]));
    return c;
  };
  const double most =
      std::max(noise.drawsThree() ? kMostLogBound : kMostOfPairs, noise.logPairBound(safe, control) + kAsCertain);
  if (!(noise.logPairBound(optimum, control) > most)) return {optimum.begin(), optimum.end()};
  const auto certifiable = [&](double share) { return !(noise.logPairBound(between(share), control) > most); };
  const double share = halved({.holds = 0, .fails = 1}, kHalvings, certifiable).holds;
  return control.stopRequested() ? std::vector<double>(optimum.begin(), optimum.end()) : between(share);
}

// The free variables are the logarithms of the coefficients, relative to a start, at a few knots, linear in log(1 +
// lag) between them. Individual coefficients would fit the samples: with 30 knots the error is within 0.3 % of that of
// all coefficients with thirty times the samples.
struct Stage {
  Index knots;
  Index effort;
  double tolerance;  // relative gradient
  Index iterations;
};
constexpr Stage kStages[] = {{12, 1, 3e-3, 40}, {24, 2, 1e-3, 40}, {48, 4, 5e-4, 60}};
// For patterns, whose samples take longer.
constexpr Stage kPatternStages[] = {{10, 1, 3e-3, 25}, {20, 2, 1e-3, 25}};
// Without draws there is nothing to fit but the problem; the second stage begins with the third moment matched anew.
constexpr Index kAllKnots = std::numeric_limits<Index>::max();
constexpr Stage kFreeStages[] = {{kAllKnots, 1, 1e-3, 80}, {kAllKnots, 1, 1e-4, 200}};
constexpr Stage kTreeStage{kAllKnots, 1, TreeStages::kTolerance, TreeStages::kIterations};
// The change of a coefficient's logarithm for a variable of length 1, the optimiser's first step.
constexpr double kUnit = 0.3;
// Coefficients below this share of the first one count as 0, where the logarithm is undefined.
constexpr double kLeastShare = 1e-12;
// Least number of bands over which a start is continued beyond its own.
constexpr double kLeastReach = 16;

class KnotChart {
 public:
  KnotChart(std::vector<double> base, Index knots, Index bins)
      : m_base(std::move(base)), m_coefficients(m_base.size()) {
    const double last = std::log(static_cast<double>(m_base.size()));
    std::vector<double> lags;
    for (Index j = 0; j < knots; ++j) {
      const double at = std::round(std::expm1(last * static_cast<double>(j) / static_cast<double>(knots - 1)));
      lags.push_back(lags.empty() ? 0 : std::max(at, lags.back() + 1));
    }
    // Later lags overlap with the next epoch: for large epsilon they all become nearly worthless at once.
    lags.push_back(static_cast<double>(bins - 1));
    lags.push_back(static_cast<double>(bins));
    std::sort(lags.begin(), lags.end());
    lags.erase(std::unique(lags.begin(), lags.end()), lags.end());
    std::erase_if(lags, [&](double lag) { return lag + 1 > static_cast<double>(m_base.size()); });
    m_knots = lags.size();
    std::size_t left = 0;
    for (std::size_t l = 0; l < m_base.size(); ++l) {
      const double lag = static_cast<double>(l);
      while (left + 1 < m_knots && lags[left + 1] <= lag) ++left;
      const double share = left + 1 < m_knots ? (std::log1p(lag) - std::log1p(lags[left])) /
                                                    (std::log1p(lags[left + 1]) - std::log1p(lags[left]))
                                              : 0;
      m_places.push_back({left, share});
    }
  }

  std::size_t size() const { return m_knots; }

  std::vector<double> coefficients(std::span<const double> x) {
    for (std::size_t l = 0; l < m_base.size(); ++l) {
      const auto& [left, share] = m_places[l];
      const double next = share > 0 ? x[left + 1] : 0;
      m_coefficients[l] = m_base[l] * std::exp(kUnit * ((1 - share) * x[left] + share * next));
      if (!std::isfinite(m_coefficients[l])) return {};
    }
    return m_coefficients;
  }

  void pullBack(std::span<const double> byCoefficient, std::span<double> gradient) const {
    for (std::size_t l = 0; l < m_base.size(); ++l) {
      const auto& [left, share] = m_places[l];
      const double slope = kUnit * m_coefficients[l] * byCoefficient[l];
      gradient[left] += (1 - share) * slope;
      if (share > 0) gradient[left + 1] += share * slope;
    }
  }

 private:
  struct Place {
    std::size_t left;
    double share;  // weight of the knot to the right
  };
  std::vector<double> m_base, m_coefficients;
  std::size_t m_knots = 0;
  std::vector<Place> m_places;
};

// Unamplified optima may cancel by negative coefficients, under momentum; amplification allows none.
std::vector<double> admissible(std::span<const double> coefficients, Index bands) {
  std::vector<double> c(coefficients.begin(),
                        coefficients.begin() + std::min<std::ptrdiff_t>(std::ssize(coefficients), bands));
  for (double& value : c) value = std::max(value, 0.0);
  return c;
}

// Positive coefficients that continue the given ones, falling off within as many again.
std::vector<double> continued(std::span<const double> c, Index bands) {
  std::vector<double> whole(bands);
  const double known = static_cast<double>(c.size());
  const double reach = std::max(known, kLeastReach);
  for (std::size_t l = 0; l < whole.size(); ++l) {
    const double lag = static_cast<double>(l);
    const double value =
        l < c.size() ? c[l] : c.back() * std::pow(lag / known, -1.5) * std::exp((known - lag) / (2 * reach));
    whole[l] = std::max(value, kLeastShare * c[0]);
  }
  return whole;
}

// The best unamplified optimum of 1, 2, 4 .. bands under amplification. The search begins near eps sqrt(n) / k times 8,
// as balls-in-bins favours more bands than cyclic Poisson sampling, and continues in both directions while it pays.
std::vector<double> bestUnamplified(const BinnedProblem& problem, Index bands, BinnedSolver& solver,
                                    const RunControl& control) {
  const Workload constant = problem.workload.constant();
  std::vector<double> best{1.0};
  double least = BinnedSolver::kInfiniteError;
  const auto improves = [&](Index count) {
    const std::vector<double> candidate = admissible(
        optimizeBandedToeplitz({.workload = constant, .iterations = problem.iterations, .objective = problem.objective},
                               count, {.start = best}, control)
            .coefficients,
        count);
    const double error = solver.cautiousError(candidate, control);
    if (!(error < least)) return false;
    least = error;
    best = candidate;
    return true;
  };
  const double guess =
      8 * problem.epsilon * std::sqrt(static_cast<double>(problem.iterations)) / static_cast<double>(problem.epochs);
  const Index most = std::min(bands, solver.bins());
  Index first = 1;
  while (2 * first <= most && static_cast<double>(2 * first) <= guess) first *= 2;
  improves(first);
  bool more = false;
  for (Index count = std::min(2 * first, bands); count > first && improves(count); count = std::min(2 * count, bands)) {
    more = true;
    if (count == bands) break;
  }
  for (Index count = first / 2; !more && count >= 1 && improves(count);) count /= 2;
  return best;
}

struct Descent {
  std::span<const Stage> stages;
  Index mostKnots = std::numeric_limits<Index>::max();
  // Whether a stage is gone through that has the variables of the one before.
  enum class Again { Never, InTheLast, WhileItPays } again = Again::Never;
  double from = 0;  // start of the progress
};

// Descends through stages of ever more variables, each from the end of the previous one; incomplete when stopped.
void descend(BinnedSolver& solver, const Descent& descent, std::vector<double> base, BinnedSolver::Best& best,
             OptimizerSummary& summary, const RunControl& control) {
  double done = descent.from;
  std::size_t before = 0;
  TreeStages tree;
  for (const Stage& stage : descent.stages) {
    const double next = done + (1 - descent.from) / static_cast<double>(descent.stages.size());
    KnotChart knots(base, std::min(stage.knots, descent.mostKnots), solver.bins());
    const bool last = &stage == &descent.stages.back();
    const bool again =
        descent.again == Descent::Again::WhileItPays || (last && descent.again == Descent::Again::InTheLast);
    if (knots.size() == before && !again) continue;
    before = knots.size();
    const BinnedChart chart{
        [&](std::span<const double> x) { return knots.coefficients(x); },
        [&](std::span<const double> byC, std::span<double> gradient) { knots.pullBack(byC, gradient); }};
    std::vector<double> x(knots.size(), 0.0);
    const bool finished =
        solver.minimize(chart, x, stage.effort, stage.tolerance, stage.iterations, summary, control.part(done, next));
    if (!finished) break;
    done = next;
    base = knots.coefficients(x);
    const BinnedSolver::Judgement judged = solver.judge(base, control.quiet());
    const bool idle = tree.endAfter(judged.error, best.judged.error);
    best.offer(base, {}, judged);
    if (idle && descent.again == Descent::Again::WhileItPays) break;
  }
}

}  // namespace

Solution optimizeBinnedToeplitz(const BinnedProblem& given, Index bands, std::span<const double> start,
                                const RunControl& control) {
  BinnedProblem problem = given;
  const Index bins = checkedBins(problem);
  checkInteger("bands", bands, 1, problem.iterations, Core::tr("the iterations"));
  problem.equivalent = nestedStandsFor(problem, bins, bands, control);
  BinnedSolver solver(problem);
  checkAllFinite("start", start);
  if (!start.empty()) checkPositive("start[0]", start[0]);

  control.report(0, Core::tr("unamplified starts"));
  BinnedSolver::Best best = solver.fallback();
  best.coefficients = bestUnamplified(problem, bands, solver, control.quiet());
  if (!start.empty()) {
    std::vector<double> candidate = admissible(start, bands);
    const double known = solver.cautiousError(best.coefficients, control.quiet());
    if (solver.cautiousError(candidate, control.quiet()) < known) best.coefficients = std::move(candidate);
  }
  best.judged = solver.judge(best.coefficients, control.quiet());
  if (problem.equivalent) {
    // Noise that amplification hides need not be cancelled: square roots of shorter memory, too.
    const std::vector<double> root = squareRootCoefficients(Workload::prefix(), bands);
    for (Index memory = 1; memory < 8 * problem.iterations && !control.stopRequested(); memory *= 2) {
      std::vector<double> faded = root;
      for (std::size_t l = 0; l < faded.size(); ++l)
        faded[l] *= std::exp(-static_cast<double>(l) / static_cast<double>(memory));
      best.offer(faded, {}, solver.judge(faded, control.quiet()));
    }
  }

  OptimizerSummary summary;
  const std::vector<Stage> ofTree(TreeStages::kMost, kTreeStage);
  const std::span<const Stage> stages = problem.equivalent ? std::span(ofTree) : std::span(kStages);
  const Descent::Again again = problem.equivalent ? Descent::Again::WhileItPays : Descent::Again::InTheLast;
  descend(solver, {.stages = stages, .mostKnots = bands, .again = again, .from = 0.2},
          continued(best.coefficients, bands), best, summary, control);
  return solver.optimum(ToeplitzStrategy(problem.iterations, best.coefficients), best, std::move(summary), control);
}

Solution optimizePatternToeplitz(const BinnedProblem& given, std::span<const double> start, const RunControl& control) {
  const auto all = std::ssize(start);
  checkAllFinite("start", start);
  checkPositive("start[0]", start[0]);
  // Where draws join steps the last coefficients stay 0.
  const Index bands = all - joinedTail(given.iterations, *given.law);
  // Under amplification, coefficients that fall off faster are often better than the unamplified optimum.
  const std::vector<double> root = squareRootCoefficients(Workload::prefix(), bands);
  BinnedProblem problem = given;
  EquivalentNoise equivalent({*problem.law, problem.iterations, problem.epsilon, problem.delta});
  const bool sized = problem.iterations <= std::min(kMostDrawnNumbers / bands, Scenario::kMostAmplified);
  problem.equivalent = equivalent.isEquivalentAt(root, control);
  // Where its noise is some percent off, its optima are as good as those by draws under b-min-sep: draws judge them
  // later. Under random groups they lose up to 3 %.
  if (!problem.equivalent && std::holds_alternative<SpacedSampling>(*problem.law))
    problem.equivalent = equivalent.draw(root, 0, control);
  const auto whole = [all](std::vector<double> c) {
    c.resize(all, 0.0);
    return c;
  };
  if (!problem.equivalent && !sized) {
    Solution kept{ToeplitzStrategy(problem.iterations, whole(root)), {}, whole(root)};
    kept.summary.message = endings::kSquareRootForSteps;
    return kept;
  }
  BinnedSolver solver(problem);
  checkInteger("bands", all, 1, solver.bins(), Core::tr("the steps that participations are apart"));
  BinnedSolver::Best best = solver.fallback();
  best.coefficients = continued(admissible(start, bands), bands);
  OptimizerSummary summary;
  best.judged = solver.judge(best.coefficients, control.quiet());
  best.offer(root, {}, solver.judge(root, control.quiet()));
  const std::vector<double> first = best.coefficients;
  if (bands > 1 && problem.equivalent) {
    // The error of more steps alone takes tenths of a second.
    const std::span<const Stage> stages(kFreeStages,
                                        problem.iterations > kQuickErrorSteps ? 1 : std::size(kFreeStages));
    descend(solver, {.stages = stages, .mostKnots = bands, .again = Descent::Again::InTheLast}, first, best, summary,
            control);
  } else if (bands > 1) {
    descend(solver, {.stages = kPatternStages, .mostKnots = bands + 1}, first, best, summary, control);
  }
  if (best.coefficients != first && problem.equivalent &&
      ParticipationMixture::isDrawn(partsOf(problem.iterations, *problem.law), problem.epsilon)) {
    const std::vector<double> held = certifiable(equivalent, best.coefficients, root, control.quiet());
    if (held != best.coefficients) {
      summary.message = endings::kHeldBack;
      best.coefficients = held;
      best.judged = solver.judge(held, control.quiet());
    }
  }
  if (bands > 1 && best.coefficients == first)
    summary.message = first == root ? endings::kSquareRootKept : endings::kUnamplifiedKept;
  best.coefficients = whole(std::move(best.coefficients));
  return solver.optimum(ToeplitzStrategy(problem.iterations, best.coefficients), best, std::move(summary), control);
}

}  // namespace noiseloom
