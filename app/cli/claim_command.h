#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// `claim`: the privacy claim of a strategy file; with a separation or a number of epochs, what its noise promises when
/// examples take part otherwise than it was built for.
class ClaimCommand {
 public:
  void declare(CLI::App& command);
  Outcome run(const std::stop_token& stop) const;

 private:
  Outcome postHoc(const std::stop_token& stop) const;

  std::string m_file;
  std::optional<std::string> m_separation;
  std::optional<std::string> m_epochs;
  std::optional<std::string> m_epsilon;
  std::optional<std::string> m_delta;
  bool m_json = false;
};

}  // namespace noiseloom::cli
