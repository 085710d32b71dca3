#include <CLI/CLI.hpp>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/answer/claim_note.h"
#include "core/answer/verify_question.h"

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

/// `verify`: exit code 1 when anything does not hold.
class VerifyCommand final : public Command {
 public:
  void declare(CLI::App& command) override {
    m_question.declare(optionsOf(command));
    declareJson(command);
  }
  Outcome run(const std::stop_token& stop) const override;

 private:
  VerifyQuestion m_question;
};

Outcome VerifyCommand::run(const std::stop_token& stop) const {
  const RecordVerification verification =
      withProgress(stop, [&](const RunControl& control) { return m_question.verify(control); });
  const std::string& checked = m_question.checkedFile();
  if (stop.stop_requested()) return {kExitCancelled, "", "cancelled: " + checked + " is neither verified nor refused"};
  return {verification.passed() ? kExitSuccess : kExitNo,
          m_json ? printedJson(verificationJson(checked, verification)) : text(checked, verification), ""};
}

}  // namespace

std::unique_ptr<Command> verifyCommand() {
  return std::make_unique<VerifyCommand>();
}

}  // namespace noiseloom::cli
