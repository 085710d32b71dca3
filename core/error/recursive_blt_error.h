#pragma once

#include <functional>

#include "core/error/error_summary.h"

namespace noiseloom {

/// Errors of a RecursiveBltStrategy, exact under any workload (math: section 8). Prefix: the levels' copies are
/// independent, so that v is a sum over the digits of the step in base m: O(m K). Otherwise the covariances of the
/// workload's state, all buffers and the levels' running sums are advanced step by step: O(n d^2 K) time.
ErrorSummary recursiveBltError(const RecursiveBltStrategy& strategy, const Workload& workload,
                               const RunControl& control = {});

/// v of every step under the prefix workload, on demand.
class RecursiveBltPrefix {
 public:
  explicit RecursiveBltPrefix(const RecursiveBltStrategy& strategy);
  double variance(Index step) const;
  ErrorSummary summary() const;
  /// The mean over the steps of a level's part of v, and its maximum.
  double levelMean(Index level) const;
  double levelMost(Index level) const { return m_energies[level].back(); }

 private:
  double ofDigit(Index level, Index digit) const;

  const RecursiveBltStrategy& m_strategy;
  std::vector<std::vector<double>> m_energies;  // of the level's estimate after each number of rows
};

/// The second route alone; calls onStep, unless it is empty, with the v of every step.
ErrorSummary recursiveBltErrorBySteps(const RecursiveBltStrategy& strategy, const Workload& workload,
                                      const RunControl& control = {},
                                      const std::function<void(Index step, double variance)>& onStep = {});

}  // namespace noiseloom
