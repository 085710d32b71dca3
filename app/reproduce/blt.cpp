// Figures 1 to 3 of streaming-blt: buffered linear Toeplitz strategies beside the optimal Toeplitz one.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/reproduce/list.h"
#include "app/reproduce/setting.h"
#include "core/batching/list.h"
#include "core/error/error_summary.h"
#include "core/error/lower_bound.h"
#include "core/mechanism/list.h"
#include "core/mechanism/square_root.h"
#include "core/participation/participation.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

constexpr char kNumbers[] =
    "The largest error over all steps at sigma = 1, one participation, prefix sums. The paper's numbers and its axes "
    "are missing in the text that it was read from, so that n is assumed.";

double largestError(const Strategy& strategy) {
  return sensitivityOf(strategy, Participation::single()).value *
         std::sqrt(errorOf(strategy, Workload::prefix()).variance.max);
}

// The optimal Toeplitz factorisation, C = A^(1/2): the sum of its squared coefficients.
double optimalToeplitz(Index n) {
  double sum = 0, coefficient = 1;
  for (Index i = 0; i < n; ++i) {
    sum += coefficient * coefficient;
    coefficient *= (static_cast<double>(i) + 0.5) / (static_cast<double>(i) + 1);
  }
  return sum;
}

Scenario scenarioFor(Index n, const Mechanism& mechanism, Index buffers) {
  Scenario scenario;
  scenario.iterations = n;
  scenario.epochs = 1;
  scenario.batching = &batchings::single;
  scenario.objective = ErrorObjective::Max;
  scenario.mechanism = &mechanism;
  scenario.buffers = buffers;
  return scenario;
}

Strategy bltFor(Index n, const Mechanism& mechanism, Index buffers, const RunControl& control) {
  return solveMechanism(scenarioFor(n, mechanism, buffers), 1, {}, control.quiet()).strategy;
}

double ratioOf(Index n, const Mechanism& mechanism, Index buffers, const RunControl& control) {
  return largestError(bltFor(n, mechanism, buffers, control)) / optimalToeplitz(n);
}

}  // namespace

Reproduced reproductions::blt1(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  Reproduced out{{"Largest error over that of the optimal Toeplitz strategy: RA-BLT by rational approximation, Opt-BLT "
                  "optimised for each n.",
                  kNumbers},
                 {"Largest error over the optimal Toeplitz one", {"n", true}, {"ratio"}}};
  const Index most = full ? 1 << 20 : 1 << 10;
  struct Degree {
    const Mechanism* mechanism;
    Index buffers;
    Curve curve;
  };
  std::vector<Degree> degrees;
  for (const Index buffers : {3, 5, 7, 9})
    degrees.push_back({&mechanisms::rationalBlt, buffers, {"RA-BLT, " + std::to_string(buffers)}});
  for (const Index buffers : {2, 3, 4, 5})
    degrees.push_back({&mechanisms::blt, buffers, {"Opt-BLT, " + std::to_string(buffers)}});
  for (Index n = 16; n <= most; n *= 4) {
    if (control.stopRequested()) return out;
    for (Degree& each : degrees)
      each.curve.add(static_cast<double>(n), ratioOf(n, *each.mechanism, each.buffers, control));
    control.report(std::log2(static_cast<double>(n)) / std::log2(static_cast<double>(most)), {});
  }
  double more = 0, larger = 0, five = 0;
  for (std::size_t d = 0; d < degrees.size(); ++d) {
    const std::vector<double>& y = degrees[d].curve.y;
    if (degrees[d].mechanism == &mechanisms::blt) {
      for (std::size_t i = 1; i < y.size(); ++i) larger = std::max(larger, y[i - 1] / y[i]);
    }
    if (d == 0 || d == 4) continue;
    const std::vector<double>& fewer = degrees[d - 1].curve.y;
    more = std::max(more, y.back() / fewer.back());
  }
  for (std::size_t i = 0; i < degrees[7].curve.y.size(); ++i)
    five = std::max(five, degrees[7].curve.y[i] / degrees[3].curve.y[i]);
  for (Degree& each : degrees) out.chart.curves.push_back(each.curve);
  out.state(atMost("a buffer more over without it, the worst, at the greatest n", "more buffers, better", 1, more));
  out.state(atMost("Opt-BLT: greatest ratio at n / 4 to that at n", "more steps need more buffers", 1 + 1e-4, larger));
  out.state(atMost("Opt-BLT with 5 buffers over RA-BLT with 9, the worst n", "outperforms it across the full range", 1,
                   five));
  return out;
}

Reproduced reproductions::blt2(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  const Index most = full ? 1 << 20 : 1 << 10;
  Reproduced out{
      {"Opt-BLT with 5 buffers; the tree with its full decoder and its online one; the lower bound holds for every "
       "factorisation.",
       kNumbers},
      {"Largest error at sigma = 1", {"n", true}, {"largest error"}}};
  Curve toeplitz{"optimal Toeplitz"}, blt{"Opt-BLT, 5"}, tree{"tree, full decoder"}, online{"tree, online"},
      bound{"lower bound"};
  double essentially = 0, restricted = 0, off = 0;
  for (Index n = 16; n <= most; n *= 4) {
    if (control.stopRequested()) return out;
    const auto x = static_cast<double>(n);
    toeplitz.add(x, optimalToeplitz(n));
    blt.add(x, largestError(bltFor(n, mechanisms::blt, 5, control)));
    for (const auto& [decoder, curve] : {std::pair{TreeDecoder::Full, &tree}, {TreeDecoder::Online, &online}}) {
      if (decoder == TreeDecoder::Full && n > 4096) continue;
      Scenario scenario = scenarioFor(n, mechanisms::tree, 1);
      scenario.buffers = {};
      scenario.treeDecoder = decoder;
      curve->add(x, largestError(solveMechanism(scenario, 1, {}, control.quiet()).strategy));
    }
    bound.add(x, maxErrorLowerBound(Workload::prefix(), n, Participation::single(), control.quiet()));
    essentially = std::max(essentially, blt.y.back() / toeplitz.y.back() - 1);
    restricted = std::max(restricted, toeplitz.y.back() - bound.y.back());
  }
  out.chart.curves = {toeplitz, blt, tree, online, bound};
  off = tree.y.back() / toeplitz.y[tree.y.size() - 1];
  out.state(atMost("Opt-BLT above the optimal Toeplitz strategy, the worst n", "essentially match", words::kSame.bound,
                   100 * essentially, " %")
                .assuming("5 buffers")
                .meaning(words::kSame));
  out.state(atMost("optimal Toeplitz less the lower bound, the most, of the error at the greatest n",
                   "a small additive constant", words::kSmall.bound, 100 * restricted / toeplitz.y.back(), " %")
                .assuming("the bound is no optimum, the constant is smaller still")
                .meaning(words::kSmall)
                .unexplained());
  out.state(atLeast("tree with its full decoder over the optimal Toeplitz strategy", "suboptimal by a constant factor",
                    1 + words::kNoticeably.bound / 100, off)
                .assuming("at the greatest n of its curve; the factor itself is missing in the text")
                .meaning(words::kNoticeably));
  return out;
}

Reproduced reproductions::blt3(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  Reproduced out{
      {"Opt-BLT with 4 buffers optimised for one n, run for another; RA-BLT with 4 buffers beside it.", kNumbers},
      {"Largest error over the optimal Toeplitz one", {"n that is run", true}, {"ratio", true}}};
  double shorter = 0, longer = 1e300;
  std::vector<std::pair<Index, std::size_t>> targets;  // with the point of the curves for each
  const Index most = full ? 1 << 20 : 1 << 13;
  for (const Index optimisedFor : full ? std::vector<Index>{256, 4096, 65536} : std::vector<Index>{256, 1024}) {
    const Strategy strategy = bltFor(optimisedFor, mechanisms::blt, 4, control);
    Curve curve{"Opt-BLT for " + std::to_string(optimisedFor)};
    for (Index n = 16; n <= most; n *= 2) {
      if (control.stopRequested()) return out;
      curve.add(static_cast<double>(n), largestError(strategy.withIterations(n)) / optimalToeplitz(n));
      if (n == optimisedFor / 8) shorter = std::max(shorter, curve.y.back() - 1);
      if (n == optimisedFor) targets.emplace_back(n, curve.y.size() - 1);
      if (n == optimisedFor * 8) longer = std::min(longer, curve.y.back() - 1);
    }
    out.chart.curves.push_back(curve);
  }
  double bestAtOwn = 0;
  for (std::size_t own = 0; own < targets.size(); ++own) {
    const std::size_t at = targets[own].second;
    bestAtOwn += std::ranges::all_of(out.chart.curves,
                                     [&](const Curve& each) { return out.chart.curves[own].y[at] <= each.y[at]; })
                     ? 1
                     : 0;
  }
  Curve rational{"RA-BLT"};
  for (Index n = 16; n <= most; n *= 2)
    rational.add(static_cast<double>(n), ratioOf(n, mechanisms::rationalBlt, 4, control));
  out.chart.curves.push_back(rational);
  out.state(atLeast("excess at 8 n over that at n / 8, the least", "highly asymmetric: for more steps it is far larger",
                    words::kFar.bound, longer / shorter)
                .meaning(words::kFar));
  out.state(atLeast("mechanisms that are the best of all at their own n, of " + std::to_string(targets.size()),
                    "best for the n they were optimised for", static_cast<double>(targets.size()), bestAtOwn));
  // Coefficients of C: closer to the optimal ones up to about the n it was optimised for.
  const Index target = full ? 128 : 64;
  const std::vector<double> wanted = squareRootCoefficients(Workload::prefix(), 16 * target);
  const Strategy optimised = bltFor(target, mechanisms::blt, 3, control),
                 fixed = bltFor(target, mechanisms::rationalBlt, 3, control);
  const auto off = [&](const Strategy& strategy, Index from, Index to) {
    const auto& blt = *strategy.as<BltStrategy>();
    double worst = 0;
    for (Index lag = from; lag < to; ++lag) worst = std::max(worst, std::abs(blt.coefficient(lag) / wanted[lag] - 1));
    return worst;
  };
  out.state(atMost("coefficients optimised for " + std::to_string(target) +
                       " steps: greatest relative error of lags below its half over that of RA-BLT",
                   "a better approximation there", 1, off(optimised, 1, target / 2) / off(fixed, 1, target / 2))
                .assuming("3 buffers each"));
  out.state(atLeast("the same of lags beyond four times the steps", "a generally worse approximation beyond", 1,
                    off(optimised, 4 * target, 16 * target) / off(fixed, 4 * target, 16 * target))
                .assuming("3 buffers each"));
  return out;
}

}  // namespace noiseloom
