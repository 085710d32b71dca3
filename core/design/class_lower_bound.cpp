#include "core/design/class_lower_bound.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/check.h"
#include "core/design/toeplitz_factors.h"
#include "core/error/lower_bound.h"
#include "core/error/nuclear_norm.h"
#include "core/linalg/power_series.h"
#include "core/optimize/lbfgs.h"

namespace noiseloom {
namespace {

using Series = std::vector<double>;

constexpr double kWorkingNorm = 10;       // where the optimiser's first step is a tenth
constexpr double kBoundRounding = 1e-8;   // of a bound: above the error of factors and nuclear norms
constexpr Index kMostWeighted = 1 << 16;  // iterations for which weights are tried

double normOf(const Series& a) {
  return std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0));
}

// The series whose square generates A.
Series rootOfWorkload(const Workload& workload, Index n) {
  const auto binomial = [n](double rate) {
    Series c{1};
    for (Index i = 1; i < n; ++i)
      c.push_back(c.back() * rate * (static_cast<double>(i) - 0.5) / static_cast<double>(i));
    return c;
  };
  Series root = seriesProduct(binomial(workload.alpha()), binomial(workload.beta()), n);
  if (workload.averaging() == 0) return root;
  root = seriesProduct(root, binomial(workload.averaging()), n);
  for (double& value : root) value *= std::sqrt(1 - workload.averaging());
  return root;
}

}  // namespace

double toeplitzClassLowerBound(const Workload& workload, Index iterations, Index bands,
                               const Participation& participation, ErrorObjective objective,
                               const RunControl& control) {
  checkBoundArguments(workload, iterations, participation);
  checkInteger("bands", bands, 1, iterations);
  const bool ofMean = objective == ErrorObjective::Mean;
  const bool known = ofMean || objective == ErrorObjective::Max || objective == ErrorObjective::Last;
  if (!workload.isToeplitz() || !workload.spectrum().empty() || !known || iterations > kMostToeplitzBound) return 0;
  const Index n = iterations;
  const Index hits = mostHits(participation, n);
  const Index s = hits > 1 ? participation.separation : n;
  // Hits on the comb 0, s, ..: C u is the series c times that of the comb. If the columns that are hit share no row,
  // its norm is sqrt(whole) ||c||, `whole` counting those that end before the last step; otherwise it is the factor
  // itself, with so many more coefficients.
  const bool apart = hits == 1 || bands <= s;
  Index whole = 1;
  while (apart && whole < hits && whole * s + bands <= n) ++whole;
  const Index length = apart ? bands : std::min(n, bands + (hits - 1) * s);
  Series comb(static_cast<std::size_t>(n), 0.0);
  for (Index hit = 0; hit < (apart ? 1 : hits); ++hit) comb[hit * s] = 1;
  Series product(comb), weights;
  workload.multiply(product, product);
  for (Index j = 0; j < n; ++j) weights.push_back(ofMean ? static_cast<double>(n - j) / static_cast<double>(n) : 1.0);

  Series c = rootOfWorkload(workload, n);
  if (!apart) c = seriesProduct(c, comb, n);
  c.resize(length);
  const double norm = normOf(c);
  for (double& value : c) value *= kWorkingNorm / norm;
  ToeplitzFactors factors(std::move(product), std::move(weights), length);
  LbfgsOptions options;
  options.maxIterations = 400;
  Series gradient(c.size());
  const auto loss = [&](std::span<const double> x, std::span<double> out) {
    const double value = factors(x, out);
    std::copy(out.begin(), out.end(), gradient.begin());
    return value;
  };
  // The loss does not change when c is scaled.
  options.relativeGradient = [&] { return kWorkingNorm * normOf(gradient); };
  minimizeLbfgs(loss, c, options, control);
  if (control.stopRequested()) return 0;
  factors(c, gradient);
  return std::sqrt(static_cast<double>(whole)) * factors.bound(control);
}

double equalNormLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                           const RunControl& control) {
  double best = meanErrorLowerBound(workload, iterations, participation, control);
  if (!workload.spectrum().empty()) return best;
  const auto n = static_cast<double>(iterations);
  const auto hits = static_cast<double>(mostHits(participation, iterations));
  best = std::max(best, std::sqrt(hits) * nuclearNorm(workload, iterations, control) / n);
  // A W^(1/2) is a workload with rates if there is no momentum.
  if (!workload.isToeplitz() || workload.beta() > 0 || iterations > kMostWeighted) return best;
  for (const double power : {0.2, 0.35, 0.45, 0.6}) {
    std::vector<double> rates;
    double sum = 0;
    for (Index i = 0; i < iterations; ++i) {
      const double weight = std::pow(static_cast<double>(iterations - i) / n, power);
      rates.push_back(std::sqrt(weight));
      sum += weight;
    }
    if (control.stopRequested() || workload.alpha() == 0) break;
    Workload weighted = Workload::learningRates(std::move(rates), 0, workload.alpha());
    if (workload.averaging() != 0) weighted = weighted.withAveraging(workload.averaging());
    best = std::max(best, std::sqrt(hits / (n * sum)) * nuclearNorm(weighted, iterations, control));
  }
  return best * (1 - kBoundRounding);
}

}  // namespace noiseloom
