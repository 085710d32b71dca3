#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/process.h"

namespace noiseloom::test {

/// Runs the command with --json; expects success, silence on standard error and one JSON object on standard output.
inline nlohmann::json runJson(std::vector<std::string> arguments, int exitCode = 0) {
  arguments.emplace_back("--json");
  const ProcessResult result = runCli(arguments);
  EXPECT_EQ(result.exitCode, exitCode) << result.err;
  EXPECT_EQ(result.err, "");
  nlohmann::json json = nlohmann::json::parse(result.out, nullptr, false);
  EXPECT_TRUE(json.is_object()) << result.out;
  return json;
}

/// Arguments of `design` for the numbers that every scenario needs, and more.
inline std::vector<std::string> designArguments(const std::string& iterations, const std::string& epochs,
                                                const std::string& epsilon, const std::string& delta,
                                                const std::vector<std::string>& more = {}) {
  return joined({"design", "--iterations", iterations, "--epochs", epochs, "--epsilon", epsilon, "--delta", delta},
                more);
}

}  // namespace noiseloom::test
