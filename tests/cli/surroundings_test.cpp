// What stands around the program: its terminal, the reader of its pipe, the process that started it, its memory.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <thread>

#include "tests/cli/cli_json.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

std::string quoted(const std::string& program, const std::vector<std::string>& arguments) {
  std::string line = "'" + program + "'";
  for (const std::string& argument : arguments) line += " '" + argument + "'";
  return line;
}

/// What the program writes to a terminal that is its standard error.
std::string shownOn(const char* terminalName, const std::vector<std::string>& arguments) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) return "no terminal";
  const std::string name = ptsname(terminal), program = cliProgram();
  auto words = joined({program}, arguments);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    dup2(open(name.c_str(), O_RDWR | O_NOCTTY), STDERR_FILENO);
    setenv("TERM", terminalName, 1);
    execv(argv[0], argv.data());
    _exit(127);
  }
  std::string text;
  std::array<char, 4096> buffer{};
  // Of a terminal whose last writer has gone reading fails; before its first writer has come, too.
  for (int status = 0;;) {
    const bool ended = waitpid(child, &status, WNOHANG) == child;
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    ssize_t got = 0;
    while ((got = read(terminal, buffer.data(), buffer.size())) > 0)
      text.append(buffer.data(), static_cast<std::size_t>(got));
    if (ended) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  close(terminal);
  return text;
}

TEST(Surroundings, NothingIsWrittenOverWhereTheTerminalCannot) {
  const std::vector<std::string> job = designArguments("64", "4", "2", "1e-6");
  EXPECT_THAT(shownOn("xterm", job), HasSubstr("\r\033[K"));
  for (const char* name : {"dumb", ""}) {
    EXPECT_THAT(shownOn(name, job), Not(HasSubstr("\033[K"))) << name;
    EXPECT_THAT(shownOn(name, job), Not(HasSubstr("\r"))) << name;
  }
}

TEST(Surroundings, AReaderThatHasReadEnoughChangesNothing) {
  const ScratchFolder folder;
  const std::vector<std::string> job =
      designArguments("64", "4", "2", "1e-6", {"--out", folder.file("a.npz"), "--claim"});
  // The reader is gone before the program begins.
  const std::string line =
      "{ sleep 0.2; " + quoted(cliProgram(), job) + "; echo $? > '" + folder.file("code") + "'; } | true";
  const ProcessResult shell = runProcess("/bin/sh", {"-c", line});
  EXPECT_EQ(shell.err, "");
  EXPECT_EQ(readFile(folder.file("code")), "0\n");
  EXPECT_EQ(runCli({"verify", folder.file("a.npz")}).exitCode, 0);
}

/// Jobs whose shell has ended. Orphans become children of this process, which can wait for them then.
class Orphans : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0); }
  void TearDown() override { EXPECT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 0), 0); }

  /// Its shell ends once it catches SIGTERM, so that it knew its parent.
  pid_t orphan(const std::string& before) {
    std::string bands = "32";
    for (int i = 33; i < 333; ++i) bands += "," + std::to_string(i);  // hours of work, on any machine
    const std::string job =
        quoted(cliProgram(), {"sweep", "--over", "bands", "--values", bands, "--iterations", "3e5", "--epochs", "4",
                              "--epsilon", "2", "--delta", "1e-6", "--mechanism", "banded"});
    const std::string line = before + " " + job + " > /dev/null 2> /dev/null & echo $! > '" + m_folder.file("pid") +
                             "'; until grep -Eq 'SigCgt:.*[4-7c-f]...$' /proc/$!/status; do sleep 0.01; done";
    EXPECT_EQ(runProcess("/bin/sh", {"-c", line}).exitCode, 0);
    return static_cast<pid_t>(std::stol(readFile(m_folder.file("pid"))));
  }
  /// By itself, which is waited for.
  static bool endsAsCancelled(pid_t child) {
    int status = -1;
    pid_t ended = 0;
    for (int i = 0; i < 6000 && ended == 0; ++i) {
      ended = waitpid(child, &status, WNOHANG);
      if (ended == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (ended == 0) kill(child, SIGKILL);
    return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 130;
  }
  static bool goesOn(pid_t child) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    int status = 0;
    return waitpid(child, &status, WNOHANG) == 0;
  }

 private:
  ScratchFolder m_folder;
};

TEST_F(Orphans, EndWithTheProcessThatStartedThem) {
  EXPECT_TRUE(endsAsCancelled(orphan("")));
}

TEST_F(Orphans, GoOnWhereHangingUpIsIgnored) {
  const pid_t kept = orphan("trap '' HUP;");  // as nohup(1) has it
  EXPECT_TRUE(goesOn(kept));
  kill(kept, SIGHUP);
  EXPECT_TRUE(goesOn(kept));
  kill(kept, SIGTERM);
  EXPECT_TRUE(endsAsCancelled(kept));
}

TEST_F(Orphans, GoOnInASessionOfTheirOwnUntilItsTerminalGoes) {
  const pid_t kept = orphan("setsid");
  EXPECT_TRUE(goesOn(kept));
  kill(kept, SIGHUP);
  EXPECT_TRUE(endsAsCancelled(kept));
}

TEST(Surroundings, ExamplesThatCannotBeHeldAreRefusedBeforeTheyAreRead) {
  const ScratchFolder folder;
  std::string text = "a,b,c,d,label\n";
  while (text.size() < (std::size_t{3} << 19)) text += "1,2,3,4,0\n5,6,7,8,1\n";
  writeFile(folder.file("large.csv"), text);
  // The rest is a hole that nobody may come to.
  ASSERT_EQ(truncate(folder.file("large.csv").c_str(), off_t{3} << 30), 0);
  const ProcessResult result =
      runCli({"train", "--data", folder.file("large.csv")}, {.addressSpace = std::uint64_t{2} << 30});
  expectRefused(result, "large.csv: file: holds about");
  EXPECT_THAT(result.err, HasSubstr("MiB are left"));
  EXPECT_LT(result.seconds, 10);
}

}  // namespace
}  // namespace noiseloom::test
