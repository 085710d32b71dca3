#include "core/balls_in_bins/sampling/diagonal_bins.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "core/linalg/bisection.h"
#include "core/linalg/real_fft.h"
#include "core/linalg/secant_search.h"

namespace noiseloom {
namespace {

// Rounding, in units of the sum's number of factors. A transform of a mass of one and its power err by a standard
// deviation of some 2.2 units in the last place times factors times strike: this is 16 of them.
constexpr double kTransformRounding = 4e-15;
// Error of put-call parity, whose terms are of the order of e^epsilon whatever delta is: a few units in the last place
// of the mass and of the mean of one number, raised to a power.
constexpr double kParityRounding = 1e-14;
// Relative error of the masses of the cells: 1e-12 each at most, to the power of the number of bins.
constexpr double kCellRounding = 1e-8;

constexpr double kRootTwoPi = 2.5066282746310005;

std::complex<double> power(std::complex<double> base, Index exponent) {
  std::complex<double> result = 1;
  for (Index rest = exponent; rest > 0; rest >>= 1) {
    if (rest & 1)
      result = {result.real() * base.real() - result.imag() * base.imag(),
                result.real() * base.imag() + result.imag() * base.real()};
    base = {base.real() * base.real() - base.imag() * base.imag(), 2 * base.real() * base.imag()};
  }
  return result;
}

// V = e^(N(-variance/2, variance)).
class Lognormal {
 public:
  explicit Lognormal(double variance) : m_deviation(std::sqrt(variance)) {}
  double mass(double low, double high) const { return between(score(low), score(high)); }
  /// E[V; low < V < high]: V's own tilt moves the score by the deviation.
  double moment(double low, double high) const { return between(score(low) - m_deviation, score(high) - m_deviation); }
  double density(double v) const {
    const double z = score(v);
    return std::exp(-0.5 * z * z) / (v * m_deviation * kRootTwoPi);
  }
  /// |d log density / d log v| at most.
  double steepness(double v) const { return 1 + std::abs(score(v)) / m_deviation; }

 private:
  double score(double v) const { return v > 0 ? std::log(v) / m_deviation + m_deviation / 2 : -HUGE_VAL; }
  static double between(double low, double high) {
    // By the smaller tail, where no digits cancel.
    const double root = std::sqrt(0.5);
    return low > 0 ? 0.5 * (std::erfc(low * root) - std::erfc(high * root))
                   : 0.5 * (std::erfc(-high * root) - std::erfc(-low * root));
  }
  double m_deviation;
};

// Sum of term(0) .. term(count - 1) >= 0, each addition's rounding carried along: as if it was rounded once (Kahan).
template <class Term>
double carriedSum(Index count, const Term& term) {
  double total = 0, carried = 0;
  for (Index i = 0; i < count; ++i) {
    const double add = term(i) + carried;
    const double next = total + add;
    carried = add - (next - total);
    total = next;
  }
  return total;
}

struct Cell {
  double lower;
  double upper;
};

// Splits the mass between x and x + h among the two, so that its mean is kept.
Cell split(const Lognormal& v, double x, double h) {
  if (x > 0 && v.steepness(x) * h < 0.5 * x) {
    // Smooth: four nodes of Gauss and Legendre.
    constexpr double kNodes[] = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813, 0.93056815579702629};
    constexpr double kWeights[] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307, 0.17392742256872693};
    Cell cell{0, 0};
    for (int k = 0; k < 4; ++k) {
      const double piece = kWeights[k] * h * v.density(x + kNodes[k] * h);
      cell.lower += piece * (1 - kNodes[k]);
      cell.upper += piece * kNodes[k];
    }
    return cell;
  }
  // x is a few h: no digits cancel.
  const double mass = v.mass(x, x + h);
  const double upper = std::clamp((v.moment(x, x + h) - x * mass) / h, 0.0, mass);
  return {mass - upper, upper};
}

// theta >= 0 with which the masses times e^(-theta x) on the grid have this mean.
double centringTilt(std::span<const double> masses, double h, double mean) {
  const auto above = [&](double theta) {
    const double ratio = std::exp(-theta * h);
    double weight = 1, sum = 0, moment = 0;
    for (std::size_t i = 0; i < masses.size() && weight > 1e-30; ++i, weight *= ratio) {
      sum += masses[i] * weight;
      moment += masses[i] * weight * static_cast<double>(i) * h;
    }
    return moment > mean * sum;
  };
  return halved({0, 50 / mean}, 24, above).holds;
}

}  // namespace

DiagonalBins::DiagonalBins(Index bins, double normSquared, Index nodes)
    : m_bins(bins), m_normSquared(normSquared), m_nodes(nodes) {}

DiagonalBins::Put DiagonalBins::put(double variance, double strike) const {
  const Lognormal v(variance);
  const double h = strike / static_cast<double>(m_nodes);
  const auto count = static_cast<double>(m_bins);
  RealFft transform(2 * m_nodes);
  const std::span<double> values = transform.values();
  std::fill(values.begin(), values.end(), 0.0);
  for (Index i = 0; i < m_nodes; ++i) {
    const Cell cell = split(v, static_cast<double>(i) * h, h);
    values[i] += cell.lower;
    values[i + 1] += cell.upper;
  }
  const auto position = [&](Index i) { return static_cast<double>(i) * h; };
  const auto value = [&](Index i) { return values[i]; };
  Put result;
  result.mass = carriedSum(m_nodes + 1, value) + v.mass(strike, HUGE_VAL);
  result.mean = carriedSum(m_nodes + 1, [&](Index i) { return value(i) * position(i); }) + v.moment(strike, HUGE_VAL);
  // Tilted by e^(-theta x) so that sums centre on a strike below their mean: rounding and wrapping are then relative to
  // the put.
  const double theta = strike < count ? centringTilt(values.first(m_nodes + 1), h, strike / count) : 0;
  for (Index i = 0; i <= m_nodes; ++i) values[i] *= std::exp(-theta * position(i));
  const double total = carriedSum(m_nodes + 1, value);
  for (Index i = 0; i <= m_nodes; ++i) values[i] /= total;
  transform.forward();
  for (std::complex<double>& each : transform.spectrum()) each = power(each, m_bins);
  transform.inverse();
  const double logScale = count * std::log(total) + theta * strike;
  const double sum = carriedSum(m_nodes, [&](Index i) {
    return std::max(value(i), 0.0) * (strike - position(i)) * std::exp(theta * (position(i) - strike));
  });
  const double scale = std::exp(logScale);
  result.rounding = scale * kTransformRounding * count * strike;
  result.value = scale * sum / static_cast<double>(2 * m_nodes) + result.rounding;
  return result;
}

DiagonalBins::Delta DiagonalBins::delta(const NoisePoint& point) const {
  const double variance = m_normSquared / (point.stddev * point.stddev);
  const auto count = static_cast<double>(m_bins);
  const double factor = std::exp(point.epsilon);
  const Put high = put(variance, count * factor);
  const double parity = kParityRounding * count * factor;
  const double call =
      std::pow(high.mass, count - 1) * high.mean - factor * std::pow(high.mass, count) + high.value / count + parity;
  const Put low = put(variance, count / factor);
  const double adding = factor * low.value / count;
  return {(1 + kCellRounding) * std::max({call, adding, parity}),
          std::max(parity + high.rounding / count, factor * low.rounding / count)};
}

double DiagonalBins::logRounding() const {
  return std::log((kParityRounding + kTransformRounding) * static_cast<double>(m_bins) / kMostRounding);
}

std::optional<DiagonalRoot> diagonalRoot(const BinGram& gram, const NoiseAxis& axis, double delta, Index nodes,
                                         const RunControl& control) {
  double least = gram(0, 0), most = gram(0, 0);
  for (Index i = 0; i < gram.bins; ++i) least = std::min(least, gram(i, i)), most = std::max(most, gram(i, i));
  const DiagonalBins bins(gram.bins, most, nodes);
  const double mostEpsilon = std::log(delta) - bins.logRounding();
  if (axis.at(axis.least()).epsilon >= mostEpsilon) return std::nullopt;
  SecantOptions options;
  options.leastX = axis.least();
  options.mostX = axis.unknown() == NoiseUnknown::Epsilon ? std::min(axis.most(), mostEpsilon) : axis.most();
  // Amplification by b bins reduces the noise by a factor of sqrt(b) at most, roughly.
  options.start = std::max(axis.least(), options.mostX - std::min(0.7, 0.3 * (options.mostX - axis.least())));
  options.slope = -20;
  options.mostStep = 0.7;
  options.tolerance = 1e-4;
  options.mostEvaluations = 30;
  options.fromBelow = true;
  const SecantResult found = searchDecreasing(
      [&](double x) -> std::optional<double> {
        if (control.stopRequested()) return std::nullopt;
        return std::log(bins.delta(axis.at(x)).upper / delta);
      },
      options);
  if (std::isnan(found.x) && !found.stopped && options.mostX < axis.most()) return std::nullopt;
  DiagonalRoot root{.x = std::isnan(found.x) ? axis.most() : found.x, .slope = found.slope, .stopped = found.stopped};
  if (found.stopped) return root;
  const DiagonalBins::Delta fine = bins.delta(axis.at(root.x));
  if (!(fine.rounding <= DiagonalBins::kMostRounding * fine.upper)) return std::nullopt;
  const double coarse = DiagonalBins(gram.bins, most, nodes / 2).delta(axis.at(root.x)).upper;
  root.relativeError = std::abs(found.value) + std::abs(std::log(coarse / fine.upper)) / 3 +
                       2 * fine.rounding / fine.upper - 0.5 * std::log(least / most) * std::abs(root.slope);
  return root;
}

bool isDiagonal(const BinGram& gram) {
  for (Index i = 0; i < gram.bins; ++i) {
    for (Index j = 0; j < i; ++j) {
      if (gram(i, j) != 0) return false;
    }
  }
  return true;
}

}  // namespace noiseloom
