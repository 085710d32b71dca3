#pragma once

#include <stop_token>
#include <string>

#include "app/cli/command.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// `verify`: recomputes what a strategy file states. Exit code 1 when anything does not hold.
class VerifyCommand {
 public:
  void declare(CLI::App& command);
  Outcome run(const std::stop_token& stop) const;

 private:
  std::string m_file;
  bool m_json = false;
};

}  // namespace noiseloom::cli
