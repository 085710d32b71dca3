#include "core/noise/noise_stream.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

constexpr std::size_t kTilesAReport = 64;
constexpr std::size_t kTile = 1024;  // coordinates whose sums stay in the first cache while the rows stream through it

Index bytesOf(NumberType type) {
  return type == NumberType::Float32 ? 4 : 8;
}

// sums -= c[0] row0 + .. + c[3] row3: four rows a pass keep the sums' own traffic small. The order of the additions is
// the same for every coordinate, wherever its shard or tile begins.
template <class Real>
NOISELOOM_INLINE void subtractFourRows(double* sums, const double* c, const Real* const* rows, std::size_t count) {
  const Real* const row0 = rows[0];
  const Real* const row1 = rows[1];
  const Real* const row2 = rows[2];
  const Real* const row3 = rows[3];
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) {
    sums[j] -= (c[0] * static_cast<double>(row0[j]) + c[1] * static_cast<double>(row1[j])) +
               (c[2] * static_cast<double>(row2[j]) + c[3] * static_cast<double>(row3[j]));
  }
}
NOISELOOM_MULTIVERSION
void subtractFour(double* sums, const double* c, const float* const* rows, std::size_t count) {
  subtractFourRows(sums, c, rows, count);
}
NOISELOOM_MULTIVERSION
void subtractFour(double* sums, const double* c, const double* const* rows, std::size_t count) {
  subtractFourRows(sums, c, rows, count);
}

template <class Real>
void subtractOne(double* sums, double c, const Real* row, std::size_t count) {
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) sums[j] -= c * static_cast<double>(row[j]);
}

Index physicalMemoryBytes() {
  return static_cast<Index>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
}

template <class Real>
Real scaled(Real y, double stddev) {
  return static_cast<Real>(stddev * static_cast<double>(y));
}

}  // namespace

Index noiseBufferBytes(Index bufferRows, Index coordinates, NumberType numberType) {
  checkInteger("buffer_rows", bufferRows, 0, kNoLimit);
  checkInteger("coordinates", coordinates, 1, kNoLimit);
  const Index rowLimit = kNoLimit / bytesOf(numberType) / coordinates;
  checkInteger("buffer_rows", bufferRows, 0, rowLimit, "the bytes of the buffer must fit 64 bits");
  return bufferRows * coordinates * bytesOf(numberType);
}

NoiseStream::NoiseStream(Strategy strategy, std::shared_ptr<const GaussianSource> source, double stddev, Index begin,
                         Index end, NumberType numberType)
    : m_strategy(std::move(strategy)),
      m_source(std::move(source)),
      m_stddev(stddev),
      m_begin(begin),
      m_end(end),
      m_numberType(numberType),
      m_rows(m_strategy.bands() - 1) {
  if (!m_source) throw InvalidArgument("source", "none", "a Gaussian source");
  checkPositive("stddev", stddev);
  checkInteger("begin", begin, 0, kNoLimit);
  checkInteger("end", end, begin < kNoLimit ? begin + 1 : kNoLimit, kNoLimit, "above begin");
  const Index bytes = noiseBufferBytes(m_rows, end - begin, numberType);
  // Linux grants more memory than there is and ends the program once it is touched: ask first.
  if (bytes > physicalMemoryBytes()) {
    throw InvalidArgument("coordinates", std::to_string(end - begin),
                          "fewer: " + std::to_string(m_rows) + " rows of them take " + std::to_string(bytes) +
                              " bytes, more memory than this machine has");
  }
  const auto values = static_cast<std::size_t>(bytes / bytesOf(numberType));
  if (numberType == NumberType::Float32) {
    m_ring = std::vector<float>(values);
  } else {
    m_ring = std::vector<double>(values);
  }
  m_band.resize(static_cast<std::size_t>(m_rows) + 1);
  m_sums.resize(std::min(kTile, static_cast<std::size_t>(end - begin)));
}

Index NoiseStream::bufferBytes() const {
  return noiseBufferBytes(m_rows, m_end - m_begin, m_numberType);
}

// Makes y for one tile; false when a value is beyond the range of Real.
template <class Real>
bool NoiseStream::makeTile(std::size_t first, std::size_t count, std::vector<Real>& ring, Real* out) {
  const auto width = static_cast<std::size_t>(m_end - m_begin);
  const auto rowAt = [&](Index lag) {
    // In the first steps rows of the future stand for those before the start: still zero, as are their factors.
    const Index slot = (m_step - lag % m_rows + m_rows) % m_rows;
    return ring.data() + static_cast<std::size_t>(slot) * width + first;
  };
  double* const sums = m_sums.data();
  m_source->fill(m_step, m_begin + static_cast<Index>(first), std::span(sums, count));
  Index lag = 1;
  for (; lag + 3 <= m_rows; lag += 4) {
    const std::array<const Real*, 4> rows{rowAt(lag), rowAt(lag + 1), rowAt(lag + 2), rowAt(lag + 3)};
    subtractFour(sums, &m_band[static_cast<std::size_t>(lag)], rows.data(), count);
  }
  for (; lag <= m_rows; ++lag) subtractOne(sums, m_band[static_cast<std::size_t>(lag)], rowAt(lag), count);

  const double reach = std::max(1.0, m_stddev);
  const double largest = static_cast<double>(std::numeric_limits<Real>::max());
  unsigned outside = 0;
  for (std::size_t j = 0; j < count; ++j) {
    sums[j] /= m_band[0];
    outside |= std::abs(sums[j]) * reach <= largest ? 0U : 1U;  // not-a-number is outside as well
  }
  if (outside != 0) return false;
  // The oldest row has been read: the new one takes its place.
  if (m_rows > 0) std::transform(sums, sums + count, rowAt(0), [](double y) { return static_cast<Real>(y); });
  if (out != nullptr) {
    for (std::size_t j = 0; j < count; ++j) out[first + j] = scaled(static_cast<Real>(sums[j]), m_stddev);
  }
  return true;
}

template <class Real>
bool NoiseStream::makeStep(Real* out, const RunControl& control) {
  if (m_failed) throw Error("this noise stream has left the range of its number type and makes no more noise");
  checkInteger("step", m_step, 0, iterations() - 1, "the strategy and its privacy claim end there");
  auto& ring = std::get<std::vector<Real>>(m_ring);
  const auto width = static_cast<std::size_t>(m_end - m_begin);
  m_strategy.bandRow(m_step, m_band);
  if (out != nullptr && m_done > 0) {
    const Real* const kept = ring.data() + static_cast<std::size_t>(m_step % m_rows) * width;
    for (std::size_t j = 0; j < m_done; ++j) out[j] = scaled(kept[j], m_stddev);
  }
  for (std::size_t first = m_done; first < width; first += kTile) {
    if (control.stopRequested()) {
      m_done = m_rows > 0 ? first : 0;  // without a ring nothing was kept: the step starts anew
      return false;
    }
    if (first % (kTilesAReport * kTile) == 0) {
      control.report(static_cast<double>(first) / static_cast<double>(width), "making noise");
    }
    if (!makeTile(first, std::min(kTile, width - first), ring, out)) {
      m_failed = true;
      throw Error("the noise of step " + std::to_string(m_step) + " is beyond the range of " +
                  std::string(toString(m_numberType)));
    }
  }
  m_done = 0;
  ++m_step;
  return true;
}

bool NoiseStream::next(std::span<float> out, const RunControl& control) {
  if (m_numberType != NumberType::Float32) throw InvalidArgument("out", "float32 values", "float64 values");
  checkSize("out", static_cast<Index>(out.size()), m_end - m_begin);
  return makeStep(out.data(), control);
}

bool NoiseStream::next(std::span<double> out, const RunControl& control) {
  if (m_numberType != NumberType::Float64) throw InvalidArgument("out", "float64 values", "float32 values");
  checkSize("out", static_cast<Index>(out.size()), m_end - m_begin);
  return makeStep(out.data(), control);
}

bool NoiseStream::advanceTo(Index step, const RunControl& control) {
  checkInteger("step", step, m_step, iterations());
  if (m_rows == 0) m_step = step;  // no memory: nothing to replay
  const Index start = m_step;
  const auto fraction = [&](Index at) { return static_cast<double>(at - start) / static_cast<double>(step - start); };
  while (m_step < step) {
    const RunControl part = control.part(fraction(m_step), fraction(m_step + 1));
    const bool made = m_numberType == NumberType::Float32 ? makeStep(static_cast<float*>(nullptr), part)
                                                          : makeStep(static_cast<double*>(nullptr), part);
    if (!made) return false;
  }
  return true;
}

}  // namespace noiseloom
