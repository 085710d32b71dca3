#include "core/snippet/copied_command.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <variant>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/nearest_whole.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/scenario_fields.h"
#include "core/workload/learning_rates.h"

namespace noiseloom {
namespace {

class Command {
 public:
  void add(std::string_view option, std::string_view value) {
    m_text += " --";
    m_text += option;
    m_text += ' ';
    m_text += value;
  }
  void add(std::string_view option, Index value) { add(option, std::to_string(value)); }
  void add(std::string_view option, double value) { add(option, shortest(value)); }
  void add(std::string_view option, bool on) { add(option, std::string_view(on ? "on" : "off")); }
  template <class Value>
  void add(std::string_view option, const std::optional<Value>& value) {
    if (value) add(option, *value);  // none is what leaving it out means
  }
  std::string text() && { return std::move(m_text); }

 private:
  std::string m_text = "noiseloom-cli design";
};

void addField(Command& command, const FieldInfo& field, const Scenario& scenario) {
  const auto add = [&](const auto& place) {
    if constexpr (kStandsAlone<std::remove_cvref_t<decltype(place)>>)
      command.add(field.option.name, place.of(scenario));
  };
  std::visit(add, field.place);
}

// A word that a shell takes as it stands.
std::string quoted(const std::string& word) {
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("_-./+:@%").find(c) != std::string_view::npos;
  };
  // A word that begins like an option gets its folder in front.
  std::string name = word.starts_with('-') ? "./" + word : word;
  if (!name.empty() && std::ranges::all_of(name, plain)) return name;
  std::string text = "'";
  for (const char c : name) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

void addImported(Command& command, const Scenario& scenario) {
  if (!scenario.imported) return;
  command.add(infoOf(Field::Imported).option.name, std::string_view(quoted(scenario.imported->file())));
  const std::string& content = scenario.imported->content();
  if (!content.empty()) command.add("strategy-kind", std::string_view(content));
}

void addWorkload(Command& command, const Scenario& scenario) {
  const Workload& workload = scenario.workload;
  if (!workload.spectrum().empty()) command.add("spectrum", std::string_view(quoted(toText(workload.spectrum()))));
  const bool schedule = !workload.eta().empty();
  if (!schedule && workload.name() == "prefix") return;
  command.add("workload", workload.name() == "identity" ? workload.name() : std::string_view("sgd"));
  if (workload.name() == "identity") return;
  if (workload.beta() != 0) command.add("momentum", workload.beta());
  if (workload.alpha() != 1) command.add("weight-decay", workload.alpha());
  if (needsRatesFile(scenario)) {
    command.add("learning-rates", std::string_view(kRatesFile));
  } else if (schedule) {
    const LearningRateSchedule& recipe = scenario.schedule;
    command.add("schedule", toString(recipe.kind));
    if (recipe.warmup != 0) command.add("warmup", recipe.warmup);
    if (recipe.kind == ScheduleKind::Linear && recipe.cooldown != 0) command.add("cooldown", recipe.cooldown);
  }
}

}  // namespace

std::string commandLine(const Scenario& scenario) {
  const Scenario standard;
  Command command;
  for (const FieldInfo& field : scenarioFields()) {
    if (field.field == Field::Workload) addWorkload(command, scenario);
    if (field.field == Field::Imported && matters(field, scenario)) addImported(command, scenario);
    if (!standsAlone(field) || !matters(field, scenario)) continue;
    const bool epochs = field.field == Field::Epochs;
    if (epochs ? scenario.batching->once : !field.required && sameField(field, scenario, standard)) continue;
    if (const auto batch = batchSizeOf(scenario); epochs && !isWholeCount(scenario.epochs) && batch) {
      command.add(infoOf(Field::BatchSize).option.name, *batch);  // from which they follow
    } else {
      addField(command, field, scenario);
    }
  }
  return std::move(command).text();
}

std::string batchesCommand(const Scenario& scenario, Index bands, const std::string& strategyFile) {
  if (bands > 1 && scenario.examplesOfMember() > 1 && scenario.batching->amplified()) return {};
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
