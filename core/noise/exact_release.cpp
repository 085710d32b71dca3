#include "core/noise/exact_release.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/noise/noise_stream.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

constexpr std::size_t kTile = 64;      // coordinates whose kept rows are stored together
constexpr std::size_t kAtOnce = 4;     // rows that are read together
constexpr double kMost = 0x1p60;       // largest |G / h| and |Y|
constexpr double kEasy = 0x1p42;       // up to this, dividing G by h rounds by 2^-11 at most
constexpr double kMostMargin = 0.005;  // the margin's formula is proven up to this
constexpr Index kChunksAReport = 64;
// The least c[i, i]: truncating a smaller entry to an integer would change the noise noticeably.
constexpr std::int64_t kLeastDiagonal = std::int64_t{1} << (ExactRelease::kCoefficientBits - 21);

const Strategy& checked(const Strategy& strategy) {
  if (strategy.kind().form != NoiseForm::Rows)
    throw InvalidArgument("strategy", std::string(strategy.kindName()),
                          Core::tr("an identity, Toeplitz or banded one: an exact release goes by rows of few bands"));
  return strategy;
}

Index keptRows(const Strategy& strategy) {
  return std::max<Index>(1, strategy.noiseRows());
}

Index chunkStart(Index begin) {
  return begin / RoundedNormals::kChunk * RoundedNormals::kChunk;
}

std::size_t tiledWidth(Index first, Index end) {
  return (static_cast<std::size_t>(end - first) + kTile - 1) / kTile * kTile;
}

KeptRows<std::int64_t> rowsFor(const Strategy& strategy, Index parameters, Index begin, Index end) {
  checkInteger("parameters", parameters, 1, RoundedNormals::kMostCoordinates);
  checkInteger("begin", begin, 0, parameters - 1);
  checkInteger("end", end, begin + 1, parameters, Core::tr("above begin"));
  const Index rows = keptRows(strategy);
  const std::size_t width = tiledWidth(chunkStart(begin), end);
  const Index bytes = noiseBufferBytes(rows, static_cast<Index>(width), NumberType::Float64);
  if (bytes > physicalMemoryBytes())
    throw InvalidArgument(
        "coordinates", std::to_string(end - begin),
        {Core::tr("fewer: %1 rows of them take %2 bytes, more memory than this machine has"), rows, bytes});
  return {rows, width, kTile};
}

// The rows that contain the largest entry and the least diagonal one: with a series of coefficients the last row, where
// all are largest, and the first, whose diagonal is least; otherwise any row may.
std::vector<Index> extremeRows(const Strategy& strategy) {
  if (strategy.kind().series) return {0, strategy.iterations() - 1};
  std::vector<Index> rows(strategy.iterations());
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

double largestEntry(const Strategy& strategy) {
  std::vector<double> row(strategy.bands());
  double largest = 0;
  for (const Index i : extremeRows(strategy)) {
    strategy.bandRow(i, row);
    for (const double entry : row) largest = std::max(largest, std::abs(entry));
  }
  return largest;
}

double toDouble(WideInteger value) {
  const auto high = static_cast<std::int64_t>(value >> 64U);
  return static_cast<double>(high) * 0x1p64 + static_cast<double>(static_cast<std::uint64_t>(value));
}

// floor(number / divisor + 1/2). The quotient is estimated in floating point and corrected by its exact remainder.
std::int64_t roundedQuotient(WideInteger number, std::int64_t divisor) {
  const auto estimate = static_cast<std::int64_t>(toDouble(number) / static_cast<double>(divisor));
  const auto rest = static_cast<std::int64_t>(number - WideInteger{estimate} * divisor);
  const std::int64_t twice = 2 * rest + divisor;
  const std::int64_t quotient = twice / (2 * divisor);
  return estimate + quotient - (twice % (2 * divisor) < 0 ? 1 : 0);
}

}  // namespace

ExactRelease::ExactRelease(const Strategy& strategy, const SecretKey& runKey, double stddev, double clipNorm,
                           Index parameters, Index begin, Index end)
    : m_strategy(checked(strategy)),
      m_normals(runKey.subKey(KeyUse::Exact)),
      m_begin(begin),
      m_end(end),
      m_first(chunkStart(begin)),
      m_rows(rowsFor(m_strategy, parameters, begin, end)),
      m_entries(m_strategy.bands()),
      m_coefficients(m_entries.size()) {
  // So 2^61 steps of the grid fit a float, and half a step is above the denormal floats that some processes flush to 0.
  checkOpenInterval("stddev", stddev, 1e-25, 1e30);
  checkOpenInterval("clip_norm", clipNorm, 0, std::numeric_limits<double>::infinity());
  const double sumPart = 1.02 * std::sqrt(static_cast<double>(parameters)) * std::ldexp(stddev, -kGridBits) / clipNorm;
  const double entryPart = std::sqrt(static_cast<double>(iterations())) * static_cast<double>(m_strategy.bands()) *
                           std::ldexp(1.0, 1 - kCoefficientBits);
  m_margin = sumPart + entryPart + sumPart * entryPart;
  if (!(m_margin <= kMostMargin))
    throw InvalidArgument("parameters", std::to_string(parameters),
                          Core::tr("so few of them that an exact release takes at most 0.5 % more noise"));
  // 2^-50 covers the roundings of the margin and of this product.
  m_gridStep = std::ldexp(stddev * (1 + m_margin) * (1 + 0x1p-50), -kGridBits);
  m_unitBits = kCoefficientBits - 1 - std::ilogb(largestEntry(m_strategy));
  const int bits = kGridBits + m_unitBits;
  if (bits < RoundedNormals::kLeastBits || bits > RoundedNormals::kMostBits)
    throw InvalidArgument("strategy", std::string(m_strategy.kindName()),
                          Core::tr("one whose largest entry is between 10^-5 and 10^22"));
  for (const Index i : extremeRows(m_strategy)) readCoefficients(i);  // refuses too small diagonals
}

std::size_t ExactRelease::width() const {
  return tiledWidth(m_first, m_end);
}

Index ExactRelease::memoryBytes() const {
  return noiseBufferBytes(m_rows.count(), static_cast<Index>(width()), NumberType::Float64);
}

void ExactRelease::checkStep() const {
  if (m_failed) throw Error(Core::tr("this exact release has left its range, and releases nothing more"));
  checkInteger("step", m_step, 0, iterations() - 1, Core::tr("the strategy and its privacy claim end there"));
}

void ExactRelease::readCoefficients(Index step) {
  m_strategy.bandRow(step, m_entries);
  std::transform(m_entries.begin(), m_entries.end(), m_coefficients.begin(),
                 [&](double entry) { return static_cast<std::int64_t>(std::ldexp(entry, m_unitBits)); });
  if (m_coefficients[0] < kLeastDiagonal)
    throw InvalidArgument("strategy", shortest(m_entries[0]) + " on the diagonal, step " + std::to_string(step),
                          Core::tr("one with a diagonal above 2^-20 of its largest entry"));
}

// Makes Y of the step for the tile from `first` on, from Y of the last b - 1 steps, and replaces the oldest of them.
void ExactRelease::makeTile(std::size_t first, const WideInteger* normals) {
  const Index count = m_rows.count();
  const Index lags = std::ssize(m_coefficients) - 1;
  const std::int64_t* const rows = m_rows.row(0, first);
  // The processor does not predict the order in which rows are read: the next tile's are prefetched here.
  const std::size_t ahead = first + kTile < width() ? static_cast<std::size_t>(count) * kTile : 0;
  std::array<WideInteger, kTile> sums;
  std::copy_n(normals, kTile, sums.begin());
  // In the first steps, slots of later steps stand for rows before the start: rows and coefficients are zero there.
  Index slot = m_step % count;
  for (Index lag = 1; lag <= lags; lag += kAtOnce) {
    std::array<const std::int64_t*, kAtOnce> row{};
    std::array<std::int64_t, kAtOnce> coefficient{};  // 0 beyond the last lag
    for (std::size_t a = 0; a < kAtOnce; ++a) {
      slot = slot == 0 ? count - 1 : slot - 1;
      row[a] = rows + static_cast<std::size_t>(slot) * kTile;
      const Index at = lag + static_cast<Index>(a);
      if (at <= lags) coefficient[a] = m_coefficients[at];
    }
    for (std::size_t j = 0; j < kTile; ++j) {
      if (j % 8 == 0)
        for (std::size_t a = 0; a < kAtOnce; ++a) __builtin_prefetch(row[a] + j + ahead);
      WideInteger sum = 0;
      for (std::size_t a = 0; a < kAtOnce; ++a) sum += WideInteger{coefficient[a]} * row[a][j];
      sums[j] -= sum;
    }
  }
  std::int64_t* const made = m_rows.row(m_step % count, first);
  for (std::size_t j = 0; j < kTile; ++j) {
    if (std::abs(toDouble(sums[j])) > kMost * static_cast<double>(m_coefficients[0])) {
      m_failed = true;
      throw Error({Core::tr("the noise of step %1 is beyond the range of the exact release's grid"), m_step});
    }
    made[j] = roundedQuotient(sums[j], m_coefficients[0]);
  }
}

bool ExactRelease::makeNoise(const RunControl& control) {
  const Index whole = m_end - m_first;
  if (m_made == whole) return true;
  readCoefficients(m_step);
  std::array<WideInteger, RoundedNormals::kChunk> normals;
  while (m_made < whole) {
    if (control.stopRequested()) return false;
    if (m_made % (kChunksAReport * RoundedNormals::kChunk) == 0)
      control.report(static_cast<double>(m_made) / static_cast<double>(whole), Core::tr("making noise"));
    const Index count = std::min(RoundedNormals::kChunk, whole - m_made);
    const std::size_t filled = count;
    m_normals.fill(m_step, m_first + m_made, kGridBits + m_unitBits, std::span(normals).first(filled));
    std::fill(normals.begin() + count, normals.end(), WideInteger{0});
    for (std::size_t first = 0; first < filled; first += kTile)
      makeTile(static_cast<std::size_t>(m_made) + first, normals.data() + first);
    m_made += count;
  }
  return true;
}

// round(value / h), with an error of 1/2 + 2^-11 at most.
std::int64_t ExactRelease::onGrid(double value) const {
  constexpr double kWhole = 0x1.8p52;  // doubles from 2^52 to 2^53 are integers: adding this rounds
  const double quotient = value / m_gridStep;
  if (std::abs(quotient) <= kEasy) return static_cast<std::int64_t>((quotient + kWhole) - kWhole);
  const double near = std::rint(quotient);
  return std::llrint(near) + std::llrint(std::fma(-near, m_gridStep, value) / m_gridStep);
}

template <class Real>
bool ExactRelease::releaseStep(std::span<Real> gradientSum, const RunControl& control) {
  checkStep();
  checkSize("gradient_sum", std::ssize(gradientSum), m_end - m_begin);
  const double most = kMost * m_gridStep;
  for (std::size_t j = 0; j < gradientSum.size(); ++j) {
    const auto value = static_cast<double>(gradientSum[j]);
    if (!(std::abs(value) <= most))
      throw InvalidArgument("gradient_sum", shortest(value),
                            {Core::tr("a finite sum of at most %1 in size: step %2, coordinate %3"), most, m_step,
                             m_begin + static_cast<Index>(j)});
  }
  if (!makeNoise(control)) return false;
  const std::size_t before = m_begin - m_first;
  const Index slot = m_step % m_rows.count();
  for (std::size_t first = 0; first < gradientSum.size();) {
    const std::int64_t* const noise = m_rows.row(slot, before + first);
    const std::size_t count = std::min(kTile - (before + first) % kTile, gradientSum.size() - first);
    for (std::size_t j = 0; j < count; ++j) {
      Real& value = gradientSum[first + j];
      value = static_cast<Real>(static_cast<double>(onGrid(static_cast<double>(value)) + noise[j]) * m_gridStep);
    }
    first += count;
  }
  ++m_step;
  m_made = 0;
  return true;
}

bool ExactRelease::release(std::span<float> gradientSum, const RunControl& control) {
  return releaseStep(gradientSum, control);
}

bool ExactRelease::release(std::span<double> gradientSum, const RunControl& control) {
  return releaseStep(gradientSum, control);
}

bool ExactRelease::advanceTo(Index step, const RunControl& control) {
  checkInteger("step", step, m_step, iterations());
  if (m_coefficients.size() == 1 && step > m_step) {
    m_step = step;
    m_made = 0;
  }
  const Index start = m_step;
  const auto fraction = [&](Index at) { return static_cast<double>(at - start) / static_cast<double>(step - start); };
  while (m_step < step) {
    checkStep();
    if (!makeNoise(control.part(fraction(m_step), fraction(m_step + 1)))) return false;
    ++m_step;
    m_made = 0;
  }
  return true;
}

}  // namespace noiseloom
