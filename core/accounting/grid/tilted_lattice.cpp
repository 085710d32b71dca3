#include "core/accounting/grid/tilted_lattice.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <numbers>
#include <numeric>
#include <utility>

#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr std::size_t kPollInterval = 1 << 16;
constexpr double kRoundingUnit = 1.2e-16;

/// A transform of this length, the thread's own, or `longer` made one: a search asks for the same few lengths again and
/// again, and planning one of some thousand nodes takes as long as executing it.
RealFft& transformOf(Index size, std::unique_ptr<RealFft>& longer) {
  constexpr std::size_t kMostKept = 8;
  constexpr Index kLongestKept = 1 << 15;  // 256 KiB
  if (size > kLongestKept) {
    longer = std::make_unique<RealFft>(size);
    return *longer;
  }
  thread_local std::vector<std::unique_ptr<RealFft>> kept;  // the last one used in front
  auto found = std::ranges::find_if(kept, [size](const auto& each) { return each->size() == size; });
  if (found == kept.end()) {
    auto made = std::make_unique<RealFft>(size);
    if (kept.size() == kMostKept) kept.pop_back();
    found = kept.insert(kept.end(), std::move(made));
  }
  std::rotate(kept.begin(), found, found + 1);
  return *kept.front();
}

/// x^count for count >= 0 by repeated squaring; 0 where the result is below e^-80.
struct Power {
  explicit Power(Index exponent)
      : count(exponent), least(exponent > 0 ? std::exp(-160.0 / static_cast<double>(exponent)) : 0) {}

  std::complex<double> operator()(std::complex<double> value) const {
    double re = value.real(), im = value.imag();
    if (count == 0) return 1;
    if (vanishes(re * re + im * im)) return 0;
    double resultRe = 1, resultIm = 0;
    for (Index rest = count;;) {
      if (rest & 1) {
        const double product = resultRe * re - resultIm * im;
        resultIm = resultRe * im + resultIm * re;
        resultRe = product;
      }
      rest >>= 1;
      if (rest == 0) break;
      const double square = re * re - im * im;
      im = 2 * re * im;
      re = square;
    }
    return {resultRe, resultIm};
  }

  /// By the square of |x|.
  bool vanishes(double square) const { return count > 0 && !(square > least); }

  Index count;
  double least;
};

/// (1 + x)^count, 1 + x away from 0, with errors relative to x.
std::complex<double> powerOfOnePlus(std::complex<double> x, double count) {
  const double logSize = 0.5 * count * std::log1p(2 * x.real() + std::norm(x));
  if (logSize < -80) return 0;
  return std::polar(std::exp(logSize), count * std::atan2(x.imag(), 1 + x.real()));
}

std::size_t positionOf(Index node, std::size_t size) {
  const auto length = static_cast<Index>(size);
  return static_cast<std::size_t>(((node % length) + length) % length);
}

/// A lattice as it is transformed. Where nearly all the mass is at one node, that node becomes the origin and is taken
/// out: the transform of what is left has much smaller errors, which large powers would magnify.
struct Wrapped {
  Wrapped(std::span<double> values, const TiltedLattice& lattice) {
    const auto most = std::max_element(lattice.masses.begin(), lattice.masses.end());
    hasAtom = *most > 0.75;
    if (hasAtom) origin = lattice.first + static_cast<Index>(most - lattice.masses.begin());
    std::fill(values.begin(), values.end(), 0.0);
    std::size_t position = positionOf(lattice.first - origin, values.size());
    double squares = 0;
    for (auto mass = lattice.masses.begin(); mass != lattice.masses.end(); ++mass) {
      if (mass != most || !hasAtom) {
        values[position] += *mass;
        total += *mass;
        squares += *mass * *mass;
      }
      if (++position == values.size()) position = 0;
    }
    norm = std::sqrt(squares);
  }

  bool hasAtom = false;
  Index origin = 0;
  double total = 0;  ///< of what was not taken out, and its Euclidean norm
  double norm = 0;
};

double square(double x) {
  return x * x;
}

void normalise(std::vector<double>& masses) {
  const double sum = std::accumulate(masses.begin(), masses.end(), 0.0);
  for (double& mass : masses) mass /= sum;
}

}  // namespace

double TiltedLattice::logGrowth(double shift) const {
  double most = 0;
  for (const Index i : {Index{0}, std::ssize(masses) - 1}) most = std::max(most, shift * loss(i));
  double sum = 0;
  if (most < 30) {  // relative to the growth, which may be tiny
    for (std::size_t i = 0; i < masses.size(); ++i) sum += masses[i] * std::expm1(shift * loss(static_cast<Index>(i)));
    return std::log1p(sum);
  }
  for (std::size_t i = 0; i < masses.size(); ++i) {
    if (masses[i] > 0) sum += std::exp(shift * loss(static_cast<Index>(i)) - most + std::log(masses[i]));
  }
  return most + std::log(sum);
}

TiltedLattice tilted(const LossGrid& grid, double z) {
  TiltedLattice lattice{grid.anchor(), grid.spacing(), grid.first(), 0, {}, 0};
  lattice.logTransform = grid.tilt(z, lattice.masses);
  return lattice;
}

std::optional<TiltedLattice> wrappedSum(std::span<const RepeatedLattice> parts, Index firstNode, Index size,
                                        const RunControl& control, double theta, double* payoffNoise) {
  TiltedLattice sum;
  sum.spacing = parts[0].lattice.spacing;
  sum.first = firstNode;
  std::unique_ptr<RealFft> longer;
  RealFft& fft = transformOf(size, longer);
  const std::span<std::complex<double>> spectrum = fft.spectrum();
  // The product of all parts but the last, and the relative error of every coefficient.
  std::vector<std::complex<double>> product;
  std::vector<double> errors(spectrum.size(), 0.0);
  const double unit = kRoundingUnit * std::sqrt(std::log2(static_cast<double>(size)));
  Index origin = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const TiltedLattice& one = parts[p].lattice;
    const auto count = static_cast<double>(parts[p].count);
    sum.anchor += count * one.anchor;
    sum.logTransform += count * one.logTransform;
    const Wrapped wrapped(fft.values(), one);
    origin += parts[p].count * wrapped.origin;
    if (control.stopRequested()) return std::nullopt;
    fft.forward();
    const Power power(parts[p].count);
    const double noise = std::hypot(one.noise, unit * wrapped.norm);
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
      if (k % kPollInterval == 0 && control.stopRequested()) return std::nullopt;
      if (wrapped.hasAtom) {
        const std::complex<double> excess = spectrum[k] - wrapped.total;
        errors[k] += count * (noise + kRoundingUnit * std::sqrt(std::norm(excess)));
        spectrum[k] = powerOfOnePlus(excess, count);
      } else {
        const double square = std::norm(spectrum[k]);
        if (power.vanishes(square)) {
          spectrum[k] = 0;
          continue;
        }
        errors[k] += count * (noise / (std::sqrt(square) + noise) + kRoundingUnit);
        spectrum[k] = power(spectrum[k]);
      }
      if (p > 0) {
        const std::complex<double> a = spectrum[k], b = product[k];
        spectrum[k] = {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
      }
    }
    if (p + 1 < parts.size()) product.assign(spectrum.begin(), spectrum.end());
  }
  // The coefficients but the first and the last stand for two. What is summed with payoffs weighs them by the payoffs'
  // transform, 1 / (spacing (theta - 1 + i w) (theta + i w)).
  double squares = 0, noise = 0, weighted = 0, weights = 0;
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    const double frequency = 2 * std::numbers::pi * static_cast<double>(k) / (static_cast<double>(size) * sum.spacing);
    const double weight = 2 / ((square(theta - 1) + square(frequency)) * (square(theta) + square(frequency)));
    const double height = std::norm(spectrum[k]);
    squares += 2 * height;
    noise += 2 * height * square(errors[k]);
    weighted += weight * height * square(errors[k]);
    weights += weight;
  }
  const auto length = static_cast<double>(size);
  const double ofInverse = square(unit) * squares / length;  // spread evenly over all coefficients
  sum.noise = std::sqrt(noise / length + ofInverse);
  if (payoffNoise) *payoffNoise = std::sqrt(weighted + weights * ofInverse) / (length * sum.spacing);
  fft.inverse();

  sum.masses.resize(size);
  const std::size_t offset = positionOf(firstNode - origin, sum.masses.size());
  for (std::size_t i = 0; i < sum.masses.size(); ++i)
    sum.masses[i] = fft.values()[offset + i < sum.masses.size() ? offset + i : offset + i - sum.masses.size()];
  normalise(sum.masses);
  return sum;
}

TiltedLattice coarsened(const TiltedLattice& fine, Index ratio, double z) {
  TiltedLattice coarse{fine.anchor, fine.spacing * static_cast<double>(ratio), 0, fine.logTransform, {}, fine.noise};
  // What a node `offset` fine nodes above a coarse one gives to it and to the next, tilted.
  std::vector<double> lower, upper;
  for (Index offset = 0; offset < ratio; ++offset) {
    const double distance = static_cast<double>(offset) * fine.spacing;
    const double share = std::expm1(distance) / std::expm1(coarse.spacing);
    lower.push_back((1 - share) * std::exp(-z * distance));
    upper.push_back(share * std::exp(z * (coarse.spacing - distance)));
  }
  const auto floorDivide = [ratio](Index k) { return k >= 0 ? k / ratio : -((ratio - 1 - k) / ratio); };
  const auto count = std::ssize(fine.masses);
  coarse.first = floorDivide(fine.first);
  coarse.masses.assign(floorDivide(fine.first + count - 1) - coarse.first + 2, 0.0);
  double growth = 0;
  for (Index i = 0; i < count; ++i) {
    const Index node = floorDivide(fine.first + i);
    const std::size_t offset = fine.first + i - node * ratio;
    const std::size_t at = node - coarse.first;
    const double mass = fine.masses[i];
    coarse.masses[at] += lower[offset] * mass;
    coarse.masses[at + 1] += upper[offset] * mass;
    growth += (lower[offset] + upper[offset] - 1) * mass;
  }
  coarse.logTransform += std::log1p(growth);
  normalise(coarse.masses);
  return coarse;
}

}  // namespace noiseloom
