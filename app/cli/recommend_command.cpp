#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/error_unit_option.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/recommend_output.h"
#include "app/cli/scenario_options.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/processor_time.h"
#include "core/io/strategy_file.h"
#include "core/scenario/batch_size.h"

namespace noiseloom::cli {
namespace {

// Of the seconds: a stop is not seen at once.
constexpr double kUsed = 0.99;

/// `recommend`: what a job should run, and why.
class RecommendCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  RecommendRequest request() const;
  ScenarioOptions jobOptions() const;
  std::vector<BatchingWay> ways(const Scenario& job) const;

  ScenarioOptions m_scenario;
  std::optional<std::string> m_batchSize;
  std::optional<std::string> m_batchings;
  std::optional<std::string> m_stepSeconds;
  std::optional<std::string> m_out;
  ErrorUnitOption m_unit;
  bool m_json = false;
};

// What recommend answers.
constexpr Field kAnswers[] = {Field::Mechanism, Field::Bands,    Field::Buffers,    Field::Stamps,
                              Field::Imported,  Field::Batching, Field::JobBatching};

std::string listOfWays() {
  return listOf(wayNames());
}

void RecommendCommand::declare(CLI::App& command) {
  command
      .add_option("--batch-size", m_batchSize, "examples of a batch on average: n = N K / B, instead of --iterations")
      ->type_name("B")
      ->group("Training");
  command
      .add_option("--batchings", m_batchings,
                  "batches that the job can form, with commas between them, or all [all]: " + listOfWays())
      ->type_name("LIST")
      ->group("Training");
  m_scenario.declare(command, false);
  // Refused with a sentence of their own, but not on offer.
  for (const Field field : kAnswers) command.get_option("--" + std::string(infoOf(field).option.name))->group("");
  command.get_option("--strategy-kind")->group("");
  command.get_option("--seconds")->description("most processor time of solving; what is left out for it is named [10]");
  command.add_option("--step-seconds", m_stepSeconds, "most seconds of one core for the noise of a step of a machine")
      ->type_name("S")
      ->group("Deployment");
  m_unit.declare(command);
  command.add_option("--out", m_out, "write the strategy file of what is recommended, replacing an older one")
      ->type_name("FILE.npz")
      ->group("Output");
  command.add_flag("--json", m_json, "print one JSON object")->group("Output");
}

// Of the answer, and not of the job.
ScenarioOptions RecommendCommand::jobOptions() const {
  for (const Field field : kAnswers) {
    const std::string name(infoOf(field).name);
    if (const auto typed = m_scenario.typed(name)) {
      const bool batches = field == Field::Batching || field == Field::JobBatching;
      throw InvalidArgument(name, *typed,
                            std::string(batches ? "--batchings for the batches that the job can form"
                                                : "design for a mechanism of your choice: recommend chooses it"));
    }
  }
  ScenarioOptions options = m_scenario.with("mechanism", bestMechanism().id.data());
  // Beside which what was typed means something.
  for (const Batching* batching : allBatchings()) {
    const auto typed = [&](Field field) { return options.typed(infoOf(field).name).has_value(); };
    if (std::ranges::any_of(batching->settings, typed)) options = options.with("batching", std::string(batching->id));
  }
  return options;
}

std::vector<BatchingWay> RecommendCommand::ways(const Scenario& job) const {
  std::vector<BatchingWay> list;
  if (!m_batchings || *m_batchings == "all") return list;
  for (const std::string& name : listedValues("batchings", *m_batchings)) {
    const auto way = wayFromName(name, job);
    if (!way) refuseName("batchings", name, wayNames());
    if (std::ranges::find(list, way->id(), &BatchingWay::id) == list.end()) list.push_back(*way);
  }
  return list;
}

RecommendRequest RecommendCommand::request() const {
  ScenarioOptions options = jobOptions();
  RecommendRequest made;
  if (m_batchSize) {
    if (const auto typed = options.typed("iterations"))
      throw InvalidArgument("iterations", *typed, std::string("either it or --batch-size, which makes n = N K / B"));
    // What n follows from.
    made.job = options.with("iterations", std::to_string(Scenario::kMostBands)).scenario();
    const Index n = iterationsForBatchSize(made.job, parseReal("batch_size", *m_batchSize));
    options = options.with("iterations", std::to_string(n));
  } else if (!options.typed("iterations")) {
    throw InvalidArgument("batch_size", std::string("(missing)"), std::string("a value for it, or for --iterations"));
  }
  made.job = options.scenario();
  made.ways = ways(made.job);
  made.unit = m_unit.unit();
  if (made.job.mostSeconds) made.seconds = *made.job.mostSeconds;
  if (m_stepSeconds) made.stepSeconds = parseReal("step_seconds", *m_stepSeconds);
  return made;
}

Outcome RecommendCommand::run(const std::stop_token& stop) const {
  checkOutputs(m_scenario.inputs(), {{"out", m_out}});
  const RecommendRequest asked = request();
  Recommendation found;
  PrivacyClaim claim;
  {
    ProgressLine line;
    const double start = processorSeconds();
    found = recommend(asked, line.control(stop));
    if (m_json && !found.designs.empty()) {
      // Points of the profile that there is no time for are missing.
      const ProcessorBudget budget(stop, kUsed * asked.seconds - found.seconds);
      claim = claimWithProfile(*found.designs.front().design, {budget.token(), {}});
      found.seconds = processorSeconds() - start;
    }
  }
  if (found.designs.empty()) {
    if (stop.stop_requested()) return {kExitCancelled, "", "cancelled before a first design was ready"};
    std::string why = "nothing can run within these limits";
    for (const LeftOutMechanism& each : found.leftOut) {
      why += "\n  " + std::string(toString(each.mechanism)) + ", " + std::string(each.way.id()) + ": " +
             each.why.english();
    }
    return {kExitNo, m_json ? recommendationJson(found, claim) : "", why};
  }
  if (m_out) writeStrategyFile(*m_out, *found.designs.front().design);
  Outcome outcome;
  outcome.output = m_json ? recommendationJson(found, claim) : recommendationText(found);
  if (stop.stop_requested()) {
    outcome.exitCode = kExitCancelled;
    outcome.note = "cancelled: the best of what was ready";
  }
  return outcome;
}

}  // namespace

std::unique_ptr<Command> recommendCommand() {
  return std::make_unique<RecommendCommand>();
}

}  // namespace noiseloom::cli
