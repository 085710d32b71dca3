#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "core/answer/answer.h"
#include "core/base/interface.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// The program's exit codes.
constexpr int kExitSuccess = 0;
constexpr int kExitNo = 1;           ///< a computed "no": verification failed
constexpr int kExitUsage = 2;        ///< bad usage or input, with a message on standard error
constexpr int kExitCancelled = 130;  ///< stopped by SIGINT or SIGTERM

/// The output of a command. Standard output is written in one piece after the command has ended, so that a failure
/// leaves nothing half-printed there.
struct Outcome {
  int exitCode = kExitSuccess;
  std::string output;  ///< for standard output
  std::string note;    ///< for standard error: one sentence, or empty
};

/// The outcome of an answer for which the command has no text of its own.
Outcome outcomeOf(const Answer& answer, std::string output = {});

/// A command with its options.
class Command : public Interface {
 public:
  virtual void declare(CLI::App& command) = 0;
  /// After the options were parsed. Throws what core does for those that cannot be used.
  virtual Outcome run(const std::stop_token& stop) const = 0;

 protected:
  /// Declares --json of a command that has it, under a heading of its options.
  void declareJson(CLI::App& command, const std::string& group = "Options");

  bool m_json = false;
};

std::unique_ptr<Command> designCommand();
std::unique_ptr<Command> recommendCommand();
std::unique_ptr<Command> accountCommand();
std::unique_ptr<Command> verifyCommand();
std::unique_ptr<Command> auditCommand();
std::unique_ptr<Command> claimCommand();
std::unique_ptr<Command> sweepCommand();
std::unique_ptr<Command> mergeCommand();
std::unique_ptr<Command> batchesCommand();
std::unique_ptr<Command> ownersCommand();
std::unique_ptr<Command> phasesCommand();
std::unique_ptr<Command> noiseCommand();
std::unique_ptr<Command> trainCommand();
std::unique_ptr<Command> spectrumCommand();
std::unique_ptr<Command> snippetCommand();
std::unique_ptr<Command> reproduceCommand();

}  // namespace noiseloom::cli
