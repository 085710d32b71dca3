#pragma once

#include <optional>
#include <string>

#include "core/scenario/scenario.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// The options that make up a Workload, as the user typed them (docs/formats.md, "Command line").
class WorkloadOptions {
 public:
  void declare(CLI::App& command);
  /// Gives the scenario the workload asked for, for its number of iterations. Throws InvalidArgument, IoError or
  /// FormatError (a file of learning rates).
  void apply(Scenario& scenario) const;
  const std::optional<std::string>& learningRatesFile() const { return m_learningRates; }

 private:
  using Text = std::optional<std::string>;
  LearningRateSchedule schedule() const;

  Text m_workload;
  Text m_momentum;
  Text m_weightDecay;
  Text m_learningRates;
  Text m_schedule;
  Text m_warmup;
  Text m_cooldown;
};

}  // namespace noiseloom::cli
