#include "core/participation/gram_rows.h"

#include <algorithm>
#include <array>

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

// Rows of a lower-triangular matrix as they are stored: at(r)[0] is the entry in column `column` of row r.
struct StoredRows {
  const double* values;
  Index pitch;
  Index offset;
  const double* at(Index row) const { return values + row * pitch + offset; }
};

StoredRows storedRows(const Strategy& strategy, Index column) {
  if (const auto* dense = strategy.as<DenseStrategy>()) return {dense->block().data(), dense->blockSize(), column};
  // Row r of a banded strategy holds the columns r - b + 1 .. r.
  const auto& banded = *strategy.as<BandedStrategy>();
  return {banded.rows().data(), banded.bands() - 1, banded.bands() - 1 + column};
}

NOISELOOM_MULTIVERSION void addFour(const std::array<const double*, 4>& rows, const std::array<double, 4>& factors,
                                    double* out, Index count) {
#pragma omp simd
  for (Index g = 0; g < count; ++g) {
    out[g] += (factors[0] * rows[0][g] + factors[1] * rows[1][g]) + (factors[2] * rows[2][g] + factors[3] * rows[3][g]);
  }
}

}  // namespace

GramRows::GramRows(const Strategy& strategy, Index stride)
    : m_strategy(strategy),
      m_stride(stride),
      m_lags((strategy.bands() + stride - 1) / stride),
      m_row(strategy.iterations() - 1) {
  if (strategy.as<ToeplitzStrategy>()) m_running.assign(static_cast<std::size_t>(m_lags), 0.0);
  if (const auto* dense = strategy.as<DenseStrategy>(); dense && dense->stamps() > 1)
    m_block.assign(static_cast<std::size_t>(dense->blockSize() * m_lags), 0.0);
}

double GramRows::work(const Strategy& strategy, Index stride) {
  const auto b = static_cast<double>(strategy.bands());
  const auto lags = static_cast<double>((strategy.bands() + stride - 1) / stride);
  const auto n = static_cast<double>(strategy.iterations());
  if (strategy.as<ToeplitzStrategy>()) return b * lags;
  if (strategy.as<DenseStrategy>()) return b * b * lags / 3 + n * lags;
  return n * b * lags / 2;
}

bool GramRows::next(std::span<double> out) {
  const Index row = m_row--;
  const Index below = m_strategy.iterations() - 1 - row;
  if (const auto* toeplitz = m_strategy.as<ToeplitzStrategy>()) {
    const bool scaled = toeplitz->scaling() == ColumnScaling::Normalized;
    if (below > (scaled ? 2 : 1) * toeplitz->bands()) return false;
    toeplitzRow(*toeplitz, row, out);
    return true;
  }
  std::fill(out.begin(), out.end(), 0.0);
  const auto* dense = m_strategy.as<DenseStrategy>();
  if (!dense) {
    storedRow(row, m_strategy.iterations(), out);
    return true;
  }
  const Index inBlock = row % dense->blockSize();
  const Index first = row - inBlock;
  const Index size = std::min(dense->blockSize(), m_strategy.iterations() - first);
  const bool whole = size == dense->blockSize() && !m_block.empty();
  const auto kept = m_block.begin() + (whole ? inBlock * m_lags : 0);
  // The diagonal is positive: a row that is kept begins with a number above zero.
  if (whole && *kept > 0) {
    std::copy_n(kept, m_lags, out.begin());
    return true;
  }
  storedRow(inBlock, size, out);
  if (whole) std::copy_n(out.begin(), m_lags, kept);
  return true;
}

// X[i, i + g] = s[i] s[i + g] sum_{t <= n-1-i} c[t] c[t - g]: going up, one term joins each sum.
void GramRows::toeplitzRow(const ToeplitzStrategy& toeplitz, Index row, std::span<double> out) {
  const auto c = toeplitz.coefficients();
  const Index t = toeplitz.iterations() - 1 - row;
  const double scale = toeplitz.columnScale(row);
  for (Index q = 0; q < m_lags; ++q) {
    const Index lag = q * m_stride;
    double& sum = m_running[static_cast<std::size_t>(q)];
    if (lag <= t && t < toeplitz.bands()) sum += c[static_cast<std::size_t>(t)] * c[static_cast<std::size_t>(t - lag)];
    out[static_cast<std::size_t>(q)] = lag > t ? 0 : scale * toeplitz.columnScale(row + lag) * sum;
  }
}

void GramRows::storedRow(Index row, Index size, std::span<double> out) const {
  const StoredRows rows = storedRows(m_strategy, row);
  const Index end = std::min(size, row + m_strategy.bands());
  Index r = row;
  if (m_stride == 1) {
    // Four rows at a time up to the diagonal of the first of them; what is right of it one entry at a time.
    for (; r + 4 <= end; r += 4) {
      const std::array<const double*, 4> four{rows.at(r), rows.at(r + 1), rows.at(r + 2), rows.at(r + 3)};
      addFour(four, {*four[0], *four[1], *four[2], *four[3]}, out.data(), r - row + 1);
      for (std::size_t later = 1; later < 4; ++later) {
        for (Index g = r - row + 1; g <= r - row + static_cast<Index>(later); ++g)
          out[static_cast<std::size_t>(g)] += *four[later] * four[later][g];
      }
    }
  }
  for (; r < end; ++r) {
    const double* values = rows.at(r);
    for (Index q = 0; q * m_stride <= r - row; ++q) out[static_cast<std::size_t>(q)] += *values * values[q * m_stride];
  }
}

}  // namespace noiseloom
