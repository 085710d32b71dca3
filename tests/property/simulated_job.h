#pragma once

#include <span>

#include "core/base/secret_key.h"
#include "core/io/strategy_file.h"

namespace noiseloom {

/// Examples that take part in a simulated job: NOISELOOM_DRAWS of the environment, or 40 000, or 200 000 of the
/// nightly run.
Index simulatedDraws();

/// The strategy file of the scenario's design, as a job reads it.
StrategyFile exportedFile(const Scenario& scenario);

/// The key of a run, another for each number.
SecretKey keyOfRun(Index number);

/// The mean of max(0, 1 - e^(epsilon - loss)): delta in one direction.
class SimulatedDelta {
 public:
  explicit SimulatedDelta(double epsilon) : m_epsilon(epsilon) {}
  /// Of draws that depend on each other; those of another call do not.
  void add(std::span<const double> losses);
  Index count() const { return m_count; }
  /// Four standard errors below and above the mean.
  double least() const { return mean() - 4 * standardError(); }
  double most() const { return mean() + 4 * standardError(); }

 private:
  double mean() const { return m_sum / static_cast<double>(m_calls); }
  double standardError() const;

  double m_epsilon;
  Index m_count = 0;
  Index m_calls = 0;
  double m_sum = 0, m_squares = 0;  // of the means of calls
};

}  // namespace noiseloom
