#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/cli/cli_json.h"

namespace noiseloom::test {
namespace {

using namespace std::chrono_literals;

// Takes minutes when left alone.
std::vector<std::string> longDesign(const ScratchFolder& folder) {
  return designArguments("3e5", "4", "2", "1e-6",
                         {"--mechanism", "banded", "--bands", "32", "--out", folder.file("long.npz"), "--json"});
}

TEST(Interrupt, EndsSoonWithoutAPartialFile) {
  const ScratchFolder folder;
  // Twice in a row, as timeout(1) does by signalling the process and its group: still one polite request.
  const ProcessResult result = runCli(longDesign(folder), {.interrupts = {1000ms, 1050ms}});
  ASSERT_FALSE(result.timedOut);
  EXPECT_EQ(result.exitCode, 130);
  EXPECT_LT(result.seconds, 60);
  EXPECT_NE(result.err.find("cancelled"), std::string::npos) << result.err;
  if (result.out.empty()) {
    EXPECT_NE(result.err.find("nothing was written"), std::string::npos) << result.err;
    EXPECT_EQ(folder.names(), std::vector<std::string>{});
  } else {  // a best so far: then the file is whole and the answer says that the solve was stopped
    EXPECT_EQ(folder.names(), std::vector<std::string>{"long.npz"});
    EXPECT_EQ(nlohmann::json::parse(result.out).at("termination"), "stopped");
    EXPECT_EQ(runCli({"verify", folder.file("long.npz")}).exitCode, 0);
  }
}

// A pipe without a writer is refused at once: nothing waits where no wish to stop is heard.
TEST(Interrupt, NoInputIsWaitedFor) {
  const ScratchFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::vector<std::string>& arguments :
       {designArguments("64", "4", "2", "1e-6", {"--workload", "sgd", "--learning-rates", pipe}),
        std::vector<std::string>{"verify", pipe}, std::vector<std::string>{"claim", pipe}}) {
    const ProcessResult result = runCli(arguments);
    EXPECT_FALSE(result.timedOut);
    expectRefused(result, "pipe: cannot be read: it is not a regular file");
  }
}

TEST(Interrupt, CannotBeLostAtTheVeryStart) {
  const ScratchFolder folder;
  const ProcessResult result = runCli(longDesign(folder), {.interrupts = {0ms}});
  ASSERT_FALSE(result.timedOut);
  EXPECT_EQ(result.exitCode, 130);  // by the default action when it comes before main, by the stop token after
  for (const std::string& name : folder.names()) EXPECT_EQ(name, "long.npz");
}

}  // namespace
}  // namespace noiseloom::test
