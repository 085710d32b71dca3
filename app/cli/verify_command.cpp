#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "core/io/verify_plan.h"

namespace noiseloom::cli {
namespace {

std::string json(const std::string& file, const Verification& verification) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  for (const VerificationItem& item : verification.items) {
    items.push_back({{"name", item.name},
                     {"stated", item.stated.english()},
                     {"recomputed", item.recomputed.english()},
                     {"passed", item.passed}});
  }
  const nlohmann::ordered_json object{{"file", file},
                                      {"passed", verification.passed()},
                                      {"items", std::move(items)},
                                      {"not_checked", verification.notChecked}};
  // A file name may hold any bytes; those that are not UTF-8 are replaced rather than making the whole answer fail.
  return object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// Hashes and sentences are for --json; a glance needs only their beginning, where they are the same.
std::string shown(const VerificationItem& item, const std::string& value) {
  const bool hash = item.name.find("sha256") != std::string::npos && value.size() > 16;
  const bool sentence = item.passed && item.stated == item.recomputed && value.size() > 40;
  return hash || sentence ? value.substr(0, 12) + "..." : value;
}

std::string text(const std::string& file, const Verification& verification) {
  TextTable table;
  table.row({"", "stated", "recomputed", ""});
  for (const VerificationItem& item : verification.items) {
    table.row({item.name, shown(item, item.stated.english()), shown(item, item.recomputed.english()),
               item.passed ? "ok" : "FAILED"});
  }
  std::string notChecked;
  for (const std::string& field : verification.notChecked) notChecked += (notChecked.empty() ? "" : ", ") + field;
  return file + (verification.passed() ? ": verified\n\n" : ": NOT verified\n\n") + table.text() +
         (notChecked.empty() ? "" : "\nNot checked, since nothing follows from them: " + notChecked + "\n");
}

/// `verify`: recomputes what a strategy file states, or a noise plan with its strategy file. Exit code 1 when anything
/// does not hold.
class VerifyCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  std::string m_file;
  std::optional<std::string> m_strategy;
  bool m_json = false;
};

void VerifyCommand::declare(CLI::App& command) {
  command.add_option("file", m_file, "strategy file or noise plan to check")->type_name("FILE")->required();
  command.add_option("--strategy", m_strategy, "the strategy file of a noise plan [the file it names, beside it]")
      ->type_name("FILE.npz");
  command.add_flag("--json", m_json, "print one JSON object");
}

Outcome VerifyCommand::run(const std::stop_token& stop) const {
  const bool isPlan = startOfFile(m_file).starts_with('{');
  if (m_strategy && !isPlan)
    throw InvalidArgument("strategy", *m_strategy, "it with a noise plan only: " + m_file + " is none");
  Verification verification;
  {
    ProgressLine line;
    verification = isPlan ? verifyNoisePlan(m_file, m_strategy, line.control(stop))
                          : verifyStrategyFile(m_file, line.control(stop));
  }
  if (stop.stop_requested()) return {kExitCancelled, "", "cancelled: " + m_file + " is neither verified nor refused"};
  return {verification.passed() ? kExitSuccess : kExitNo,
          m_json ? json(m_file, verification) : text(m_file, verification), ""};
}

}  // namespace

std::unique_ptr<Command> verifyCommand() {
  return std::make_unique<VerifyCommand>();
}

}  // namespace noiseloom::cli
