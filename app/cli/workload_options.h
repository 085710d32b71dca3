#pragma once

#include <optional>
#include <string>

#include "core/workload/workload.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// The options that make up a Workload, as the user typed them (docs/formats.md, "Command line").
class WorkloadOptions {
 public:
  void declare(CLI::App& command);
  /// The workload asked for, for that many iterations. Throws InvalidArgument, IoError or FormatError (a file of
  /// learning rates).
  Workload workload(Index iterations) const;

 private:
  using Text = std::optional<std::string>;

  Text m_workload;
  Text m_momentum;
  Text m_weightDecay;
  Text m_learningRates;
  Text m_warmup;
  Text m_cooldown;
};

}  // namespace noiseloom::cli
