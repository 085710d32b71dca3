// Table 2 of amplified-bandmf: matrices under different participation patterns.

#include <cmath>
#include <string>
#include <vector>

#include "app/reproduce/list.h"
#include "core/batching/list.h"
#include "core/error/error_summary.h"
#include "core/mechanism/banded.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/dense.h"
#include "core/mechanism/list.h"
#include "core/participation/participation.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

constexpr Index kEpochs = 6;

// A strategy with its sensitivities and errors, all over its sensitivity under (k, b)-participation.
struct Row {
  double single = 0, separated = 0;  // sensitivities
  double error = 0;                  // under (k, b), at sigma = 1, not relative
};

Row rowOf(const Strategy& strategy, Index separation, const RunControl& control) {
  const RunControl quiet = control.quiet();
  const double own = sensitivityOf(strategy, Participation::fixedEpochOrder(kEpochs, separation), quiet).value;
  return {sensitivityOf(strategy, Participation::single(), quiet).value / own,
          sensitivityOf(strategy, Participation::minSeparation(kEpochs, separation), quiet).value / own,
          own * std::sqrt(errorOf(strategy, Workload::prefix(), quiet).variance.mean)};
}

Row denseRow(Index n, ColumnNorms norms, std::optional<Index> bands, const RunControl& control) {
  DenseOptions options{.norms = norms, .bands = bands};
  options.gradientTolerance = 1e-3;  // the error to 5e-7
  return rowOf(optimizeDense({Workload::prefix(), n, Participation::fixedEpochOrder(kEpochs, n / kEpochs)}, options,
                             control.quiet())
                   .strategy,
               n / kEpochs, control);
}

Row bandedRow(Index n, Index bands, const RunControl& control) {
  const RunControl quiet = control.quiet();
  const Solution start =
      optimizeBandedToeplitz({Workload::prefix(), n}, bands, {.scaling = ColumnScaling::Normalized}, quiet);
  return rowOf(
      optimizeBanded({Workload::prefix(), n}, bands, {.start = start.coefficients, .gradientTolerance = 1e-4}, quiet)
          .strategy,
      n / kEpochs, control);
}

// A row of the table: what is found, and what the paper prints.
struct Printed {
  std::string name;
  Row found;
  Row best;  // the dense one with free norms at the same n
  double single, separated, error, errorSeparated;
  bool bound = false;  // the paper prints the sensitivity under min-separation as a bound
};

// With `third` steps for those of 342 bands. Empty when stopped.
std::vector<Printed> rowsOf(Index n, Index third, const RunControl& control) {
  const Row best = denseRow(n, ColumnNorms::Free, {}, control);
  if (control.stopRequested()) return {};
  control.report(0.3, {});
  const Row equal = denseRow(n, ColumnNorms::Equal, {}, control);
  if (control.stopRequested()) return {};
  control.report(0.6, {});
  const Row small = third < n ? denseRow(third, ColumnNorms::Free, {}, control) : best;
  Scenario tree({.iterations = n, .epochs = kEpochs, .batching = &batchings::fixedEpoch});
  tree.mechanism = &mechanisms::tree;
  tree.treeDecoder = TreeDecoder::Full;
  const auto treeDesign = design(tree, control.quiet());
  if (control.stopRequested() || !treeDesign) return {};
  Row treeRow = rowOf(treeDesign->strategy, n / kEpochs, control);
  treeRow.error = std::sqrt(treeDesign->loss.mean);
  const Index wide = third / 6, narrow = (n * 128 + 1026) / 2052;
  const Row sgd = rowOf(IdentityStrategy(n), n / kEpochs, control);
  const Row narrowFree = denseRow(n, ColumnNorms::Free, narrow, control), narrowEqual = bandedRow(n, narrow, control);
  if (control.stopRequested()) return {};
  control.report(0.8, {});
  const Row wideFree = denseRow(third, ColumnNorms::Free, wide, control);
  const Row wideEqual = denseRow(third, ColumnNorms::Equal, wide, control);
  if (control.stopRequested()) return {};
  return {{"tree, full decoder", treeRow, best, 0.32, 1.00, 1.53, 1.53},
          {"DP-SGD", sgd, best, 0.41, 1.00, 9.63, 9.63},
          {"banded, 128 bands, free norms", narrowFree, best, 0.52, 1.04, 1.23, 1.29},
          {"banded, 128 bands, equal norms", narrowEqual, best, 0.41, 1.00, 1.27, 1.27},
          {"banded, 342 bands, free norms", wideFree, small, 0.52, 1.04, 1.04, 1.08},
          {"banded, 342 bands, equal norms", wideEqual, small, 0.41, 1.00, 1.05, 1.05},
          {"dense, free norms", best, best, 0.50, 1.15, 1.00, 1.15, true},
          {"dense, equal norms", equal, best, 0.41, 1.13, 1.01, 1.14, true}};
}

}  // namespace

Reproduced reproductions::amplifiedBandmfT2(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  const Index n = full ? 2052 : 228, third = full ? 684 : 228;
  Reproduced out{
      {"n = " + std::to_string(n) + ", (k = 6, b = " + std::to_string(n / 6) +
       ")-participation, prefix sums; errors over that of the dense strategy with free norms. The rows with 342 "
       "bands take O(n^3) for hundreds of evaluations: they are made at n = " +
       std::to_string(third) +
       " with bands and separation in the same proportion, over the dense strategy there, and agree to 0.015."},
      {"Error over the dense optimum", {"row of the table"}, {"error, (k, b)-participation", true}}};
  Curve found{"found", {}, {}, false}, printed{"printed", {}, {}, false};
  const std::vector<Printed> rows = rowsOf(n, third, control);
  for (const Printed& row : rows) {
    const std::string& name = row.name;
    const bool scaled = row.best.error != rows.front().best.error;
    // To a unit of the last digit if n is a third.
    const double half = scaled || !full ? 0.0151 : 0.00501;
    const double error = row.found.error / row.best.error;
    found.add(static_cast<double>(found.x.size() + 1), error);
    printed.add(static_cast<double>(printed.x.size() + 1), row.error);
    if (!full && row.error > 1.2) continue;  // these grow with n
    out.state(printedNumber(name + ": sensitivity, k = 1", row.single, half, row.found.single));
    if (row.bound) {
      out.state(atMost(name + ": sensitivity, min-separation", "at most " + significant(row.separated),
                       row.separated + 0.005, row.found.separated));
    } else {
      out.state(printedNumber(name + ": sensitivity, min-separation", row.separated, half, row.found.separated));
    }
    if (row.found.error != row.best.error) out.state(printedNumber(name + ": error (A)", row.error, half, error));
    if (!row.bound)
      out.state(printedNumber(name + ": error (B)", row.errorSeparated, 1.5 * half, error * row.found.separated));
  }
  if (rows.empty()) return out;
  out.chart.curves = {found, printed};
  out.notes.push_back(
      "The rows are numbered as in the paper's table, from the tree on. Errors are relative to that of the dense "
      "strategy with free norms, whose own, 1.00, is so by definition and no statement.");
  return out;
}

}  // namespace noiseloom
