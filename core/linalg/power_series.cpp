#include "core/linalg/power_series.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

void load(RealFft& fft, std::span<const double> values) {
  const auto target = fft.values();
  std::copy(values.begin(), values.end(), target.begin());
  std::fill(target.begin() + std::ssize(values), target.end(), 0.0);
  fft.forward();
}

void multiplySpectrum(RealFft& fft, std::span<const std::complex<double>> other, bool conjugate) {
  const auto spectrum = fft.spectrum();
  for (std::size_t k = 0; k < spectrum.size(); ++k) spectrum[k] *= conjugate ? std::conj(other[k]) : other[k];
  fft.inverse();
}

std::span<const double> head(std::span<const double> values, Index count) {
  return values.first(std::min(values.size(), static_cast<std::size_t>(count)));
}

// The first `count` values of the inverse transform, scaled.
std::vector<double> scaled(RealFft& fft, Index count) {
  std::vector<double> out(count, 0.0);
  const auto values = fft.values();
  const double scale = 1 / static_cast<double>(fft.size());
  for (std::size_t i = 0; i < std::min(out.size(), values.size()); ++i) out[i] = values[i] * scale;
  return out;
}

std::vector<double> combine(std::span<const double> a, std::span<const double> b, Index count, bool conjugate) {
  // Sums a_(j+l) b_j of l < count reach no further than that; what wraps around falls on other l.
  const Index reach = conjugate ? std::max(std::ssize(a), std::ssize(b) + count) : std::ssize(a) + std::ssize(b);
  RealFft fft(RealFft::goodSize(std::max<Index>(2, reach)));
  load(fft, b);
  const std::vector<std::complex<double>> spectrum(fft.spectrum().begin(), fft.spectrum().end());
  load(fft, a);
  multiplySpectrum(fft, spectrum, conjugate);
  return scaled(fft, count);
}

}  // namespace

std::vector<double> seriesProduct(std::span<const double> a, std::span<const double> b, Index count) {
  checkInteger("count", count, 1, kNoLimit);
  return combine(head(a, count), head(b, count), count, false);
}

std::vector<double> seriesCorrelation(std::span<const double> a, std::span<const double> b, Index count) {
  checkInteger("count", count, 1, kNoLimit);
  std::vector<double> out = combine(a, b, std::min(count, std::ssize(a)), true);
  out.resize(count, 0.0);
  return out;
}

std::vector<double> seriesInverse(std::span<const double> a, Index count, const RunControl& control,
                                  std::vector<double> first) {
  checkInteger("count", count, 1, kNoLimit);
  checkInteger("size of a", std::ssize(a), 1, kNoLimit);
  if (a[0] == 0) throw InvalidArgument("a[0]", 0, Core::tr("a number other than 0"));
  std::vector<double> g = std::move(first);
  if (g.empty()) g = {1 / a[0]};
  std::vector<std::complex<double>> spectrum;
  for (auto known = std::ssize(g); known < count;) {
    if (control.stopRequested()) return {};
    const Index next = std::min(2 * known, count);
    // a g = 1 + error, whose coefficients known .. next - 1 are wanted. Cyclic products of length `next` give them:
    // wrapped terms fall on 0 .. known - 1, which are known already.
    RealFft fft(RealFft::goodSize(std::max<Index>(2, next)));
    load(fft, g);
    spectrum.assign(fft.spectrum().begin(), fft.spectrum().end());
    load(fft, head(a, next));
    multiplySpectrum(fft, spectrum, false);
    const double scale = 1 / static_cast<double>(fft.size());
    const auto values = fft.values();
    std::fill(values.begin(), values.begin() + known, 0.0);
    for (Index i = known; i < next; ++i) values[i] *= scale;
    std::fill(values.begin() + next, values.end(), 0.0);
    fft.forward();
    multiplySpectrum(fft, spectrum, false);
    g.resize(next);
    for (Index i = known; i < next; ++i) g[i] = -fft.values()[i] * scale;
    known = next;
  }
  return g;
}

}  // namespace noiseloom
