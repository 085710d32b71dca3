#include "core/noise/noise_stream.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
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

// Steps of a tree complete up to log2(n) + 1 nodes, and 2 on average; steps of a recursive BLT handle one or two
// levels. Of so many steps at once no step makes more than about twice the average.
Index lookAheadOfTrees(const Strategy& strategy, Index coordinates) {
  constexpr Index kLeastCoordinates = 4096;
  constexpr Index kTall = 13;  // rows of a tree over 2^11 steps, the last of which completes 12 nodes
  const NoiseForm form = strategy.kind().form;
  if (coordinates < kLeastCoordinates || (form != NoiseForm::Tree && form != NoiseForm::Blocks)) return 1;
  return form == NoiseForm::Tree && strategy.noiseRows() > kTall ? 8 : 4;
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

NoiseStream::NoiseStream(const Strategy& strategy, std::shared_ptr<const GaussianSource> source, double stddev,
                         Index begin, Index end, NumberType numberType, const NoiseStreamOptions& options)
    : m_strategy(strategy), m_stddev(stddev), m_begin(begin), m_end(end), m_numberType(numberType) {
  if (!source) throw InvalidArgument("source", Core::tr("none"), Core::tr("a Gaussian source"));
  checkPositive("stddev", stddev);
  if (stddev < leastStddev(numberType))
    throw InvalidArgument("stddev", stddev,
                          {Core::tr("a number of at least %1 for %2: smaller noise is not resolved"),
                           leastStddev(numberType), toString(numberType)});
  checkInteger("begin", begin, 0, kNoLimit);
  checkInteger("end", end, begin < kNoLimit ? begin + 1 : kNoLimit, kNoLimit, Core::tr("above begin"));
  if (options.lookAhead) checkInteger("look_ahead", *options.lookAhead, 1, kMostLookAhead);
  setThreads(options.threads);
  const Index bytes = bufferBytes();
  // Linux grants more memory than there is and kills the program when it touches it: check first.
  const auto refuse = [&](Index rows, Index needed) {
    throw InvalidArgument(
        "coordinates", std::to_string(end - begin),
        {Core::tr("fewer: %1 rows of them take %2 bytes, more memory than this machine has"), rows, needed});
  };
  if (bytes > physicalMemoryBytes()) refuse(bufferRows(), bytes);
  chooseTiles(options);
  if (m_lookAhead > 1 && memoryBytes() > physicalMemoryBytes()) refuse(bufferRows() + m_lookAhead, memoryBytes());
  const std::size_t width = end - begin;
  ShardNormals normals{std::move(source), begin};
  m_panels = m_lookAhead > 1 && readsManyRows(m_strategy);
  const std::size_t together = m_panels ? panelBreadth(bufferRows(), m_lookAhead) : width;
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

void NoiseStream::chooseTiles(const NoiseStreamOptions& options) {
  const Index coordinates = m_end - m_begin;
  const std::size_t width = coordinates;
  const bool many = readsManyRows(m_strategy);
  const NoiseForm form = m_strategy.kind().form;
  const Index automatic =
      many ? automaticLookAhead(bufferRows(), coordinates, m_numberType) : lookAheadOfTrees(m_strategy, coordinates);
  const bool blocks = bufferRows() > 0 && form != NoiseForm::Buffers;
  m_lookAhead = blocks ? std::min(options.lookAhead.value_or(automatic), iterations()) : 1;
  const bool manyRows = bufferRows() > kManyRows;
  m_tile = manyRows ? kNarrowTile : m_lookAhead > 1 ? kBlockTile : kTile;
  if (m_lookAhead > 1) {
    // As many tiles as give each step equally many blocks, of whole panels.
    const std::size_t breadth = panelBreadth(bufferRows(), m_lookAhead);
    const std::size_t turns = m_lookAhead;
    const std::size_t tiles = (width + turns * m_tile - 1) / (turns * m_tile) * turns;
    m_tile = ((width + tiles - 1) / tiles + breadth - 1) / breadth * breadth;
  }
  m_tile = std::min(m_tile, width);
}

void NoiseStream::setThreads(Index threads) {
  checkInteger("threads", threads, 0, kMostNoiseThreads, Core::tr("0: as many as processors, 8 at most"));
  m_threads = threads;
}

Index NoiseStream::bufferBytes() const {
  return noiseBufferBytes(bufferRows(), m_end - m_begin, m_numberType);
}

Index NoiseStream::memoryBytes() const {
  return noiseBufferBytes(bufferRows() + (m_lookAhead > 1 ? m_lookAhead : 0), m_end - m_begin, m_numberType);
}

bool NoiseStream::prepare(const RunControl& control) {
  if (!m_ends.empty()) return true;                      // some noise was made
  constexpr std::size_t kChunk = std::size_t{16} << 20;  // bytes
  const auto provideAll = [&](std::span<std::byte> memory) {
    const auto chunks = static_cast<Index>((memory.size() + kChunk - 1) / kChunk);
    const auto task = [&](Index c) {
      const std::size_t from = static_cast<std::size_t>(c) * kChunk;
      provide(memory.subspan(from, std::min(kChunk, memory.size() - from)));
    };
    return parallelFor(chunks, control, task, static_cast<Index>(memory.size()), m_threads);
  };
  return std::visit(
      [&](auto& maker) {
        const std::size_t ahead = m_lookAhead > 1 ? static_cast<std::size_t>(m_lookAhead * (m_end - m_begin)) : 0;
        return provideAll(std::as_writable_bytes(maker.recurrence->keptRows())) &&
               provideAll(std::as_writable_bytes(std::span(maker.block.data(), ahead)));
      },
      m_maker);
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

std::size_t NoiseStream::count(std::size_t tile) const {
  return std::min(m_tile, static_cast<std::size_t>(m_end - m_begin) - first(tile));
}

// Tiles take turns: one in m_lookAhead begins a block of that many steps at each step, and the others go step by step
// until it is their turn for the first time. So the first step makes two values for each coordinate, and later ones one
// on average.
Index NoiseStream::turnOf(std::size_t tile) const {
  return static_cast<Index>(tile * static_cast<std::size_t>(m_lookAhead) / tiles());
}

std::size_t NoiseStream::firstOfTurn(Index turn) const {
  const std::size_t turns = m_lookAhead;
  return (static_cast<std::size_t>(turn) * tiles() + turns - 1) / turns;
}

Index NoiseStream::blockSteps(std::size_t tile) const {
  return m_step % m_lookAhead == turnOf(tile) ? std::min(m_lookAhead, iterations() - m_step) : 1;
}

std::size_t NoiseStream::widthOfTurn(Index turn) const {
  const std::size_t from = firstOfTurn(turn), to = firstOfTurn(turn + 1);
  return from == to ? 0 : std::min(first(to), static_cast<std::size_t>(m_end - m_begin)) - first(from);
}

// All that are needed, before the first step; their memory comes with the steps. With what then is not touched yet of
// the kept rows it is never more than all of these.
template <class Real>
void NoiseStream::makeEarlyRows(Maker<Real>& maker) const {
  if (!early() || !maker.early.empty()) return;
  maker.early.resize(static_cast<std::size_t>(m_lookAhead));
  for (Index turn = std::max<Index>(1, m_step); turn < m_lookAhead; ++turn) {
    const std::size_t width = widthOfTurn(turn);
    if (width == 0) continue;
    maker.early[static_cast<std::size_t>(turn)] =
        std::make_unique_for_overwrite<Real[]>(static_cast<std::size_t>(turn + 1) * width);
  }
}

template <class Real>
BlockOutput<Real> NoiseStream::outputOf(Maker<Real>& maker, std::size_t tile) const {
  BlockOutput<Real> out{m_stddev, m_lookAhead,
                        maker.block.data() + first(tile) * static_cast<std::size_t>(m_lookAhead)};
  if (!early() || turnOf(tile) < m_step) return out;
  using Turn = typename BlockOutput<Real>::Turn;
  const Index turn = turnOf(tile);
  out.turn = turn == m_step ? Turn::First : Turn::Waiting;
  if (turn > 0) {
    Real* rows = maker.early[static_cast<std::size_t>(turn)].get();
    out.early = {rows + (first(tile) - first(firstOfTurn(turn))), widthOfTurn(turn)};
  }
  return out;
}

// Calls work() for ranges of `tiles` tiles; returns false when stopped.
bool NoiseStream::forRuns(std::size_t tiles, const RunControl& control,
                          const std::function<void(std::size_t, std::size_t)>& work) const {
  // Four for each thread, so that all end at about the same time.
  const std::size_t shares = 4 * (m_threads > 0 ? static_cast<std::size_t>(m_threads) : kMostThreads);
  const std::size_t run =
      m_threads == 1 ? kTilesAReport : std::clamp<std::size_t>((tiles + shares - 1) / shares, 1, kTilesAReport);
  const auto runs = static_cast<Index>((tiles + run - 1) / run);
  std::atomic<Index> finished{0};
  const auto task = [&](Index r) {
    control.report(static_cast<double>(finished) / static_cast<double>(runs), Core::tr("making noise"));
    const std::size_t from = static_cast<std::size_t>(r) * run;
    work(from, std::min(tiles, from + run));
    ++finished;
  };
  return parallelFor(runs, control, task, static_cast<Index>(tiles * m_tile) * (1 + bufferRows()), m_threads);
}

// Calls make() for each tile that is due; it returns the step that the tile's noise is then made up to. Returns false
// when stopped; another call then continues with the remaining tiles.
template <class Real>
bool NoiseStream::forDueTiles(const RunControl& control,
                              const std::function<Index(std::size_t, TileRoom<Real>&)>& make) {
  if (m_ends.empty()) m_ends.assign(tiles(), m_step);
  std::vector<std::size_t> due;
  for (std::size_t t = 0; t < m_ends.size(); ++t)
    if (m_ends[t] == m_step) due.push_back(t);
  std::atomic<bool> stopped{false};
  std::atomic<Index> made{0};
  TileRoom<Real> shared;
  const bool all = forRuns(due.size(), control, [&](std::size_t from, std::size_t to) {
    TileRoom<Real> own;
    TileRoom<Real>& room = m_threads == 1 ? shared : own;
    for (std::size_t at = from; at < to; ++at) {
      if (control.stopRequested()) {
        stopped = true;
        return;
      }
      const std::size_t tile = due[at];
      const Index end = make(tile, room);
      made += (end - m_step) * static_cast<Index>(count(tile));
      m_ends[tile] = end;
    }
  });
  m_valuesMade += made;
  return all && !stopped;
}

template <class Real>
bool NoiseStream::makeTile(Maker<Real>& maker, std::size_t first, std::size_t count, Real* out, TileRoom<Real>& room) {
  room.y.resize(count);
  const std::span y(room.y);
  maker.recurrence->makeTile(m_step, first, y, room);
  const double reach = std::max(1.0, m_stddev);
  const double largest = static_cast<double>(std::numeric_limits<Real>::max());
  unsigned outside = 0;
  for (const double value : y) outside |= std::abs(value) * reach <= largest ? 0U : 1U;  // also counts NaN
  if (outside != 0) return false;
  maker.recurrence->keepTile(first, y);
  for (std::size_t j = 0; j < count; ++j)
    out[first + j] = static_cast<Real>(m_stddev * static_cast<double>(static_cast<Real>(y[j])));
  return true;
}

template <class Real>
bool NoiseStream::makeStep(Maker<Real>& maker, Real* out, const RunControl& control) {
  checkStep();
  const std::size_t width = m_end - m_begin;
  const bool own = out == maker.unfinished.data();
  maker.recurrence->startStep(m_step);
  if (!own && m_partial) {
    for (std::size_t t = 0; t < m_ends.size(); ++t)
      if (m_ends[t] > m_step) std::copy_n(maker.unfinished.data() + first(t), count(t), out + first(t));
  }
  std::atomic<bool> outside{false};
  const bool made = forDueTiles<Real>(control, [&](std::size_t tile, TileRoom<Real>& room) {
    if (!makeTile(maker, first(tile), count(tile), out, room)) outside = true;
    return m_step + 1;
  });
  if (outside) fail();
  if (!made) {
    m_partial = true;
    if (!own) maker.unfinished.assign(out, out + width);
    return false;
  }
  maker.recurrence->finishStep();
  if (!own) maker.unfinished = {};
  m_partial = false;
  ++m_step;
  return true;
}

// Makes the blocks of the tiles that are due at the current step, so that its noise can be served.
template <class Real>
bool NoiseStream::makeBlocks(Maker<Real>& maker, const RunControl& control) {
  maker.recurrence->startBlocks(m_step, std::min(m_lookAhead, iterations() - m_step));
  makeEarlyRows(maker);
  std::atomic<Index> outside{m_outside};
  const bool made = forDueTiles<Real>(control, [&](std::size_t tile, TileRoom<Real>& room) {
    const TileBlock block{m_step, blockSteps(tile), first(tile), count(tile), m_step == m_skippedTo};
    const Index good = maker.recurrence->makeBlock(block, outputOf(maker, tile), room);
    if (good < block.steps)
      for (Index least = outside; m_step + good < least && !outside.compare_exchange_weak(least, m_step + good);)
        continue;
    return m_step + block.steps;
  });
  m_outside = outside;
  if (made && m_outside <= m_step) fail();
  if (made && early()) maker.early[static_cast<std::size_t>(m_step)].reset();  // kept from now on
  return made;
}

template <class Real>
bool NoiseStream::serve(Maker<Real>& maker, Real* out, const RunControl& control) const {
  return forRuns(m_ends.size(), control.quiet(), [&](std::size_t from, std::size_t to) {
    for (std::size_t t = from; t < to; ++t)
      std::copy_n(outputOf(maker, t).row(m_step, count(t)), count(t), out + first(t));
  });
}

template <class Real>
bool NoiseStream::makeNext(Maker<Real>& maker, Real* out, const RunControl& control) {
  if (m_lookAhead == 1) return makeStep(maker, out, control);
  checkStep();
  if (!makeBlocks(maker, control) || !serve(maker, out, control)) return false;
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

void NoiseStream::skipTo(Index step) {
  m_step = step;
  m_skippedTo = step;
  m_partial = false;
  std::visit([](auto& maker) { maker.early.clear(); }, m_maker);
  std::ranges::fill(m_ends, step);
}

bool NoiseStream::advanceTo(Index step, const RunControl& control) {
  checkInteger("step", step, m_step, iterations());
  const Index start = m_step;
  const auto fraction = [&](Index at) { return static_cast<double>(at - start) / static_cast<double>(step - start); };
  return std::visit(
      [&](auto& maker) {
        // The noise made ahead is used, and steps beyond it can be skipped.
        if (step > m_step + m_lookAhead - 1 && maker.recurrence->canSkipSteps()) skipTo(step);
        if (m_lookAhead > 1) {
          for (; m_step < step; ++m_step) {
            checkStep();
            if (!makeBlocks(maker, control.part(fraction(m_step), fraction(m_step + 1)))) return false;
          }
          return true;
        }
        // The dropped noise needs a row, as a stop may leave part of a step for next() to complete.
        if (m_step < step) maker.unfinished.resize(m_end - m_begin);
        while (m_step < step) {
          if (!makeStep(maker, maker.unfinished.data(), control.part(fraction(m_step), fraction(m_step + 1))))
            return false;
        }
        if (!m_partial) maker.unfinished = {};
        return true;
      },
      m_maker);
}

}  // namespace noiseloom
