#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// `account`: of noise multiplier, epsilon and delta takes two and solves for the third.
class AccountCommand {
 public:
  void declare(CLI::App& command);
  Outcome run(const std::stop_token& stop) const;

 private:
  std::optional<std::string> m_noiseMultiplier;
  std::optional<std::string> m_epsilon;
  std::optional<std::string> m_delta;
  std::optional<std::string> m_samplingProbability;
  std::optional<std::string> m_compositions;
  bool m_json = false;
};

}  // namespace noiseloom::cli
