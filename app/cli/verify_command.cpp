#include <CLI/CLI.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/answer/claim_note.h"
#include "core/answer/verification_answer.h"
#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "core/io/key_file.h"
#include "core/verify/verify_plan.h"
#include "core/verify/verify_record.h"
#include "core/verify/verify_strategy.h"

namespace noiseloom::cli {
namespace {

// Hashes and sentences are for --json; a glance needs only their beginning, where they are the same.
std::string shown(const VerificationItem& item, const std::string& value) {
  const bool hash = item.name.find("sha256") != std::string::npos && value.size() > 16;
  const bool sentence = item.passed && item.stated == item.recomputed && value.size() > 40;
  return hash || sentence ? value.substr(0, 12) + "..." : value;
}

std::string text(const std::string& file, const RecordVerification& verification) {
  TextTable table;
  table.row({"", "stated", "recomputed", ""});
  for (const VerificationItem& item : verification.items) {
    table.row({item.name, shown(item, item.stated.english()), shown(item, item.recomputed.english()),
               item.passed ? "ok" : "FAILED"});
  }
  std::string notChecked;
  for (const std::string& field : verification.notChecked) notChecked += (notChecked.empty() ? "" : ", ") + field;
  const std::string covers = verification.covers.empty() ? "" : ", " + verification.covers.english();
  return file + (verification.passed() ? ": verified" : ": NOT verified") + covers + "\n\n" + table.text() +
         (notChecked.empty() ? "" : "\nNot checked, since nothing follows from them: " + notChecked + "\n") +
         cautionsText(verification.cautions);
}

/// `verify`: recomputes what a strategy file states, or a noise plan with its strategy file, or compares the record of
/// a training job with its strategy file. Exit code 1 when anything does not hold.
class VerifyCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  RecordVerification ofRecord(const RunControl& control) const;
  Verification ofFile(const RunControl& control) const;

  std::optional<std::string> m_file;
  std::optional<std::string> m_job;
  std::optional<std::string> m_strategy;
  std::optional<std::string> m_keyFile;
  std::optional<std::string> m_against;
  bool m_finished = false;
  bool m_json = false;
};

void VerifyCommand::declare(CLI::App& command) {
  command.add_option("file", m_file, "strategy file or noise plan to check")->type_name("FILE");
  const auto option = [&command](const char* name, std::optional<std::string>& value, const char* type,
                                 const char* help) { command.add_option(name, value, help)->type_name(type); };
  option("--strategy", m_strategy, "FILE.npz",
         "the strategy file of a noise plan [the file it names, beside it] or of a record");
  option("--job", m_job, "RECORD", "in place of a file: what a training job recorded, against its strategy file");
  option("--key-file", m_keyFile, "FILE", "with --job: the run's secret key, to make its batches and noise again");
  option("--against", m_against, "RECORD", "with --job: a record that must be of another run, or of another shard");
  command.add_flag("--finished", m_finished, "with --job: the run is over, so that its record must have an end");
  command.add_flag("--json", m_json, "print one JSON object");
}

RecordVerification VerifyCommand::ofRecord(const RunControl& control) const {
  if (!m_strategy)
    throw InvalidArgument("strategy", std::string("none"), std::string("the strategy file that the job was to follow"));
  RecordEvidence evidence{*m_job, *m_strategy, {}, {}, m_finished};
  if (m_keyFile) evidence.key = readKeyFile(*m_keyFile);
  if (m_against) evidence.against = *m_against;
  return verifyRunRecord(evidence, control);
}

Verification VerifyCommand::ofFile(const RunControl& control) const {
  const bool isPlan = startOfFile(*m_file).starts_with('{');
  if (m_strategy && !isPlan)
    throw InvalidArgument("strategy", *m_strategy, "it with a noise plan or a record only: " + *m_file + " is none");
  return isPlan ? verifyNoisePlan(*m_file, m_strategy, control) : verifyStrategyFile(*m_file, control);
}

Outcome VerifyCommand::run(const std::stop_token& stop) const {
  if (m_file && m_job) throw InvalidArgument("job", *m_job, "it without another file to check, such as " + *m_file);
  if (!m_file && !m_job)
    throw InvalidArgument("file", std::string("none"), std::string("a strategy file, a noise plan or --job RECORD"));
  for (const auto& [argument, typed] : std::initializer_list<std::pair<const char*, const std::optional<std::string>&>>{
           {"key_file", m_keyFile}, {"against", m_against}}) {
    if (typed && !m_job) throw InvalidArgument(argument, *typed, std::string("--job with it"));
  }
  if (m_finished && !m_job) throw InvalidArgument("finished", std::string("on"), std::string("--job with it"));
  const std::string& checked = m_job ? *m_job : *m_file;
  RecordVerification verification;
  {
    ProgressLine line;
    if (m_job) {
      verification = ofRecord(line.control(stop));
    } else {
      static_cast<Verification&>(verification) = ofFile(line.control(stop));
    }
  }
  if (stop.stop_requested()) return {kExitCancelled, "", "cancelled: " + checked + " is neither verified nor refused"};
  return {verification.passed() ? kExitSuccess : kExitNo,
          m_json ? printedJson(verificationJson(checked, verification)) : text(checked, verification), ""};
}

}  // namespace

std::unique_ptr<Command> verifyCommand() {
  return std::make_unique<VerifyCommand>();
}

}  // namespace noiseloom::cli
