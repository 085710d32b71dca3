#include "core/strategy/picture/matrix_picture_parts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/linalg/reciprocal_series.h"

namespace noiseloom {

LargestInRange::LargestInRange(std::vector<double> values) : m_values(std::move(values)) {
  m_blocks.resize(m_values.size() / kBlock + 1, 0.0);
  for (std::size_t i = 0; i < m_values.size(); ++i) keepLarger(m_blocks[i / kBlock], m_values[i]);
}

double LargestInRange::operator()(Index least, Index most) const {
  const auto block = static_cast<Index>(kBlock);
  double found = 0;
  most = std::min(most, std::ssize(m_values) - 1);
  for (Index i = std::max<Index>(0, least); i <= most;) {
    const bool whole = i % block == 0 && i + block - 1 <= most;
    keepLarger(found, whole ? m_blocks[i / block] : m_values[i]);
    i += whole ? block : 1;
  }
  return found;
}

void drawDiagonals(const PictureCanvas& canvas, const std::function<double(Index, Index)>& largest, Index rowLimit,
                   Index columnLimit) {
  const auto& [rows, columns, control, picture] = canvas;
  // Cells along a diagonal ask for the same few ranges, which differ only by how the edges of cells were rounded.
  struct Known {
    Index least = 0;
    Index most = -1;
    double value = 0;
  };
  constexpr std::size_t kRanges = 4;
  std::vector<std::array<Known, kRanges>> known(rows.cells + columns.cells);
  std::vector<std::size_t> next(known.size(), 0);
  std::vector<Index> left, right;  // first and last column of each cell
  for (Index x = 0; x < columns.cells; ++x) {
    left.push_back(columns.first(x));
    right.push_back(std::min(columns.first(x + 1), columnLimit) - 1);
  }
  for (Index y = 0; y < rows.cells && canvas.goesOn(); ++y) {
    const Index top = rows.first(y);
    const Index bottom = std::min(rows.first(y + 1), rowLimit) - 1;
    if (bottom < top) break;
    double* const line = &canvas.cell(y, 0);
    for (Index x = 0; x < columns.cells; ++x) {
      const std::size_t at = x;
      if (right[at] < left[at]) break;
      const Index least = top - right[at];
      const Index most = bottom - left[at];
      const std::size_t diagonal = y - x + columns.cells;
      const Known* found = nullptr;
      for (const Known& range : known[diagonal]) {
        if (range.least == least && range.most == most) found = &range;
      }
      if (!found) {
        Known& range = known[diagonal][next[diagonal]++ % kRanges];
        range = {least, most, largest(least, most)};
        found = &range;
      }
      line[x] = found->value;
    }
  }
}

InverseTerms inverseTerms(const ToeplitzStrategy& toeplitz, const RunControl& control) {
  const Index n = toeplitz.iterations();
  ReciprocalSeries series = reciprocalSeries(toeplitz.coefficients(), n, std::min(n, kMostPictureTerms), control);
  if (series.valid || control.stopRequested()) return {std::move(series.terms), true};
  // Neither decays nor ends: its beginning, as far as it is finite.
  std::vector<double> terms = toeplitz.inverseCoefficients(std::min(n, Index{1} << 20));
  terms.erase(std::find_if_not(terms.begin(), terms.end(), [](double c) { return std::isfinite(c); }), terms.end());
  return {std::move(terms), false};
}

}  // namespace noiseloom
