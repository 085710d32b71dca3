#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/scenario_options.h"
#include "app/cli/solve_for_options.h"

namespace noiseloom::cli {

/// `design`: solves a scenario, prints the design, and writes a strategy file and a noise plan where asked to.
class DesignCommand {
 public:
  void declare(CLI::App& command);
  Outcome run(const std::stop_token& stop) const;

 private:
  /// Refuses output paths that cannot work, before any time is spent on solving.
  void checkFiles() const;

  ScenarioOptions m_scenario;
  SolveForOptions m_solveFor;
  std::optional<std::string> m_out;
  std::optional<std::string> m_plan;
  bool m_claim = false;
  bool m_json = false;
};

}  // namespace noiseloom::cli
