#include "core/balls_in_bins/nested_delta.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <utility>

#include "core/balls_in_bins/pair_levels.h"
#include "core/base/multiversion.h"
#include "core/linalg/normal_tail.h"

namespace noiseloom {
namespace {

constexpr double kFineness = 7;        // nodes to a standard deviation
constexpr double kMostSpacing = 0.12;  // of logarithms
constexpr double kNegligible = 1e-5;   // of delta
constexpr double kLeastVariance = 1e-8;

using Nodes = std::array<double, 4>;

/// Shares of a number at u among nodes so that its powers up to the third keep their means.
Nodes lagrangeShares(double u, const Nodes& nodes) {
  Nodes shares;
  for (std::size_t i = 0; i < 4; ++i) {
    shares[i] = 1;
    for (std::size_t j = 0; j < 4; ++j) {
      if (j != i) shares[i] *= (u - nodes[j]) / (nodes[i] - nodes[j]);
    }
  }
  return shares;
}

/// sums[i] += the shares of products[i - 3] .. products[i].
NOISELOOM_MULTIVERSION
void addShared(const double* products, const double* shares, Index size, double* sums) {
  for (Index i = 0; i < size; ++i) {
    sums[i] += shares[0] * products[i] + shares[1] * products[i - 1] + shares[2] * products[i - 2] +
               shares[3] * products[i - 3];
  }
}

NOISELOOM_MULTIVERSION
void addScaled(const double* values, double factor, Index size, double* sums) {
  for (Index i = 0; i < size; ++i) sums[i] += factor * values[i];
}

/// Masses of a positive number at e^{(first + i) spacing}.
struct NodeLaw {
  Index first = 0;
  std::vector<double> masses{1.0};

  Index size() const noexcept { return std::ssize(masses); }
  Index last() const { return first + size() - 1; }
};

class NestedGrid {
 public:
  NestedGrid(double leafVariance, double least)
      : m_spacing(std::min(kMostSpacing, std::sqrt(std::max(leafVariance, kLeastVariance)) / kFineness)),
        m_negligible(kNegligible * std::exp(least)),
        m_score(scoreOfTail(m_negligible, 0)) {}

  double spacing() const { return m_spacing; }
  double place(const NodeLaw& law, Index i) const { return static_cast<double>(law.first + i) * m_spacing; }

  /// The law of a x b, b lognormal with mean 1 and this variance of its logarithm.
  NodeLaw product(const NodeLaw& a, double variance) const {
    if (!(variance > 0)) return a;
    const NodeLaw b = lognormal(variance);
    NodeLaw law{a.first + b.first, std::vector<double>(a.masses.size() + b.masses.size() - 1, 0.0)};
    for (Index i = 0; i < b.size(); ++i) addScaled(a.masses.data(), b.masses[i], a.size(), law.masses.data() + i);
    return law;
  }

  NodeLaw sum(const NodeLaw& a, const NodeLaw& b) const {
    const Index low = sumOf(a.first, b.first) - 2, high = sumOf(a.last(), b.last()) + 3;
    NodeLaw law{low, std::vector<double>(high - low + 1, 0.0)};
    addSums(a, b, 0, law);
    addSums(b, a, 1, law);
    return law;
  }

  /// Cuts off what is negligible: from below of the mass, from above of the mean.
  void trim(NodeLaw& law, double mean) const {
    Index low = 0, high = law.size() - 1;
    for (double cut = 0; low < high; ++low) {
      cut += law.masses[low];
      if (std::abs(cut) > m_negligible) break;
    }
    for (double cut = 0; high > low; --high) {
      cut += law.masses[high] * std::exp(place(law, high));
      if (std::abs(cut) > m_negligible * mean) break;
    }
    law.masses.resize(high + 1);
    law.masses.erase(law.masses.begin(), law.masses.begin() + low);
    law.first += low;
  }

  /// Halves the spacing of all laws until it suits that variance of a logarithm. Masses are those of a smooth density.
  void refine(double variance, std::span<NodeLaw* const> laws) {
    for (; m_spacing > std::sqrt(std::max(variance, kLeastVariance)) / kFineness; m_spacing /= 2) {
      for (NodeLaw* law : laws) *law = twiceAsFine(*law);
    }
  }

 private:
  NodeLaw lognormal(double variance) const {
    const double s = std::sqrt(variance), centre = -0.5 * variance;
    if (s < m_spacing) {
      // Three nodes whose powers up to the second have the right means.
      const double below = -std::expm1(-m_spacing), above = std::expm1(m_spacing), square = std::expm1(variance);
      const double upper = square / (above * (above + below)), lower = upper * above / below;
      return {-1, {lower, 1 - lower - upper, upper}};
    }
    NodeLaw law;
    law.first = static_cast<Index>(std::floor((centre - m_score * s) / m_spacing));
    const auto last = static_cast<Index>(std::ceil((centre + variance + m_score * s) / m_spacing));
    const double scale = m_spacing / (s * std::sqrt(2 * std::numbers::pi));
    law.masses.clear();
    for (Index node = law.first; node <= last; ++node) {
      const double z = (static_cast<double>(node) * m_spacing - centre) / s;
      law.masses.push_back(scale * std::exp(-0.5 * z * z));
    }
    return law;
  }

  /// The node at or below the sum of the numbers at two nodes.
  Index sumOf(Index a, Index b) const {
    const auto apart = static_cast<double>(std::abs(a - b));
    return std::max(a, b) + static_cast<Index>(std::floor(std::log1p(std::exp(-apart * m_spacing)) / m_spacing));
  }

  /// All pairs whose larger number is at least `from` nodes above the smaller one.
  void addSums(const NodeLaw& larger, const NodeLaw& smaller, Index from, NodeLaw& law) const {
    std::vector<double> products(static_cast<std::size_t>(larger.size()) + 6);
    const Index most = larger.last() - smaller.first;
    for (Index apart = std::max(from, larger.first - smaller.last()); apart <= most; ++apart) {
      const double u = 1 + std::exp(-static_cast<double>(apart) * m_spacing);
      const auto node = static_cast<Index>(std::floor(std::log(u) / m_spacing));
      Nodes nodes;
      for (Index k = 0; k < 4; ++k) nodes[k] = std::exp(static_cast<double>(node - 1 + k) * m_spacing);
      const Nodes shares = lagrangeShares(u, nodes);
      const Index begin = std::max(larger.first, smaller.first + apart);
      const Index count = std::min(larger.last(), smaller.last() + apart) - begin + 1;
      const double* of = larger.masses.data() + (begin - larger.first);
      const double* with = smaller.masses.data() + (begin - apart - smaller.first);
      // Between three zeros on either side.
      for (Index i = 0; i < count; ++i) products[i + 3] = of[i] * with[i];
      std::fill_n(products.begin() + count + 3, 3, 0.0);
      addShared(products.data() + 3, shares.data(), count + 3, law.masses.data() + (begin + node - 1 - law.first));
    }
  }

  /// Half of each mass stays, the other half goes between nodes, where the density is that of a cubic.
  static NodeLaw twiceAsFine(const NodeLaw& law) {
    const auto at = [&](Index i) { return i < 0 || i >= law.size() ? 0.0 : law.masses[i]; };
    NodeLaw fine{2 * law.first - 3, std::vector<double>(2 * law.size() + 5, 0.0)};
    for (Index i = -2; i <= law.size(); ++i) {
      if (i >= 0 && i < law.size()) fine.masses[2 * i + 3] = 0.5 * at(i);
      fine.masses[2 * i + 4] = (9 * (at(i) + at(i + 1)) - at(i - 1) - at(i + 2)) / 32;
    }
    return fine;
  }

  double m_spacing;
  double m_negligible;
  double m_score;  // beyond which a normal number is negligible
};

/// E(e^place - e^strike)_+ ("above") and E(e^strike - e^place)_+, from the masses of a smooth density on nodes.
class Payoffs {
 public:
  Payoffs(const NestedGrid& grid, const NodeLaw& law) : m_grid(grid), m_law(law) {}

  /// Prices at the four nodes around the strike, interpolated in logarithms; 0 where they are lost in rounding.
  double operator()(double strike, bool above) const {
    const double at = strike / m_grid.spacing();
    const double node = std::floor(at);
    const Nodes shares = lagrangeShares(at - node, {-1, 0, 1, 2});
    double log = 0;
    for (Index k = 0; k < 4; ++k) {
      const double price = atNode(static_cast<Index>(node) - 1 + k, above);
      if (!(price > kRounding * std::exp(strike))) return 0;
      log += shares[k] * std::log(price);
    }
    return std::exp(log);
  }

 private:
  static constexpr double kRounding = 1e-18;

  double atNode(Index node, bool above) const {
    const double strike = std::exp(static_cast<double>(node) * m_grid.spacing());
    const Index from = node - m_law.first;
    double sum = 0;
    if (above) {
      for (Index i = std::max<Index>(0, from + 1); i < m_law.size(); ++i)
        sum += m_law.masses[i] * (std::exp(m_grid.place(m_law, i)) - strike);
    } else {
      for (Index i = 0; i < std::min(m_law.size(), from); ++i)
        sum += m_law.masses[i] * (strike - std::exp(m_grid.place(m_law, i)));
    }
    // The trapezium rule's first term at the kink.
    if (from >= 0 && from < m_law.size()) sum += m_law.masses[from] * strike * m_grid.spacing() / 12;
    return sum;
  }

  const NestedGrid& m_grid;
  const NodeLaw& m_law;
};

/// The same of all of it times a lognormal number of mean 1 whose logarithm has that standard deviation, added up over
/// the masses: `above` exactly as Black and Scholes.
double smoothed(const NestedGrid& grid, const NodeLaw& law, double strike, double deviation, bool above) {
  double sum = 0;
  for (Index i = 0; i < law.size(); ++i) {
    const double place = grid.place(law, i), z = (place - strike) / deviation + deviation / 2;
    sum += law.masses[i] * (above ? std::exp(place) * upperTail(-z) - std::exp(strike) * upperTail(deviation - z)
                                  : std::exp(strike) * upperTail(z - deviation) - std::exp(place) * upperTail(z));
  }
  return sum;
}

/// The sum of all leaves' numbers but for the factor that all of them have in common.
NodeLaw lawOfSum(const std::vector<double>& exponents, Index bins, NestedGrid& grid) {
  // Nodes at a depth have two sizes: the smaller one, which is at least one leaf, and the one larger by one.
  Index size = 1;
  std::array<NodeLaw, 2> laws;
  std::array<double, 2> squares{std::exp(exponents[0]), 0};  // E of the square, factors of nodes above included
  laws[0] = grid.product(laws[0], exponents[0] - exponents[1]);
  const int top = depthOf(bins);
  for (int level = 1; level <= top; ++level) {
    const NodeSizes sizes(bins, top - level);
    const auto numbers = [&](Index count) -> std::pair<NodeLaw, double> {
      const Index left = count / 2, right = count - left;
      const std::size_t a = left - size, b = right - size;
      NodeLaw law = count == 1 ? laws[0] : grid.sum(laws[a], laws[b]);
      if (level < top) law = grid.product(law, exponents[level] - exponents[level + 1]);
      grid.trim(law, static_cast<double>(count));
      const double pairs = 2 * static_cast<double>(left) * static_cast<double>(right);
      return {std::move(law), count == 1 ? squares[0] : squares[a] + squares[b] + pairs * std::exp(exponents[level])};
    };
    const std::size_t kinds = sizes.larger > 0 ? 2 : 1;
    auto small = numbers(sizes.smaller);
    auto large = kinds == 2 ? numbers(sizes.smaller + 1) : std::pair<NodeLaw, double>();
    size = sizes.smaller;
    laws = {std::move(small.first), std::move(large.first)};
    squares = {small.second, large.second};
    NodeLaw* const all[] = {&laws[0], &laws[1]};
    const auto count = static_cast<double>(size) + static_cast<double>(kinds - 1);
    grid.refine(std::log(squares[kinds - 1] / (count * count)), std::span(all).first(kinds));
  }
  return laws[0];
}

}  // namespace

NestedLogDelta nestedLogDelta(const std::vector<double>& exponents, Index bins, double epsilon, double least) {
  NestedGrid grid(exponents[0], least);
  NodeLaw law = lawOfSum(exponents, bins, grid);
  double common = std::sqrt(exponents.back());
  if (common < grid.spacing()) {
    law = grid.product(law, common * common);
    common = 0;
  }
  const double places = std::log(static_cast<double>(bins));
  const auto price = [&](double strike, bool above) {
    return common > 0 ? smoothed(grid, law, strike, common, above) : Payoffs(grid, law)(strike, above);
  };
  const double removed = price(places + epsilon, true) / static_cast<double>(bins);
  const double added = std::exp(epsilon) * price(places - epsilon, false) / static_cast<double>(bins);
  const auto log = [](double delta) { return std::log(std::max(delta, std::numeric_limits<double>::min())); };
  return {log(removed), log(added)};
}

}  // namespace noiseloom
