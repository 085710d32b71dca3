#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/scenario_options.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// `sweep`: one design for each value of an option, certified like any other; or the map of the best number of bands
/// over epsilons and epochs. What is there when it is cancelled is printed.
class SweepCommand {
 public:
  void declare(CLI::App& command);
  Outcome run(const std::stop_token& stop) const;

 private:
  Outcome line(const std::stop_token& stop) const;
  std::vector<std::string> values() const;
  void checkTyped(const std::string& value) const;

  ScenarioOptions m_scenario;
  std::string m_over;
  std::string m_values = "auto";
  std::optional<std::string> m_csv;
  bool m_json = false;
};

}  // namespace noiseloom::cli
