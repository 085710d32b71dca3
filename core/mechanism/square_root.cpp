#include "core/mechanism/square_root.h"

#include <algorithm>
#include <functional>

#include "core/base/check.h"
#include "core/error/transient_energy.h"
#include "core/mechanism/list.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

std::vector<double> workloadPowerCoefficients(const Workload& workload, double exponent, Index count) {
  checkFinite("exponent", exponent);
  checkInteger("count", count, 1, kNoLimit);
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
  constexpr Index kMostTried = 512;
  std::vector<double> root = squareRootCoefficients(workload, bands);
  if (workload.averaging() == 0) return root;
  // Positive coefficients that fall have no zero in the unit disk (Eneström and Kakeya).
  if (std::ranges::is_sorted(root, std::ranges::greater{}) || (bands <= kMostTried && isStable(root, 1))) return root;
  return squareRootCoefficients(workload.withAveraging(0), bands);
}

namespace {

constexpr MechanismSource kSources[]{{"constant-matters"}};
// Coefficients that a full Toeplitz strategy stores.
constexpr Index kMostIterations = Index{1} << 20;

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
          return iterationsProblem(scenario, kMostIterations, Core::tr("n coefficients are kept"));
        },
    .solve = solve,
    .noise = [](const Scenario& scenario,
                Index) { return NoiseShape::of(NoiseRoute::Banded, scenario.iterations - 1); },
    .size = [](const Strategy&) { return Text(); },
};

}  // namespace noiseloom
