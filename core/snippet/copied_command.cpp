#include "core/snippet/copied_command.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/scenario/group_accounting.h"
#include "core/snippet/design_options.h"
#include "core/workload/learning_rates.h"

namespace noiseloom {
namespace {

// A word that a shell takes as it stands.
std::string shellWord(const std::string& word) {
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
    command += ' ' + shellWord(option.value);
  }
  return command;
}

std::string phasesCommand(std::span<const Scenario> scenarios, std::span<const double> relativeNoise) {
  std::vector<std::vector<DesignOption>> phases;
  for (const Scenario& each : scenarios) phases.push_back(designOptions(each, EpochsOption::AsTyped));
  const auto isCommon = [&](const DesignOption& option) {
    return std::ranges::all_of(phases, [&](const std::vector<DesignOption>& options) {
      return std::ranges::any_of(
          options, [&](const DesignOption& one) { return one.name == option.name && one.value == option.value; });
    });
  };
  std::string command = "noiseloom-cli phases";
  std::string files;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    std::string own;
    for (const DesignOption& option : phases[i]) {
      if (!isCommon(option)) own += (own.empty() ? "" : " ") + std::string(option.name) + '=' + option.value;
    }
    if (relativeNoise[i] != 1) own += (own.empty() ? "noise=" : " noise=") + shortest(relativeNoise[i]);
    command += " --phase " + shellWord(own);
    files += " --out phase-" + std::to_string(i + 1) + ".npz";
  }
  for (const DesignOption& option : phases.front()) {
    if (isCommon(option)) command += " --" + std::string(option.name) + ' ' + shellWord(option.value);
  }
  return command + files;
}

std::string batchesCommand(const Scenario& scenario, Index bands, const std::string& strategyFile) {
  if (bands > 1 && scenario.examplesOfMember() > 1 && scenario.batching->amplified() && !accountsAsGroup(scenario))
    return {};
  return "noiseloom-cli batches " + shellWord(strategyFile) + " --key-file key" +
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
