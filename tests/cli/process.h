#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace noiseloom::test {

/// How a program under test ended and what it said.
struct ProcessResult {
  int exitCode = -1;  ///< the program's own; 128 + signal when a signal ended it
  bool timedOut = false;
  std::string out;
  std::string err;
  double seconds = 0;  ///< of processor time
};

/// What a run may change about the program's surroundings.
struct ProcessOptions {
  std::string stdoutTo{};                       ///< a file for standard output, e.g. "/dev/full"; empty: captured
  std::optional<std::uint64_t> largestFile{};   ///< bytes: writing beyond fails, as on a full disk (RLIMIT_FSIZE)
  std::optional<std::uint64_t> addressSpace{};  ///< bytes: allocations beyond fail; not under a sanitizer
  std::vector<std::chrono::milliseconds> interrupts{};  ///< SIGINT after each, of the program's processor time
  std::chrono::seconds timeout{600};  ///< on the clock, for a program that hangs: SIGKILL and timedOut
};

/// Runs a program without a shell and waits for it.
ProcessResult runProcess(const std::string& program, const std::vector<std::string>& arguments,
                         const ProcessOptions& options = {});

/// noiseloom-cli of this build: its path, and a run.
std::string cliProgram();
ProcessResult runCli(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

/// Expects that the program refused its input: exit code 2, nothing on standard output, a message with this text.
void expectRefused(const ProcessResult& result, const std::string& message);

/// An empty folder that goes away with its contents.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return m_path; }
  std::string file(const std::string& name) const { return (m_path / name).string(); }
  /// Names of everything in it, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path m_path;
};

/// The arguments, and more behind them.
inline std::vector<std::string> joined(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::string readFile(const std::filesystem::path& path);
void writeFile(const std::filesystem::path& path, const std::string& bytes);

}  // namespace noiseloom::test
