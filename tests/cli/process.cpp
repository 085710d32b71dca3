#include "tests/cli/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "tests/processor_time.h"
#include "tests/sanitized.h"

namespace noiseloom::test {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  }
  ~Pipe() {
    closeEnd(0);
    closeEnd(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void closeEnd(std::size_t end) {
    if (ends[end] >= 0) close(ends[end]);
    ends[end] = -1;
  }
};

void limit(decltype(RLIMIT_AS) resource, std::uint64_t bytes) {
  const rlimit value{bytes, bytes};
  setrlimit(resource, &value);
}

// What a program keeps for its person is the running test's own: no test answers by what another has left there.
void ownFolders() {
  static std::unique_ptr<ScratchFolder> home;
  static const testing::TestInfo* of = nullptr;
  const testing::TestInfo* const running = testing::UnitTest::GetInstance()->current_test_info();
  if (home && running == of) return;
  home = std::make_unique<ScratchFolder>();
  of = running;
  for (const char* variable : {"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
    setenv(variable, home->path().c_str(), 1);
}

// Between fork and exec only what is safe there: no allocation.
[[noreturn]] void becomeProgram(const ProcessOptions& options, char* const* arguments, int out, int err) {
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  if (!options.stdoutTo.empty()) out = open(options.stdoutTo.c_str(), O_WRONLY);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit then fails with EFBIG
  std::signal(SIGINT, SIG_DFL);
  if (options.largestFile) limit(RLIMIT_FSIZE, *options.largestFile);
  if (options.addressSpace && !kSanitized) limit(RLIMIT_AS, *options.addressSpace);
  execv(arguments[0], arguments);
  _exit(127);
}

// Appends what is there to read; closes the end when the writer has gone.
void drain(Pipe& pipe, short events, std::string& text) {
  if (events == 0) return;
  std::array<char, 65536> buffer{};
  const ssize_t count = read(pipe.ends[0], buffer.data(), buffer.size());
  if (count > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || errno != EINTR) {
    pipe.closeEnd(0);
  }
}

}  // namespace

ProcessResult runProcess(const std::string& program, const std::vector<std::string>& arguments,
                         const ProcessOptions& options) {
  ownFolders();
  auto words = joined({program}, arguments);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  Pipe out;
  Pipe err;
  const auto start = Clock::now();
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) becomeProgram(options, argv.data(), out.ends[1], err.ends[1]);
  out.closeEnd(1);
  err.closeEnd(1);

  ProcessResult result;
  clockid_t worked{};
  clock_getcpuclockid(child, &worked);
  std::size_t interrupts = 0;
  while (out.ends[0] >= 0 || err.ends[0] >= 0) {
    std::array<pollfd, 2> polled{pollfd{out.ends[0], POLLIN, 0}, pollfd{err.ends[0], POLLIN, 0}};
    poll(polled.data(), polled.size(), 5);
    drain(out, polled[0].revents, result.out);
    drain(err, polled[1].revents, result.err);
    if (interrupts < options.interrupts.size() &&
        std::chrono::duration<double>(secondsOf(worked)) >= options.interrupts[interrupts]) {
      kill(child, SIGINT);
      ++interrupts;
    }
    if (Clock::now() - start > options.timeout && !result.timedOut) {
      kill(child, SIGKILL);
      result.timedOut = true;
    }
  }
  int status = 0;
  rusage used{};
  while (wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
  }
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  result.seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

std::string cliProgram() {
  return NOISELOOM_CLI;
}

ProcessResult runCli(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  return runProcess(cliProgram(), arguments, options);
}

void expectRefused(const ProcessResult& result, const std::string& message) {
  EXPECT_EQ(result.exitCode, 2) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find(message), std::string::npos) << '"' << message << "\" is missing in: " << result.err;
}

ScratchFolder::ScratchFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "noiseloom-cli-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
  m_path = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(m_path, ignored);
}

std::vector<std::string> ScratchFolder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(m_path))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string readFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeFile(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  if (!out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush()) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

}  // namespace noiseloom::test
