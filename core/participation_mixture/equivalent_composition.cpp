#include "core/participation_mixture/equivalent_composition.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/calibration/sigma_trail.h"
#include "core/linalg/secant_search.h"
#include "core/participation_mixture/fallback.h"
#include "core/participation_mixture/period_lattice.h"
#include "core/participation_mixture/sampling/joint_patterns.h"

namespace noiseloom {
namespace {

constexpr Index kLatticePeriod = 16;
// Of stddev over a column's norm: beyond it rounding shows in the third moment, while the rate hardly moves any more.
constexpr double kMostRateSigma = 4;
constexpr double kSigmaTolerance = 1e-5;
constexpr double kRoughly = 0.05;  // of log M_2
constexpr double kWhole = 1e-9;
// Steps from which two neighbours tell enough of what is between whole numbers.
constexpr double kManySteps = 16;
// Rates below these shares of that at which periods are joined tell of meetings at one and the same step, or in one
// group, which are a law of their own; measured (math: section 10.8).
constexpr double kLeastSpacedRatio = 1.03;
constexpr double kLeastGroupRatio = 0.9;
constexpr double kLeastGroupParticipations = 3;

// Columns that are alike, with these exponents at that precision.
MixtureColumns alikeColumns(std::span<const double> exponents, Index steps, double precision) {
  MixtureColumns columns;
  columns.steps = steps;
  columns.bands = std::ssize(exponents);
  const Index width = 2 * columns.bands - 1;
  columns.products.assign(static_cast<std::size_t>(steps * width), 0.0);
  for (Index i = 0; i < steps; ++i) {
    for (Index d = -std::min(i, columns.bands - 1); d < std::min(columns.bands, steps - i); ++d) {
      columns.products[static_cast<std::size_t>(i * width + columns.bands - 1 + d)] =
          exponents[static_cast<std::size_t>(std::abs(d))] / precision;
    }
    columns.repeats.push_back(i >= columns.bands && i <= steps - columns.bands);
  }
  return columns;
}

// Of taking part once within a period.
double rateOf(const ParticipationMixture::Law& law) {
  return std::min(1.0, rateOfStep(law) * static_cast<double>(periodOf(law)));
}

}  // namespace

double EquivalentComposition::logSecondMoment(double sigma) const {
  return steps * std::log1p(rate * rate * std::expm1(1 / (sigma * sigma)));
}

std::optional<double> matchedRate(double logSecond, double logThird, double steps) {
  // With E (Y - 1)^2 = A and E (Y - 1)^3 = 3 A^2 + A^3 of a lognormal Y of mean 1, x = q A has x^3 + 3 a x = d.
  const double a = std::expm1(logSecond / steps);
  const double d = std::expm1(logThird / steps) - 3 * a;
  if (!(a > 0) || !(d > 0) || !std::isfinite(d)) return std::nullopt;
  const double x = 2 * std::sqrt(a) * std::sinh(std::asinh(d / (2 * a * std::sqrt(a))) / 3);
  return std::min(a / x, 1.0);
}

std::optional<double> composedNoiseMultiplier(const EquivalentComposition& composition, double epsilon, double delta,
                                              SigmaTrail& trail) {
  const auto& [q, steps] = composition;
  const double below = std::floor(steps + kWhole);
  const bool whole = steps - below < kWhole;
  if (q == 1) return PoissonSteps(1, 1).approximateNoiseMultiplier(epsilon, delta) * std::sqrt(steps);
  const double sampled = -std::expm1(below * std::log1p(-q));
  if (!(delta >= kLeastSubsampledDelta && delta < 0.5 * sampled)) return std::nullopt;
  // Lagrange's polynomial of log sigma in log T.
  const int points = whole ? 1 : below < kManySteps ? 3 : 2;
  double sum = 0;
  for (int i = 0; i < points; ++i) {
    double weight = 1;
    for (int j = 0; j < points; ++j) {
      if (j != i) weight *= std::log(steps / (below + j)) / std::log((below + i) / (below + j));
    }
    const PoissonSteps poisson(q, static_cast<Index>(below) + i);
    sum += weight * std::log(nextNoiseMultiplier(poisson, epsilon, delta, trail, kSigmaTolerance));
  }
  return std::exp(sum);
}

std::optional<EquivalentComposition> equivalentOf(std::span<const double> products, Index steps,
                                                  const ParticipationMixture::Law& law, double stddev) {
  const PeriodLattice lattice(law, kLatticePeriod);
  const double sigma = std::min(stddev, kMostRateSigma * std::sqrt(products[0]));
  const double precision = 1 / (sigma * sigma);
  std::vector<double> exponents(products.begin(), products.end());
  for (double& exponent : exponents) exponent *= precision;
  const auto count = static_cast<Index>(std::llround(static_cast<double>(steps) / lattice.stride()));
  const MixtureColumns columns =
      alikeColumns(lattice.exponents(exponents), std::max(count, lattice.period()), precision);
  const auto rules = std::visit([&](const auto& own) { return makeLaw(own, columns.steps); }, lattice.law());
  const double logThird = JointPatterns(columns, rules->rhythm(), 3, 1, sigma, false).logMoment();
  const auto rate = matchedRate(rules->logPairMoment(columns, precision), logThird,
                                static_cast<double>(columns.steps) / static_cast<double>(lattice.period()));
  if (!rate) return std::nullopt;
  return EquivalentComposition{*rate, static_cast<double>(steps) / static_cast<double>(periodOf(law))};
}

bool isEquivalent(const EquivalentComposition& composition, const ParticipationMixture::Law& law) {
  const double joined = rateOf(law);
  if (periodOf(law) == 1) return true;  // they are the same
  if (std::holds_alternative<RandomGroups>(law))
    return composition.rate >= kLeastGroupRatio * joined && joined * composition.steps >= kLeastGroupParticipations;
  return composition.rate >= kLeastSpacedRatio * joined;
}

std::optional<double> whereSecondMomentIs(double target, const LogMoment& logMoment, double start, double norm,
                                          double tolerance, const RunControl& control) {
  SecantOptions search;
  search.start = start;
  search.leastX = std::log(norm) - 8;
  search.mostX = std::log(norm) + 14;
  search.slope = -2.2;  // of log log M_2, typically
  search.mostStep = 0.7;
  search.tolerance = tolerance;
  search.mostEvaluations = 30;
  const SecantResult found = searchDecreasing(
      [&](double at) -> std::optional<double> {
        if (control.stopRequested()) return std::nullopt;
        return std::log(logMoment(at) / target);
      },
      search);
  if (found.stopped || !std::isfinite(found.x)) return std::nullopt;
  // What is left along the slope costs nothing.
  return found.x - found.value / found.slope;
}

std::optional<EquivalentRoot> equivalentRoot(const EquivalentProblem& problem, std::span<const double> products,
                                             const LogMoment& logMoment, SigmaTrail& trail, const RunControl& control) {
  const double norm = std::sqrt(products[0]);
  EquivalentRoot root;
  root.composition = {rateOf(problem.law),
                      static_cast<double>(problem.steps) / static_cast<double>(periodOf(problem.law))};
  // First where the second moment alone leads, then with the third one there.
  for (const bool matched : {false, true}) {
    if (matched) {
      const auto composition = equivalentOf(products, problem.steps, problem.law, std::exp(root.logSigma));
      if (!composition) return std::nullopt;
      root.composition = *composition;
    }
    const auto multiplier = composedNoiseMultiplier(root.composition, problem.epsilon, problem.delta, trail);
    if (!multiplier) return std::nullopt;
    root.logSecond = root.composition.logSecondMoment(*multiplier);
    const auto found =
        whereSecondMomentIs(root.logSecond, logMoment, matched ? root.logSigma : std::log(*multiplier * norm), norm,
                            matched ? 2 * kSigmaTolerance : kRoughly, control);
    if (!found) return std::nullopt;
    root.logSigma = *found;
  }
  return root;
}

std::optional<double> equivalentNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                                      const RunControl& control) {
  const MixtureColumns& columns = mixture.columns();
  if (columns.empty()) return std::nullopt;
  const auto law = lawOf(mixture);
  std::vector<double> products;
  for (Index d = 0; d < columns.bands; ++d) products.push_back(columns.product((columns.steps - columns.bands) / 2, d));
  SigmaTrail trail;
  const auto root = equivalentRoot(
      {mixture.law(), columns.steps, epsilon, delta}, products,
      [&](double logSigma) { return law->logPairMoment(columns, std::exp(-2 * logSigma)); }, trail, control);
  if (!root || !isEquivalent(root->composition, mixture.law())) return std::nullopt;
  return std::exp(root->logSigma);
}

}  // namespace noiseloom
