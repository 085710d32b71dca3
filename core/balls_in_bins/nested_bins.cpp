#include "core/balls_in_bins/nested_bins.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/linalg/secant_search.h"
#include "core/monte_carlo/equivalent_composition.h"

namespace noiseloom {
namespace {

constexpr Index kMostRows = 24;
constexpr Index kFewestRows = 6;
constexpr Index kMostEntries = Index{1} << 14;  // of rows that are read
constexpr Index kGroups = 3;
constexpr double kAlike = 0.02;        // unevenness up to which one tree does
constexpr double kRoughly = 0.05;      // of log M_2
constexpr double kTolerance = 1e-3;    // of log delta; what is left of it goes along the slope
constexpr double kSlopeStep = 0.01;    // of log stddev
constexpr double kLeastMoment = 1e-7;  // of log M_2: below it the grid has too many nodes

std::vector<std::size_t> placesUpTo(std::size_t count) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), std::size_t{0});
  return places;
}

/// The rows that are read, of them or of all.
class SomeRows {
 public:
  SomeRows(Index bins, std::span<const double> products)
      : m_count(bins), m_bins(NestedBins::rowsOf(bins)), m_products(products) {
    const auto count = static_cast<std::size_t>(bins);
    if (products.size() < count * count || m_bins.size() == count) return;
    for (const Index i : m_bins) {
      const std::span<const double> row = products.subspan(static_cast<std::size_t>(i) * count, count);
      m_copied.insert(m_copied.end(), row.begin(), row.end());
    }
    m_products = m_copied;
  }
  PairLevels::Rows rows() const { return {m_count, m_bins, m_products}; }

 private:
  Index m_count;
  std::vector<Index> m_bins;
  std::vector<double> m_copied;
  std::span<const double> m_products;
};

}  // namespace

std::vector<Index> NestedBins::rowsOf(Index bins) {
  const Index count = std::min(bins, std::clamp(kMostEntries / bins, kFewestRows, kMostRows));
  std::vector<Index> rows;
  for (Index at = 0; at < count; ++at) rows.push_back((2 * at + 1) * bins / (2 * count));
  return rows;
}

NestedBins::NestedBins(Index bins, std::span<const double> products, std::optional<bool> grouped)
    : NestedBins(SomeRows(bins, products).rows(), grouped) {}

NestedBins::NestedBins(const PairLevels::Rows& rows, std::optional<bool> grouped)
    : m_bins(rows.count), m_all(rows, placesUpTo(rows.bins.size())) {
  const auto count = static_cast<double>(rows.bins.size());
  std::vector<std::pair<double, std::size_t>> sums;
  double mean = 0, squares = 0;
  for (std::size_t place = 0; place < rows.bins.size(); ++place) {
    m_norm += std::max(0.0, rows.own(place)) / count;
    const std::span<const double> row = rows.row(place);
    sums.emplace_back(std::accumulate(row.begin(), row.end(), 0.0), place);
    mean += sums.back().first / count;
  }
  m_norm = std::sqrt(m_norm);
  for (const auto& [sum, place] : sums) squares += (sum / mean - 1) * (sum / mean - 1);
  m_unevenness = std::sqrt(squares / count);
  if (!grouped.value_or(m_unevenness > kAlike) || std::ssize(sums) < kGroups) return;
  std::ranges::sort(sums);
  for (Index group = 0; group < kGroups; ++group) {
    const auto from = std::ssize(sums) * group / kGroups, to = std::ssize(sums) * (group + 1) / kGroups;
    std::vector<std::size_t> own;
    for (auto at = from; at < to; ++at) own.push_back(sums[static_cast<std::size_t>(at)].second);
    m_groups.push_back({static_cast<double>(to - from) / count, PairLevels(rows, own)});
  }
}

double NestedBins::greatestExponent(double stddev) const {
  double most = m_all.exponents(stddev)[0];
  for (const Group& group : m_groups) most = std::max(most, group.levels.exponents(stddev)[0]);
  return most;
}

std::vector<NestedBins::Tree> NestedBins::trees(double stddev, double kept) const {
  const std::vector<double> all = m_all.exponents(stddev);
  if (m_groups.empty()) return {{1, all}};
  std::vector<Tree> found;
  for (const Group& group : m_groups) {
    std::vector<double> exponents = group.levels.exponents(stddev);
    const double change = (1 - kept) * (all.back() - exponents.back());
    for (double& exponent : exponents) exponent = std::max(0.0, exponent + change);
    found.push_back({group.share, std::move(exponents)});
  }
  return found;
}

double NestedBins::keptShare(double stddev, double epsilon) const {
  // As for a normal loss with mean a and variance v, a = v on average: d/da of (eps + v/2 - a)^2/(2 v) at a = v, over
  // that of (eps - a/2)^2/(2 a), where the variance follows.
  const double variance = logSecondMoment(stddev);
  const double beyond = std::max(0.0, epsilon - variance / 2);
  return std::min(1.0, 2 / (1 + beyond / variance));
}

NestedLogDelta NestedBins::logDelta(double stddev, double epsilon, double least) const {
  double removing = 0, adding = 0;
  for (const Tree& tree : trees(stddev, keptShare(stddev, epsilon))) {
    const NestedLogDelta own = nestedLogDelta(tree.exponents, m_bins, epsilon, least);
    removing += tree.share * std::exp(own.removing);
    adding += tree.share * std::exp(own.adding);
  }
  return {std::log(removing), std::log(adding)};
}

double NestedBins::pullBack(double stddev, double kept, const std::vector<std::vector<double>>& weights,
                            std::span<double> byProduct) const {
  if (m_groups.empty()) return m_all.pullBack(stddev, weights[0], byProduct);
  double byLogStddev = 0, byCommon = 0;
  for (std::size_t g = 0; g < m_groups.size(); ++g) {
    std::vector<double> own = weights[g];
    const double common = (1 - kept) * std::accumulate(own.begin(), own.end(), 0.0);
    own.back() -= common;
    byCommon += common;
    byLogStddev += m_groups[g].levels.pullBack(stddev, own, byProduct);
  }
  std::vector<double> all(weights[0].size(), 0.0);
  all.back() = byCommon;
  return byLogStddev + m_all.pullBack(stddev, all, byProduct);
}

std::optional<double> nestedNoise(const NestedBins& bins, double epsilon, double delta, const RunControl& control) {
  const auto root = nestedRoot(bins, epsilon, delta, &NestedLogDelta::worse, control);
  return root ? std::optional(std::exp(root->logStddev)) : std::nullopt;
}

std::optional<NestedRoot> nestedRoot(const NestedBins& bins, double epsilon, double delta,
                                     const std::function<double(const NestedLogDelta&)>& of,
                                     const RunControl& control) {
  if (!(delta >= kLeastNestedDelta && delta <= kMostNestedDelta)) return std::nullopt;
  const double mu = gaussianMuFor(epsilon, delta), target = std::log(delta);
  // First as if the loss were normal.
  const auto start = whereSecondMomentIs(
      mu * mu, [&](double logSigma) { return bins.logSecondMoment(std::exp(logSigma)); }, std::log(bins.norm() / mu),
      bins.norm(), kRoughly, control);
  if (!start || !std::isfinite(*start)) return std::nullopt;
  SecantOptions search;
  search.start = *start;
  search.slope = 2 * target;
  search.leastX = std::log(bins.norm()) - 0.5 * std::log(kMostNestedExponent);
  search.mostStep = 0.3;
  search.tolerance = kTolerance;
  search.mostEvaluations = 20;
  const auto excess = [&](double logSigma) -> std::optional<double> {
    const double stddev = std::exp(logSigma);
    const bool within = bins.greatestExponent(stddev) <= kMostNestedExponent &&
                        bins.logSecondMoment(stddev) >= kLeastMoment && !control.stopRequested();
    return within ? std::optional(of(bins.logDelta(stddev, epsilon, target)) - target) : std::nullopt;
  };
  const SecantResult found = searchDecreasing(excess, search);
  if (found.stopped || !(std::abs(found.value) <= 10 * kTolerance)) return std::nullopt;
  const auto beyond = excess(found.x + kSlopeStep);
  const double slope = beyond ? (*beyond - found.value) / kSlopeStep : found.slope;
  if (!(slope < 0) || !std::isfinite(slope)) return std::nullopt;
  return NestedRoot{found.x - found.value / slope, slope};
}

}  // namespace noiseloom
