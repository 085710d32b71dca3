#include "core/participation/gram_rows.h"

#include <algorithm>

#include "core/base/multiversion.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// Rows of a lower-triangular matrix as they are stored: entry (r, j) is values[r * pitch + offset + j].
struct StoredRows {
  const double* values;
  Index pitch;
  Index offset;
  const double* at(Index row, Index column) const { return values + row * pitch + offset + column; }
};

// Any other kind is taken by its bands.
Strategy withStoredRows(const Strategy& strategy) {
  return strategy.kind().series || strategy.as<DenseStrategy>() ? strategy : Strategy(bandedOf(strategy));
}

StoredRows storedRows(const Strategy& strategy) {
  if (const auto* dense = strategy.as<DenseStrategy>()) return {dense->block().data(), dense->blockSize(), 0};
  // Row r of a banded strategy holds the columns r - b + 1 .. r.
  const auto& banded = *strategy.as<BandedStrategy>();
  return {banded.rows().data(), banded.bands() - 1, banded.bands() - 1};
}

// out[k][j] += sum_q factor[q][k] row[q][j]: four rows of X and four rows of C at a time.
NOISELOOM_MULTIVERSION void addFourToFour(const double* const* row, const double (*factor)[4], double* const* out,
                                          Index count) {
  const double* const r0 = row[0];
  const double* const r1 = row[1];
  const double* const r2 = row[2];
  const double* const r3 = row[3];
  double* const x0 = out[0];
  double* const x1 = out[1];
  double* const x2 = out[2];
  double* const x3 = out[3];
#pragma omp simd
  for (Index j = 0; j < count; ++j) {
    const double c0 = r0[j];
    const double c1 = r1[j];
    const double c2 = r2[j];
    const double c3 = r3[j];
    x0[j] += (factor[0][0] * c0 + factor[1][0] * c1) + (factor[2][0] * c2 + factor[3][0] * c3);
    x1[j] += (factor[0][1] * c0 + factor[1][1] * c1) + (factor[2][1] * c2 + factor[3][1] * c3);
    x2[j] += (factor[0][2] * c0 + factor[1][2] * c1) + (factor[2][2] * c2 + factor[3][2] * c3);
    x3[j] += (factor[0][3] * c0 + factor[1][3] * c1) + (factor[2][3] * c2 + factor[3][3] * c3);
  }
}

// sums[q] += factor last[-q step].
NOISELOOM_MULTIVERSION void addBackwards(double factor, const double* last, Index step, double* sums, Index count) {
  if (step == 1) {
#pragma omp simd
    for (Index q = 0; q < count; ++q) sums[q] += factor * last[-q];
  } else {
    for (Index q = 0; q < count; ++q) sums[q] += factor * last[-q * step];
  }
}

}  // namespace

GramRows::GramRows(const Strategy& strategy, Lags lags)
    : m_strategy(withStoredRows(strategy)),
      m_lags(lags),
      m_count(strategy.bands() > lags.first ? (strategy.bands() - 1 - lags.first) / lags.step + 1 : 0),
      m_row(strategy.iterations() - 1) {
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
    m_running.assign(m_count + 1, 0.0);
    if (toeplitz->scaling() == ColumnScaling::Normalized) {
      for (Index j = toeplitz->iterations() - toeplitz->bands(); j < toeplitz->iterations(); ++j)
        m_scales.push_back(toeplitz->columnScale(j));
    }
  }
  if (const auto* dense = strategy.as<DenseStrategy>(); dense && dense->stamps() > 2)
    m_block.assign(dense->blockSize() * (m_count + 1), 0.0);
}

double GramRows::work(const Strategy& strategy, Lags lags) {
  const auto b = static_cast<double>(strategy.bands());
  const auto reach = static_cast<double>(std::max<Index>(0, strategy.bands() - lags.first));
  const auto step = static_cast<double>(lags.step);
  const auto n = static_cast<double>(strategy.iterations());
  if (strategy.as<ToeplitzStrategy>()) return b * reach / step;
  // A block and a part of one; rows of the other blocks are copies.
  if (strategy.as<DenseStrategy>()) return std::min(2.0, n / b) * reach * reach * reach / (6 * step) + n * reach / step;
  return n * (reach * reach / (2 * step) + b);
}

Index GramRows::next(double& diagonal, std::span<double> out) {
  const Index n = m_strategy.iterations();
  const Index row = m_row--;
  if (const auto* toeplitz = m_strategy.as<ToeplitzStrategy>()) {
    // Row i of T is complete above the last b rows; the columns beside it are unscaled above the last 2 b.
    if (n - 1 - row > (m_scales.empty() ? 1 : 2) * toeplitz->bands()) return 1;
    toeplitzRow(*toeplitz, row, diagonal, out);
    return 0;
  }
  const auto* dense = m_strategy.as<DenseStrategy>();
  const Index size = dense ? dense->blockSize() : n;
  const Index first = row / size * size;
  const Index inBlock = row - first;
  const bool whole = !m_block.empty() && first + size <= n;
  const auto kept = m_block.begin() + (whole ? inBlock * (m_count + 1) : 0);
  // The diagonal is positive: a kept row begins with a number above zero.
  if (whole && *kept > 0) {
    diagonal = *kept;
    std::copy_n(kept + 1, m_count, out.begin());
    return size;
  }
  const Index end = std::min(size, n - first);
  diagonal = m_strategy.columnNormSquared(row);
  if (m_lags.step > 1) {
    strideRow(inBlock, end, out);
  } else {
    if (inBlock < m_firstTogether || inBlock > m_lastTogether) formRows(inBlock, end);
    const std::vector<double>& formed = m_together[inBlock - m_firstTogether];
    std::copy_n(formed.begin() + (inBlock - m_firstTogether), m_count, out.begin());
    if (inBlock == m_firstTogether) m_lastTogether = -1;  // the next block has rows of the same number
  }
  if (whole) {
    *kept = diagonal;
    std::copy_n(out.begin(), m_count, kept + 1);
  }
  return 0;
}

double GramRows::columnScale(const ToeplitzStrategy& toeplitz, Index column) const {
  const Index fromEnd = toeplitz.iterations() - column;
  if (m_scales.empty() || fromEnd > toeplitz.bands()) return 1;
  return m_scales[toeplitz.bands() - fromEnd];
}

// X[i, i + g] = s[i] s[i + g] sum_{t <= n-1-i} c[t] c[t - g]: upwards, each sum gains one term.
void GramRows::toeplitzRow(const ToeplitzStrategy& toeplitz, Index row, double& diagonal, std::span<double> out) {
  const auto c = toeplitz.coefficients();
  const Index t = toeplitz.iterations() - 1 - row;
  const double scale = columnScale(toeplitz, row);
  const double joining = t < toeplitz.bands() ? c[t] : 0;
  m_running[0] += joining * joining;
  diagonal = scale * scale * m_running[0];
  const Index reached = t < m_lags.first ? 0 : std::min(m_count, (t - m_lags.first) / m_lags.step + 1);
  double* const sums = m_running.data() + 1;
  if (t < toeplitz.bands()) addBackwards(joining, c.data() + (t - m_lags.first), m_lags.step, sums, reached);
  for (Index q = 0; q < reached; ++q) out[q] = scale * sums[q];
  for (Index q = 0; q < reached && !m_scales.empty(); ++q)
    out[q] = scale * columnScale(toeplitz, row + m_lags.first + q * m_lags.step) * sums[q];
  std::fill(out.begin() + reached, out.begin() + m_count, 0.0);
}

void GramRows::strideRow(Index row, Index end, std::span<double> out) const {
  const StoredRows rows = storedRows(m_strategy);
  std::fill(out.begin(), out.end(), 0.0);
  for (Index r = row + m_lags.first; r < std::min(end, row + m_strategy.bands()); ++r) {
    const double* values = rows.at(r, row);
    for (Index q = 0; m_lags.first + q * m_lags.step <= r - row; ++q)
      out[q] += *values * values[m_lags.first + q * m_lags.step];
  }
}

// Forms rows row - 3 .. row of X at once, indexed by column from (the first of these rows) + first lag on, so that a
// row of C is read once for all of them.
void GramRows::formRows(Index row, Index end) {
  const StoredRows rows = storedRows(m_strategy);
  const Index b = m_strategy.bands();
  m_firstTogether = std::max<Index>(0, row - kTogether + 1);
  m_lastTogether = row;
  const Index column = m_firstTogether + m_lags.first;
  std::array<double*, kTogether> out{};
  for (std::size_t k = 0; k < m_together.size(); ++k) {
    m_together[k].assign(m_count + kTogether, 0.0);
    out[k] = m_together[k].data();
  }
  const auto factor = [&](Index r, Index k) {
    const Index i = m_firstTogether + k;
    return i <= row && i <= r && r - i < b ? *rows.at(r, i) : 0.0;
  };
  const auto addOne = [&](Index r, Index from) {
    for (Index k = 0; k < kTogether; ++k) {
      const double by = factor(r, k);
      for (Index j = std::max(from, r - b + 1); j <= r && by != 0; ++j) out[k][j - column] += by * *rows.at(r, j);
    }
  };
  const Index last = std::min(end, row + b) - 1;
  Index r = column;
  // Four rows of C, up to the diagonal of the first, where all of them reach back to the first column.
  for (; r + 3 <= std::min(last, column + b - 1); r += 4) {
    double factors[4][4];
    const double* four[4];
    for (Index q = 0; q < 4; ++q) {
      four[q] = rows.at(r + q, column);
      for (Index k = 0; k < kTogether; ++k) factors[q][k] = factor(r + q, k);
    }
    addFourToFour(four, factors, out.data(), r - column + 1);
    for (Index q = 1; q < 4; ++q) addOne(r + q, r + 1);
  }
  for (; r <= last; ++r) addOne(r, column);
}

}  // namespace noiseloom
