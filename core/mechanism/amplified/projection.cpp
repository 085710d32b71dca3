#include "core/mechanism/amplified/projection.h"

#include <algorithm>
#include <complex>

#include "core/base/multiversion.h"
#include "core/linalg/box_muller.h"
#include "core/linalg/parallel.h"
#include "core/linalg/real_fft.h"
#include "core/monte_carlo/philox.h"

namespace noiseloom {
namespace {

// Distinct from all other purposes of random numbers, including those of certificates.
constexpr std::uint32_t kNormalsPurpose = 0x616D7001;

// z of one sample and block: entry j from word j of its own part of the sequence.
void normals(std::uint64_t stream, Index position, std::span<double> out) {
  const std::size_t count = out.size() + out.size() % 2;
  std::vector<std::uint64_t> words(count);
  std::vector<double> values(count);
  philoxWords({stream, kNormalsPurpose, 0}, static_cast<std::uint64_t>(position) << 32, words);
  boxMuller(words.data(), values.data(), count);
  std::copy_n(values.begin(), out.size(), out.begin());
}

// sum += a b and sum += a conj(b), for separate real and imaginary parts.
NOISELOOM_MULTIVERSION void addProduct(const double* a, const float* b, double* sum, std::size_t count) {
  for (std::size_t f = 0; f < count; ++f) {
    const double re = b[f];
    const double im = b[count + f];
    sum[f] += a[f] * re - a[count + f] * im;
    sum[count + f] += a[f] * im + a[count + f] * re;
  }
}

NOISELOOM_MULTIVERSION void addConjugateProduct(const double* a, const float* b, double* sum, std::size_t count) {
  for (std::size_t f = 0; f < count; ++f) {
    const double re = b[f];
    const double im = b[count + f];
    sum[f] += a[f] * re + a[count + f] * im;
    sum[count + f] += a[count + f] * re - a[f] * im;
  }
}

template <class Number>
void split(std::span<const std::complex<double>> spectrum, Number* out) {
  const std::size_t count = spectrum.size();
  for (std::size_t f = 0; f < count; ++f) {
    out[f] = static_cast<Number>(spectrum[f].real());
    out[count + f] = static_cast<Number>(spectrum[f].imag());
  }
}

void merge(const double* parts, std::span<std::complex<double>> spectrum) {
  const std::size_t count = spectrum.size();
  for (std::size_t f = 0; f < count; ++f) spectrum[f] = {parts[f], parts[count + f]};
}

}  // namespace

BinnedProjection::BinnedProjection(Index iterations, Index bins, std::uint64_t stream)
    : m_iterations(iterations),
      m_bins(bins),
      m_blocks((iterations + bins - 1) / bins),
      m_length(RealFft::goodSize(2 * bins)),
      m_frequencies(m_length / 2 + 1),
      m_stream(stream) {}

bool BinnedProjection::extend(Index samples, const RunControl& control) {
  const std::size_t before = m_tiles.size();
  const std::size_t after = (samples + kTile - 1) / kTile;
  if (after <= before) return true;
  m_tiles.resize(after);
  const bool done = parallelFor(static_cast<Index>(after - before), control, [&](Index task) {
    const std::size_t at = before + static_cast<std::size_t>(task);
    std::vector<float>& tile = m_tiles[at];
    tile.resize(kTile * m_blocks * 2 * m_frequencies);
    RealFft fft(m_length);
    for (Index s = 0; s < kTile; ++s) {
      if (control.stopRequested()) return;
      for (Index block = 0; block < m_blocks; ++block) {
        const std::span<double> values = fft.values();
        std::fill(values.begin(), values.end(), 0.0);
        const Index rows = std::min(m_bins, m_iterations - block * m_bins);
        const Index sample = static_cast<Index>(at) * kTile + s;
        normals(m_stream, sample * m_blocks + block, values.first(rows));
        fft.forward();
        split(std::span<const std::complex<double>>(fft.spectrum()), tile.data() + offset(s, block));
      }
    }
  });
  if (done && !control.stopRequested()) return true;
  m_tiles.resize(before);
  return false;
}

bool BinnedProjection::project(std::span<const double> sums, std::span<double> out, const RunControl& control) const {
  const std::size_t parts = 2 * m_frequencies;
  const std::size_t b = m_bins;
  const Index samples = std::ssize(out) / m_bins;
  // Block B maps z[B b_e + rho] to bin i by h[i - rho] = t[B b_e - (i - rho)].
  std::vector<double> kernels(static_cast<std::size_t>(m_blocks) * parts);
  RealFft kernelFft(m_length);
  for (Index block = 0; block < m_blocks; ++block) {
    const std::span<double> values = kernelFft.values();
    std::fill(values.begin(), values.end(), 0.0);
    for (Index m = 1 - m_bins; m < m_bins; ++m) {
      const Index at = block * m_bins - m;
      if (at >= 0 && at < m_iterations) values[m < 0 ? m + m_length : m] = sums[at];
    }
    kernelFft.forward();
    split(std::span<const std::complex<double>>(kernelFft.spectrum()),
          kernels.data() + static_cast<std::size_t>(block) * parts);
  }
  return parallelFor((samples + kTile - 1) / kTile, control, [&](Index tile) {
    RealFft fft(m_length);
    std::vector<double> sum(parts);
    for (Index s = tile * kTile; s < std::min(samples, (tile + 1) * kTile); ++s) {
      std::fill(sum.begin(), sum.end(), 0.0);
      for (Index block = 0; block < m_blocks; ++block)
        addProduct(kernels.data() + static_cast<std::size_t>(block) * parts, spectrum(s, block), sum.data(), parts / 2);
      merge(sum.data(), fft.spectrum());
      fft.inverse();
      const std::span<const double> values = fft.values();
      for (std::size_t i = 0; i < b; ++i)
        out[static_cast<std::size_t>(s) * b + i] = values[i] / static_cast<double>(m_length);
    }
  });
}

bool BinnedProjection::addGradient(std::span<const double> byOut, std::span<double> bySums,
                                   const RunControl& control) const {
  const std::size_t parts = 2 * m_frequencies;
  const std::size_t b = m_bins;
  const Index samples = std::ssize(byOut) / m_bins;
  std::vector<double> spectra(static_cast<std::size_t>(samples) * parts);
  const bool transformed = parallelFor((samples + kTile - 1) / kTile, control, [&](Index tile) {
    RealFft fft(m_length);
    for (Index s = tile * kTile; s < std::min(samples, (tile + 1) * kTile); ++s) {
      const std::span<double> values = fft.values();
      std::fill(values.begin(), values.end(), 0.0);
      std::copy_n(byOut.begin() + s * m_bins, b, values.begin());
      fft.forward();
      split(std::span<const std::complex<double>>(fft.spectrum()),
            spectra.data() + static_cast<std::size_t>(s) * parts);
    }
  });
  if (!transformed) return false;
  // Each task has one block, and so sums over the samples in one order whatever the number of threads.
  std::vector<double> kernels(static_cast<std::size_t>(m_blocks) * parts, 0.0);
  const bool summed = parallelFor(m_blocks, control, [&](Index block) {
    double* sum = kernels.data() + static_cast<std::size_t>(block) * parts;
    for (Index s = 0; s < samples; ++s) {
      if (s % kTile == 0 && control.stopRequested()) return;
      addConjugateProduct(spectra.data() + static_cast<std::size_t>(s) * parts, spectrum(s, block), sum, parts / 2);
    }
  });
  if (!summed || control.stopRequested()) return false;
  RealFft fft(m_length);
  for (Index block = 0; block < m_blocks; ++block) {
    merge(kernels.data() + static_cast<std::size_t>(block) * parts, fft.spectrum());
    fft.inverse();
    const std::span<const double> values = fft.values();
    for (Index m = 1 - m_bins; m < m_bins; ++m) {
      const Index at = block * m_bins - m;
      if (at >= 0 && at < m_iterations) bySums[at] += values[m < 0 ? m + m_length : m] / static_cast<double>(m_length);
    }
  }
  return true;
}

}  // namespace noiseloom
