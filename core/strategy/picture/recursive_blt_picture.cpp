#include <algorithm>
#include <array>
#include <utility>

#include "core/strategy/picture/matrix_picture_parts.h"

namespace noiseloom {
namespace {

constexpr Index kMostCellEntries = 16;  // of a cell, all of which are looked at; of larger ones the likeliest few

// Entries [first, last] of one axis that a cell holds.
struct Run {
  Index first, last;
  bool holds(Index at) const { return at >= first && at <= last; }
  Index nearest(Index at) const { return std::clamp(at, first, last); }
};

class RecursiveBltSource : public PictureSource {
 public:
  RecursiveBltSource(RecursiveBltStrategy strategy, MatrixOf which) : m_strategy(std::move(strategy)), m_which(which) {}

  double entry(Index row, Index column) const override {
    if (m_which == MatrixOf::Strategy) return m_strategy.entry(row, column);
    return m_which == MatrixOf::Gram ? m_strategy.gram(row, column) : m_strategy.inverseEntry(row, column);
  }

  void draw(const PictureCanvas& canvas) const override {
    canvas.fillCells([&](double& cell, Index top, Index bottom, Index left, Index right) {
      const Run down{top, bottom}, across{left, right};
      if ((bottom - top + 1) * (right - left + 1) <= kMostCellEntries) {
        for (Index row = top; row <= bottom; ++row) {
          for (Index column = left; column <= right; ++column) keepLarger(cell, entry(row, column));
        }
        return;
      }
      canvas.picture.sampled = true;
      if (m_which == MatrixOf::Strategy) drawNodes(cell, down, across);
      if (m_which == MatrixOf::StrategyInverse) drawNoising(cell, down, across);
      // The nearest two steps share most.
      if (m_which == MatrixOf::Gram) {
        const Index row = down.nearest(left);
        keepLarger(cell, entry(row, across.nearest(row)));
      }
    });
  }

 private:
  // Rows of C that a cell of nodes is judged by: its ends, that of its largest block, and those of two steps.
  std::array<Index, 5> nodes(const Run& run, Index step, Index otherStep) const {
    const Index begin = m_strategy.node(run.first).step, end = m_strategy.node(run.last).step;
    Index block = run.first;
    for (Index level = m_strategy.levels(); level-- > 1 && block == run.first;) {
      const Index at = end / m_strategy.blockSteps(level) * m_strategy.blockSteps(level);
      if (at > begin) block = m_strategy.firstRow(at);
    }
    const auto own = [&](Index at) { return run.nearest(m_strategy.ownRow(std::clamp(at, begin, end))); };
    return {run.first, run.last, run.nearest(block), own(step), own(otherStep)};
  }
  // The latest column that a row of C holds is its largest entry.
  void drawNodes(double& cell, const Run& down, const Run& across) const {
    for (const Index row : nodes(down, across.first, across.last)) {
      const auto node = m_strategy.node(row);
      const Index column = across.nearest(node.level == 0 ? node.step : node.step - 1);
      keepLarger(cell, entry(row, column));
    }
  }
  // A column of C^-1 is largest where it begins, and where its copy ends.
  void drawNoising(double& cell, const Run& down, const Run& across) const {
    for (const Index column : nodes(across, down.first, down.last)) {
      const auto node = m_strategy.node(column);
      const Index steps = m_strategy.blockSteps(node.level);
      const Index over = (node.block / m_strategy.blockSize() + 1) * m_strategy.blockSize() * steps;
      const Index late = std::max<Index>(0, down.first - node.step);
      const Index row = node.step + (late + steps - 1) / steps * steps;
      if (down.holds(row)) keepLarger(cell, entry(row, column));
      if (down.holds(over)) keepLarger(cell, entry(over, column));
    }
  }

  RecursiveBltStrategy m_strategy;
  MatrixOf m_which;
};

}  // namespace

SourcePointer recursiveBltSource(const RecursiveBltStrategy& strategy, MatrixOf which) {
  return std::make_shared<RecursiveBltSource>(strategy, which);
}

}  // namespace noiseloom
