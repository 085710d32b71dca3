#include "core/mechanism/square_root.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/check.h"
#include "core/error/transient_energy.h"
#include "core/linalg/power_series.h"
#include "core/mechanism/list.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

namespace {

// The power of a series with a_0 > 0, of (a / a_0) (J. C. P. Miller's recurrence).
std::vector<double> seriesPower(std::span<const double> a, double exponent, Index count) {
  std::vector<double> f(count);
  f[0] = 1;
  for (std::size_t j = 1; j < f.size(); ++j) {
    const double order = static_cast<double>(j);
    double sum = 0;
    for (std::size_t i = 1; i <= std::min(j, a.size() - 1); ++i)
      sum += ((exponent + 1) * static_cast<double>(i) - order) * a[i] * f[j - i];
    f[j] = sum / (order * a[0]);
  }
  return f;
}

// (1 - x^step)^exponent.
std::vector<double> binomialSeries(Index step, double exponent, Index count) {
  std::vector<double> f(count, 0.0);
  double value = 1;
  for (Index j = 0; j * step < count; ++j) {
    f[j * step] = value;
    value *= (static_cast<double>(j) - exponent) / static_cast<double>(j + 1);
  }
  return f;
}

}  // namespace

std::vector<double> workloadPowerCoefficients(const Workload& workload, double exponent, Index count) {
  checkFinite("exponent", exponent);
  checkInteger("count", count, 1, kNoLimit);
  if (workload.isMatrix()) return workloadPowerCoefficients(Workload::prefix(), exponent, count);
  if (!workload.given().empty()) return seriesPower(workload.given(), exponent, count);
  if (workload.averagesAll()) return workloadPowerCoefficients(workload.constant(), exponent, count);
  if (workload.window() > 1) {
    const std::vector<double> means =
        seriesProduct(binomialSeries(1, -exponent, count), binomialSeries(workload.window(), exponent, count), count);
    return seriesProduct(means, workloadPowerCoefficients(workload.withWindow(1), exponent, count), count);
  }
  // The largest pole first; the factor 1 - gamma of the averaging, which scales all coefficients, is left out.
  const double alpha = std::max(workload.alpha(), workload.averaging());
  const double gamma = std::min(workload.alpha(), workload.averaging());
  const double beta = workload.beta();
  std::vector<double> f(count);
  f[0] = 1;
  // With q = f (1 - alpha x) / (1 - beta x) and r likewise of gamma: (1 - alpha x) f' = exponent (alpha f + beta q +
  // gamma r), coefficient by coefficient, and (1 - beta x) q = (1 - alpha x) f. Treated separately, the poles lose no
  // digits to each other.
  double q = 1, r = 1;
  for (std::size_t j = 1; j < f.size(); ++j) {
    const double order = static_cast<double>(j);
    const double slow = alpha * f[j - 1];
    const double fast = exponent * (beta * q + gamma * r);
    f[j] = ((order - 1 + exponent) * slow + fast) / order;
    const double decayed = ((exponent - 1) * slow + fast) / order;  // of (1 - alpha x) f
    q = beta * q + decayed;
    r = gamma * r + decayed;
  }
  return f;
}

std::vector<double> squareRootCoefficients(const Workload& workload, Index count) {
  return workloadPowerCoefficients(workload, 0.5, count);
}

std::vector<double> bandedSquareRoot(const Workload& workload, Index bands) {
  constexpr Index kMostTried = 512, kMostTriedOfSeries = 4096;
  const auto tame = [](std::span<const double> root) {
    return std::ranges::all_of(root, [](double value) { return std::isfinite(value); }) && isStable(root, 1);
  };
  if (!workload.isRational() && !workload.isMatrix()) {
    if (bands <= kMostTriedOfSeries) {
      std::vector<double> root = squareRootCoefficients(workload, bands);
      if (tame(root)) return root;
    }
    return bandedSquareRoot(workload.given().empty() ? workload.withWindow(1) : Workload::prefix(), bands);
  }
  std::vector<double> root = squareRootCoefficients(workload, bands);
  if (workload.averaging() == 0 || workload.averagesAll()) return root;
  // Positive coefficients that fall have no zero in the unit disk (Eneström and Kakeya).
  if (std::ranges::is_sorted(root, std::ranges::greater{}) || (bands <= kMostTried && tame(root))) return root;
  return squareRootCoefficients(workload.withAveraging(0), bands);
}

namespace {

constexpr MechanismSource kSources[]{{"constant-matters"}};
// Coefficients that a full Toeplitz strategy stores.
constexpr Index kMostIterations = Index{1} << 20;
constexpr Index kMostOfGiven = Index{1} << 14;

Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl&) {
  return {ToeplitzStrategy(scenario.iterations, squareRootCoefficients(scenario.workload, scenario.iterations))};
}

}  // namespace

constinit const Mechanism mechanisms::squareRoot{
    .id = "square-root",
    .name = Core::tr("Square root"),
    .summary = Core::tr("C is the square root of the workload: closed form, n noise vectors"),
    .sources = kSources,
    .color = 6,
    .problem =
        [](const Scenario& scenario) {
          if (!scenario.workload.given().empty())
            return iterationsProblem(scenario, kMostOfGiven, Core::tr("the square root of given coefficients"));
          return iterationsProblem(scenario, kMostIterations, Core::tr("n coefficients are kept"));
        },
    .solve = solve,
    .noise = [](const Scenario& scenario,
                Index) { return NoiseShape::of(NoiseRoute::Banded, scenario.iterations - 1); },
    .size = [](const Strategy&) { return Text(); },
};

}  // namespace noiseloom
