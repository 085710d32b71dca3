#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/cli/output_path.h"
#include "app/cli/workload_options.h"
#include "core/design/scenario.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// The options of `design` that make up a Scenario, as the user typed them (docs/formats.md, "Command line").
class ScenarioOptions {
 public:
  /// Declares the options on a command; the values are read by scenario() after parsing.
  /// complete: the options that every scenario needs are required; else scenario() asks for those that are missing.
  void declare(CLI::App& command, bool complete = true);

  /// The scenario asked for, validated. Throws InvalidArgument, IoError or FormatError (a file of learning rates).
  Scenario scenario() const;
  /// The same options with another value of --bands, --epsilon, --epochs, --iterations or --mechanism.
  ScenarioOptions with(std::string_view option, const std::string& value) const;
  /// What was typed for one of these, if anything.
  std::optional<std::string> typed(std::string_view option) const;
  /// The file that is read.
  FileOption input() const { return {"learning-rates", m_workload.learningRatesFile()}; }

 private:
  using Text = std::optional<std::string>;

  /// The place of an option that with() knows.
  static Text ScenarioOptions::*placeOf(std::string_view option);
  void readTraining(Scenario& scenario) const;
  void readPrivacy(Scenario& scenario) const;
  void readMechanism(Scenario& scenario) const;
  /// A scenario overlooks values that its other choices make idle; whoever typed them at the shell expected an effect.
  void refuseIdleOptions(const Scenario& scenario) const;

  Text m_iterations;
  Text m_epochs;
  Text m_epsilon;
  Text m_delta;
  Text m_mechanism;
  Text m_bands;
  Text m_buffers;
  Text m_decoder;
  Text m_robustFrom;
  Text m_stamps;
  Text m_noiseRows;
  Text m_seconds;
  Text m_minSeparation;
  Text m_batching;
  Text m_jobBatching;
  WorkloadOptions m_workload;
  Text m_objective;
  Text m_adjacency;
  Text m_unit;
  Text m_tau;
  Text m_failureProbability;
  Text m_columnNormalize;
  Text m_clipNorm;
  Text m_datasetSize;
  Text m_parameters;
  Text m_machines;
  Text m_numberType;
  Text m_memory;
};

}  // namespace noiseloom::cli
