#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/strategy/picture/matrix_picture_parts.h"

namespace noiseloom {
namespace {

// Larger cells of C^-1 are judged by some of their rows and columns.
constexpr Index kMostRows = 16;
constexpr Index kMostColumns = 4;

Index trailingOnes(Index step) {
  return std::countr_one(static_cast<std::uint64_t>(step));
}

// First leaf of the nodes in rows [begin, end); their last one is that of the last row's step, and together they hold
// all leaves between.
Index firstLeaf(Index begin, Index end) {
  const Index first = TreeStrategy::stepOf(begin);
  const Index last = TreeStrategy::stepOf(end - 1);
  const auto leaf = [](Index step, Index height) { return step - (Index{1} << height) + 1; };
  Index least = leaf(last, end - 1 - TreeStrategy::firstRow(last));
  if (first == last) return least;
  least = std::min(least, leaf(first, trailingOnes(first)));
  for (Index h = 0, step = 0; (step = firstStepOf(h, first + 1)) < last; ++h) least = std::min(least, leaf(step, h));
  return least;
}

void drawNodes(const PictureCanvas& canvas) {
  const auto& [rows, columns, control, picture] = canvas;
  for (Index y = 0; y < rows.cells && canvas.goesOn(); ++y) {
    const Index first = std::max(columns.begin, firstLeaf(rows.first(y), rows.first(y + 1)));
    const Index last = std::min(columns.end - 1, TreeStrategy::stepOf(rows.first(y + 1) - 1));
    if (first > last) continue;
    for (Index x = columns.cellOf(first); x <= columns.cellOf(last); ++x) canvas.cell(y, x) = 1;
  }
}

// Row `step` of C^-1 is zero but for the nodes below the largest one that the step completes.
void drawStep(const PictureCanvas& canvas, const TreeStrategy& tree, Index step) {
  const auto& columns = canvas.columns;
  const Index y = canvas.rows.cellOf(step);
  const Index top = trailingOnes(step);
  const Index begin = std::max(columns.begin, TreeStrategy::firstRow(step - (Index{1} << top) + 1));
  const Index end = std::min(columns.end - 1, TreeStrategy::firstRow(step) + top);
  if (begin > end) return;
  for (Index x = columns.cellOf(begin); x <= columns.cellOf(end); ++x) {
    const Index first = std::max(begin, columns.first(x));
    const Index last = std::min(end, columns.first(x + 1) - 1);
    if (last - first < kMostColumns) {
      for (Index j = first; j <= last; ++j) keepLarger(canvas.cell(y, x), tree.inverseEntry(step, j));
      continue;
    }
    canvas.picture.sampled = true;
    for (const Index j : {first, largestNode(first, last), last})
      keepLarger(canvas.cell(y, x), tree.inverseEntry(step, j));
  }
}

void drawSteps(const PictureCanvas& canvas, const TreeStrategy& tree) {
  const auto& rows = canvas.rows;
  for (Index y = 0; y < rows.cells && canvas.goesOn(); ++y) {
    const Index begin = rows.first(y);
    const Index end = rows.first(y + 1);
    if (end - begin <= kMostRows) {
      for (Index step = begin; step < end; ++step) drawStep(canvas, tree, step);
      continue;
    }
    // The first and the last step that complete a node of each height: rare large nodes must not vanish.
    canvas.picture.sampled = true;
    for (Index h = 0, first = 0; (first = firstStepOf(h, begin)) < end; ++h) {
      drawStep(canvas, tree, first);
      drawStep(canvas, tree, (end >> h << h) - 1);
    }
  }
}

// Entry (i, j) of C^T C is the number of nodes that hold both leaves.
double nodesAbove(const TreeStrategy& tree, Index i, Index j) {
  Index nodes = 0;
  for (Index h = std::bit_width(static_cast<std::uint64_t>(i ^ j)); h < tree.levels(); ++h) {
    if (((i >> h) + 1) << h <= tree.iterations()) ++nodes;
  }
  return static_cast<double>(nodes);
}

// A node with a leaf on either side holds all leaves between them, so the two nearest ones share the most; of single
// leaves the first has the most.
void drawShared(const PictureCanvas& canvas, const TreeStrategy& tree) {
  canvas.fillCells([&](double& cell, Index top, Index bottom, Index left, Index right) {
    cell = top >= left ? nodesAbove(tree, top, std::min(top, right)) : nodesAbove(tree, std::min(left, bottom), left);
  });
}

class TreeSource : public PictureSource {
 public:
  TreeSource(const TreeStrategy& tree, MatrixOf which) : m_tree(tree), m_which(which) {}

  void draw(const PictureCanvas& canvas) const override {
    if (m_which == MatrixOf::Strategy) return drawNodes(canvas);
    if (m_which == MatrixOf::Gram) return drawShared(canvas, m_tree);
    drawSteps(canvas, m_tree);
  }
  double entry(Index row, Index column) const override {
    if (m_which == MatrixOf::Strategy) return m_tree.entry(row, column);
    return m_which == MatrixOf::Gram ? nodesAbove(m_tree, row, column) : m_tree.inverseEntry(row, column);
  }

 private:
  TreeStrategy m_tree;
  MatrixOf m_which;
};

}  // namespace

Index firstStepOf(Index height, Index from) {
  return (((from >> height) + 1) << height) - 1;
}

Index largestNode(Index begin, Index end) {
  Index found = begin;
  for (Index h = 0, step = 0; (step = firstStepOf(h, TreeStrategy::stepOf(begin))) <= TreeStrategy::stepOf(end); ++h) {
    const Index row = TreeStrategy::firstRow(step) + h;
    if (row >= begin && row <= end) found = row;
  }
  return found;
}

SourcePointer treeSource(const TreeStrategy& tree, MatrixOf which) {
  return std::make_shared<TreeSource>(tree, which);
}

}  // namespace noiseloom
