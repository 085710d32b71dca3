#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/mechanism/amplified/nested.h"
#include "core/mechanism/amplified/solver.h"
#include "core/mechanism/blt.h"
#include "core/mechanism/blt/coordinates.h"

namespace noiseloom {
namespace {

constexpr double kWorthABuffer = 0.002;  // of the error
struct BltStage {
  Index effort;
  double tolerance;
  Index iterations;
};
constexpr BltStage kBltStages[] = {{1, 3e-3, 60}, {4, 1e-3, 40}};

class BltChart {
 public:
  BltChart(Index iterations, Index buffers) : m_point(buffers), m_coefficients(iterations) {}

  std::vector<double> coefficients(std::span<const double> x) {
    if (!m_point.moveTo(x)) return {};
    const std::span<const double> gaps = m_point.gaps();
    m_coefficients.assign(m_coefficients.size(), 0.0);
    m_coefficients[0] = 1;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      double term = m_point.omega()[i];
      for (std::size_t t = 1; t < m_coefficients.size(); ++t, term *= 1 - gaps[i]) m_coefficients[t] += term;
    }
    return m_coefficients;
  }

  void pullBack(std::span<const double> byCoefficient, std::span<double> gradient) const {
    const std::span<const double> gaps = m_point.gaps();
    std::vector<double> byGap(gaps.size(), 0.0), byOmega(gaps.size(), 0.0);
    const std::vector<double> none(gaps.size(), 0.0);
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      // c_t = omega theta^(t-1); the derivative in theta has one power less.
      const double theta = 1 - gaps[i];
      double power = 1, before = 0;
      for (std::size_t t = 1; t < byCoefficient.size(); ++t) {
        byOmega[i] += byCoefficient[t] * power;
        byGap[i] -= byCoefficient[t] * m_point.omega()[i] * static_cast<double>(t - 1) * before;
        before = power;
        power *= theta;
      }
    }
    m_point.pullBack(byGap, none, byOmega, gradient);
  }

 private:
  BltCoordinates m_point;
  std::vector<double> m_coefficients;
};

struct Trial {
  BinnedSolver::Best best;
  OptimizerSummary summary;
};

Trial withBuffers(BinnedSolver& solver, const BinnedProblem& problem, Index buffers, const RunControl& control) {
  BltChart curve(problem.iterations, buffers);
  const BinnedChart chart{
      [&](std::span<const double> x) { return curve.coefficients(x); },
      [&](std::span<const double> byC, std::span<double> gradient) { curve.pullBack(byC, gradient); }};
  // Starts from the unamplified optimum, and from log-odds between a decay of 1/2 and one of a shorter memory: noise
  // that amplification hides need not be cancelled.
  std::vector<double> x;
  double least = BinnedSolver::kInfiniteError;
  const auto consider = [&](std::vector<double> start) {
    const double error = solver.cautiousError(chart.coefficients(start), control.quiet());
    if (x.empty() || error < least) x = std::move(start), least = error;
  };
  consider(bltPointOf(*optimizeBlt({problem.workload, problem.iterations,
                                    Participation::minSeparation(problem.epochs, solver.bins()), problem.objective},
                                   {.buffers = buffers}, control.quiet())
                           .strategy.as<BltStrategy>()));
  for (Index memory = 1; memory < 2 * problem.iterations; memory *= 4) {
    if (control.stopRequested()) break;
    consider(evenBltStart(buffers, 0, std::log(2 * static_cast<double>(memory)) + 1));
  }
  Trial solution{solver.fallback(), {}};
  solution.best.x = x;
  solution.best.coefficients = chart.coefficients(x);
  solution.best.judged = solver.judge(solution.best.coefficients, control.quiet());
  const std::vector<BltStage> ofTree(TreeStages::kMost, {1, TreeStages::kTolerance, TreeStages::kIterations});
  const std::span<const BltStage> stages = problem.equivalent ? std::span(ofTree) : std::span(kBltStages);
  TreeStages tree;
  double done = 0.1;
  for (const BltStage& stage : stages) {
    const double next = done + 0.9 / static_cast<double>(stages.size());
    if (!solver.minimize(chart, x, stage.effort, stage.tolerance, stage.iterations, solution.summary,
                         control.part(done, next)))
      break;
    done = next;
    std::vector<double> coefficients = chart.coefficients(x);
    const BinnedSolver::Judgement judged = solver.judge(coefficients, control.quiet());
    const bool idle = tree.endAfter(judged.error, solution.best.judged.error);
    solution.best.offer(std::move(coefficients), x, judged);
    if (idle && problem.equivalent) break;
  }
  return solution;
}

}  // namespace

Solution optimizeBinnedBlt(const BinnedProblem& given, std::optional<Index> buffers, Index most,
                           const RunControl& control) {
  BinnedProblem problem = given;
  problem.equivalent = nestedStandsFor(problem, checkedBins(problem), problem.iterations, control);
  BinnedSolver solver(problem);
  if (buffers) checkInteger("buffers", *buffers, 1, kMostBltBuffers);
  const Index first = buffers.value_or(1);
  const Index last = buffers.value_or(most);
  const auto part = [&](Index count) {
    const double whole = static_cast<double>(last - first + 1);
    return control.part(static_cast<double>(count - first) / whole, static_cast<double>(count - first + 1) / whole);
  };
  Trial best = withBuffers(solver, problem, first, part(first));
  for (Index count = first + 1; count <= last && !control.stopRequested(); ++count) {
    Trial next = withBuffers(solver, problem, count, part(count));
    if (!(next.best.judged.error < best.best.judged.error * (1 - kWorthABuffer))) break;
    append(best.summary, std::move(next.summary));
    best.best = std::move(next.best);
  }
  return solver.optimum(bltAt(problem.iterations, best.best.x), best.best, std::move(best.summary), control);
}

}  // namespace noiseloom
