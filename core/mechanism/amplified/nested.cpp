#include "core/mechanism/amplified/nested.h"

#include <algorithm>
#include <cmath>

#include "core/balls_in_bins/nested_delta.h"
#include "core/base/infinity.h"
#include "core/linalg/secant_search.h"
#include "core/mechanism/amplified/comb.h"
#include "core/mechanism/square_root.h"

namespace noiseloom {
namespace {

constexpr double kDifference = 0.02;  // of an exponent's share of all
constexpr double kMostOfStart = 0.5;  // unevenness: what is judged too low by some percent is so in all its neighbours
constexpr double kExactly = 1e-12;    // so that differences of errors mean something

/// d log delta / d e_l of each level, times e^-e_l. Empty when stopped.
std::vector<double> levelWeights(const std::vector<double>& exponents, Index bins, double epsilon, double target,
                                 double NestedLogDelta::*of, const RunControl& control) {
  const double here = nestedLogDelta(exponents, bins, epsilon, target).*of;
  std::vector<double> weights(exponents.size(), 0.0);
  double before = 0;  // derivative in the levels below
  for (std::size_t l = 0; l < exponents.size() && exponents[l] > 0; ++l) {
    if (control.stopRequested()) return {};
    // Raised together from the leaves up to this level: so they keep falling from level to level.
    const double change = kDifference * exponents[l];
    std::vector<double> moved = exponents;
    for (std::size_t at = 0; at <= l; ++at) moved[at] += change;
    const double together = (nestedLogDelta(moved, bins, epsilon, target).*of - here) / change;
    weights[l] = std::max(0.0, together - before) * std::exp(-exponents[l]);
    before = together;
  }
  return weights;
}

}  // namespace

NestedStrategyNoise::NestedStrategyNoise(Index iterations, Index bins, double epsilon, double delta,
                                         std::optional<bool> grouped)
    : m_iterations(iterations), m_bins(bins), m_epsilon(epsilon), m_delta(delta), m_grouped(grouped) {}

double NestedStrategyNoise::sumOf(const std::vector<NestedBins::Tree>& trees) const {
  double sum = 0;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    for (std::size_t l = 0; l < trees[t].exponents.size(); ++l)
      sum += m_weights[t][l] * std::expm1(trees[t].exponents[l]);
  }
  return sum;
}

bool NestedStrategyNoise::draw(std::span<const double> coefficients, Index, const RunControl& control) {
  m_weights.clear();
  if (control.stopRequested()) return false;
  const BinnedComb comb(m_iterations, m_bins, coefficients, NestedBins::rowsOf(m_bins));
  const NestedBins bins(m_bins, comb.gram(), m_grouped);
  const auto sigma = nestedNoise(bins, m_epsilon, m_delta, control);
  if (!sigma) return false;
  m_logSigma = std::log(*sigma);
  m_kept = bins.keptShare(*sigma, m_epsilon);
  const std::vector<NestedBins::Tree> trees = bins.trees(*sigma, m_kept);
  const double target = std::log(m_delta);
  const NestedLogDelta all = bins.logDelta(*sigma, m_epsilon, target);
  const auto of = all.removing > all.adding ? &NestedLogDelta::removing : &NestedLogDelta::adding;
  for (const NestedBins::Tree& tree : trees) {
    const double share = tree.share * std::exp(nestedLogDelta(tree.exponents, m_bins, m_epsilon, target).*of - target);
    m_weights.push_back(levelWeights(tree.exponents, m_bins, m_epsilon, target, of, control));
    if (m_weights.back().empty()) {
      m_weights.clear();
      return false;
    }
    for (double& weight : m_weights.back()) weight *= share;
  }
  m_sum = sumOf(trees);
  if (!(m_sum > 0) || !std::isfinite(m_sum)) m_weights.clear();
  return !m_weights.empty();
}

double NestedStrategyNoise::operator()(std::span<const double> coefficients, std::span<double> gradient,
                                       const RunControl& control) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  if (m_weights.empty() || control.stopRequested()) return kInfinity;
  const BinnedComb comb(m_iterations, m_bins, coefficients, NestedBins::rowsOf(m_bins));
  const NestedBins bins(m_bins, comb.gram(), m_weights.size() > 1);
  if (!(bins.norm() > 0) || !std::isfinite(bins.norm())) return kInfinity;
  SecantOptions search;
  search.start = m_logSigma;
  search.slope = -2.2;
  search.leastX = std::log(bins.norm()) - 0.5 * std::log(kMostNestedExponent);
  search.mostStep = 0.3;
  search.tolerance = kExactly;
  const SecantResult found = searchDecreasing(
      [&](double logSigma) { return std::optional(std::log(sumOf(bins.trees(std::exp(logSigma), m_kept)) / m_sum)); },
      search);
  if (!std::isfinite(found.x) || std::abs(found.value) > 1e-6) return kInfinity;
  m_logSigma = found.x;
  if (gradient.empty()) return m_logSigma;
  const double sigma = std::exp(m_logSigma);
  const std::vector<NestedBins::Tree> trees = bins.trees(sigma, m_kept);
  std::vector<std::vector<double>> weights = m_weights;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    for (std::size_t l = 0; l < weights[t].size(); ++l) weights[t][l] *= std::exp(trees[t].exponents[l]);
  }
  if (control.stopRequested()) return kInfinity;
  std::vector<double> byProduct(comb.gram().size(), 0.0);
  const double slope = bins.pullBack(sigma, m_kept, weights, byProduct);
  if (!(slope < 0) || !std::isfinite(slope)) return kInfinity;
  std::vector<double> bySums(comb.sums().size(), 0.0);
  if (control.stopRequested()) return kInfinity;
  comb.addGramGradient(byProduct, bySums);
  comb.coefficientGradient(bySums, gradient);
  for (double& value : gradient) value /= -slope;
  return m_logSigma;
}

bool nestedStandsFor(const BinnedProblem& problem, Index bins, Index bands, const RunControl& control) {
  if (problem.law || problem.samples || bins < 2 || control.stopRequested()) return false;
  const BinnedComb comb(problem.iterations, bins, squareRootCoefficients(Workload::prefix(), bands),
                        NestedBins::rowsOf(bins));
  const NestedBins found(bins, comb.gram());
  return found.unevenness() <= kMostOfStart && nestedNoise(found, problem.epsilon, problem.delta, control);
}

}  // namespace noiseloom
