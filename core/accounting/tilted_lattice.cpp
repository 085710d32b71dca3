#include "core/accounting/tilted_lattice.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <span>

#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr std::size_t kPollInterval = 1 << 16;

/// x^count for count >= 0 by repeated squaring; 0 where the result is below e^-80.
struct Power {
  explicit Power(Index exponent)
      : count(exponent), least(exponent > 0 ? std::exp(-160.0 / static_cast<double>(exponent)) : 0) {}

  std::complex<double> operator()(std::complex<double> value) const {
    double re = value.real(), im = value.imag();
    if (count == 0) return 1;
    if (!(re * re + im * im > least)) return 0;
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

  Index count;
  double least;
};

void wrapInto(std::span<double> values, const TiltedLattice& lattice) {
  std::fill(values.begin(), values.end(), 0.0);
  const auto size = static_cast<Index>(values.size());
  auto position = static_cast<std::size_t>(((lattice.first % size) + size) % size);
  for (const double mass : lattice.masses) {
    values[position] += mass;
    if (++position == values.size()) position = 0;
  }
}

void normalise(std::vector<double>& masses) {
  const double sum = std::accumulate(masses.begin(), masses.end(), 0.0);
  for (double& mass : masses) mass /= sum;
}

}  // namespace

double TiltedLattice::logGrowth(double shift) const {
  double most = 0;
  for (const Index i : {Index{0}, static_cast<Index>(masses.size()) - 1}) most = std::max(most, shift * loss(i));
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
  TiltedLattice lattice{grid.anchor(), grid.spacing(), grid.first(), 0, {}};
  lattice.logTransform = grid.tilt(z, lattice.masses);
  return lattice;
}

std::optional<TiltedLattice> wrappedSum(std::span<const RepeatedLattice> parts, Index firstNode, Index size,
                                        const RunControl& control) {
  TiltedLattice sum;
  sum.spacing = parts[0].lattice.spacing;
  sum.first = firstNode;
  RealFft fft(size);
  const std::span<std::complex<double>> spectrum = fft.spectrum();
  std::vector<std::complex<double>> product;  // of all parts but the last
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const TiltedLattice& one = parts[p].lattice;
    const auto count = static_cast<double>(parts[p].count);
    sum.anchor += count * one.anchor;
    sum.logTransform += count * one.logTransform;
    wrapInto(fft.values(), one);
    if (control.stopRequested()) return std::nullopt;
    fft.forward();
    const Power power(parts[p].count);
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
      if (k % kPollInterval == 0 && control.stopRequested()) return std::nullopt;
      const std::complex<double> a = power(spectrum[k]);
      if (p == 0) {
        spectrum[k] = a;
      } else {
        const std::complex<double> b = product[k];
        spectrum[k] = {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
      }
    }
    if (p + 1 < parts.size()) product.assign(spectrum.begin(), spectrum.end());
  }
  fft.inverse();

  sum.masses.resize(static_cast<std::size_t>(size));
  const auto offset = static_cast<std::size_t>(((firstNode % size) + size) % size);
  for (std::size_t i = 0; i < sum.masses.size(); ++i) {
    const std::size_t at = offset + i < sum.masses.size() ? offset + i : offset + i - sum.masses.size();
    sum.masses[i] = std::max(0.0, fft.values()[at]);  // below 0 only by rounding
  }
  normalise(sum.masses);
  return sum;
}

TiltedLattice coarsened(const TiltedLattice& fine, Index ratio, double z) {
  TiltedLattice coarse{fine.anchor, fine.spacing * static_cast<double>(ratio), 0, fine.logTransform, {}};
  // What a node `offset` fine nodes above a coarse one gives to it and to the next, tilted.
  std::vector<double> lower, upper;
  for (Index offset = 0; offset < ratio; ++offset) {
    const double distance = static_cast<double>(offset) * fine.spacing;
    const double share = std::expm1(distance) / std::expm1(coarse.spacing);
    lower.push_back((1 - share) * std::exp(-z * distance));
    upper.push_back(share * std::exp(z * (coarse.spacing - distance)));
  }
  const auto floorDivide = [ratio](Index k) { return k >= 0 ? k / ratio : -((ratio - 1 - k) / ratio); };
  const auto count = static_cast<Index>(fine.masses.size());
  coarse.first = floorDivide(fine.first);
  coarse.masses.assign(static_cast<std::size_t>(floorDivide(fine.first + count - 1) - coarse.first + 2), 0.0);
  double growth = 0;
  for (Index i = 0; i < count; ++i) {
    const Index node = floorDivide(fine.first + i);
    const auto offset = static_cast<std::size_t>(fine.first + i - node * ratio);
    const auto at = static_cast<std::size_t>(node - coarse.first);
    const double mass = fine.masses[static_cast<std::size_t>(i)];
    coarse.masses[at] += lower[offset] * mass;
    coarse.masses[at + 1] += upper[offset] * mass;
    growth += (lower[offset] + upper[offset] - 1) * mass;
  }
  coarse.logTransform += std::log1p(growth);
  normalise(coarse.masses);
  return coarse;
}

}  // namespace noiseloom
