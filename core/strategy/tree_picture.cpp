#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/strategy/matrix_picture_parts.h"

namespace noiseloom {
namespace {

// Larger cells of C^-1 are judged by some of their rows and columns.
constexpr Index kMostRows = 16;
constexpr Index kMostColumns = 4;

Index trailingOnes(Index step) {
  return std::countr_one(static_cast<std::uint64_t>(step));
}

// The step that completes the node of this row.
Index stepOf(Index row) {
  Index step = row / 2;
  while (TreeStrategy::firstRow(step + 1) <= row) ++step;
  return step;
}

// The smallest step >= `from` that completes a node of this height.
Index firstStep(Index height, Index from) {
  return (((from >> height) + 1) << height) - 1;
}

// First leaf of the nodes in rows [begin, end); their last one is that of the last row's step, and together they hold
// all leaves between.
Index firstLeaf(Index begin, Index end) {
  const Index first = stepOf(begin);
  const Index last = stepOf(end - 1);
  const auto leaf = [](Index step, Index height) { return step - (Index{1} << height) + 1; };
  Index least = leaf(last, end - 1 - TreeStrategy::firstRow(last));
  if (first == last) return least;
  least = std::min(least, leaf(first, trailingOnes(first)));
  for (Index h = 0, step = 0; (step = firstStep(h, first + 1)) < last; ++h) least = std::min(least, leaf(step, h));
  return least;
}

void drawNodes(const PictureCanvas& canvas) {
  const auto& [which, rows, columns, control, picture] = canvas;
  for (Index y = 0; y < rows.cells && canvas.goesOn(); ++y) {
    const Index first = std::max(columns.begin, firstLeaf(rows.first(y), rows.first(y + 1)));
    const Index last = std::min(columns.end - 1, stepOf(rows.first(y + 1) - 1));
    if (first > last) continue;
    for (Index x = columns.cellOf(first); x <= columns.cellOf(last); ++x) canvas.cell(y, x) = 1;
  }
}

// The row of the largest node among columns [begin, end] of C^-1.
Index largestNode(Index begin, Index end) {
  Index found = begin;
  for (Index h = 0, step = 0; (step = firstStep(h, stepOf(begin))) <= stepOf(end); ++h) {
    const Index row = TreeStrategy::firstRow(step) + h;
    if (row >= begin && row <= end) found = row;
  }
  return found;
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
    for (const Index j : {first, largestNode(first, last), last}) {
      keepLarger(canvas.cell(y, x), tree.inverseEntry(step, j));
    }
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
    for (Index h = 0, first = 0; (first = firstStep(h, begin)) < end; ++h) {
      drawStep(canvas, tree, first);
      drawStep(canvas, tree, (end >> h << h) - 1);
    }
  }
}

}  // namespace

void drawTree(const PictureCanvas& canvas, const TreeStrategy& tree) {
  canvas.which == MatrixOf::Strategy ? drawNodes(canvas) : drawSteps(canvas, tree);
}

}  // namespace noiseloom
