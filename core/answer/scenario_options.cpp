#include "core/answer/scenario_options.h"

#include <algorithm>
#include <type_traits>
#include <variant>

#include "core/answer/arguments.h"
#include "core/answer/job_size.h"
#include "core/base/errors.h"
#include "core/snippet/design_options.h"
#include "core/snippet/scenario_link.h"

namespace noiseloom {
namespace {

constexpr char kAuto[] = "auto";

std::vector<std::string_view> namesOf(const FieldInfo& field) {
  const auto* choice = std::get_if<Choice>(&field.place);
  return choice ? choice->names() : std::vector<std::string_view>();
}

std::string mechanismsWith(Field field) {
  std::string list;
  for (const Mechanism* mechanism : allMechanisms()) {
    if (mechanism->uses(field)) list += (list.empty() ? "" : ", ") + std::string(mechanism->id);
  }
  return list;
}

std::string helpOf(const FieldInfo& field, bool complete) {
  std::string help(field.option.help);
  const auto fill = [&help](char mark, const auto& names) {
    if (const std::size_t at = help.find(mark); at != help.npos) help.replace(at, 1, names());
  };
  fill('&', [&] { return mechanismsWith(field.field); });
  fill('%', [&] { return listOf(namesOf(field)); });
  const auto* choice = std::get_if<Choice>(&field.place);
  const std::string_view standard = choice ? choice->of(Scenario()) : field.option.standard;
  if (!standard.empty()) help += " [" + std::string(standard) + "]";
  if (field.required && !complete) help += " (required)";
  return help;
}

Index countOf(const FieldInfo& field, const std::string& text) {
  if (field.bytes) return parseBytes(field.name, text);
  try {
    return parseCount(field.name, text);
  } catch (const InvalidArgument& problem) {
    if (field.open.empty()) throw;
    throw InvalidArgument(std::string(field.name), problem.value(),
                          problem.allowed().english() + ", or " + std::string(field.open));
  }
}

// The choices of another field beside which this one means something.
std::vector<std::string_view> companions(const FieldInfo& field, const FieldInfo& other, Scenario scenario) {
  const Choice& choice = std::get<Choice>(other.place);
  std::vector<std::string_view> names;
  for (const std::string_view name : choice.names()) {
    choice.set(scenario, name);
    if (matters(field, scenario)) names.push_back(name);
  }
  return names;
}

// True for a value that changes nothing: the one band of DP-SGD, the separation that the batching has anyway.
bool saysNothingNew(Field field, const Scenario& scenario) {
  if (field == Field::Bands) return scenario.mechanism == &baselineMechanism() && scenario.bands.value_or(1) == 1;
  return field == Field::MinSeparation && scenario.epochs >= 1 &&
         scenario.minSeparation == scenario.effectiveMinSeparation();
}

}  // namespace

void ScenarioOptions::declare(const AddOption& add, bool complete) {
  // N and B first: what people know of their job.
  std::vector<Field> order{Field::DatasetSize, Field::BatchSize};
  for (const Field field : allFields()) {
    if (std::ranges::find(order, field) == order.end()) order.push_back(field);
  }
  for (const Field each : order) {
    const FieldInfo& field = infoOf(each);
    if (field.field == Field::Workload) m_workload.declare(add);
    if (field.option.name.empty()) continue;
    const std::string group(field.option.group);
    add({.name = std::string(field.option.name),
         .type = std::string(field.option.type),
         .place = &text(field.field),
         .help = helpOf(field, complete),
         .group = group,
         .required = field.required && complete && field.field != Field::Iterations});
    if (field.field == Field::Imported) {
      add({"strategy-kind", "KIND", &m_strategyKind,
           "what its array is, where the file does not say: dense, dense-inverse, toeplitz, toeplitz-inverse, blt or "
           "banded",
           group});
    }
  }
}

void ScenarioOptions::read(const FieldInfo& field, Scenario& scenario) const {
  const Typed& typed = text(field.field);
  if (!typed) {
    const bool follows = field.field == Field::Iterations && (text(Field::Imported) || text(Field::BatchSize));
    if (field.required && !follows)
      throw InvalidArgument(std::string(field.name), std::string("(missing)"), std::string("a value for it"));
    return;
  }
  const auto store = [&](const auto& place) {
    using Kind = std::remove_cvref_t<decltype(place)>;
    if constexpr (std::is_same_v<Kind, Place<Index>>) {
      place.in(scenario) = countOf(field, *typed);
    } else if constexpr (std::is_same_v<Kind, Place<std::optional<Index>>>) {
      if (field.field == Field::LargestBatch && *typed == kAuto) return;  // once everything else is known
      if (*typed != field.open) place.in(scenario) = countOf(field, *typed);
    } else if constexpr (std::is_same_v<Kind, Place<double>> || std::is_same_v<Kind, Place<std::optional<double>>>) {
      place.in(scenario) = parseReal(field.name, *typed);
    } else if constexpr (std::is_same_v<Kind, Place<bool>>) {
      place.in(scenario) = parseSwitch(field.name, *typed);
    } else if constexpr (std::is_same_v<Kind, Choice>) {
      setChoice(scenario, field, *typed);
    }
  };
  std::visit(store, field.place);
}

void ScenarioOptions::refuseIdleOptions(const Scenario& scenario) const {
  for (const FieldInfo& field : scenarioFields()) {
    const Typed& typed = text(field.field);
    if (!typed || matters(field, scenario) || saysNothingNew(field.field, scenario)) continue;
    if (field.field == Field::Bands && scenario.mechanism == &baselineMechanism())
      throw InvalidArgument("bands", *typed, "1: " + std::string(scenario.mechanism->id) + " has one band");
    for (const Field other : {Field::Mechanism, Field::Batching, Field::Unit}) {
      const FieldInfo& with = infoOf(other);
      const auto names = companions(field, with, scenario);
      if (names.empty()) continue;
      throw InvalidArgument(std::string(field.name), *typed,
                            "it with --" + std::string(with.option.name) + " " + listOf(names) + " only: with " +
                                std::string(std::get<Choice>(with.place).of(scenario)) + " it means nothing");
    }
  }
}

ScenarioOptions ScenarioOptions::with(std::string_view field, const std::string& value) const {
  ScenarioOptions other = *this;
  other.text(fieldOfArgument(field).value()) = value;
  return other;
}

ScenarioOptions ScenarioOptions::onLink(const std::string& link) const {
  ScenarioOptions other = *this;
  WorkloadOptions linked;
  for (const DesignOption& option : designOptions(scenarioOfLink(link), EpochsOption::AsTheyAre)) {
    if (linked.set(option.name, option.value)) continue;
    const auto field = fieldOfOption(option.name, allFields());
    if (!field) continue;
    const bool ofMechanism = infoOf(*field).option.group == infoOf(Field::Mechanism).option.group;
    const bool replaced =
        (ofMechanism && text(Field::Mechanism)) || (*field == Field::Epochs && text(Field::BatchSize));
    if (!text(*field) && !replaced) other.text(*field) = option.value;
  }
  if (!m_workload.given()) other.m_workload = linked;
  return other;
}

ScenarioOptions ScenarioOptions::without(std::string_view field) const {
  ScenarioOptions other = *this;
  other.text(fieldOfArgument(field).value()).reset();
  return other;
}

std::optional<std::string> ScenarioOptions::typed(std::string_view field) const {
  const Field which = fieldOfArgument(field).value();
  if (which == Field::Momentum) return m_workload.momentum();
  if (which == Field::WeightDecay) return m_workload.weightDecay();
  if (which == Field::Averaging) return m_workload.averaging();
  if (which == Field::AveragingWindow) return m_workload.averagingWindow();
  return text(which);
}

void ScenarioOptions::readStrategy(Scenario& scenario) const {
  const Typed& path = text(Field::Imported);
  if (!path) {
    if (m_strategyKind) throw InvalidArgument("strategy_kind", *m_strategyKind, std::string("--strategy with it"));
    return;
  }
  if (!text(Field::Mechanism)) scenario.mechanism = &importedMechanism();
  if (scenario.mechanism != &importedMechanism()) {
    throw InvalidArgument("strategy", *path,
                          "it without --mechanism " + *text(Field::Mechanism) + ": the strategy is given already");
  }
  std::optional<StrategyContent> content;
  if (m_strategyKind) content = parseName<StrategyContent>("strategy_kind", *m_strategyKind);
  if (!m_strategy) m_strategy = std::make_shared<const ForeignStrategy>(readForeignStrategy(*path));
  const bool typed = text(Field::Iterations).has_value();
  scenario.imported = importStrategy(*m_strategy, content, typed ? std::optional(scenario.iterations) : std::nullopt);
  if (!typed) scenario.iterations = scenario.imported->strategy()->iterations();
}

// Epochs that nobody typed follow from the batch size.
void ScenarioOptions::validate(const Scenario& scenario) const {
  try {
    scenario.validate();
  } catch (const InvalidArgument& problem) {
    const Typed& batchSize = text(Field::BatchSize);
    if (problem.argument() != "epochs" || !batchSize || text(Field::Epochs)) throw;
    throw InvalidArgument("batch_size", *batchSize,
                          "one whose epochs, n B / N, are " + problem.allowed().english() + ": here they are " +
                              problem.value().english());
  }
}

Scenario ScenarioOptions::scenario() const {
  Scenario scenario;
  for (const FieldInfo& field : scenarioFields()) read(field, scenario);
  readStrategy(scenario);
  const bool hasIterations = text(Field::Iterations) || text(Field::Imported);
  readEpochs({text(Field::BatchSize), hasIterations, text(Field::Epochs).has_value()}, scenario);
  refuseIdleOptions(scenario);
  m_workload.applySpectrum(scenario);
  if (text(Field::LargestBatch) == kAuto) {
    validate(scenario);
    scenario.largestBatch = proposedLargestBatch(scenario);
    if (!scenario.largestBatch)
      throw InvalidArgument("largest_batch", std::string(kAuto), std::string("it with --dataset-size, or a number"));
  }
  // Before the workload, so that an impossible n is refused before a file of n values is asked for.
  validate(scenario);
  m_workload.apply(scenario);
  validate(scenario);
  return scenario;
}

}  // namespace noiseloom
