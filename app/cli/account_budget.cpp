#include "app/cli/account_budget.h"

#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/base/check.h"
#include "core/claim/budget.h"
#include "core/claim/claim.h"
#include "core/io/strategy_file.h"

namespace noiseloom::cli {
namespace {

using Json = nlohmann::ordered_json;
using Designs = std::vector<std::shared_ptr<const Design>>;

std::string budgetJson(const std::vector<std::string>& files, const Designs& designs, const Budget& budget) {
  Json runs = Json::array();
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Scenario& scenario = designs[i]->scenario;
    runs.push_back({{"file", files[i]},
                    {"epsilon", scenario.epsilon},
                    {"delta", scenario.delta},
                    {"batching", scenario.batching->id}});
  }
  const Scenario& first = designs.front()->scenario;
  const Json object{{"epsilon", budget.epsilon},
                    {"delta", budget.delta},
                    {"adjacency", toString(first.adjacency)},
                    {"unit", toString(first.unit)},
                    {"failure_probability", budget.failureProbability},
                    {"sum_of_epsilons", budget.sumOfEpsilons},
                    {"sum_of_deltas", budget.sumOfDeltas},
                    {"runs", std::move(runs)}};
  // A file name may hold any bytes.
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string budgetText(const std::vector<std::string>& files, const Designs& designs, const Budget& budget) {
  TextTable table;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Scenario& scenario = designs[i]->scenario;
    table.row({files[i], "(" + shortest(scenario.epsilon) + ", " + shortest(scenario.delta) + ")",
               nameOf(*designs[i]).english() + ", " + std::string(scenario.batching->name.english())});
  }
  table.row({"Epsilon", readableUp(budget.epsilon, 9), "certified, of all together"});
  table.row({"Delta", shortest(budget.delta), "given"});
  table.row({"Plain sum", readableUp(budget.sumOfEpsilons, 9), "at delta " + readableUp(budget.sumOfDeltas)});
  if (budget.failureProbability > 0)
    table.row({"Fails with", readableUp(budget.failureProbability, 2), "at most: certificates by draws"});
  const Scenario& first = designs.front()->scenario;
  table.row({"Assumes", std::string(toString(first.adjacency)), "adjacency, every run's own assumptions"});
  return table.text() +
         "\nThe files as they state themselves (noiseloom-cli verify recomputes them). Which runs there are, and their "
         "designs, must not depend on what earlier ones gave.\n";
}

}  // namespace

Outcome accountBudget(const std::vector<std::string>& files, double delta, bool json, const std::stop_token& stop) {
  // The same file twice is two runs of one design, whose profile is certified once.
  std::map<std::string, std::shared_ptr<const Design>> read;
  Designs designs;
  for (const std::string& file : files) {
    auto& design = read[file];
    if (!design) design = designOf(readStrategyFile(file));
    designs.push_back(design);
  }
  Budget budget;
  {
    ProgressLine line;
    budget = budgetOf(designs, delta, line.control(stop));
  }
  if (stop.stop_requested() || budget.stopped) return {kExitCancelled, "", "cancelled: nothing is known of the budget"};
  if (!std::isfinite(budget.epsilon))
    return {kExitUsage, "", "no finite epsilon is certified at this delta; use a larger one"};
  return {kExitSuccess, json ? budgetJson(files, designs, budget) : budgetText(files, designs, budget), ""};
}

}  // namespace noiseloom::cli
