#include <gtest/gtest.h>

#include "core/io/strategy_file.h"
#include "core/snippet/copied_command.h"
#include "core/snippet/python_snippet.h"
#include "tests/cli/cli_json.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

std::vector<std::string> scenarioArguments(const std::vector<std::string>& more) {
  return joined(designArguments("64", "4", "2", "1e-6", {"--bands", "4"}), more);
}

class Snippet : public ::testing::Test {
 protected:
  ScratchFolder m_folder;
  std::string m_file = m_folder.file("s.npz");

  void SetUp() override { ASSERT_EQ(runCli(scenarioArguments({"--out", m_file})).exitCode, 0); }
  static std::string ofScenario(const std::string& what) {
    auto arguments = scenarioArguments({"--for", what});
    arguments.front() = "snippet";
    const ProcessResult result = runCli(arguments);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return result.out;
  }
  std::string ofFile(const std::string& what) const {
    const ProcessResult result = runCli({"snippet", m_file, "--for", what});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return result.out;
  }
};

TEST_F(Snippet, IsWhatTheWindowCopies) {
  const auto design = designOf(readStrategyFile(m_file));
  EXPECT_EQ(ofFile("numpy"), pythonSnippet(*design, PythonLibrary::NumPy));
  EXPECT_EQ(ofFile("jax"), pythonSnippet(*design, PythonLibrary::Jax));
  EXPECT_EQ(ofFile("pytorch"), pythonSnippet(*design, PythonLibrary::PyTorch));
  EXPECT_EQ(ofFile("command"), commandLine(design->scenario) + "\n");
  EXPECT_EQ(ofScenario("command"), ofFile("command"));
  EXPECT_EQ(ofScenario("numpy"), ofFile("numpy"));
}

TEST_F(Snippet, SaysWhatItReads) {
  ASSERT_EQ(runCli(designArguments("128", "1", "2", "1e-6", {"--bands", "80", "--batching", "single", "--out", m_file}))
                .exitCode,
            0);
  const ProcessResult result = runCli({"snippet", m_file, "--for", "numpy"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_THAT(result.err, HasSubstr("s.npz: give it as its first argument"));
}

TEST_F(Snippet, RefusesByName) {
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& said) {
    const ProcessResult result = runCli(arguments);
    expectRefused(result, said);
  };
  refused({"snippet", m_file, "--for", "fortran"},
          "--for = fortran is not allowed: use numpy, jax, pytorch or command");
  refused({"snippet", m_file}, "--for");
  refused({"snippet", m_file, "--for", "numpy", "--bands", "3"}, "--bands = 3 is not allowed: use either options or");
  refused({"snippet", "--for", "numpy"}, "iterations");
}

}  // namespace
}  // namespace noiseloom::test
