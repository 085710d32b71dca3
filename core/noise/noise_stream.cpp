#include "core/noise/noise_stream.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr std::size_t kTilesAReport = 64;
constexpr std::size_t kTile = 1024;  // coordinates whose sums stay in the first cache while the rows stream through it
constexpr Index kManyRows = 4096;    // beyond, a tile of that size would take too long between two looks at the token
constexpr std::size_t kNarrowTile = 128;

Index physicalMemoryBytes() {
  return static_cast<Index>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
}

}  // namespace

Index noiseBufferBytes(Index bufferRows, Index coordinates, NumberType numberType) {
  checkInteger("buffer_rows", bufferRows, 0, kNoLimit);
  checkInteger("coordinates", coordinates, 1, kNoLimit);
  const Index rowLimit = kNoLimit / bytesOf(numberType) / coordinates;
  checkInteger("buffer_rows", bufferRows, 0, rowLimit, Core::tr("the bytes of the buffer must fit 64 bits"));
  return bufferRows * coordinates * bytesOf(numberType);
}

NoiseStream::NoiseStream(Strategy strategy, std::shared_ptr<const GaussianSource> source, double stddev, Index begin,
                         Index end, NumberType numberType)
    : m_strategy(std::move(strategy)), m_stddev(stddev), m_begin(begin), m_end(end), m_numberType(numberType) {
  if (!source) throw InvalidArgument("source", Core::tr("none"), Core::tr("a Gaussian source"));
  checkPositive("stddev", stddev);
  checkInteger("begin", begin, 0, kNoLimit);
  checkInteger("end", end, begin < kNoLimit ? begin + 1 : kNoLimit, kNoLimit, Core::tr("above begin"));
  const Index bytes = bufferBytes();
  // Linux grants more memory than there is and ends the program once it is touched: ask first.
  if (bytes > physicalMemoryBytes()) {
    throw InvalidArgument(
        "coordinates", std::to_string(end - begin),
        {Core::tr("fewer: %1 rows of them take %2 bytes, more memory than this machine has"), bufferRows(), bytes});
  }
  const auto width = static_cast<std::size_t>(end - begin);
  ShardNormals normals{std::move(source), begin};
  if (numberType == NumberType::Float32) {
    m_maker = Maker<float>{noiseRecurrence<float>(m_strategy, std::move(normals), width), {}};
  } else {
    m_maker = Maker<double>{noiseRecurrence<double>(m_strategy, std::move(normals), width), {}};
  }
  m_tile.resize(std::min(bufferRows() > kManyRows ? kNarrowTile : kTile, width));
}

Index NoiseStream::bufferBytes() const {
  return noiseBufferBytes(bufferRows(), m_end - m_begin, m_numberType);
}

template <class Real>
void NoiseStream::makeTile(Maker<Real>& maker, std::size_t first, std::size_t count, Real* out) {
  const std::span y(m_tile.data(), count);
  maker.recurrence->makeTile(first, y);
  const double reach = std::max(1.0, m_stddev);
  const double largest = static_cast<double>(std::numeric_limits<Real>::max());
  unsigned outside = 0;
  for (const double value : y) outside |= std::abs(value) * reach <= largest ? 0U : 1U;  // so is not-a-number
  if (outside != 0) {
    m_failed = true;
    throw Error({Core::tr("the noise of step %1 is beyond the range of %2"), m_step, toString(m_numberType)});
  }
  maker.recurrence->keepTile(first, y);
  for (std::size_t j = 0; j < count; ++j) {
    out[first + j] = static_cast<Real>(m_stddev * static_cast<double>(static_cast<Real>(y[j])));
  }
}

template <class Real>
bool NoiseStream::makeStep(Maker<Real>& maker, Real* out, const RunControl& control) {
  if (m_failed)
    throw Error(Core::tr("this noise stream has left the range of its number type and makes no more noise"));
  checkInteger("step", m_step, 0, iterations() - 1, Core::tr("the strategy and its privacy claim end there"));
  const auto width = static_cast<std::size_t>(m_end - m_begin);
  const bool own = out == maker.unfinished.data();
  maker.recurrence->startStep(m_step);
  if (!own) std::copy_n(maker.unfinished.begin(), m_done, out);
  for (std::size_t first = m_done; first < width; first += m_tile.size()) {
    if (control.stopRequested()) {
      if (!own) maker.unfinished.assign(out, out + first);
      m_done = first;
      return false;
    }
    if (first % (kTilesAReport * m_tile.size()) == 0) {
      control.report(static_cast<double>(first) / static_cast<double>(width), Core::tr("making noise"));
    }
    makeTile(maker, first, std::min(m_tile.size(), width - first), out);
  }
  maker.recurrence->finishStep();
  if (!own) maker.unfinished = {};
  m_done = 0;
  ++m_step;
  return true;
}

bool NoiseStream::next(std::span<float> out, const RunControl& control) {
  if (m_numberType != NumberType::Float32)
    throw InvalidArgument("out", Core::tr("float32 values"), Core::tr("float64 values"));
  checkSize("out", static_cast<Index>(out.size()), m_end - m_begin);
  return makeStep(std::get<Maker<float>>(m_maker), out.data(), control);
}

bool NoiseStream::next(std::span<double> out, const RunControl& control) {
  if (m_numberType != NumberType::Float64)
    throw InvalidArgument("out", Core::tr("float64 values"), Core::tr("float32 values"));
  checkSize("out", static_cast<Index>(out.size()), m_end - m_begin);
  return makeStep(std::get<Maker<double>>(m_maker), out.data(), control);
}

bool NoiseStream::advanceTo(Index step, const RunControl& control) {
  checkInteger("step", step, m_step, iterations());
  const Index start = m_step;
  const auto fraction = [&](Index at) { return static_cast<double>(at - start) / static_cast<double>(step - start); };
  return std::visit(
      [&](auto& maker) {
        if (step > m_step && maker.recurrence->canSkipSteps()) {
          m_step = step;
          m_done = 0;
        }
        // The dropped noise needs a row, as a stop may leave part of a step that next() is to complete.
        if (m_step < step) maker.unfinished.resize(static_cast<std::size_t>(m_end - m_begin));
        while (m_step < step) {
          if (!makeStep(maker, maker.unfinished.data(), control.part(fraction(m_step), fraction(m_step + 1)))) {
            return false;
          }
        }
        if (m_done == 0) maker.unfinished = {};
        return true;
      },
      m_maker);
}

}  // namespace noiseloom
