#include "core/design/best_bands_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "core/accounting/analytic_gaussian.h"
#include "core/base/check.h"
#include "core/linalg/parallel.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

constexpr double kStepsPerDoubling = 4;
// Balls-in-bins likes about so many times more bands than cyclic Poisson sampling.
constexpr double kMoreBands = 8;
constexpr Index kCoarsest = 4;  // cells from one to the next in the first pass

// The strategies, each solved when first asked for and then shared by all cells: from a cold start, so that they do not
// depend on who asks first.
class Strategies {
 public:
  explicit Strategies(const BestBandsProblem& problem) : m_problem(problem) {}

  struct Solved {
    std::once_flag once;
    std::optional<Strategy> strategy;
    double error = std::numeric_limits<double>::infinity();  // at column norm 1 and sigma 1
  };

  const Solved& with(Index bands, const RunControl& control) {
    Solved* solved = nullptr;
    {
      const std::lock_guard lock(m_guard);
      std::unique_ptr<Solved>& entry = m_solved[bands];
      if (!entry) entry = std::make_unique<Solved>();
      solved = entry.get();
    }
    std::call_once(solved->once, [&] {
      ToeplitzOptimum optimum =
          optimizeBandedToeplitz(m_problem.workload, m_problem.iterations, bands, m_problem.objective,
                                 ColumnScaling::None, {}, {control.stop, {}});
      solved->strategy =
          ToeplitzStrategy(m_problem.iterations, std::move(optimum.coefficients), ColumnScaling::Normalized);
      const ErrorSummary error = errorOf(*solved->strategy, m_problem.workload, {control.stop, {}});
      if (error.valid) solved->error = std::sqrt(error.of(m_problem.objective));
    });
    return *solved;
  }

 private:
  BestBandsProblem m_problem;
  std::mutex m_guard;
  std::map<Index, std::unique_ptr<Solved>> m_solved;
};

// Powers of 2^(1/4), each lowered to the fewest bands with as many compositions ceil(n / bands): more would cost
// amplification and gain next to nothing.
std::vector<Index> ladderTo(Index most, Index iterations) {
  std::vector<Index> ladder;
  for (double step = 0;; ++step) {
    const auto bands = static_cast<Index>(std::lround(std::exp2(step / kStepsPerDoubling)));
    if (bands >= most) break;
    const Index compositions = (iterations + bands - 1) / bands;
    const Index fewest = (iterations + compositions - 1) / compositions;
    if (ladder.empty() || fewest > ladder.back()) ladder.push_back(fewest);
  }
  if (ladder.empty() || most > ladder.back()) ladder.push_back(most);
  return ladder;
}

// The search of one cell.
class CellSearch {
 public:
  CellSearch(const BestBandsProblem& problem, Strategies& strategies, double epsilon, Index epochs,
             const RunControl& control)
      : m_problem(problem),
        m_strategies(strategies),
        m_epsilon(epsilon),
        m_epochs(epochs),
        m_control(control),
        m_ladder(ladderTo(problem.iterations / epochs, problem.iterations)),
        m_errors(m_ladder.size(), -1) {}

  BestBandsCell run(double guess) {
    std::size_t at = 0;
    while (at + 1 < m_ladder.size() && static_cast<double>(m_ladder[at + 1]) <= guess) ++at;
    // Steps of a doubling first. Under balls-in-bins the noise is known to a percent, which halves of them do not move.
    const std::size_t finest = m_problem.batching->ofStrategy ? 2 : 1;
    for (auto stride = static_cast<std::size_t>(kStepsPerDoubling); stride >= finest; stride /= 2)
      at = descend(at, stride);
    // No amplification at all is an end of its own: all of n / k bands.
    if (errorAt(m_ladder.size() - 1) < errorAt(at)) at = m_ladder.size() - 1;
    BestBandsCell cell;
    cell.known = !m_control.stopRequested() && std::isfinite(errorAt(at));
    cell.bands = m_ladder[at];
    cell.error = errorAt(at);
    cell.toDpSgd = cell.error / errorAt(0);
    const double unamplified = gaussianNoiseMultiplier(m_epsilon, m_problem.delta) *
                               std::sqrt(static_cast<double>(m_epochs)) *
                               m_strategies.with(m_ladder.back(), m_control).error;
    cell.toUnamplified = cell.error / unamplified;
    return cell;
  }

 private:
  std::size_t descend(std::size_t at, std::size_t stride) {
    while (!m_control.stopRequested()) {
      const std::size_t below = at >= stride ? at - stride : 0;
      const std::size_t above = std::min(at + stride, m_ladder.size() - 1);
      const std::size_t better = errorAt(above) < errorAt(below) ? above : below;
      if (!(errorAt(better) < errorAt(at))) break;
      at = better;
    }
    return at;
  }

  double errorAt(std::size_t at) {
    double& error = m_errors[at];
    if (error < 0)
      error = m_control.stopRequested() ? std::numeric_limits<double>::infinity() : errorWith(m_ladder[at]);
    return error;
  }

  double errorWith(Index bands) const {
    const Strategies::Solved& solved = m_strategies.with(bands, m_control);
    if (!std::isfinite(solved.error)) return solved.error;
    Scenario scenario;
    scenario.iterations = m_problem.iterations;
    scenario.epochs = m_epochs;
    scenario.epsilon = m_epsilon;
    scenario.delta = m_problem.delta;
    scenario.batching = m_problem.batching;
    return solved.error * accountingOf(scenario, *solved.strategy, {.value = 1}, m_control)->approximate(m_control);
  }

  const BestBandsProblem& m_problem;
  Strategies& m_strategies;
  double m_epsilon;
  Index m_epochs;
  RunControl m_control;
  std::vector<Index> m_ladder;
  std::vector<double> m_errors;  // -1: not known yet
};

void check(const BestBandsProblem& problem, std::span<const double> epsilons, std::span<const Index> epochs) {
  checkInteger("iterations", problem.iterations, 1, kNoLimit);
  checkOpenInterval("delta", problem.delta, 0, 1);
  const Index fixed = problem.workload.fixedIterations();
  if (fixed != 0) checkInteger("iterations", problem.iterations, fixed, fixed, "those of the workload");
  for (std::size_t i = 0; i < epsilons.size(); ++i) checkPositive("epsilon[" + std::to_string(i) + "]", epsilons[i]);
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    checkInteger("epochs[" + std::to_string(i) + "]", epochs[i], 1, problem.iterations, "the iterations");
    checkInteger("bins", (problem.iterations + epochs[i] - 1) / epochs[i], 1, problem.batching->mostStepsPerEpoch,
                 "ceil(n / k)");
  }
}

}  // namespace

std::vector<BestBandsCell> bestBandsMap(const BestBandsProblem& problem, std::span<const double> epsilons,
                                        std::span<const Index> epochs, const RunControl& control,
                                        const std::function<void(const BestBandsCell&)>& onCell) {
  check(problem, epsilons, epochs);
  const auto columns = static_cast<Index>(epsilons.size());
  const auto rows = static_cast<Index>(epochs.size());
  std::vector<BestBandsCell> cells(static_cast<std::size_t>(columns * rows));
  const auto cellAt = [&](Index row, Index column) -> BestBandsCell& {
    return cells[static_cast<std::size_t>(row * columns + column)];
  };
  Strategies strategies(problem);
  std::mutex reporting;
  Index done = 0;
  for (Index stride = kCoarsest; stride > 0 && !control.stopRequested(); stride /= 2) {
    std::vector<std::pair<Index, Index>> pass;
    for (Index row = 0; row < rows; row += stride) {
      for (Index column = 0; column < columns; column += stride) {
        if (!cellAt(row, column).known) pass.emplace_back(row, column);
      }
    }
    parallelFor(static_cast<Index>(pass.size()), control, [&](Index i) {
      const auto [row, column] = pass[static_cast<std::size_t>(i)];
      const double epsilon = epsilons[static_cast<std::size_t>(column)];
      const Index k = epochs[static_cast<std::size_t>(row)];
      // The same multiple of eps / k as at the coarser cell above and to the left of this one.
      const Index coarse = 2 * stride;
      const BestBandsCell& known = cellAt(row / coarse * coarse, column / coarse * coarse);
      double guess = (problem.batching->ofStrategy ? kMoreBands : 1) * epsilon *
                     std::sqrt(static_cast<double>(problem.iterations)) / static_cast<double>(k);
      if (stride < kCoarsest && known.known) {
        guess = static_cast<double>(known.bands) * epsilon / epsilons[static_cast<std::size_t>(known.epsilonAt)] *
                static_cast<double>(epochs[static_cast<std::size_t>(known.epochsAt)]) / static_cast<double>(k);
      }
      BestBandsCell cell = CellSearch(problem, strategies, epsilon, k, {control.stop, {}}).run(guess);
      cell.epsilonAt = column;
      cell.epochsAt = row;
      const std::lock_guard lock(reporting);
      cellAt(row, column) = cell;
      if (!cell.known) return;
      if (onCell) onCell(cell);
      control.report(static_cast<double>(++done) / static_cast<double>(cells.size()), "finding the best bands");
    });
  }
  return cells;
}

}  // namespace noiseloom
