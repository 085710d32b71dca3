#include "core/snippet/copied_command.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/scenario/group_accounting.h"
#include "core/snippet/design_options.h"
#include "core/workload/learning_rates.h"

namespace noiseloom {
namespace {

// A word that a shell takes as it stands.
std::string quoted(const std::string& word) {
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("_-./+:@%,").find(c) != std::string_view::npos;
  };
  // A word that begins like an option gets its folder in front.
  std::string name = word.starts_with('-') ? "./" + word : word;
  if (!name.empty() && std::ranges::all_of(name, plain)) return name;
  std::string text = "'";
  for (const char c : name) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string commandLine(const Scenario& scenario) {
  std::string command = "noiseloom-cli design";
  for (const DesignOption& option : designOptions(scenario, EpochsOption::AsTyped)) {
    command += " --";
    command += option.name;
    command += ' ' + quoted(option.value);
  }
  return command;
}

std::string batchesCommand(const Scenario& scenario, Index bands, const std::string& strategyFile) {
  if (bands > 1 && scenario.examplesOfMember() > 1 && scenario.batching->amplified() && !accountsAsGroup(scenario))
    return {};
  return "noiseloom-cli batches " + quoted(strategyFile) + " --key-file key" +
         (scenario.datasetSize ? "" : " --dataset-size N") + " --out batches.npz";
}

bool needsRatesFile(const Scenario& scenario) {
  const auto rates = scenario.workload.eta();
  if (rates.empty()) return false;
  if (!scenario.schedule.isFormula()) return true;
  try {
    // The schedule is only a note beside the rates, which are what counts.
    return !std::ranges::equal(rates, learningRates(scenario.schedule, std::ssize(rates)));
  } catch (const InvalidArgument&) {
    return true;
  }
}

std::string ratesText(const Workload& workload) {
  std::string text;
  for (const double rate : workload.eta()) text += shortest(rate) + "\n";
  return text;
}

}  // namespace noiseloom
