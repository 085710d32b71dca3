#include "core/strategy/matrix_picture.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace noiseloom {
namespace {

// Columns of C^-1 decay: once a whole band of entries is below this share of the diagonal the rest counts as 0.
constexpr double kNegligible = 1e-9;
// Columns of a banded C^-1 that are solved for one cell.
constexpr Index kColumnsPerCell = 2;

// The pooling of one axis: entries [begin, end) in `cells` nearly equal runs.
struct Axis {
  Index begin;
  Index end;
  Index cells;

  Index first(Index cell) const { return begin + cell * (end - begin) / cells; }
  Index cellOf(Index entry) const { return ((entry - begin + 1) * cells - 1) / (end - begin); }
};

void keepLarger(double& cell, double value) {
  if (std::abs(value) > std::abs(cell)) cell = value;
}

// Value of largest magnitude in a range, from a table of block results.
class LargestInRange {
 public:
  explicit LargestInRange(std::vector<double> values) : m_values(std::move(values)) {
    m_blocks.resize(m_values.size() / kBlock + 1, 0.0);
    for (std::size_t i = 0; i < m_values.size(); ++i) keepLarger(m_blocks[i / kBlock], m_values[i]);
  }
  // Over lags [least, most], which may reach beyond the values on either side.
  double operator()(Index least, Index most) const {
    constexpr auto block = static_cast<Index>(kBlock);
    double found = 0;
    most = std::min(most, static_cast<Index>(m_values.size()) - 1);
    for (Index i = std::max<Index>(0, least); i <= most;) {
      const bool whole = i % block == 0 && i + block - 1 <= most;
      keepLarger(found, whole ? m_blocks[static_cast<std::size_t>(i / block)] : m_values[static_cast<std::size_t>(i)]);
      i += whole ? block : 1;
    }
    return found;
  }

 private:
  static constexpr std::size_t kBlock = 64;
  std::vector<double> m_values;
  std::vector<double> m_blocks;
};

// Coefficients of T^-1 as far as they matter, at most `most` of them.
std::vector<double> decayedInverse(const ToeplitzStrategy& toeplitz, Index most) {
  for (Index count = std::min(most, 4 * toeplitz.bands() + 64);; count = std::min(most, 2 * count)) {
    std::vector<double> series = toeplitz.inverseCoefficients(count);
    const Index quiet = std::min(count, toeplitz.bands());
    const bool decayed = std::all_of(series.end() - quiet, series.end(),
                                     [&](double c) { return std::abs(c) < kNegligible * series[0]; });
    if (decayed || count == most) return series;
  }
}

// Matrices with constant diagonals, times a factor for each column (C) or row (C^-1).
void drawDiagonals(const LargestInRange& largest, const Axis& rows, const Axis& columns, const RunControl& control,
                   MatrixPicture& picture) {
  for (Index y = 0; y < rows.cells; ++y) {
    if (control.stopRequested()) {
      picture.complete = false;
      return;
    }
    for (Index x = 0; x < columns.cells; ++x) {
      picture.values[static_cast<std::size_t>(y * columns.cells + x)] =
          largest(rows.first(y) - columns.first(x + 1) + 1, rows.first(y + 1) - 1 - columns.first(x));
    }
  }
}

void drawToeplitz(const ToeplitzStrategy& toeplitz, MatrixOf which, const Axis& rows, const Axis& columns,
                  const RunControl& control, MatrixPicture& picture) {
  const bool inverse = which == MatrixOf::StrategyInverse;
  const auto c = toeplitz.coefficients();
  const Index mostLags = std::max<Index>(1, rows.end - columns.begin);
  drawDiagonals(LargestInRange(inverse ? decayedInverse(toeplitz, std::min(mostLags, toeplitz.iterations()))
                                       : std::vector<double>(c.begin(), c.end())),
                rows, columns, control, picture);
  // C = T diag(s), C^-1 = diag(1/s) T^-1; over a cell of several columns the scale of its first.
  for (Index y = 0; y < rows.cells; ++y) {
    for (Index x = 0; x < columns.cells; ++x) {
      double& cell = picture.values[static_cast<std::size_t>(y * columns.cells + x)];
      cell = inverse ? cell / toeplitz.columnScale(rows.first(y)) : cell * toeplitz.columnScale(columns.first(x));
    }
  }
}

void drawBanded(const BandedStrategy& banded, const Axis& rows, const Axis& columns, const RunControl& control,
                MatrixPicture& picture) {
  for (Index i = rows.begin; i < rows.end; ++i) {
    if (i % 4096 == 0 && control.stopRequested()) {
      picture.complete = false;
      return;
    }
    const Index y = rows.cellOf(i);
    for (Index j = std::max(columns.begin, i - banded.bands() + 1); j < std::min(columns.end, i + 1); ++j) {
      keepLarger(picture.values[static_cast<std::size_t>(y * columns.cells + columns.cellOf(j))], banded.entry(i, j));
    }
  }
}

void drawBandedInverse(const BandedStrategy& banded, const Axis& rows, const Axis& columns, const RunControl& control,
                       MatrixPicture& picture) {
  const Index b = banded.bands();
  const bool all = columns.end - columns.begin <= kColumnsPerCell * columns.cells;
  picture.sampled = !all;
  std::vector<double> solution;
  for (Index x = 0; x < columns.cells; ++x) {
    const Index first = columns.first(x);
    const Index step = all ? 1 : std::max<Index>(1, (columns.first(x + 1) - first) / kColumnsPerCell);
    for (Index j = first; j < columns.first(x + 1); j += step) {
      if (control.stopRequested()) {
        picture.complete = false;
        return;
      }
      // Forward substitution down column j until it has died out.
      solution.clear();
      Index quiet = 0;
      for (Index i = j; i < rows.end && quiet < b; ++i) {
        const double* row = banded.rows().data() + i * b + b - 1;
        double sum = i == j ? 1 : 0;
        for (Index lag = 1; lag <= std::min(i - j, b - 1); ++lag)
          sum -= row[-lag] * solution[static_cast<std::size_t>(i - j - lag)];
        solution.push_back(sum / row[0]);
        quiet = std::abs(solution.back()) < kNegligible * solution.front() ? quiet + 1 : 0;
        if (i >= rows.begin)
          keepLarger(picture.values[static_cast<std::size_t>(rows.cellOf(i) * columns.cells + x)], solution.back());
      }
    }
  }
}

}  // namespace

MatrixPicture pictureOf(const Strategy& strategy, MatrixOf which, Index rowBegin, Index rowEnd, Index columnBegin,
                        Index columnEnd, Index height, Index width, const RunControl& control) {
  const Index n = strategy.iterations();
  checkInteger("row_begin", rowBegin, 0, n - 1);
  checkInteger("row_end", rowEnd, rowBegin + 1, n);
  checkInteger("column_begin", columnBegin, 0, n - 1);
  checkInteger("column_end", columnEnd, columnBegin + 1, n);
  checkInteger("height", height, 1, 16384);
  checkInteger("width", width, 1, 16384);
  const Axis rows{rowBegin, rowEnd, std::min(height, rowEnd - rowBegin)};
  const Axis columns{columnBegin, columnEnd, std::min(width, columnEnd - columnBegin)};
  MatrixPicture picture;
  picture.height = rows.cells;
  picture.width = columns.cells;
  picture.values.assign(static_cast<std::size_t>(rows.cells * columns.cells), 0.0);
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
    drawToeplitz(*toeplitz, which, rows, columns, control, picture);
  } else if (const auto* banded = strategy.as<BandedStrategy>()) {
    which == MatrixOf::Strategy ? drawBanded(*banded, rows, columns, control, picture)
                                : drawBandedInverse(*banded, rows, columns, control, picture);
  } else {
    drawDiagonals(LargestInRange({1.0}), rows, columns, control, picture);
  }
  return picture;
}

}  // namespace noiseloom
