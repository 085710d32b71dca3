#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "core/error/error_summary.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/decay_search.h"
#include "core/mechanism/parts/unit_error.h"
#include "core/optimize/endings.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr MechanismSource kSources[]{{"one-step-noise"}};

double lambdaOf(const Strategy& strategy) {
  const auto g = strategy.as<InverseToeplitzStrategy>()->noisingCoefficients();
  return g.size() < 2 ? 0 : -g[1] / g[0];
}

// C[i, j] = lambda^(i-j) / ||column j||: C^-1 = D (I - lambda S) with D the norms of the columns of lambda^(i-j), the
// first of which is the scale of both coefficients.
InverseToeplitzStrategy strategyAt(double lambda, Index n) {
  if (n == 1 || lambda == 0) return {n, {1.0}};
  // (1 - lambda^(2n)) / (1 - lambda^2), which is n for lambda = 1.
  const double logSquare = 2 * std::log(lambda);
  const double norm = std::sqrt(std::expm1(static_cast<double>(n) * logSquare) / std::expm1(logSquare));
  return {n, {norm, -lambda * norm}, ColumnScaling::Normalized};
}

// Limit for the exact sensitivity in the search for lambda: beyond it, that of the columns before they are rescaled is
// used, which needs no sum over pairs of steps and differs in the last columns only.
constexpr Index kMostExactSearch = 512;

double errorAt(double lambda, const Scenario& scenario, const RunControl& control) {
  const Index n = scenario.iterations;
  const InverseToeplitzStrategy strategy = strategyAt(lambda, n);
  if (n <= kMostExactSearch) return unitError(scenario, strategy, control);
  const auto g = strategy.noisingCoefficients();
  const ErrorSummary error = errorOf(strategy, scenario.workload, control);
  if (!error.valid) return std::numeric_limits<double>::infinity();
  const InverseToeplitzStrategy plain(n, {g.begin(), g.end()});
  return sensitivityOf(plain, scenario.participation(), control).value * std::sqrt(error.variance[scenario.objective]);
}

Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl& control) {
  const auto error = [&](double lambda) { return errorAt(lambda, scenario, control.quiet()); };
  LineMinimum found = searchDecay(error, 0.5, scenario.iterations == 1, endings::kPart, control);
  return {strategyAt(found.x, scenario.iterations), std::move(found.summary)};
}

// Forty evaluations, where fifteen are usual, whose series are about fifteen roots of n long at the tried values.
double seconds(const Scenario& scenario, Index) {
  const double n = static_cast<double>(scenario.iterations);
  return 1e-3 + 6e-6 * (std::min(n, 15 * std::sqrt(n)) + (scenario.workload.isToeplitz() ? 0 : n));
}

Text size(const Strategy& strategy) {
  if (!strategy.as<InverseToeplitzStrategy>()) return {};
  char text[16];
  const char* end = std::to_chars(text, std::end(text), lambdaOf(strategy), std::chars_format::general, 6).ptr;
  return {Core::tr("lambda %1"), std::string_view(text, end)};
}

}  // namespace

constinit const Mechanism mechanisms::lambdaCgd{
    .id = "lambda-cgd",
    .name = Core::tr("DP-λCGD"),
    .summary = Core::tr("Each step takes back a part λ of the noise of the step before: no memory at all"),
    .sources = kSources,
    .color = 7,
    .ofParticipation = true,
    .solve = solve,
    .seconds = seconds,
    .noise = [](const Scenario& scenario, Index) { return NoiseShape::redrawing(scenario.iterations > 1 ? 1 : 0); },
    .size = size,
};

}  // namespace noiseloom
