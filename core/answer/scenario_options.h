#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/option.h"
#include "core/answer/workload_options.h"
#include "core/io/foreign_strategy.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// The options of `design` that make up a Scenario, as they were given (docs/formats.md, "Command line").
class ScenarioOptions {
 public:
  /// complete: the options that every scenario needs are required; else scenario() asks for those that are missing.
  void declare(const AddOption& add, bool complete = true);

  /// The scenario asked for, validated. Throws InvalidArgument, IoError or FormatError (a file of learning rates).
  Scenario scenario() const;
  /// The same options with another value of one; `field` is FieldInfo::name.
  ScenarioOptions with(std::string_view field, const std::string& value) const;
  /// The same options with those of a link that were not typed: typed workload options replace its workload, a typed
  /// mechanism its mechanism with the settings of it, a typed batch size its epochs. Throws InvalidArgument.
  ScenarioOptions onLink(const std::string& link) const;
  /// The same options without one.
  ScenarioOptions without(std::string_view field) const;
  /// The text typed for a field, if any.
  std::optional<std::string> typed(std::string_view field) const;
  /// The files that are read.
  std::vector<FileOption> inputs() const {
    return {{"learning-rates", m_workload.learningRatesFile()},
            {"workload", m_workload.coefficientsFile()},
            {"strategy", text(Field::Imported)}};
  }

 private:
  using Typed = std::optional<std::string>;

  const Typed& text(Field field) const { return m_texts.at(static_cast<std::size_t>(field)); }
  Typed& text(Field field) { return m_texts.at(static_cast<std::size_t>(field)); }
  /// Reads what was typed for a field into the scenario.
  void read(const FieldInfo& field, Scenario& scenario) const;
  /// Reads the strategy file, and takes from it what was not typed: the mechanism, and n where it has one.
  void readStrategy(Scenario& scenario) const;
  /// A scenario overlooks values that its other choices make idle; whoever typed them at the shell expected an effect.
  void refuseIdleOptions(const Scenario& scenario) const;
  void validate(const Scenario& scenario) const;

  std::array<Typed, kFieldCount> m_texts;  // by field
  WorkloadOptions m_workload;
  Typed m_strategyKind;
  /// Read once, for all scenarios that the options are asked for.
  mutable std::shared_ptr<const ForeignStrategy> m_strategy;
};

}  // namespace noiseloom
