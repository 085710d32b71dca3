#include "core/mechanism/square_root.h"

#include "core/base/check.h"
#include "core/mechanism/list.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

std::vector<double> workloadPowerCoefficients(const Workload& workload, double exponent, Index count) {
  checkFinite("exponent", exponent);
  checkInteger("count", count, 1, kNoLimit);
  const double alpha = workload.alpha();
  const double beta = workload.beta();
  std::vector<double> f(count);
  f[0] = 1;
  // With q = f (1 - alpha x) / (1 - beta x): (1 - alpha x) f' = exponent (alpha f + beta q), coefficient by
  // coefficient, and (1 - beta x) q = (1 - alpha x) f. Treated separately, the two poles lose no digits to each other.
  double q = 1;
  for (std::size_t j = 1; j < f.size(); ++j) {
    const double order = static_cast<double>(j);
    const double slow = alpha * f[j - 1];
    const double fast = exponent * beta * q;
    f[j] = ((order - 1 + exponent) * slow + fast) / order;
    q = beta * q + ((exponent - 1) * slow + fast) / order;
  }
  return f;
}

std::vector<double> squareRootCoefficients(const Workload& workload, Index count) {
  return workloadPowerCoefficients(workload, 0.5, count);
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
