#include <gtest/gtest.h>

#include "core/base/version.h"
#include "tests/cli/process.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

TEST(Usage, HelpAndVersionAreAnswers) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{{"--help"},
                                                                                         {"design", "--help"},
                                                                                         {"account", "--help"},
                                                                                         {"verify", "--help"},
                                                                                         {"audit", "--help"},
                                                                                         {"claim", "--help"},
                                                                                         {"sweep", "--help"},
                                                                                         {"batches", "--help"},
                                                                                         {"--version"}}) {
    const ProcessResult result = runCli(arguments);
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_NE(result.out.find("noiseloom-cli"), std::string::npos) << result.out;
  }
  EXPECT_THAT(runCli({"--version"}).out,
              MatchesRegex("noiseloom-cli " NOISELOOM_VERSION " \\(([0-9a-f]{12}\\+?|unknown)\\)\n"));
  const std::string help = runCli({"design", "--help"}).out;
  for (const char* option : {"--iterations",
                             "--epochs",
                             "--epsilon",
                             "--delta",
                             "--mechanism",
                             "--bands",
                             "--min-sep",
                             "--batching",
                             "--workload",
                             "--momentum",
                             "--weight-decay",
                             "--learning-rates",
                             "--adjacency",
                             "--column-normalize",
                             "--clip-norm",
                             "--dataset-size",
                             "--out",
                             "--plan",
                             "--parameters",
                             "--machines",
                             "--number-type",
                             "--json",
                             "--buffers",
                             "--decoder",
                             "--robust-from",
                             "--stamps",
                             "--objective",
                             "--warmup",
                             "--cooldown",
                             "--noise-rows",
                             "--seconds",
                             "--job-batching",
                             "--unit",
                             "--tau",
                             "--failure-probability",
                             "--claim",
                             "--schedule",
                             "--memory-per-machine",
                             "--solve-for",
                             "--target-error",
                             "reciprocal-toeplitz"}) {
    EXPECT_NE(help.find(option), std::string::npos) << option;
  }
}

TEST(Usage, MistakesExitWithTwoAndNameTheArgument) {
  struct Case {
    std::vector<std::string> arguments;
    const char* message;
  };
  for (const Case& one :
       {Case{{},
             "design, recommend, phases, account, verify, audit, claim, sweep, merge, batches, owners, noise, train, "
             "spectrum, "
             "snippet or reproduce"},
        Case{{"desing"}, "desing is not a command: did you mean design?"},
        Case{{"clam"}, "clam is not a command: did you mean claim?"},
        Case{{"plot"}, "plot is not a command (--help lists them)"}, Case{{"design"}, "--iterations"},
        Case{{"design", "--iteration", "100"}, "--iteration is not an option of design: did you mean --iterations?"},
        Case{{"design", "--epsilno=3"}, "--epsilno is not an option of design: did you mean --epsilon?"},
        Case{{"design", "--colour", "red"}, "--colour is not an option of design (design --help lists them)"},
        Case{{"design", "--iterations", "5", "--epochs", "1", "--epsilon", "1"}, "--delta"},
        Case{{"design", "--buffers", "3"}, "--"},
        Case{{"account", "--epsilon", "1", "--delta", "1e-5", "--buffers", "3"}, "--buffers"},
        Case{{"account", "--epsilon"}, "--epsilon"},
        Case{{"account", "--epsilon", "1", "--epsilon", "2", "--delta", "1e-5"}, "--epsilon"}, Case{{"verify"}, "file"},
        Case{{"verify", "a.npz", "b.npz"}, "b.npz is more than verify takes"}, Case{{"claim"}, "file"},
        Case{{"sweep"}, "--over"}, Case{{"claim", "a.npz", "--epochs", "3"}, "--at-min-sep with it"}}) {
    const ProcessResult result = runCli(one.arguments);
    expectRefused(result, one.message);
  }
}

}  // namespace
}  // namespace noiseloom::test
