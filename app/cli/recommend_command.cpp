#include <CLI/CLI.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/recommend_output.h"
#include "core/answer/recommend_question.h"
#include "core/io/strategy_file.h"

namespace noiseloom::cli {
namespace {

/// `recommend`: what a job should run, and why.
class RecommendCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  RecommendQuestion m_question;
  std::optional<std::string> m_out;
  bool m_json = false;
};

void RecommendCommand::declare(CLI::App& command) {
  m_question.declare(optionsOf(command));
  command.add_option("--out", m_out, "write the strategy file of what is recommended, replacing an older one")
      ->type_name("FILE.npz")
      ->group("Output");
  command.add_flag("--json", m_json, "print one JSON object")->group("Output");
}

Outcome RecommendCommand::run(const std::stop_token& stop) const {
  checkOutputs(m_question.inputs(), {{"out", m_out}});
  const RecommendRequest asked = m_question.request();
  RecommendQuestion::Found found;
  {
    ProgressLine line;
    found = RecommendQuestion::solve(asked, m_json, line.control(stop));
  }
  const Answer ended = RecommendQuestion::ended(found.recommendation, {stop});
  const bool none = found.recommendation.designs.empty();
  if (none && (ended.ending == Ending::Stopped || !m_json)) return outcomeOf(ended);
  if (m_out && !none) writeStrategyFile(*m_out, *found.recommendation.designs.front().design);
  return outcomeOf(ended, m_json ? printedJson(recommendationJson(found.recommendation, found.claim))
                                 : recommendationText(found.recommendation));
}

}  // namespace

std::unique_ptr<Command> recommendCommand() {
  return std::make_unique<RecommendCommand>();
}

}  // namespace noiseloom::cli
