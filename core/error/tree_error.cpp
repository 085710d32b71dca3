#include "core/error/tree_error.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/check.h"
#include "core/error/workload_moments.h"

namespace noiseloom {
namespace {

constexpr Index kStepsBetweenPolls = 1 << 14;

// The number of integers from 1 to n whose binary digit `height` is set.
Index countWithDigit(Index n, Index height) {
  const Index half = Index{1} << height;
  const Index rest = (n + 1) % (2 * half);
  return (n + 1) / (2 * half) * half + std::max<Index>(0, rest - half);
}

// The running sum of m steps is that of one node for each binary digit of m; the nodes' estimates are independent.
ErrorSummary prefixError(const TreeStrategy& strategy) {
  const Index n = strategy.iterations();
  ErrorSummary error;
  double whole = 0;  // variance of the sum of the nodes of heights < h
  for (Index h = 0; h < strategy.levels(); ++h) {
    const double variance = strategy.nodeVariance(h);
    error.variance.mean += variance * static_cast<double>(countWithDigit(n, h));
    whole += variance;
  }
  error.variance.mean /= static_cast<double>(n);
  // The maximum over m <= n is at n, or at n with one digit cleared and all lower ones set.
  for (Index h = strategy.levels() - 1; h >= 0; --h) {
    whole -= strategy.nodeVariance(h);
    if ((n >> h & 1) == 0) continue;
    error.variance.max = std::max(error.variance.max, error.variance.last + whole);
    error.variance.last += strategy.nodeVariance(h);
  }
  error.variance.max = std::max(error.variance.max, error.variance.last);
  error.valid = std::isfinite(error.variance.mean);
  return error;
}

}  // namespace

double treePrefixVariance(const TreeStrategy& strategy, Index step) {
  checkInteger("step", step, 0, strategy.iterations() - 1);
  double variance = 0;
  for (Index rest = step + 1, h = 0; rest > 0; rest /= 2, ++h) {
    if (rest % 2 == 1) variance += strategy.nodeVariance(h);
  }
  return variance;
}

ErrorSummary treeErrorBySteps(const TreeStrategy& strategy, const Workload& workload, const RunControl& control,
                              const std::function<void(Index step, double variance)>& onStep) {
  const Index n = strategy.iterations();
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), n);
  std::vector<WorkloadState> open(strategy.levels());  // covariances of a completed node's estimate with the state
  WorkloadMoments moments;
  double total = 0;
  ErrorSummary error;
  for (Index step = 0; step < n; ++step) {
    if (step % kStepsBetweenPolls == 0) {
      if (control.stopRequested()) return {};
      control.report(static_cast<double>(step) / static_cast<double>(n), Core::tr("error of the tree"));
    }
    // The step completes nodes of heights 0 .. top. The estimate of the topmost is
    //   e = (fresh noise) + sum_{h < top} share_h e_h,
    // with e_h those of the left siblings, which it replaces: the step's noise is y = e - sum_h e_h.
    const Index top = std::countr_one(static_cast<std::uint64_t>(step));
    double share = 1;
    double fresh = 0;
    double yy = 0, eWithY = 0;
    WorkloadState y, e;  // covariances with the state
    for (Index h = top; h >= 0; --h) {
      const double own = strategy.ownWeight(h) * share;
      fresh += own * own;
      share *= 1 - strategy.ownWeight(h);
      if (h == 0) break;
      const WorkloadState& sibling = open[h - 1];
      const double variance = strategy.nodeVariance(h - 1);
      yy += (share - 1) * (share - 1) * variance;
      y.add(share - 1, sibling);
      eWithY += share * (share - 1) * variance;
      e.add(share, sibling);
    }
    const WorkloadStep own = workload.step(step);
    moments.advance(workload, yy + fresh, y, own);
    for (Index h = top + 1; h < strategy.levels(); ++h) open[h].advance(workload, 0, own);
    e.advance(workload, eWithY + fresh, own);
    open[top] = e;
    total += moments.aa;
    error.variance.max = std::max(error.variance.max, moments.aa);
    if (onStep) onStep(step, moments.aa);
  }
  error.variance.mean = total / static_cast<double>(n);
  error.variance.last = moments.aa;
  error.valid = std::isfinite(total) && total > 0;
  return error;
}

ErrorSummary treeError(const TreeStrategy& strategy, const Workload& workload, const RunControl& control) {
  return workload.name() == "prefix" ? prefixError(strategy) : treeErrorBySteps(strategy, workload, control);
}

}  // namespace noiseloom
