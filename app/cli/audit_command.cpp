#include <CLI/CLI.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/answer/arguments.h"
#include "core/answer/audit_answer.h"
#include "core/io/sha256.h"
#include "core/io/strategy_file.h"

namespace noiseloom::cli {
namespace {

std::string text(const std::string& file, const Audit& audit) {
  TextTable table;
  for (const AuditCheck& check : audit.checks)
    table.row({check.name, check.passed ? "ok" : "REFUTED", check.sentence.english()});
  std::string notChecked;
  for (const Text& one : audit.notChecked) notChecked += "\nNot checked: " + one.english() + ".";
  return file + (audit.passed() ? ": no contradiction to the claim" : ": NOT as claimed") + " (" +
         shortest(rounded(100 * audit.confidence, 6)) + " %), " + std::to_string(audit.present) + " of " +
         std::to_string(audit.canaries) + " canaries present, " + std::to_string(audit.steps) + " of " +
         std::to_string(audit.iterations) + " steps\n\n" + table.text() + notChecked + "\n";
}

/// `audit`: what a run with canaries shows of its claim. Exit code 1 where it refutes the claim.
class AuditCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  std::string m_file;
  std::string m_strategy;
  std::optional<std::string> m_against;
  std::optional<std::string> m_confidence;
};

void AuditCommand::declare(CLI::App& command) {
  command.add_option("file", m_file, "what noiseloom.Canaries wrote of a run")->type_name("FILE")->required();
  command.add_option("--strategy", m_strategy, "the strategy file that the job was to follow")
      ->type_name("FILE.npz")
      ->required();
  command.add_option("--against", m_against, "the file of another run, which must have a key of its own")
      ->type_name("FILE");
  command.add_option("--confidence", m_confidence, "probability that all that it says is true [0.95]")->type_name("P");
  declareJson(command);
}

Outcome AuditCommand::run(const std::stop_token& stop) const {
  const double confidence = m_confidence ? parseReal("confidence", *m_confidence) : kAuditConfidence;
  const CanaryRun run = readCanaryRun(m_file);
  const StrategyFile design = readStrategyFile(m_strategy);
  std::optional<CanaryRun> against;
  if (m_against) against = readCanaryRun(*m_against);
  const Audit audit = withProgress(stop, [&](const RunControl& control) {
    return auditOf(run, design, sha256OfFile(m_strategy), against ? &*against : nullptr, confidence, control);
  });
  if (stop.stop_requested()) return {kExitCancelled, "", "cancelled: " + m_file + " is not audited"};
  return {audit.passed() ? kExitSuccess : kExitNo, m_json ? printedJson(auditJson(audit)) : text(m_file, audit), ""};
}

}  // namespace

std::unique_ptr<Command> auditCommand() {
  return std::make_unique<AuditCommand>();
}

}  // namespace noiseloom::cli
