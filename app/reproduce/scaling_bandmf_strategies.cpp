// Figures 1a, 4, 10 and 11 and Examples 3.1 to 3.3 and B.1 of scaling-bandmf: the strategies themselves.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/reproduce/list.h"
#include "app/reproduce/setting.h"
#include "core/batching/list.h"
#include "core/design/cost.h"
#include "core/error/error_summary.h"
#include "core/mechanism/banded.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/dense.h"
#include "core/mechanism/list.h"
#include "core/mechanism/reciprocal_toeplitz.h"
#include "core/mechanism/square_root.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

// sqrt(sens^2 mean_i v_i) of a column-normalised Toeplitz strategy if each example takes part once.
double normalizedError(Index n, std::vector<double> coefficients) {
  const ToeplitzStrategy strategy(n, std::move(coefficients), ColumnScaling::Normalized);
  return std::sqrt(strategy.columnNormSquared(0) * errorOf(strategy, Workload::prefix()).variance.mean);
}

double bandedError(Index n, Index bands, const RunControl& control) {
  const Solution toeplitz =
      optimizeBandedToeplitz({Workload::prefix(), n}, bands, {.scaling = ColumnScaling::Normalized}, control.quiet());
  return optimizeBanded({Workload::prefix(), n}, bands, {.start = toeplitz.coefficients}, control.quiet())
      .summary.objective;
}

// ||A C^-1||_F of a banded strategy, column by column through its own recurrence: a second method beside the covariance
// recursion that optimises it, O(n^2 b), lanes at a time.
double frobeniusByColumns(const BandedStrategy& strategy, const RunControl& control) {
  constexpr Index kLanes = 16;
  const Index n = strategy.iterations(), b = strategy.bands();
  std::vector<double> rows(n * b);
  for (Index i = 0; i < n; ++i) {
    for (Index lag = 0; lag < std::min(b, i + 1); ++lag) rows[i * b + lag] = strategy.entry(i, i - lag);
  }
  double sum = 0;
  std::vector<double> y;
  for (Index first = 0; first < n && !control.stopRequested(); first += kLanes) {
    y.assign((n + b) * kLanes, 0);  // b steps of zeros first
    std::array<double, kLanes> running{};
    for (Index i = first; i < n; ++i) {
      const double* row = rows.data() + i * b;
      double* own = y.data() + (i + b) * kLanes;
      for (Index lane = 0; lane < kLanes; ++lane) own[lane] = i == first + lane ? 1 : 0;
      for (Index lag = 1; lag < b; ++lag) {
        const double* other = own - lag * kLanes;
        for (Index lane = 0; lane < kLanes; ++lane) own[lane] -= row[lag] * other[lane];
      }
      for (Index lane = 0; lane < kLanes; ++lane) {
        own[lane] /= row[0];
        running[lane] += own[lane];
        sum += running[lane] * running[lane];
      }
    }
  }
  return std::sqrt(sum / static_cast<double>(n));
}

// Adds what the figure states of n = 16384, with other numbers of bands. False when stopped.
bool stateOf16384(Reproduced& out, const RunControl& control) {
  double before = 0, order = 0, at32 = 0;
  for (const Index bands : {4, 8, 16, 32}) {
    const double banded = bandedError(16384, bands, control);
    const double loses = BandedErrors(16384, control).at(bands) / banded - 1;
    order = std::max(order, before / loses);
    before = loses;
    at32 = loses;
  }
  out.state(atMost("greatest ratio of the Toeplitz loss to that at twice the bands, n = 16384", "increases with bands",
                   1, order));
  const Solution start =
      optimizeBandedToeplitz({Workload::prefix(), 16384}, 32, {.scaling = ColumnScaling::Normalized});
  if (control.stopRequested()) return false;
  const Solution banded =
      optimizeBanded({Workload::prefix(), 16384}, 32, {.start = start.coefficients}, control.quiet());
  // The second method: products of A with the columns of C^-1, for both.
  const double byColumns = frobeniusByColumns(*banded.strategy.as<BandedStrategy>(), control);
  const double toeplitzError = normalizedError(16384, start.coefficients);
  const double second = 100 * (toeplitzError / byColumns - 1);
  if (control.stopRequested()) return false;
  out.state(atMost("Toeplitz loss at n = 16384, b = 32", "at most 0.25 %", 0.25, 100 * at32, " %")
                .because("both errors are optimised further than the digits that are printed, and a "
                         "second method finds the same loss",
                         {second - 1e-4, second + 1e-4}));
  out.notes.push_back(
      "Second method for b = 32: the error of the banded strategy, column by column of A C^-1 instead of "
      "by the covariance recursion, is " +
      significant(byColumns, 8) + " (" + significant(banded.summary.objective, 8) +
      " by the optimiser, relative difference " + significant(std::abs(byColumns / banded.summary.objective - 1), 2) +
      "); its largest column norm is 1. The Toeplitz strategy's own is " + significant(toeplitzError, 8) + ": " +
      significant(second, 3) + " % above.");
  return true;
}

// The rmse at sigma = 1 of a strategy under min-separation.
double separatedError(const Strategy& strategy, Index epochs, Index separation, double meanVariance) {
  return sensitivityOf(strategy, Participation::minSeparation(epochs, separation)).value * std::sqrt(meanVariance);
}

}  // namespace

Reproduced reproductions::scalingBandmf1a(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  Reproduced out{
      {"b = 16, single participation, prefix sums. rmse over that of the best strategy at the same n: implicit "
       "banded optimisation to n = " +
       std::string(full ? "65536" : "1024") + ", explicit (dense matrices, as before it) to n = " +
       (full ? "512" : "256") + ", banded Toeplitz to n = " + (full ? "16 777 216" : "4096") +
       ". Beyond the banded ones the Toeplitz strategy is the best."},
      {"rmse over the best, 16 bands", {"n", true}, {"ratio of rmse"}}};
  Curve implicit{"banded, implicit"}, explicitly{"banded, explicit"}, toeplitz{"banded Toeplitz"},
      root{"banded square root"};
  double explicitOff = 0, toeplitzLoses = 0, rootLoses = 0, toeplitzOrder = 0, rootOrder = 0, rootLeast = 1e9;
  for (Index n = 32; n <= (full ? Index{1} << 24 : 4096); n *= n >= 65536 ? 4 : 2) {
    if (control.stopRequested()) return out;
    const auto x = static_cast<double>(n);
    const double ours = BandedErrors(n, control).at(16);
    const double banded = n <= (full ? 65536 : 1024) ? bandedError(n, 16, control) : 0;
    const double best = banded > 0 ? banded : ours;
    if (banded > 0) implicit.add(x, 1);
    if (n <= (full ? 512 : 256)) {
      DenseOptions options;
      options.bands = 16;
      const Solution dense = optimizeDense({Workload::prefix(), n}, options, control.quiet());
      explicitly.add(x, dense.summary.objective / best);
      explicitOff = std::max(explicitOff, std::abs(dense.summary.objective / best - 1));
    }
    if (banded > 0) {
      if (n >= 128) toeplitzOrder = std::max(toeplitzOrder, (ours / best - 1) / (toeplitz.y.back() - 1));
      toeplitzLoses = std::max(toeplitzLoses, ours / best - 1);
    }
    toeplitz.add(x, ours / best);
    const double square = normalizedError(n, squareRootCoefficients(Workload::prefix(), 16)) / best;
    if (!root.y.empty()) rootOrder = std::max(rootOrder, root.y.back() / square);
    root.add(x, square);
    rootLoses = std::max(rootLoses, square - 1);
    rootLeast = std::min(rootLeast, square * best / ours);
  }
  out.chart.curves = {implicit, explicitly, toeplitz, root};
  out.state(atMost("greatest difference of explicit from implicit banded strategies", "the same solution", 1e-4,
                   explicitOff));
  out.state(
      atMost("most that Toeplitz loses to banded", "0 to 2 %", 2, 100 * toeplitzLoses, " %").assuming("n from 32 on"));
  out.state(atMost("greatest ratio of that loss to the one at half of n", "decreases with n", 1, toeplitzOrder)
                .assuming("n from 64 to 65536"));
  out.state(atLeast("banded square root over Toeplitz, the least", "worse across all settings", 1, rootLeast));
  out.state(atMost("greatest ratio of its loss at n to that at twice n", "larger for larger n", 1 + 1e-6, rootOrder));
  if (!full) return out;
  out.state(printedRange("most that the banded square root loses", "approaches up to 25 %", {22.5, 25.5},
                         100 * rootLoses, " %")
                .assuming("approaches: to a tenth of it, without passing what rounds to it"));
  return stateOf16384(out, control) ? out : Reproduced();
}

Reproduced reproductions::scalingBandmf4(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  Reproduced out{
      {"b = 16. The paper's figure is wall-clock time on its machines, which no other machine repeats, so no time "
       "stands here: what is shown is how far the optimisers converge, and the losses that they end at."},
      {"Mean squared error, 16 bands, optimised", {"n", true}, {"loss", true}}};
  Curve toeplitz{"banded Toeplitz"}, banded{"banded"};
  double toeplitzMost = 0, bandedMost = 0;
  for (Index n = 1000; n <= (full ? 1'000'000'000 : 100'000); n *= 10) {
    if (control.stopRequested()) return out;
    const auto x = static_cast<double>(n);
    const Solution found = optimizeBandedToeplitz({Workload::prefix(), n}, 16, {}, control.quiet());
    const double loss = found.summary.objective * found.summary.objective;
    toeplitz.add(x, loss);
    if (found.summary.termination == Termination::Converged) toeplitzMost = x;
    if (n <= (full ? 100'000 : 1000)) {
      const Solution general =
          optimizeBanded({Workload::prefix(), n}, 16, {.start = found.coefficients}, control.quiet());
      banded.add(x, general.summary.objective * general.summary.objective);
      if (general.summary.termination == Termination::Converged) bandedMost = x;
    }
  }
  if (control.stopRequested()) return out;
  out.state(atLeast("greatest n at which the optimiser converged, banded", "about 1e5", full ? 1e5 : 1e3, bandedMost));
  out.state(atLeast("greatest n at which the optimiser converged, banded Toeplitz", "beyond 1e7", full ? 1e8 : 1e5,
                    toeplitzMost));
  out.chart.curves = {toeplitz, banded};
  return out;
}

Reproduced reproductions::scalingBandmf31(Extent, const RunControl& control) {
  if (control.stopRequested()) return {};
  Reproduced out{
      {"Parameters of 4 bytes; a machine can spare 1 GB. Copies of the model that fit are bands, as the examples "
       "count them; the noise of b bands keeps b - 1 rows, so that one more band fits than that."},
      {"Bands that fit, printed and found", {"example"}, {"bands", true}}};
  struct Case {
    const char* name;
    Index parameters, machines;
    double printed;
  };
  Curve printed{"printed", {}, {}, false}, found{"found", {}, {}, false};
  double number = 3.1;
  for (const Case& each : {Case{"Example 3.1: 4 M parameters on one machine", 4'000'000, 1, 64},
                           Case{"Example 3.2: 128 M on 64 machines", 128'000'000, 64, 128},
                           Case{"Example 3.3: 4 M on 64 machines", 4'000'000, 64, 4096}}) {
    Deployment deployment;
    deployment.parameters = each.parameters;
    deployment.machines = each.machines;
    const auto rows = static_cast<double>(mostRowsIn(1'000'000'000, deployment));
    out.state(printedNumber(std::string(each.name) + ", rows that fit", each.printed,
                            words::kAbout.bound / 100 * each.printed, rows)
                  .assuming("1 GB = 10^9 bytes")
                  .meaning(words::kAbout));
    printed.add(number, each.printed);
    found.add(number, rows);
    number += 0.1;
  }
  out.chart.curves = {printed, found};
  return out;
}

Reproduced reproductions::scalingBandmfB1(Extent, const RunControl& control) {
  if (control.stopRequested()) return {};
  constexpr double kPrinted[9][3] = {{0.740, 0.500, 0.450}, {0.822, 0.492, 0.286}, {0.876, 0.395, 0.278},
                                     {0.821, 0.462, 0.335}, {0.855, 0.442, 0.272}, {0.882, 0.403, 0.243},
                                     {0.892, 0.409, 0.194}, {0.936, 0.353, 0},     {1.000, 0, 0}};
  const Solution start = optimizeBandedToeplitz({Workload::prefix(), 9}, 3, {.scaling = ColumnScaling::Normalized});
  const Solution found = optimizeBanded({Workload::prefix(), 9}, 3,
                                        {.start = start.coefficients, .gradientTolerance = 1e-8}, control.quiet());
  Reproduced out{{"n = 9, 3 bands, prefix sums, equal column norms, mean error, single participation."},
                 {"Optimal 3-banded strategy, by columns", {"column"}, {"entry"}}};
  double most = 0;
  for (Index lag = 0; lag < 3; ++lag) {
    Curve ours{"found, diagonal " + std::to_string(lag)},
        theirs{"printed, diagonal " + std::to_string(lag), {}, {}, false};
    for (Index column = 0; column + lag < 9; ++column) {
      const double entry = found.strategy.entry(column + lag, column);
      const double printed = kPrinted[column][lag];
      ours.add(static_cast<double>(column + 1), entry);
      theirs.add(static_cast<double>(column + 1), printed);
      most = std::max(most, std::abs(entry - printed));
    }
    out.chart.curves.push_back(ours);
    out.chart.curves.push_back(theirs);
  }
  out.state(atMost("greatest difference of an entry", "24 entries to 3 decimals", 0.00055, most));
  return out;
}

Reproduced reproductions::scalingBandmf10(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  const Index n = full ? 2000 : 400, k = 5, most = n / k, least = most / 2;
  Reproduced out{
      {"n = " + std::to_string(n) + ", k = 5, min-separation from b0 = " + std::to_string(least) +
       " to b = " + std::to_string(most) +
       ". BLT: as many buffers as still help, optimised for b. Heuristic: theta_i (b - i) / (b - b0) from i = b0 "
       "on, i counted from 1. The picture is Figure 10b, rmse at sigma = 1 over min-separation."},
      {"rmse against the min-separation that holds", {"min-separation"}, {"rmse at sigma = 1"}}};
  const auto strategyFor = [&](const Mechanism& mechanism, std::optional<Index> from) {
    Scenario scenario({.iterations = n,
                       .epochs = static_cast<double>(k),
                       .mechanism = &mechanism,
                       .batching = &batchings::minSeparation,
                       .minSeparation = most});
    if (&mechanism == &mechanisms::bandedToeplitz) scenario.bands = most;
    scenario.robustFrom = from;
    scenario.columnNormalize = false;
    return design(scenario, control.quiet());
  };
  const auto blt = strategyFor(mechanisms::blt, {}), plain = strategyFor(mechanisms::bandedToeplitz, {}),
             robust = strategyFor(mechanisms::bandedToeplitz, least);
  if (control.stopRequested() || !blt || !plain || !robust) return out;
  struct Named {
    const char* name;
    const Design* design;
    Curve curve;
    double variance;
  };
  std::vector<Named> rows;
  for (const auto& [name, each] :
       {std::pair{"BLT", &blt}, {"banded Toeplitz", &plain}, {"banded Toeplitz + heuristic", &robust}})
    rows.push_back({name, each->get(), {name}, errorOf((*each)->strategy, Workload::prefix()).variance.mean});
  double overBlt = 0, spread = 0;
  for (Index separation = least; separation <= most; separation += (most - least) / 8) {
    if (control.stopRequested()) return out;
    std::vector<double> errors;
    for (Named& row : rows) {
      errors.push_back(separatedError(row.design->strategy, k, separation, row.variance));
      row.curve.add(static_cast<double>(separation), errors.back());
    }
    overBlt = std::max(overBlt, errors[2] / errors[0]);
    spread = std::max(spread, *std::ranges::max_element(errors) / *std::ranges::min_element(errors) - 1);
  }
  for (const Named& row : rows) out.chart.curves.push_back(row.curve);
  out.state(atMost("with the heuristic over BLT, the worst min-separation", "lower than BLT at all", 1, overBlt));
  out.state(atLeast("with the heuristic over without it, at min-separation b", "sacrifices some rmse there", 1,
                    rows[2].curve.y.back() / rows[1].curve.y.back()));
  out.state(atMost("without the heuristic over BLT, at min-separation b", "the baseline is best there", 1,
                   rows[1].curve.y.back() / rows[0].curve.y.back()));
  out.state(atMost("greatest difference of the three", "pretty small", words::kSmall.bound, 100 * spread, " %")
                .meaning(words::kSmall));
  return out;
}

Reproduced reproductions::scalingBandmf11(Extent extent, const RunControl& control) {
  Reproduced out{
      {"theta_i = 1 / i + c with the best c, over the optimal banded Toeplitz strategy, single participation, mean "
       "error. The paper prints no numbers of its picture; which n and b it has is assumed."},
      {"rmse of 1 / i + c over the optimum", {"bands b", true}, {"ratio of rmse"}}};
  double small = 0, all = 0;
  for (Index n = 256; n <= (extent == Extent::Full ? 65536 : 1024); n *= 4) {
    Curve curve{"n = " + std::to_string(n)};
    for (Index b = 2; b <= std::min<Index>(n, 1024); b *= 2) {
      if (control.stopRequested()) return out;
      const RunControl quiet = control.quiet();
      const double best = optimizeBandedToeplitz({Workload::prefix(), n}, b, {}, quiet).summary.objective;
      const double fitted = optimizeReciprocalToeplitz({Workload::prefix(), n}, b, quiet).summary.objective;
      curve.add(static_cast<double>(b), fitted / best);
      all = std::max(all, fitted / best - 1);
      if (n >= b * b) small = std::max(small, fitted / best - 1);
    }
    out.chart.curves.push_back(curve);
  }
  out.state(atMost("most that it loses for n >= b^2", "excellent where n is much greater than b", words::kSame.bound,
                   100 * small, " %")
                .assuming("much greater: n >= b^2; excellent: as good as the optimum")
                .meaning(words::kSame));
  out.state(atLeast("most that it loses at all, over that", "best where n is much greater than b", 1, all / small));
  return out;
}

}  // namespace noiseloom
