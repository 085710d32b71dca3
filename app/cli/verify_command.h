#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// `verify`: recomputes what a strategy file states, or a noise plan with its strategy file. Exit code 1 when anything
/// does not hold.
class VerifyCommand {
 public:
  void declare(CLI::App& command);
  Outcome run(const std::stop_token& stop) const;

 private:
  std::string m_file;
  std::optional<std::string> m_strategy;
  bool m_json = false;
};

}  // namespace noiseloom::cli
