#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/account_output.h"
#include "app/cli/command.h"
#include "core/base/run_control.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// `account`: of noise multiplier, epsilon, delta, sampling probability and compositions solves any one from the
/// others; for several phases of training epsilon, delta or a common factor of the noise.
class AccountCommand {
 public:
  void declare(CLI::App& command);
  Outcome run(const std::stop_token& stop) const;

 private:
  /// The name of the unknown, or why there is none.
  struct Unknown {
    std::string name;
    std::string problem;
  };
  Unknown unknown() const;
  Unknown unknownOfPhases() const;
  const std::optional<std::string>& given(const std::string& name) const;
  void solve(Account& account, const RunControl& control) const;
  void solvePhases(Account& account, const RunControl& control) const;

  std::optional<std::string> m_noiseMultiplier;
  std::optional<std::string> m_epsilon;
  std::optional<std::string> m_delta;
  std::optional<std::string> m_samplingProbability;
  std::optional<std::string> m_compositions;
  std::optional<std::string> m_solve;
  std::optional<std::string> m_adjacency;
  std::vector<std::string> m_phases;
  std::vector<std::string> m_profile;
  bool m_json = false;
};

}  // namespace noiseloom::cli
