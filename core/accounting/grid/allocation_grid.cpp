#include "core/accounting/grid/allocation_grid.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "core/base/multiversion.h"
#include "core/linalg/gauss_legendre.h"
#include "core/linalg/normal_tail.h"

namespace noiseloom {
namespace {

constexpr double kMostSpacing = 0.1;  // of logarithms: above it a cell is no small part of a factor of e
constexpr double kLeastSpacing = 1e-11;

/// Q-masses of a positive number at e^{(first + i) spacing}, and of its being 0; and what its mean lacks.
struct GeometricLaw {
  double spacing = 0;
  Index first = 0;
  std::vector<double> masses;
  double zero = 0;
  double lacking = 0;

  double place(Index i) const { return static_cast<double>(first + i) * spacing; }
  Index size() const noexcept { return std::ssize(masses); }
};

/// One lognormal number of mean 1 whose logarithm has the standard deviation s.
GeometricLaw lognormal(double s, double spacing, double negligible) {
  const double score = scoreOfTail(negligible, 0), centre = -0.5 * s * s;
  GeometricLaw law;
  law.spacing = spacing;
  law.first = static_cast<Index>(std::floor((centre - score * s) / spacing));
  // Under P the logarithm is s^2 larger.
  const auto last = static_cast<Index>(std::ceil((-centre + score * s) / spacing));
  law.masses.assign(last - law.first + 1, 0.0);
  const auto& rule = GaussLegendre<6>::rule();
  const double growth = std::expm1(spacing), scale = 1 / (s * std::sqrt(2 * std::numbers::pi));
  double shares[6], weights[6];
  // Cells wider than the standard deviation is fine for are taken in pieces.
  const auto pieces = static_cast<Index>(std::ceil(spacing * (score + s) / s));
  const double width = spacing / static_cast<double>(pieces);
  double sum = 0;
  for (Index cell = law.first; cell < last; ++cell) {
    const std::size_t i = cell - law.first;
    for (Index piece = 0; piece < pieces; ++piece) {
      const double from = static_cast<double>(piece) * width;
      double lower = 0, upper = 0;
      for (std::size_t k = 0; k < 6; ++k) {
        const double within = from + 0.5 * width * (1 + rule.nodes[k]);
        const double z = (static_cast<double>(cell) * spacing + within - centre) / s;
        shares[k] = std::expm1(within) / growth;
        weights[k] = 0.5 * width * rule.weights[k] * scale * std::exp(-0.5 * z * z);
        upper += weights[k] * shares[k];
        lower += weights[k] * (1 - shares[k]);
      }
      law.masses[i] += lower;
      law.masses[i + 1] += upper;
      sum += lower + upper;
    }
  }
  const double lowest = (static_cast<double>(law.first) * spacing - centre) / s;
  const double highest = (static_cast<double>(last) * spacing - centre) / s;
  const double below = upperTail(-lowest), above = upperTail(highest);
  for (double& mass : law.masses) mass *= (1 - below - above) / sum;
  // What is below keeps its mean between 0 and the lowest node; of what is above the Q-mass stays at the highest node,
  // and what its mean lacks will count as an infinite loss.
  const double kept = std::min(below, upperTail(s - lowest) * std::exp(-static_cast<double>(law.first) * spacing));
  law.masses.front() += kept;
  law.zero = below - kept;
  law.masses.back() += above;
  law.lacking = std::max(0.0, upperTail(highest - s) - above * std::exp(static_cast<double>(last) * spacing));
  return law;
}

/// The same law on a grid `ratio` times finer.
GeometricLaw refined(const GeometricLaw& law, Index ratio) {
  if (ratio == 1) return law;
  GeometricLaw fine{law.spacing / static_cast<double>(ratio), law.first * ratio, {}, law.zero, law.lacking};
  fine.masses.assign((law.size() - 1) * ratio + 1, 0.0);
  for (Index i = 0; i < law.size(); ++i) fine.masses[i * ratio] = law.masses[i];
  return fine;
}

constexpr Index kMostTogether = 4;  // differences whose sums lie in cells that are as far above

/// low[i] += a[i] sum_k lower[k] b[i - k], high[i] likewise, k < Count.
template <Index Count>
NOISELOOM_INLINE void addProductsOf(const double* a, const double* b, Index size, const double* lower,
                                    const double* upper, double* low, double* high) {
  double l[Count], u[Count];
  for (Index k = 0; k < Count; ++k) l[k] = lower[k], u[k] = upper[k];
  for (Index i = 0; i < size; ++i) {
    double sum = l[0] * b[i];
    for (Index k = 1; k < Count; ++k) sum += l[k] * b[i - k];
    low[i] += a[i] * sum;
  }
  for (Index i = 0; i < size; ++i) {
    double sum = u[0] * b[i];
    for (Index k = 1; k < Count; ++k) sum += u[k] * b[i - k];
    high[i] += a[i] * sum;
  }
}

NOISELOOM_MULTIVERSION
void addProducts(const double* a, const double* b, Index size, Index count, const double* lower, const double* upper,
                 double* low, double* high) {
  switch (count) {
    case 1: return addProductsOf<1>(a, b, size, lower, upper, low, high);
    case 2: return addProductsOf<2>(a, b, size, lower, upper, low, high);
    case 3: return addProductsOf<3>(a, b, size, lower, upper, low, high);
    default: return addProductsOf<4>(a, b, size, lower, upper, low, high);
  }
}

/// Sums of two independent numbers, spread over a grid `ratio` times finer than theirs.
class Addition {
 public:
  Addition(const GeometricLaw& a, const GeometricLaw& b, Index ratio)
      : m_spacing(a.spacing), m_ratio(ratio), m_first(std::min(a.first, b.first)) {
    const Index aLast = a.first + a.size() - 1, bLast = b.first + b.size() - 1;
    const auto nodesAbove = [&](Index difference) {
      return std::log1p(std::exp(-static_cast<double>(difference) * m_spacing)) / m_spacing;
    };
    Index last = std::max(aLast, bLast) + static_cast<Index>(std::ceil(nodesAbove(0))) + 2;
    // Both laws are narrow where there is much noise: what no sum reaches are billions of nodes.
    const Index lowest =
        std::max(a.first, b.first) + static_cast<Index>(std::floor(nodesAbove(std::abs(a.first - b.first)))) - 1;
    const Index highest =
        std::max(aLast, bLast) + static_cast<Index>(std::ceil(nodesAbove(std::abs(aLast - bLast)))) + 2;
    const Index farthest = std::max(std::abs(aLast - b.first), std::abs(bLast - a.first));
    if (lowest - m_first > 2 * (highest - lowest) && nodesAbove(farthest) > 1) {
      m_skipped = lowest - m_first;
      last = highest;
    }
    // By the remainder of their node, so that what one difference adds to is contiguous.
    m_parts.assign(ratio, std::vector<double>(last - m_first - m_skipped + 1, 0.0));
  }

  /// Adds weight x P(larger is at i, smaller d below) for all i and all d >= from; of equal ones weightOfEqual times.
  /// False when stopped.
  bool add(const GeometricLaw& larger, const GeometricLaw& smaller, Index from, double weight, double weightOfEqual,
           const RunControl& control) {
    const double fine = m_spacing / static_cast<double>(m_ratio), growth = std::expm1(fine);
    // i runs over nodes of `larger`, j = i - d over those of `smaller`.
    const Index offset = larger.first - smaller.first;
    Index d = std::max(from, offset - (smaller.size() - 1));
    const Index mostDifference = offset + larger.size() - 1;
    for (Index polled = 0; d <= mostDifference; ++polled) {
      if ((polled & 31) == 0 && control.stopRequested()) return false;
      // Differences in a row whose sums lie in the same cell above the larger number.
      double lower[kMostTogether], upper[kMostTogether];
      Index cell = 0, count = 0;
      for (; count < kMostTogether && d + count <= mostDifference; ++count) {
        const double place = std::log1p(std::exp(-static_cast<double>(d + count) * m_spacing)) / fine;
        const double node = std::floor(place);
        if (place < 1 || (count > 0 && static_cast<Index>(node) != cell)) break;
        cell = static_cast<Index>(node);
        const double share = std::clamp(std::expm1((place - node) * fine) / growth, 0.0, 1.0);
        const double factor = d + count == 0 ? weightOfEqual : weight;
        lower[count] = factor * (1 - share);
        upper[count] = factor * share;
      }
      if (count == 0) break;
      addAll(larger, smaller, offset, {d, count, cell}, lower, upper);
      d += count;
    }
    if (d > mostDifference) return true;
    // From here on the sum lies in the cell above the larger number: weights e^{-dD} / (e^D' - 1), all at once.
    const double decay = std::exp(-m_spacing), start = std::exp(-static_cast<double>(d) * m_spacing);
    double all = 0, faded = 0;
    double* low = part(0) + (larger.first - m_first);
    double* high = part(1) + (larger.first - m_first) + 1 / m_ratio;
    // The smaller numbers that are out of reach of the lowest larger one, or just within it.
    Index j = 0;
    for (Index i = 0; i < larger.size(); ++i) {
      faded *= decay;
      for (const Index reach = std::min(smaller.size() - 1, i + offset - d); j <= reach; ++j) {
        const double mass = smaller.masses[j];
        all += mass;
        const Index difference = i + offset - j;
        faded += mass * (difference == d ? start : std::exp(-static_cast<double>(difference) * m_spacing));
      }
      const double mass = weight * larger.masses[i];
      const double upper = std::min(faded / growth, all);
      low[i] += mass * (all - upper);
      high[i] += mass * upper;
    }
    return true;
  }

  /// One of them is 0.
  void addWithZero(const GeometricLaw& other, double zero) {
    if (!(zero > 0)) return;
    const std::span<double> low = m_parts[0];
    for (Index i = 0; i < other.size(); ++i) {
      const double mass = zero * other.masses[i];
      const Index node = other.first + i - m_first - m_skipped;
      // Below the lowest node mass keeps its mean between 0 and that.
      const double kept = node < 0 ? mass * std::exp(static_cast<double>(node) * m_spacing) : mass;
      low[std::max<Index>(node, 0)] += kept;
      m_zero += mass - kept;
    }
  }

  /// What is lacking is left to the caller, as is the zero that both of them may be.
  GeometricLaw result() const {
    GeometricLaw law{m_spacing / static_cast<double>(m_ratio), (m_first + m_skipped) * m_ratio, {}, m_zero, 0};
    const auto rows = std::ssize(m_parts[0]);
    law.masses.resize(rows * m_ratio);
    for (Index i = 0; i < rows; ++i) {
      for (Index r = 0; r < m_ratio; ++r) law.masses[i * m_ratio + r] = m_parts[r][i];
    }
    return law;
  }

 private:
  struct Differences {
    Index first;
    Index count;
    Index cell;  ///< nodes from the larger number to the cell of the sum
  };

  void addAll(const GeometricLaw& larger, const GeometricLaw& smaller, Index offset, const Differences& differences,
              const double* lower, const double* upper) {
    const Index first = differences.first, count = differences.count, cell = differences.cell;
    const auto beginOf = [&](Index d) { return std::clamp<Index>(d - offset, 0, larger.size()); };
    const auto endOf = [&](Index d) { return std::clamp<Index>(smaller.size() + d - offset, 0, larger.size()); };
    const Index to = larger.first - m_first - m_skipped;
    const auto add = [&](Index begin, Index end, Index from, Index howMany) {
      if (begin >= end) return;
      addProducts(larger.masses.data() + begin, smaller.masses.data() + (begin + offset - first - from), end - begin,
                  howMany, lower + from, upper + from, part(cell) + (begin + to + cell / m_ratio),
                  part(cell + 1) + (begin + to + (cell + 1) / m_ratio));
    };
    // Where all of them have a smaller number, and what each has beyond.
    const Index begin = beginOf(first + count - 1), end = std::max(begin, endOf(first));
    add(begin, end, 0, count);
    for (Index k = 0; k < count && count > 1; ++k) {
      add(beginOf(first + k), std::min(begin, endOf(first + k)), k, 1);
      add(std::max(end, beginOf(first + k)), endOf(first + k), k, 1);
    }
  }

  double* part(Index node) { return m_parts[node % m_ratio].data(); }

  double m_spacing;
  Index m_ratio;
  Index m_first;
  Index m_skipped = 0;  // nodes above m_first that no sum of two numbers reaches
  double m_zero = 0;
  std::vector<std::vector<double>> m_parts;
};

/// Cuts what is negligible: from the bottom, of the mass under Q, keeping its mean between 0 and the lowest node that
/// is left; from the top, of the mean, whose part above counts as infinite in the end.
void trim(GeometricLaw& law, double negligible, double mean) {
  std::size_t low = 0, high = law.masses.size() - 1;
  double below = 0, belowMean = 0;
  const auto value = [&](std::size_t i) { return std::exp(law.place(static_cast<Index>(i))); };
  while (low < high && below + law.masses[low] <= negligible) {
    below += law.masses[low];
    belowMean += law.masses[low] * value(low);
    ++low;
  }
  double above = 0, aboveMean = 0;
  while (high > low && aboveMean + law.masses[high] * value(high) <= negligible * mean) {
    above += law.masses[high];
    aboveMean += law.masses[high] * value(high);
    --high;
  }
  if (low > 0) {
    const double kept = std::min(below, belowMean / value(low));
    law.masses[low] += kept;
    law.zero += below - kept;
  }
  law.masses[high] += above;
  law.lacking += std::max(0.0, aboveMean - above * value(high));
  law.masses.resize(high + 1);
  law.masses.erase(law.masses.begin(), law.masses.begin() + static_cast<std::ptrdiff_t>(low));
  law.first += static_cast<Index>(low);
}

std::optional<GeometricLaw> sumOf(const GeometricLaw& a, const GeometricLaw& b, const RunControl& control) {
  Addition addition(a, b, 1);
  if (!addition.add(a, b, 0, 1, 1, control) || !addition.add(b, a, 1, 1, 1, control)) return std::nullopt;
  addition.addWithZero(a, b.zero);
  addition.addWithZero(b, a.zero);
  GeometricLaw law = addition.result();
  law.zero += a.zero * b.zero;
  law.lacking = a.lacking + b.lacking;
  return law;
}

std::optional<GeometricLaw> doubled(const GeometricLaw& a, Index ratio, const RunControl& control) {
  Addition addition(a, a, ratio);
  if (!addition.add(a, a, 0, 2, 1, control)) return std::nullopt;
  addition.addWithZero(a, 2 * a.zero);
  GeometricLaw law = addition.result();
  law.zero += a.zero * a.zero;
  law.lacking = 2 * a.lacking;
  return law;
}

/// The powers of two by which the grids of sums of 1, 2, 4, .. numbers are coarser than the last one: the best division
/// of the variance that spreading adds, where a sum of 2^j makes a share of e^L of about max(sqrt(2^j/t), share).
std::vector<int> coarseness(const AllocationGridPlan& plan, int levels, double finest) {
  const double variance = std::expm1(std::min(600.0, 1 / (plan.sigma * plan.sigma)));
  const auto steps = static_cast<double>(plan.steps);
  const auto shape = [&](int level) {
    const double count = std::exp2(level), weight = std::max(count / steps, plan.share * plan.share);
    return 0.5 * std::log2(std::sqrt(std::log1p(variance / count))) - 0.25 * std::log2(weight);
  };
  std::vector<int> powers(static_cast<std::size_t>(levels) + 1, 0);
  for (int level = levels - 1; level >= 0; --level) {
    const double most = std::min(shape(level) - shape(levels), std::log2(kMostSpacing / finest));
    const int wanted = static_cast<int>(std::floor(most + 1e-9));
    powers[level] = std::max(wanted, powers[static_cast<std::size_t>(level) + 1]);
  }
  return powers;
}

/// The standard deviation of an epoch's loss, should it be normal.
double deviationOf(const AllocationGridPlan& plan) {
  const double variance = std::expm1(std::min(600.0, 1 / (plan.sigma * plan.sigma)));
  return std::sqrt(std::log1p(variance / static_cast<double>(plan.steps)));
}

}  // namespace

double finenessOf(const AllocationGridPlan& plan) {
  const double deviation = deviationOf(plan);
  return deviation / std::clamp(deviation / plan.fineness, kLeastSpacing, kMostSpacing);
}

std::optional<LossMasses> allocationLosses(const AllocationGridPlan& plan, const RunControl& control) {
  const double s = 1 / plan.sigma;
  const auto steps = static_cast<double>(plan.steps);
  const int levels = static_cast<int>(std::floor(std::log2(steps)));
  const double finest = deviationOf(plan) / finenessOf(plan);
  const std::vector<int> powers = coarseness(plan, levels, finest);
  const auto ratioTo = [&](int level, int next) { return Index{1} << (powers[level] - powers[next]); };
  GeometricLaw block = lognormal(s, finest * std::exp2(powers[0]), plan.negligible);
  GeometricLaw sum;
  double numbers = 0;  // in `sum`
  for (int level = 0;; ++level) {
    if ((plan.steps >> level) & 1) {
      auto next = numbers > 0 ? sumOf(refined(sum, std::lround(sum.spacing / block.spacing)), block, control) : block;
      if (!next) return std::nullopt;
      sum = std::move(*next);
      numbers += std::exp2(level);
      trim(sum, plan.negligible, numbers);
    }
    if (level == levels) break;
    auto next = doubled(block, ratioTo(level, level + 1), control);
    if (!next) return std::nullopt;
    block = std::move(*next);
    trim(block, plan.negligible, std::exp2(level + 1));
  }

  LossMasses losses;
  losses.anchor = -std::log(steps);
  losses.spacing = sum.spacing;
  losses.first = sum.first;
  losses.masses.resize(sum.masses.size());
  for (Index i = 0; i < sum.size(); ++i) {
    const std::size_t at = i;
    losses.masses[at] = sum.masses[at] * std::exp(losses.loss(i));
  }
  losses.infiniteP = sum.lacking / steps;
  losses.infiniteQ = sum.zero;
  return losses;
}

}  // namespace noiseloom
