#include <algorithm>

#include "core/balls_in_bins/gram/bin_gram_kinds.h"

namespace noiseloom {
namespace {

// Sums of rectangles over a square, each entered by its corners.
class Rectangles {
 public:
  explicit Rectangles(Index size) : m_stride(size + 1), m_corners(static_cast<std::size_t>(m_stride * m_stride), 0.0) {}
  void add(Index rowBegin, Index rowEnd, Index columnBegin, Index columnEnd, double value) {
    if (rowBegin == rowEnd || columnBegin == columnEnd) return;
    at(rowBegin, columnBegin) += value;
    at(rowEnd, columnBegin) -= value;
    at(rowBegin, columnEnd) -= value;
    at(rowEnd, columnEnd) += value;
  }
  void addLowerTo(std::span<double> lower) {
    const Index size = m_stride - 1;
    for (Index i = 0; i < size; ++i) {
      double row = 0;
      for (Index j = 0; j < size; ++j) {
        row += at(i, j);
        at(i, j) = row + (i > 0 ? at(i - 1, j) : 0);
        if (j <= i) lower[i * size + j] += at(i, j);
      }
    }
  }

 private:
  double& at(Index i, Index j) { return m_corners[i * m_stride + j]; }
  Index m_stride;
  std::vector<double> m_corners;
};

}  // namespace

void addTreeBins(Index iterations, Index bins, std::span<double> lower) {
  Rectangles sums(bins);
  for (Index size = 1; size <= iterations; size *= 2) {
    // A node hits every bin `every` times, and the bins of a window, which may wrap around, once more.
    const auto every = static_cast<double>(size / bins);
    const Index window = size % bins;
    const Index nodes = iterations / size;
    sums.add(0, bins, 0, bins, static_cast<double>(nodes) * every * every);
    if (window == 0) continue;
    for (Index node = 0; node < nodes; ++node) {
      const Index first = node * size % bins;
      const Index end = std::min(bins, first + window);
      const Index pieces[2][2] = {{first, end}, {0, first + window - end}};
      for (const auto& a : pieces) {
        for (const auto& b : pieces) sums.add(a[0], a[1], b[0], b[1], 1);
        if (every > 0) {
          sums.add(a[0], a[1], 0, bins, every);
          sums.add(0, bins, a[0], a[1], every);
        }
      }
    }
  }
  sums.addLowerTo(lower);
}

}  // namespace noiseloom
