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
#include "core/design/band_search.h"
#include "core/linalg/parallel.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

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
      Solution optimum = optimizeBandedToeplitz(m_problem.workload, m_problem.iterations, bands, m_problem.objective,
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

// The search of one cell.
class CellSearch {
 public:
  CellSearch(const BestBandsProblem& problem, Strategies& strategies, double epsilon, Index epochs,
             const RunControl& control)
      : m_strategies(strategies), m_control(control) {
    m_scenario.iterations = problem.iterations;
    m_scenario.epochs = epochs;
    m_scenario.epsilon = epsilon;
    m_scenario.delta = problem.delta;
    m_scenario.workload = problem.workload;
    m_scenario.batching = problem.batching;
  }

  BestBandsCell run() {
    BestBandsCell cell;
    cell.bands = bestBands(
        m_scenario, [this](Index bands) { return errorWith(bands); }, m_control);
    if (m_control.stopRequested()) return cell;
    cell.error = errorWith(cell.bands);
    cell.known = std::isfinite(cell.error);
    cell.toDpSgd = cell.error / errorWith(1);
    const double unamplified = gaussianNoiseMultiplier(m_scenario.epsilon, m_scenario.delta) *
                               std::sqrt(static_cast<double>(m_scenario.epochs)) *
                               m_strategies.with(mostSearchedBands(m_scenario), m_control).error;
    cell.toUnamplified = cell.error / unamplified;
    cell.known = cell.known && !m_control.stopRequested();
    return cell;
  }

 private:
  double errorWith(Index bands) {
    const auto [known, isNew] = m_errors.try_emplace(bands, std::numeric_limits<double>::infinity());
    if (!isNew) return known->second;
    const Strategies::Solved& solved = m_strategies.with(bands, m_control);
    if (!std::isfinite(solved.error)) return solved.error;
    const auto accounting = accountingOf(m_scenario, *solved.strategy, {.value = 1}, m_control);
    return known->second = solved.error * accounting->approximate(m_control);
  }

  Strategies& m_strategies;
  RunControl m_control;
  Scenario m_scenario;
  std::map<Index, double> m_errors;
};

void check(const BestBandsProblem& problem, std::span<const double> epsilons, std::span<const Index> epochs) {
  checkInteger("iterations", problem.iterations, 1, kNoLimit);
  checkOpenInterval("delta", problem.delta, 0, 1);
  const Index fixed = problem.workload.fixedIterations();
  if (fixed != 0) checkInteger("iterations", problem.iterations, fixed, fixed, Core::tr("those of the workload"));
  for (std::size_t i = 0; i < epsilons.size(); ++i) checkPositive("epsilon[" + std::to_string(i) + "]", epsilons[i]);
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    checkInteger("epochs[" + std::to_string(i) + "]", epochs[i], 1, problem.iterations, Core::tr("the iterations"));
    checkInteger("bins", (problem.iterations + epochs[i] - 1) / epochs[i], 1, problem.batching->mostStepsPerEpoch,
                 Core::tr("ceil(n / k)"));
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
      BestBandsCell cell = CellSearch(problem, strategies, epsilon, k, {control.stop, {}}).run();
      cell.epsilonAt = column;
      cell.epochsAt = row;
      const std::lock_guard lock(reporting);
      cellAt(row, column) = cell;
      if (!cell.known) return;
      if (onCell) onCell(cell);
      control.report(static_cast<double>(++done) / static_cast<double>(cells.size()),
                     Core::tr("finding the best bands"));
    });
  }
  return cells;
}

}  // namespace noiseloom
