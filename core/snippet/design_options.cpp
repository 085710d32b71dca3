#include "core/snippet/design_options.h"

#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/check.h"
#include "core/base/nearest_whole.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/scenario_fields.h"
#include "core/snippet/copied_command.h"

namespace noiseloom {
namespace {

class Options {
 public:
  void add(std::string_view option, std::string_view value) { m_options.push_back({option, std::string(value)}); }
  void add(std::string_view option, Index value) { add(option, std::to_string(value)); }
  void add(std::string_view option, double value) { add(option, shortest(value)); }
  void add(std::string_view option, bool on) { add(option, std::string_view(on ? "on" : "off")); }
  template <class Value>
  void add(std::string_view option, const std::optional<Value>& value) {
    if (value) add(option, *value);  // none is what leaving it out means
  }
  std::vector<DesignOption> list() && { return std::move(m_options); }

 private:
  std::vector<DesignOption> m_options;
};

void addField(Options& options, const FieldInfo& field, const Scenario& scenario) {
  const auto add = [&](const auto& place) {
    if constexpr (kStandsAlone<std::remove_cvref_t<decltype(place)>>)
      options.add(field.option.name, place.of(scenario));
  };
  std::visit(add, field.place);
}

void addImported(Options& options, const Scenario& scenario) {
  if (!scenario.imported) return;
  options.add(infoOf(Field::Imported).option.name, std::string_view(scenario.imported->file()));
  const std::string& content = scenario.imported->content();
  if (!content.empty()) options.add("strategy-kind", std::string_view(content));
}

std::string listed(std::span<const double> values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ",") + shortest(value);
  return text;
}

void addWorkload(Options& options, const Scenario& scenario) {
  const Workload& workload = scenario.workload;
  if (!workload.spectrum().empty()) options.add("spectrum", std::string_view(toText(workload.spectrum())));
  const bool schedule = !workload.eta().empty();
  if (!schedule && workload.name() == "prefix") return;
  if (!workload.given().empty()) {
    const std::string otherwise = workload.isMatrix() ? "MATRIX.npy" : listed(workload.given());
    options.add("workload", std::string_view(workload.file().empty() ? otherwise : workload.file()));
    return;
  }
  options.add("workload", workload.name() == "identity" ? workload.name() : std::string_view("sgd"));
  if (workload.name() == "identity") return;
  if (workload.beta() != 0) options.add("momentum", workload.beta());
  if (workload.alpha() != 1) options.add("weight-decay", workload.alpha());
  if (workload.averaging() != 0) options.add("averaging", workload.averaging());
  if (workload.window() != 1) options.add("averaging-window", workload.window());
  if (needsRatesFile(scenario)) {
    options.add("learning-rates", std::string_view(kRatesFile));
  } else if (schedule) {
    const LearningRateSchedule& recipe = scenario.schedule;
    options.add("schedule", toString(recipe.kind));
    if (recipe.warmup != 0) options.add("warmup", recipe.warmup);
    if (recipe.kind == ScheduleKind::Linear && recipe.cooldown != 0) options.add("cooldown", recipe.cooldown);
  }
}

}  // namespace

std::vector<DesignOption> designOptions(const Scenario& scenario, EpochsOption epochs) {
  const Scenario standard;
  Options options;
  for (const FieldInfo& field : scenarioFields()) {
    if (field.field == Field::Workload) addWorkload(options, scenario);
    if (field.field == Field::Imported && matters(field, scenario)) addImported(options, scenario);
    if (!standsAlone(field) || !matters(field, scenario)) continue;
    const bool ofEpochs = field.field == Field::Epochs;
    const bool typed = epochs == EpochsOption::AsTyped;
    if (ofEpochs ? typed && scenario.batching->once : !field.required && sameField(field, scenario, standard)) continue;
    const auto batch = ofEpochs && typed ? batchSizeOf(scenario) : std::nullopt;
    if (batch && !isWholeCount(scenario.epochs)) {
      options.add(infoOf(Field::BatchSize).option.name, *batch);  // from which they follow
    } else {
      addField(options, field, scenario);
    }
  }
  return std::move(options).list();
}

}  // namespace noiseloom
