#include "core/noise/noise_stream.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/parallel.h"
#include "core/noise/panels.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

constexpr std::size_t kTilesAReport = 64;
constexpr std::size_t kTile = 1024;  // coordinates whose sums stay in the first-level cache while rows stream by
constexpr Index kManyRows = 4096;    // with more rows, a tile of that size would take too long between two polls
constexpr std::size_t kNarrowTile = 128;
// Tile of a block: its rows stay in the second-level cache, and the generator makes that many normals at once.
constexpr std::size_t kBlockTile = 512;
constexpr Index kMostLookAhead = 1024;

// True if a block pays by reading the kept rows once for all its steps; BLTs and trees read few rows per step.
bool readsManyRows(const Strategy& strategy) {
  const NoiseForm form = strategy.kind().form;
  return form == NoiseForm::Rows || form == NoiseForm::Columns;
}

}  // namespace

Index physicalMemoryBytes() {
  return static_cast<Index>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
}

Index noiseBufferBytes(Index bufferRows, Index coordinates, NumberType numberType) {
  checkInteger("buffer_rows", bufferRows, 0, kNoLimit);
  checkInteger("coordinates", coordinates, 1, kNoLimit);
  const Index rowLimit = kNoLimit / bytesOf(numberType) / coordinates;
  checkInteger("buffer_rows", bufferRows, 0, rowLimit, Core::tr("the bytes of the buffer must fit 64 bits"));
  return bufferRows * coordinates * bytesOf(numberType);
}

Index automaticLookAhead(Index bufferRows, Index coordinates, NumberType numberType) {
  constexpr Index kLeastRows = 8;
  constexpr Index kLeastCoordinates = 4096;
  if (bufferRows < kLeastRows || coordinates < kLeastCoordinates) return 1;
  const Index steps = std::clamp<Index>(bufferRows / 4, 4, 64);
  const double bytes = static_cast<double>(bufferRows + steps) * static_cast<double>(coordinates) *
                       static_cast<double>(bytesOf(numberType));
  return bytes > static_cast<double>(physicalMemoryBytes()) ? 1 : steps;
}

NoiseStream::NoiseStream(Strategy strategy, std::shared_ptr<const GaussianSource> source, double stddev, Index begin,
                         Index end, NumberType numberType, const NoiseStreamOptions& options)
    : m_strategy(std::move(strategy)),
      m_stddev(stddev),
      m_begin(begin),
      m_end(end),
      m_numberType(numberType),
      m_parallel(options.parallel) {
  if (!source) throw InvalidArgument("source", Core::tr("none"), Core::tr("a Gaussian source"));
  checkPositive("stddev", stddev);
  if (stddev < leastStddev(numberType))
    throw InvalidArgument("stddev", stddev,
                          {Core::tr("a number of at least %1 for %2: smaller noise is not resolved"),
                           leastStddev(numberType), toString(numberType)});
  checkInteger("begin", begin, 0, kNoLimit);
  checkInteger("end", end, begin < kNoLimit ? begin + 1 : kNoLimit, kNoLimit, Core::tr("above begin"));
  if (options.lookAhead) checkInteger("look_ahead", *options.lookAhead, 1, kMostLookAhead);
  const Index bytes = bufferBytes();
  // Linux grants more memory than there is and kills the program when it touches it: check first.
  const auto refuse = [&](Index rows, Index needed) {
    throw InvalidArgument(
        "coordinates", std::to_string(end - begin),
        {Core::tr("fewer: %1 rows of them take %2 bytes, more memory than this machine has"), rows, needed});
  };
  if (bytes > physicalMemoryBytes()) refuse(bufferRows(), bytes);
  const std::size_t width = end - begin;
  const Index wanted = options.lookAhead.value_or(automaticLookAhead(bufferRows(), end - begin, numberType));
  const bool blocks = readsManyRows(m_strategy) && bufferRows() > 0;
  m_lookAhead = blocks ? std::min(wanted, iterations()) : 1;
  if (m_lookAhead > 1 && memoryBytes() > physicalMemoryBytes()) refuse(bufferRows() + m_lookAhead, memoryBytes());
  const bool manyRows = bufferRows() > kManyRows;
  m_tile = std::min(manyRows ? kNarrowTile : m_lookAhead > 1 ? kBlockTile : kTile, width);
  ShardNormals normals{std::move(source), begin};
  const std::size_t together = m_lookAhead > 1 ? panelBreadth(bufferRows(), m_lookAhead) : width;
  const auto prepare = [&]<class Real>(Maker<Real> maker) {
    maker.recurrence = noiseRecurrence<Real>(m_strategy, std::move(normals), width, together);
    if (m_lookAhead > 1) maker.block = ZeroedArray<Real>(static_cast<std::size_t>(m_lookAhead) * width);
    m_maker = std::move(maker);
  };
  if (numberType == NumberType::Float32)
    prepare(Maker<float>{});
  else
    prepare(Maker<double>{});
}

Index NoiseStream::bufferBytes() const {
  return noiseBufferBytes(bufferRows(), m_end - m_begin, m_numberType);
}

Index NoiseStream::memoryBytes() const {
  return noiseBufferBytes(bufferRows() + (m_lookAhead > 1 ? m_lookAhead : 0), m_end - m_begin, m_numberType);
}

void NoiseStream::fail() {
  m_failed = true;
  throw Error({Core::tr("the noise of step %1 is beyond the range of %2"), m_step, toString(m_numberType)});
}

void NoiseStream::checkStep() const {
  if (m_failed)
    throw Error(Core::tr("this noise stream has left the range of its number type and makes no more noise"));
  checkInteger("step", m_step, 0, iterations() - 1, Core::tr("the strategy and its privacy claim end there"));
}

// Calls make() for each tile that is still to be made. Returns false when stopped; another call then continues with the
// remaining tiles.
template <class Real>
bool NoiseStream::forTiles(const RunControl& control,
                           const std::function<void(std::size_t, std::size_t, TileRoom<Real>&)>& make) {
  const std::size_t width = m_end - m_begin;
  const std::size_t tiles = (width + m_tile - 1) / m_tile;
  if (m_tiles.empty()) m_tiles.assign(tiles, 0);
  const std::size_t runs = (tiles + kTilesAReport - 1) / kTilesAReport;
  std::atomic<std::size_t> finished{0};
  std::atomic<bool> stopped{false};
  const auto makeRun = [&](std::size_t run, TileRoom<Real>& room) {
    for (std::size_t t = run * kTilesAReport; t < std::min(tiles, (run + 1) * kTilesAReport); ++t) {
      if (m_tiles[t] != 0) continue;
      if (control.stopRequested()) {
        stopped = true;
        return;
      }
      if (t % kTilesAReport == 0) {
        control.report(static_cast<double>(finished) / static_cast<double>(runs), Core::tr("making noise"));
      }
      make(t * m_tile, std::min(m_tile, width - t * m_tile), room);
      m_tiles[t] = 1;
    }
    ++finished;
  };
  if (m_parallel && runs > 1) {
    const auto task = [&](Index run) {
      TileRoom<Real> room;
      makeRun(static_cast<std::size_t>(run), room);
    };
    if (!parallelFor(static_cast<Index>(runs), control.quiet(), task)) stopped = true;
  } else {
    TileRoom<Real> room;
    for (std::size_t run = 0; run < runs && !stopped; ++run) makeRun(run, room);
  }
  return !stopped;
}

template <class Real>
bool NoiseStream::makeTile(Maker<Real>& maker, std::size_t first, std::size_t count, Real* out, TileRoom<Real>& room) {
  room.y.resize(count);
  const std::span y(room.y);
  maker.recurrence->makeTile(first, y, room);
  const double reach = std::max(1.0, m_stddev);
  const double largest = static_cast<double>(std::numeric_limits<Real>::max());
  unsigned outside = 0;
  for (const double value : y) outside |= std::abs(value) * reach <= largest ? 0U : 1U;  // also counts NaN
  if (outside != 0) return false;
  maker.recurrence->keepTile(first, y);
  for (std::size_t j = 0; j < count; ++j) {
    out[first + j] = static_cast<Real>(m_stddev * static_cast<double>(static_cast<Real>(y[j])));
  }
  return true;
}

template <class Real>
bool NoiseStream::makeStep(Maker<Real>& maker, Real* out, const RunControl& control) {
  checkStep();
  const std::size_t width = m_end - m_begin;
  const bool own = out == maker.unfinished.data();
  maker.recurrence->startStep(m_step);
  if (!own && !m_tiles.empty()) {
    for (std::size_t t = 0; t < m_tiles.size(); ++t) {
      const std::size_t first = t * m_tile;
      if (m_tiles[t] != 0) std::copy_n(maker.unfinished.data() + first, std::min(m_tile, width - first), out + first);
    }
  }
  std::atomic<bool> outside{false};
  const bool made = forTiles<Real>(control, [&](std::size_t first, std::size_t count, TileRoom<Real>& room) {
    if (!makeTile(maker, first, count, out, room)) outside = true;
  });
  if (outside) fail();
  if (!made) {
    if (!own) maker.unfinished.assign(out, out + width);
    return false;
  }
  maker.recurrence->finishStep();
  if (!own) maker.unfinished = {};
  m_tiles.clear();
  ++m_step;
  return true;
}

template <class Real>
bool NoiseStream::makeBlock(Maker<Real>& maker, const RunControl& control) {
  if (m_tiles.empty()) {
    m_blockBegin = m_step;
    m_blockEnd = m_step;  // nothing to serve until all tiles are complete
    m_blockGood = std::min(m_lookAhead, iterations() - m_step);
    maker.recurrence->startBlock(m_step, m_blockGood);
  }
  std::atomic<Index> good{m_blockGood};
  const std::size_t most = m_lookAhead;
  const bool made = forTiles<Real>(control, [&](std::size_t first, std::size_t count, TileRoom<Real>& room) {
    const BlockOutput<Real> out{m_stddev, maker.block.data() + first * most};
    const Index fitting = maker.recurrence->makeBlockTile(first, count, out, room);
    for (Index least = good; fitting < least && !good.compare_exchange_weak(least, fitting);) continue;
  });
  m_blockGood = good;
  if (!made) return false;
  maker.recurrence->finishBlock();
  m_tiles.clear();
  m_blockEnd = std::min(m_blockBegin + m_lookAhead, iterations());
  return true;
}

template <class Real>
bool NoiseStream::serve(const Maker<Real>& maker, Real* out, const RunControl& control) const {
  const std::size_t width = m_end - m_begin;
  const std::size_t row = m_step - m_blockBegin;
  const std::size_t most = m_lookAhead;
  for (std::size_t first = 0; first < width; first += m_tile) {
    if (first % (kTilesAReport * m_tile) == 0 && control.stopRequested()) return false;
    const std::size_t count = std::min(m_tile, width - first);
    std::copy_n(maker.block.data() + first * most + row * count, count, out + first);
  }
  return true;
}

template <class Real>
bool NoiseStream::makeNext(Maker<Real>& maker, Real* out, const RunControl& control) {
  if (m_lookAhead == 1) return makeStep(maker, out, control);
  checkStep();
  if (m_step >= m_blockEnd && !makeBlock(maker, control)) return false;
  if (m_step - m_blockBegin >= m_blockGood) fail();
  if (!serve(maker, out, control)) return false;
  ++m_step;
  return true;
}

bool NoiseStream::next(std::span<float> out, const RunControl& control) {
  if (m_numberType != NumberType::Float32)
    throw InvalidArgument("out", Core::tr("float32 values"), Core::tr("float64 values"));
  checkSize("out", std::ssize(out), m_end - m_begin);
  return makeNext(std::get<Maker<float>>(m_maker), out.data(), control);
}

bool NoiseStream::next(std::span<double> out, const RunControl& control) {
  if (m_numberType != NumberType::Float64)
    throw InvalidArgument("out", Core::tr("float64 values"), Core::tr("float32 values"));
  checkSize("out", std::ssize(out), m_end - m_begin);
  return makeNext(std::get<Maker<double>>(m_maker), out.data(), control);
}

bool NoiseStream::advanceTo(Index step, const RunControl& control) {
  checkInteger("step", step, m_step, iterations());
  const Index start = m_step;
  const auto fraction = [&](Index at) { return static_cast<double>(at - start) / static_cast<double>(step - start); };
  return std::visit(
      [&](auto& maker) {
        if (step > m_step && step > m_blockEnd && maker.recurrence->canSkipSteps()) {
          m_step = step;
          m_tiles.clear();
        }
        if (m_lookAhead > 1) {
          while (m_step < step) {
            checkStep();
            if (m_step >= m_blockEnd) {
              const Index end = std::min(m_step + m_lookAhead, step);
              if (!makeBlock(maker, control.part(fraction(m_step), fraction(end)))) return false;
            }
            if (step - m_blockBegin > m_blockGood && m_blockGood < m_blockEnd - m_blockBegin) {
              m_step = m_blockBegin + m_blockGood;
              fail();
            }
            m_step = std::min(step, m_blockEnd);
          }
          return true;
        }
        // The dropped noise needs a row, as a stop may leave part of a step for next() to complete.
        if (m_step < step) maker.unfinished.resize(m_end - m_begin);
        while (m_step < step) {
          if (!makeStep(maker, maker.unfinished.data(), control.part(fraction(m_step), fraction(m_step + 1)))) {
            return false;
          }
        }
        if (m_tiles.empty()) maker.unfinished = {};
        return true;
      },
      m_maker);
}

}  // namespace noiseloom
