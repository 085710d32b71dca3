#include <algorithm>
#include <map>
#include <utility>

#include "core/strategy/matrix_picture_parts.h"

namespace noiseloom {
namespace {

// Value of largest magnitude in a range, from a table of block results.
class LargestInRange {
 public:
  explicit LargestInRange(std::vector<double> values) : m_values(std::move(values)) {
    m_blocks.resize(m_values.size() / kBlock + 1, 0.0);
    for (std::size_t i = 0; i < m_values.size(); ++i) keepLarger(m_blocks[i / kBlock], m_values[i]);
  }
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

LargestInRange tableOf(std::span<const double> values) {
  return LargestInRange({values.begin(), values.end()});
}

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

// Largest coefficients of a sum of exponentials c_t = sum_i scale_i decay_i^(t-1), c_0 = 1, without a table of n.
class LargestOfSeries {
 public:
  LargestOfSeries(const BltStrategy& blt, bool inverse) : m_blt(blt), m_inverse(inverse) {
    const auto& scales = inverse ? blt.parameters().inverseOmega : blt.parameters().omega;
    m_falls = std::all_of(scales.begin(), scales.end(), [](double s) { return s >= 0; }) ||
              std::all_of(scales.begin(), scales.end(), [](double s) { return s <= 0; });
  }

  double operator()(Index least, Index most) const {
    if (most < 0) return 0;
    // Cells along a diagonal ask for the same few ranges.
    const auto [known, isNew] = m_known.try_emplace({std::max<Index>(least, 0), most}, 0.0);
    if (isNew) known->second = find(known->first.first, most);
    return known->second;
  }
  // Whether a range of lags may hold a larger value than the one found.
  bool sampled() const { return !m_falls; }

 private:
  double find(Index least, Index most) const {
    double found = least == 0 ? 1 : 0;
    least = std::max<Index>(least, 1);
    if (least > most) return found;
    keepLarger(found, at(least));
    if (m_falls) return found;
    // Scales of both signs: the magnitude may rise again. Lags at growing distances, all of the first few.
    for (Index step = 1; step < most - least; step += 1 + step / 4) keepLarger(found, at(least + step));
    keepLarger(found, at(most));
    return found;
  }
  double at(Index lag) const { return m_inverse ? m_blt.inverseCoefficient(lag) : m_blt.coefficient(lag); }

  const BltStrategy& m_blt;
  bool m_inverse;
  bool m_falls;  // magnitudes fall with the lag from 1 on
  mutable std::map<std::pair<Index, Index>, double> m_known;
};

}  // namespace

void drawDiagonals(const PictureCanvas& canvas, const std::function<double(Index, Index)>& largest) {
  const auto& [which, rows, columns, control, picture] = canvas;
  for (Index y = 0; y < rows.cells && canvas.goesOn(); ++y) {
    for (Index x = 0; x < columns.cells; ++x) {
      canvas.cell(y, x) = largest(rows.first(y) - columns.first(x + 1) + 1, rows.first(y + 1) - 1 - columns.first(x));
    }
  }
}

void drawIdentity(const PictureCanvas& canvas) {
  drawDiagonals(canvas, LargestInRange({1.0}));
}

void drawToeplitz(const PictureCanvas& canvas, const ToeplitzStrategy& toeplitz) {
  const auto& [which, rows, columns, control, picture] = canvas;
  const bool inverse = which == MatrixOf::StrategyInverse;
  const Index mostLags = std::clamp<Index>(rows.end - columns.begin, 1, toeplitz.iterations());
  drawDiagonals(canvas,
                inverse ? LargestInRange(decayedInverse(toeplitz, mostLags)) : tableOf(toeplitz.coefficients()));
  // C = T diag(s), C^-1 = diag(1/s) T^-1; over a cell of several columns the scale of its first.
  for (Index y = 0; y < rows.cells; ++y) {
    for (Index x = 0; x < columns.cells; ++x) {
      double& cell = canvas.cell(y, x);
      cell = inverse ? cell / toeplitz.columnScale(rows.first(y)) : cell * toeplitz.columnScale(columns.first(x));
    }
  }
}

void drawInverseToeplitz(const PictureCanvas& canvas, const InverseToeplitzStrategy& strategy) {
  const bool inverse = canvas.which == MatrixOf::StrategyInverse;
  drawDiagonals(canvas, tableOf(inverse ? strategy.noisingCoefficients() : strategy.strategyCoefficients()));
}

void drawBlt(const PictureCanvas& canvas, const BltStrategy& blt) {
  const LargestOfSeries largest(blt, canvas.which == MatrixOf::StrategyInverse);
  const bool pooled = canvas.picture.height < canvas.rows.end - canvas.rows.begin ||
                      canvas.picture.width < canvas.columns.end - canvas.columns.begin;
  canvas.picture.sampled = pooled && largest.sampled();
  drawDiagonals(canvas, std::cref(largest));
}

}  // namespace noiseloom
