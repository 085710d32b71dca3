#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/answer/option.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// The options that make up a Workload, as they were given (docs/formats.md, "Command line").
class WorkloadOptions {
 public:
  void declare(const AddOption& add);
  /// Gives the scenario the workload asked for, for its number of iterations. Throws InvalidArgument, IoError or
  /// FormatError (a file of learning rates).
  void apply(Scenario& scenario) const;
  /// The curvatures alone, which the objective may need before the rest can be judged.
  void applySpectrum(Scenario& scenario) const;
  /// True if any of them was given.
  bool given() const;
  /// Gives a value to the option of that name, without its dashes. False if it is none of them.
  bool set(std::string_view name, const std::string& value);
  const std::optional<std::string>& momentum() const { return m_momentum; }
  const std::optional<std::string>& weightDecay() const { return m_weightDecay; }
  const std::optional<std::string>& averaging() const { return m_averaging; }
  const std::optional<std::string>& averagingWindow() const { return m_averagingWindow; }
  const std::optional<std::string>& learningRatesFile() const { return m_learningRates; }
  /// The file that --workload names, if it does.
  std::optional<std::string> coefficientsFile() const;

 private:
  using Typed = std::optional<std::string>;
  void applyMatrix(Scenario& scenario) const;
  LearningRateSchedule schedule() const;

  Typed m_workload;
  Typed m_momentum;
  Typed m_weightDecay;
  Typed m_averaging;
  Typed m_averagingWindow;
  Typed m_learningRates;
  Typed m_schedule;
  Typed m_warmup;
  Typed m_cooldown;
  Typed m_spectrum;
};

}  // namespace noiseloom
