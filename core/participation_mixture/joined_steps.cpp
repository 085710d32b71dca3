#include "core/participation_mixture/joined_steps.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "core/base/infinity.h"

namespace noiseloom {
namespace {

// Joined steps of a period: with fewer of them columns meet more, with more three patterns at once are too many.
constexpr Index kPeriod = 120;
// Draws of a mixture of fewer steps take no longer than joining them.
constexpr Index kFewestSteps = 4096;
// The end of the matrix takes a product for each pair of coefficients.
constexpr Index kMostBands = Index{1} << 15;
// The most that is given away of epsilon.
constexpr double kMostShift = 0.05;
// A share of the spectrum's mean, above which a factor is found to ten digits.
constexpr double kLeastSpectrum = 1e-3;
constexpr double kRounding = 1e-9;
// A column's norm squared over the noise's variance.
constexpr double kTypicalPrecision = 2;
// Over which columns are smoothed, in parts.
constexpr Index kWidths[] = {2, 3, 4, 6};
// The share of a period that the last coefficients leave for wider columns.
constexpr double kTail = 0.05;

// What steps are joined: `joined` each under b-min-sep, at most so many of `period` equal parts of a cycle under random
// groups.
struct Grid {
  Index joined;
  Index period;  // parts from a participation to the next, at least
  Index apart;   // steps of that
  bool groups;

  Index partOf(Index step) const {
    return groups ? step / apart * period + step % apart * period / apart : step / joined;
  }
  // The fewest steps between two of parts so far apart.
  Index leastDistance(Index parts) const {
    if (parts == 0) return 0;
    return groups ? (parts - 1) * apart / period + 1 : joined * (parts - 1) + 1;
  }
};

Grid gridOf(Index steps, const MixtureLaw& law) {
  const Index apart = periodOf(law);
  Grid grid{1, apart, apart, std::holds_alternative<RandomGroups>(law)};
  if (steps < kFewestSteps || apart < 2 * kPeriod || apart > kMostBands) return grid;
  grid.joined = apart / kPeriod;
  grid.period = grid.groups ? (apart + grid.joined - 1) / grid.joined : apart / grid.joined;
  return grid;
}

std::vector<double> correlationsOf(std::span<const double> w) {
  std::vector<double> found(w.size(), 0.0);
  for (std::size_t d = 0; d < w.size(); ++d) {
    for (std::size_t u = 0; u + d < w.size(); ++u) found[d] += w[u] * w[u + d];
  }
  return found;
}

// The correlations of the nearest steps of parts so far apart.
std::vector<double> nearest(std::span<const double> column, const Grid& grid) {
  std::vector<double> least = correlationsOf(column);  // then the greatest at a distance and beyond
  least.push_back(0);
  for (Index d = std::ssize(column) - 1; d >= 0; --d) least[d] = std::max(least[d], least[d + 1]);
  std::vector<double> correlations(grid.period);
  for (Index part = 0; part < grid.period; ++part)
    correlations[part] = least[std::min(grid.leastDistance(part), std::ssize(column))];
  return correlations;
}

// The means of the column over parts that are wider, so that with `width` of them, over which means are taken again, it
// fills a period.
std::vector<double> smoothed(std::span<const double> column, const Grid& grid, Index width) {
  std::vector<double> sums{0};
  for (const double c : column) sums.push_back(sums.back() + c);
  const Index count = grid.period - width;
  const double wide = static_cast<double>(std::ssize(column)) / static_cast<double>(count);
  const auto sumTo = [&](double at) {
    const auto whole = std::min(static_cast<Index>(at), std::ssize(column) - 1);
    return std::lerp(sums[whole], sums[whole + 1], at - static_cast<double>(whole));
  };
  std::vector<double> means(grid.period, 0.0);
  for (Index i = 0; i < count; ++i) {
    const double mean = (sumTo(wide * static_cast<double>(i + 1)) - sumTo(wide * static_cast<double>(i))) /
                        (std::sqrt(wide) * static_cast<double>(width));
    for (Index more = 0; more < width; ++more) means[i + more] += mean;
  }
  return means;
}

// Correlations of a stationary process that are nowhere below `least`: those of a smoother and wider column, and what
// they lack nearby, raised until it is convex, since convex ones are those of such a process (Polya's criterion).
std::vector<double> raised(std::span<const double> least, std::span<const double> column, const Grid& grid) {
  std::vector<double> best;
  double fewest = kInfinity;
  for (const Index width : kWidths) {
    if ((grid.period - width) * grid.joined < std::ssize(column)) continue;
    const std::vector<double> smooth = correlationsOf(smoothed(column, grid, width));
    for (const double factor : {1.0, 1.01, 1.02}) {
      std::vector<double> lacks(grid.period + 2, 0.0);
      double meetings = 0;
      for (Index part = grid.period - 1; part >= 0; --part) {
        lacks[part] = std::max({0.0, least[part] - factor * smooth[part], 2 * lacks[part + 1] - lacks[part + 2]});
        const double found = factor * smooth[part] + lacks[part];
        meetings += (part > 0 ? 2 : 1) * std::expm1(kTypicalPrecision * found / least[0]);
      }
      if (!(meetings < fewest)) continue;
      fewest = meetings;
      best.resize(grid.period);
      for (Index part = 0; part < grid.period; ++part) best[part] = factor * smooth[part] + lacks[part];
    }
  }
  return best;
}

// w with the correlations given, nearly: the factor of their spectrum that has its power in front, by its cepstrum.
std::vector<double> factorOf(std::span<const double> correlations) {
  const Index count = std::ssize(correlations);
  const Index size = 32 * count;
  std::vector<double> cosines(size);
  for (Index j = 0; j < size; ++j)
    cosines[j] = std::cos(2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(size));
  std::vector<double> spectrum(size / 2 + 1);
  double least = kInfinity;
  for (Index k = 0; k <= size / 2; ++k) {
    double sum = correlations[0];
    for (Index d = 1; d < count; ++d) sum += 2 * correlations[d] * cosines[k * d % size];
    spectrum[k] = sum;
    least = std::min(least, sum);
  }
  const double more = std::max(0.0, kLeastSpectrum * correlations[0] - least);
  std::vector<double> cepstrum(count, 0.0);
  for (double& value : spectrum) value = std::log(value + more);
  for (Index d = 0; d < count; ++d) {
    double sum = 0;
    for (Index k = 0; k <= size / 2; ++k)
      sum += (k == 0 || 2 * k == size ? 1 : 2) * spectrum[k] * cosines[k * d % size];
    cepstrum[d] = sum / static_cast<double>(size) / (d == 0 ? 2 : 1);
  }
  std::vector<double> w(count, 0.0);
  w[0] = std::exp(cepstrum[0]);
  for (Index i = 1; i < count; ++i) {
    double sum = 0;
    for (Index k = 1; k <= i; ++k) sum += static_cast<double>(k) * cepstrum[k] * w[i - k];
    w[i] = sum / static_cast<double>(i);
  }
  return w;
}

// A column whose correlations are nowhere below these, nor below 0. Where the spectrum nearly vanishes its factor is
// inexact: then that of the correlations and of some of a triangle, which are convex, is taken. Empty where none will
// do.
std::vector<double> columnAbove(std::span<const double> correlations) {
  std::vector<double> best;
  double least = kInfinity;
  for (const double more : {1e-8, 1e-7, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}) {
    std::vector<double> raised(correlations.begin(), correlations.end());
    for (std::size_t d = 0; d < raised.size(); ++d) {
      const double left = 1 - static_cast<double>(d) / static_cast<double>(raised.size());
      raised[d] += more * correlations[0] * left;
    }
    std::vector<double> w = factorOf(raised);
    const std::vector<double> found = correlationsOf(w);
    double ratio = 0;
    for (std::size_t d = 0; d < found.size(); ++d)
      ratio = std::max(ratio, found[d] > 0 ? correlations[d] / found[d] : kInfinity);
    if (!(ratio * found[0] < least)) continue;
    least = ratio * found[0];
    for (double& value : w) value *= std::sqrt(ratio) * (1 + kRounding);
    best = std::move(w);
    if (least < 1.0001 * correlations[0]) break;
  }
  return best;
}

// Adds factor times the entries; returns the greatest of the sums, each times its two factors.
double addProducts(std::span<double> products, double factor, const double* entries, const double* byNorm,
                   const double* byMost) {
  constexpr std::size_t kTogether = 8;
  double greatest[kTogether] = {};
  const auto add = [&](std::size_t at, double& most) {
    const double ratio = (products[at] += factor * entries[at]) * byNorm[at] * byMost[at];
    most = ratio > most ? ratio : most;
  };
  std::size_t at = 0;
  for (; at + kTogether <= products.size(); at += kTogether) {
    for (std::size_t lane = 0; lane < kTogether; ++lane) add(at + lane, greatest[lane]);
  }
  for (; at < products.size(); ++at) add(at, greatest[0]);
  return *std::ranges::max_element(greatest);
}

// By how much the last columns of the parts are longer, so that the products of columns that the matrix cuts, scaled to
// the norm of the others, are no greater than theirs; the correlations are those of the other parts.
std::vector<double> scalesAtEnd(std::span<const double> column, Index steps, const Grid& grid,
                                std::span<const double> correlations, const RunControl& control) {
  const Index bands = std::ssize(column);
  std::vector<double> most(bands);  // by distance: what stands for the product
  double least = kInfinity;
  for (Index part = 0; part < grid.period; ++part) {
    least = std::min(least, correlations[part]);
    const Index end = part + 1 < grid.period ? std::min(bands, grid.leastDistance(part + 1)) : bands;
    for (Index d = grid.leastDistance(part); d < end; ++d) most[d] = least;
  }
  std::vector<double> byNorm;  // 1 over the norm of the first ones
  double sum = 0;
  for (const double c : column) byNorm.push_back(1 / std::sqrt(sum += c * c));
  const double whole = std::sqrt(sum);
  std::vector<double> byMost;
  byMost.reserve(most.size());
  for (const double product : most) byMost.push_back(1 / product);
  std::vector<double> products(bands, 0.0);
  double beyond = 0;  // the greatest ratio at distances at which the first of two columns is whole
  std::vector<double> scales(grid.partOf(steps - 1) - grid.partOf(std::max<Index>(0, steps - bands)) + 1, 1.0);
  for (Index length = 0; length < std::min(bands, steps) && !control.stopRequested(); ++length) {
    const Index both = bands - length;
    if (length > 0) beyond = std::max(beyond, products[both] * byMost[both]);
    const double greatest = addProducts({products.data(), static_cast<std::size_t>(both)}, column[length],
                                        column.data() + length, byNorm.data() + length, byMost.data());
    const double ratio = whole * byNorm[length] * std::max(whole * greatest, beyond);
    double& scale = scales[grid.partOf(steps - 1 - length) - grid.partOf(std::max<Index>(0, steps - bands))];
    scale = std::max(scale, ratio * (1 + kRounding));
  }
  return scales;
}

// Under b-min-sep a pattern is at most e^shift times as likely as that of its parts under a sampler of parts (math:
// section 10.8).
struct Joined {
  double shift;
  double chance;
};

double logEmptyOf(double logStay, double chance, Index apart, Index steps) {
  double sum = std::exp(logStay * static_cast<double>(steps));
  for (Index rest = 1; rest < apart; ++rest)
    sum += chance * std::exp(logStay * static_cast<double>(std::max<Index>(0, steps - rest)));
  return std::log(sum / (1 + static_cast<double>(apart - 1) * chance));
}

Joined joinedChance(const SpacedSampling& law, const Grid& grid, Index parts) {
  const double p = law.probability;
  const auto c = static_cast<double>(grid.joined);
  const auto beyond = static_cast<double>(grid.apart - grid.joined * grid.period);
  if (p == 1) return {beyond == 0 ? 0 : kInfinity, 1};
  const double stay = std::log1p(-p);
  const double perStep = p / (1 + static_cast<double>(law.separation - 1) * p);
  const double empty = logEmptyOf(stay, p, grid.apart, grid.joined * parts);
  const auto shiftAt = [&](double chance) {
    const double whole = chance / (1 + static_cast<double>(grid.period - 1) * chance);
    const double first = std::log(c * perStep / whole) - stay * (c - 1 + 2 * beyond);
    const double next = std::log(c * p / chance) - stay * beyond;
    const double wait = c * stay - std::log1p(-chance);
    double most = empty - logEmptyOf(std::log1p(-chance), chance, grid.period, parts);
    // Linear in the number of participations.
    const Index others = (parts - 1) / grid.period;
    for (const Index k : {Index{0}, others}) {
      const auto waits = static_cast<double>(parts - 1 - k * grid.period);
      most = std::max(most, first + static_cast<double>(k) * next + std::max(0.0, waits * wait));
    }
    return most;
  };
  const double least = -std::expm1(c * stay);
  const double greatest = std::min(1 - 1e-9, c * p * std::exp(-stay * beyond));
  Joined best{kInfinity, least};
  constexpr int kTried = 16;
  for (int i = 0; i <= kTried; ++i) {
    const double chance = least + (greatest - least) * static_cast<double>(i) / kTried;
    if (const double shift = shiftAt(chance); shift < best.shift) best = {shift, chance};
  }
  return best;
}

}  // namespace

Index joinedTail(Index steps, const MixtureLaw& law) {
  const Grid grid = gridOf(steps, law);
  if (grid.joined == 1) return 0;
  return grid.apart -
         std::min(grid.leastDistance(grid.period), static_cast<Index>((1 - kTail) * static_cast<double>(grid.apart)));
}

namespace {

// The columns' entries but for the zeros at their end.
std::vector<double> columnOf(const ToeplitzStrategy& strategy) {
  std::vector<double> column;
  for (const double c : strategy.coefficients()) column.push_back(std::abs(c));
  while (column.back() == 0) column.pop_back();
  return column;
}

// All but the columns.
JoinedSteps lawOfParts(Index steps, const MixtureLaw& law, const Grid& grid) {
  if (grid.groups) {
    const double most = static_cast<double>(grid.joined * grid.period) / static_cast<double>(grid.apart);
    return {grid.joined, std::log(most) + kRounding,
            RandomGroups{grid.period, std::get<RandomGroups>(law).probability}};
  }
  const Joined joined = joinedChance(std::get<SpacedSampling>(law), grid, grid.partOf(steps - 1) + 1);
  return {grid.joined, joined.shift + kRounding, SpacedSampling{grid.period, joined.chance}};
}

}  // namespace

Index partsOf(Index steps, const MixtureLaw& law) {
  return gridOf(steps, law).partOf(steps - 1) + 1;
}

bool canJoin(const ToeplitzStrategy& strategy, const MixtureLaw& law) {
  const Grid grid = gridOf(strategy.iterations(), law);
  if (grid.joined == 1) return false;
  const Index bands = std::ssize(columnOf(strategy));
  return bands <= std::min(kMostBands, grid.leastDistance(grid.period)) &&
         bands <= (grid.period - kWidths[0]) * grid.joined &&
         lawOfParts(strategy.iterations(), law, grid).shift <= kMostShift;
}

std::optional<JoinedSteps> joinSteps(const ToeplitzStrategy& strategy, const MixtureLaw& law,
                                     const RunControl& control) {
  const Index n = strategy.iterations();
  const Grid grid = gridOf(n, law);
  const std::vector<double> column = columnOf(strategy);
  JoinedSteps made = lawOfParts(n, law, grid);
  const std::vector<double> correlations = raised(nearest(column, grid), column, grid);
  const std::vector<double> w = columnAbove(correlations);
  if (w.empty()) return made;
  std::vector<double> scales;
  if (strategy.scaling() == ColumnScaling::Normalized)
    scales = scalesAtEnd(column, n, grid, correlationsOf(w), control);
  if (control.stopRequested()) return std::nullopt;
  const Index parts = grid.partOf(n - 1) + 1;
  made.columns = MixtureColumns::ofColumn(w, parts, scales);
  for (Index i = 0; std::ssize(made.begins) <= parts; ++i) {
    if (grid.partOf(i) == std::ssize(made.begins)) made.begins.push_back(i);
  }
  made.meeting = static_cast<double>(grid.apart);
  if (strategy.scaling() == ColumnScaling::Normalized) {
    const double greatest = *std::ranges::max_element(made.columns.sums);
    const double square = std::inner_product(column.begin(), column.end(), column.begin(), 0.0);
    made.meeting = std::min(made.meeting, static_cast<double>(grid.joined) * greatest / square);
  }
  return made;
}

}  // namespace noiseloom
