#include <CLI/CLI.hpp>

#include "app/cli/account_output.h"
#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/progress_line.h"
#include "core/answer/account_question.h"

namespace noiseloom::cli {
namespace {

/// `account`: privacy by the numbers, without a strategy.
class AccountCommand final : public Command {
 public:
  void declare(CLI::App& command) override {
    m_question.declare(optionsOf(command));
    command.add_flag("--json", m_json, "print one JSON object");
  }
  Outcome run(const std::stop_token& stop) const override;

 private:
  AccountQuestion m_question;
  bool m_json = false;
};

Outcome AccountCommand::run(const std::stop_token& stop) const {
  AccountQuestion::Found found;
  {
    ProgressLine line;
    found = m_question.solve(line.control(stop));
  }
  const auto& [ended, account, composed] = found;
  if (account) return outcomeOf(ended, m_json ? printedJson(accountJson(*account)) : accountText(*account));
  if (composed) return outcomeOf(ended, m_json ? printedJson(budgetJson(*composed)) : budgetText(*composed));
  return outcomeOf(ended);
}

}  // namespace

std::unique_ptr<Command> accountCommand() {
  return std::make_unique<AccountCommand>();
}

}  // namespace noiseloom::cli
