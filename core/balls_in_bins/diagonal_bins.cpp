#include "core/balls_in_bins/diagonal_bins.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

#include "core/accounting/secant_search.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

// Rounding of the mass after one transform, for each factor of the power.
constexpr double kRounding = 1e-15;

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
    return std::exp(-0.5 * z * z) / (v * m_deviation * 2.5066282746310005);
  }
  /// |d log density / d log v| at most.
  double steepness(double v) const { return 1 + std::abs(score(v)) / m_deviation; }

 private:
  double score(double v) const { return v > 0 ? std::log(v) / m_deviation + m_deviation / 2 : -HUGE_VAL; }
  static double between(double low, double high) {
    // In the tail that is the smaller one.
    const double root = std::sqrt(0.5);
    return low > 0 ? 0.5 * (std::erfc(low * root) - std::erfc(high * root))
                   : 0.5 * (std::erfc(-high * root) - std::erfc(-low * root));
  }
  double m_deviation;
};

// Sum of term(0) .. term(count - 1) by pieces, so that rounding hardly grows with the number of terms.
template <class Term>
double blockSum(Index count, const Term& term) {
  constexpr Index kPiece = 256;
  double total = 0, pieces = 0;
  for (Index begin = 0, done = 0; begin < count; begin += kPiece) {
    double piece = 0;
    for (Index i = begin; i < std::min(count, begin + kPiece); ++i) piece += term(i);
    pieces += piece;
    if (++done % kPiece == 0) total += pieces, pieces = 0;
  }
  return total + pieces;
}

struct Cell {
  double lower;
  double upper;
};

// What the ends of [x, x + h] get of the mass between them.
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
  double low = 0, high = 50 / mean;
  for (int step = 0; step < 24; ++step) {
    const double theta = 0.5 * (low + high);
    const double ratio = std::exp(-theta * h);
    double weight = 1, sum = 0, moment = 0;
    for (std::size_t i = 0; i < masses.size() && weight > 1e-30; ++i, weight *= ratio) {
      sum += masses[i] * weight;
      moment += masses[i] * weight * static_cast<double>(i) * h;
    }
    (moment > mean * sum ? low : high) = theta;
  }
  return low;
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
    values[static_cast<std::size_t>(i)] += cell.lower;
    values[static_cast<std::size_t>(i + 1)] += cell.upper;
  }
  const auto position = [&](Index i) { return static_cast<double>(i) * h; };
  const auto value = [&](Index i) { return values[static_cast<std::size_t>(i)]; };
  Put result;
  result.mass = blockSum(m_nodes + 1, value) + v.mass(strike, HUGE_VAL);
  result.mean = blockSum(m_nodes + 1, [&](Index i) { return value(i) * position(i); }) + v.moment(strike, HUGE_VAL);
  // Tilted by e^(-theta x) so that sums centre on a strike below their mean: rounding and wrapping are then relative to
  // the put.
  const double theta =
      strike < count ? centringTilt(values.first(static_cast<std::size_t>(m_nodes + 1)), h, strike / count) : 0;
  for (Index i = 0; i <= m_nodes; ++i) values[static_cast<std::size_t>(i)] *= std::exp(-theta * position(i));
  const double total = blockSum(m_nodes + 1, value);
  for (Index i = 0; i <= m_nodes; ++i) values[static_cast<std::size_t>(i)] /= total;
  transform.forward();
  for (std::complex<double>& each : transform.spectrum()) each = power(each, m_bins);
  transform.inverse();
  const double logScale = count * std::log(total) + theta * strike;
  const double sum = blockSum(m_nodes, [&](Index i) {
    return std::max(value(i), 0.0) * (strike - position(i)) * std::exp(theta * (position(i) - strike));
  });
  const double scale = std::exp(logScale);
  result.value = scale * (sum / static_cast<double>(2 * m_nodes) + kRounding * count * strike);
  return result;
}

double DiagonalBins::delta(const BinPoint& point) const {
  const double variance = m_normSquared / (point.stddev * point.stddev);
  const auto count = static_cast<double>(m_bins);
  const double factor = std::exp(point.epsilon);
  const Put high = put(variance, count * factor);
  const double call =
      std::pow(high.mass, count - 1) * high.mean - factor * std::pow(high.mass, count) + high.value / count;
  const double adding = factor * put(variance, count / factor).value / count;
  return std::max(call, adding);
}

double DiagonalBins::logRounding() const {
  return std::log(50 * kRounding * static_cast<double>(m_bins));
}

std::optional<DiagonalRoot> diagonalRoot(const BinGram& gram, const BinAxis& axis, double delta, Index nodes,
                                         const RunControl& control) {
  double least = gram(0, 0), most = gram(0, 0);
  for (Index i = 0; i < gram.bins; ++i) least = std::min(least, gram(i, i)), most = std::max(most, gram(i, i));
  const DiagonalBins bins(gram.bins, most, nodes);
  const double mostEpsilon = std::log(delta) - bins.logRounding();
  if (axis.at(axis.least()).epsilon >= mostEpsilon) return std::nullopt;
  SecantOptions options;
  options.leastX = axis.least();
  options.mostX = axis.unknown() == BinUnknown::Epsilon ? std::min(axis.most(), mostEpsilon) : axis.most();
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
        return std::log(bins.delta(axis.at(x)) / delta);
      },
      options);
  if (std::isnan(found.x) && !found.stopped && options.mostX < axis.most()) return std::nullopt;
  DiagonalRoot root;
  root.stopped = found.stopped;
  root.x = std::isnan(found.x) ? axis.most() : found.x;
  root.slope = found.slope;
  if (found.stopped) return root;
  const DiagonalBins coarse(gram.bins, most, nodes / 2);
  const double grid = std::abs(std::log(coarse.delta(axis.at(root.x)) / bins.delta(axis.at(root.x)))) / 3;
  root.relativeError = std::abs(found.value) + grid - 0.5 * std::log(least / most) * std::abs(root.slope);
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
