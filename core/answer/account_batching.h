#pragma once

#include <optional>
#include <string>

#include "core/answer/account_answer.h"
#include "core/base/run_control.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// `account --batching NAME`: noise multiplier, epsilon or delta of DP-SGD, or of the strategy of a file, under one
/// batching.
class BatchingAccount {
 public:
  void declare(const AddOption& add);
  bool asked() const { return m_batching.has_value(); }
  /// An option that means nothing without --batching; empty where none is given.
  std::string idleOption() const;
  /// True if the noise is given by its stddev, which --noise-multiplier would say once more.
  bool givesStddev() const { return m_stddev.has_value(); }
  /// Solves for account.unknown from its other two.
  void solve(Account& account, const RunControl& control) const;

 private:
  Scenario scenarioOf(const Account& account) const;

  std::optional<std::string> m_batching, m_stddev, m_iterations, m_epochs, m_datasetSize, m_batchSize, m_lastBatch,
      m_examplesPerUser, m_largestBatch, m_minSeparation, m_tau, m_failureProbability, m_strategy, m_strategyKind;
};

}  // namespace noiseloom
