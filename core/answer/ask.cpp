#include "core/answer/ask.h"

#include <algorithm>
#include <memory>

#include "core/answer/account_question.h"
#include "core/answer/design_question.h"
#include "core/answer/phases_question.h"
#include "core/answer/recommend_question.h"
#include "core/answer/sweep_question.h"
#include "core/answer/verify_question.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

std::unique_ptr<Question> questionOf(const std::string& name) {
  if (name == "design") return std::make_unique<DesignQuestion>();
  if (name == "phases") return std::make_unique<PhasesQuestion>();
  if (name == "recommend") return std::make_unique<RecommendQuestion>();
  if (name == "account") return std::make_unique<AccountQuestion>();
  if (name == "sweep") return std::make_unique<SweepQuestion>();
  if (name == "verify") return std::make_unique<VerifyQuestion>();
  throw InvalidArgument("question", name, std::string("design, phases, recommend, account, sweep or verify"));
}

}  // namespace

Answer ask(const std::string& question, const std::vector<std::pair<std::string, Given>>& options,
           const RunControl& control) {
  return ask(*questionOf(question), question, options, control);
}

Answer ask(Question& question, const std::string& called, const std::vector<std::pair<std::string, Given>>& options,
           const RunControl& control) {
  std::vector<Option> all;
  question.declare([&all](const Option& option) { all.push_back(option); });
  for (const auto& [name, given] : options) {
    const auto option = std::ranges::find(all, name, [](const Option& each) { return snakeCase(each.name); });
    if (option == all.end()) {
      std::vector<std::string> names;
      names.reserve(all.size());
      for (const Option& each : all) names.push_back("--" + each.name);
      return {Ending::Refused, nullptr, unknownOption("--" + dashed(name), called, names)};
    }
    give(*option, given);
  }
  for (const Option& option : all) {
    if (option.required && !isGiven(option))
      throw InvalidArgument(snakeCase(option.name), std::string("(missing)"), std::string("a value for it"));
  }
  try {
    return question.answer(control);
  } catch (const InvalidArgument& error) {
    const auto known = [&](const std::string& name) {
      return std::ranges::find(all, name, &Option::name) != all.end();
    };
    const std::string argument = optionOfArgument(error.argument(), known).value_or(error.argument());
    throw InvalidArgument(snakeCase(argument), error.value(), error.allowed());
  }
}

}  // namespace noiseloom
