#include "core/mechanism/reciprocal_toeplitz.h"

#include <cmath>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/error/toeplitz_loss.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/seconds.h"
#include "core/optimize/endings.h"
#include "core/optimize/line_minimum.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {
namespace {

constexpr double kStartConstant = 0.3;
// A large constant brings roots so close to the unit circle that the closed form fails, while the recurrence, with O(n)
// memory, still works.
constexpr Index kMostRecurrence = Index{1} << 20;

std::vector<double> coefficientsAt(double constant, Index bands) {
  std::vector<double> theta(bands);
  double squares = 0;
  for (std::size_t i = 0; i < theta.size(); ++i) {
    theta[i] = 1 / static_cast<double>(i + 1) + constant;
    squares += theta[i] * theta[i];
  }
  for (double& value : theta) value /= std::sqrt(squares);
  return theta;
}

}  // namespace

Solution optimizeReciprocalToeplitz(const ErrorProblem& problem, Index bands, const RunControl& control) {
  checkInteger("iterations", problem.iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, problem.iterations, Core::tr("the iterations"));
  std::vector<double> gradient(bands);
  const auto loss = [&](const std::vector<double>& theta) {
    if (problem.workload.isToeplitz()) {
      const double closed =
          toeplitzLoss(theta, problem.workload, problem.iterations, problem.objective, gradient, control);
      if (std::isfinite(closed) || problem.iterations > kMostRecurrence) return closed;
      return toeplitzLossByRecurrence(theta, problem.workload, problem.iterations, problem.objective, gradient,
                                      control);
    }
    const ErrorSummary error = errorOf(ToeplitzStrategy(problem.iterations, theta), problem.workload, control);
    return error.valid ? error.variance[problem.objective] : std::numeric_limits<double>::infinity();
  };
  // x = log(c + 1/b), over which theta stays positive. Smaller constants have roots farther from the unit circle.
  const double reciprocal = 1 / static_cast<double>(bands);
  const auto constantAt = [&](double x) { return bands == 1 ? 0 : std::exp(x) - reciprocal; };
  LineOptions options;
  options.start = std::log(kStartConstant + reciprocal);
  // At its flat minimum the error then no longer changes in double precision; of many steps, by 1e-8.
  options.tolerance = problem.iterations > kQuickErrorSteps ? 1e-4 : 1e-7;
  options.variable = endings::kConstant;
  if (bands == 1) options.least = options.most = options.start;
  LineMinimum found = minimizeAlongLine([&](double x) { return std::sqrt(loss(coefficientsAt(constantAt(x), bands))); },
                                        options, control);
  if (!found.found() && !control.stopRequested())
    throw InvalidArgument("workload", {Core::tr("error %1"), std::numeric_limits<double>::infinity()},
                          Core::tr("a workload whose error is finite"));
  std::vector<double> theta = coefficientsAt(constantAt(found.x), bands);
  return {ToeplitzStrategy(problem.iterations, theta), std::move(found.summary), std::move(theta)};
}

namespace {

constexpr MechanismSource kSources[]{{"scaling-bandmf", Core::tr("appendix J")}};
constexpr MechanismSetting kSettings[]{{Field::Bands}};

Solution solve(const Scenario& scenario, Index bands, std::span<const double>, const RunControl& control) {
  return optimizeReciprocalToeplitz(errorProblem(scenario), bands, control);
}

}  // namespace

constinit const Mechanism mechanisms::reciprocalToeplitz{
    .id = "reciprocal-toeplitz",
    .name = Core::tr("Reciprocal Toeplitz"),
    .summary = Core::tr("Coefficients 1 / (i + 1) + c with the best c: nearly optimal"),
    .sources = kSources,
    .color = 10,
    .settings = kSettings,
    .needsSeparation = true,
    .banded = [](const Scenario&) { return true; },
    .bandedWithin = &bandedToeplitz,
    .solve = solve,
    // Its optimiser takes some four times the evaluations, measured at n = 16384 and 10^5.
    .seconds = [](const Scenario& scenario, Index bands) { return 4 * toeplitzSeconds(scenario, bands); },
};

}  // namespace noiseloom
