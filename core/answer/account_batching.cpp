#include "core/answer/account_batching.h"

#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "core/answer/arguments.h"
#include "core/answer/job_size.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/processor_time.h"
#include "core/claim/epsilon_at.h"
#include "core/io/foreign_strategy.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
void BatchingAccount::declare(const AddOption& add) {
  const AddOption option = below("One batching", add);
  const auto names = std::get<Choice>(infoOf(Field::Batching).place).names();
  option({"batching", "NAME", &m_batching, "how batches are formed, instead of the two numbers: " + listOf(names)});
  option({"stddev", "STDDEV", &m_stddev,
          "noise standard deviation over the clip norm, which DP-SGD calls its noise multiplier; --noise-multiplier "
          "with --batching is for sensitivity 1"});
  option({"iterations", "N", &m_iterations, "training iterations n"});
  option({"epochs", "K", &m_epochs, "passes k over the data, such as 20 or 20.48"});
  option({"dataset-size", "N", &m_datasetSize, "examples in the data set"});
  option({"batch-size", "B", &m_batchSize,
          "examples of a batch, on average where they are sampled: in place of --epochs, or of --iterations"});
  option({"last-batch", "NAME", &m_lastBatch,
          "where B does not divide N, and nothing is sampled: the end of an epoch is " +
              listOf(std::get<Choice>(infoOf(Field::LastBatch).place).names()) + " [smaller]"});
  option({"examples-per-user", "G", &m_examplesPerUser,
          "whole users are hidden, of at most G examples, each clipped and sampled by itself"});
  option({"largest-batch", "K", &m_largestBatch, "examples that a batch has room for, or auto [any]"});
  option({"min-sep", "S", &m_minSeparation, "fewest steps between two participations [ceil(n/k)]"});
  option({"tau", "TAU", &m_tau, "certificates by samples: delta is at most TAU times its estimate [1.25]"});
  option({"failure-probability", "BETA", &m_failureProbability,
          "certificates by samples: chance that they are wrong [1e-9]"});
  option({"strategy", "FILE", &m_strategy, "a .npy or .npz file that holds the strategy [independent noise: DP-SGD]"});
  option({"strategy-kind", "KIND", &m_strategyKind,
          "what its array is, where the file does not say: dense, dense-inverse, toeplitz, toeplitz-inverse, blt or "
          "banded"});
}

std::string BatchingAccount::idleOption() const {
  std::string idle;
  BatchingAccount(*this).declare([&](const Option& option) {
    if (idle.empty() && option.name != "batching" && isGiven(option)) idle = "--" + option.name;
  });
  return idle;
}

Scenario BatchingAccount::scenarioOf(const Account& account) const {
  Scenario scenario;
  setChoice(scenario, infoOf(Field::Batching), *m_batching);
  scenario.mechanism = &baselineMechanism();
  if (!m_iterations && !m_strategy && !m_batchSize)
    throw InvalidArgument("iterations", std::string("(missing)"), std::string("a value for it"));
  if (m_iterations) scenario.iterations = parseCount("iterations", *m_iterations);
  if (m_strategyKind && !m_strategy)
    throw InvalidArgument("strategy_kind", *m_strategyKind, std::string("--strategy with it"));
  if (m_strategy) {
    std::optional<StrategyContent> content;
    if (m_strategyKind) content = parseName<StrategyContent>("strategy_kind", *m_strategyKind);
    scenario.mechanism = &importedMechanism();
    scenario.imported = importStrategy(readForeignStrategy(*m_strategy), content,
                                       m_iterations ? std::optional(scenario.iterations) : std::nullopt);
    if (!m_iterations) scenario.iterations = scenario.imported->strategy()->iterations();
  }
  if (m_epochs) scenario.epochs = parseReal("epochs", *m_epochs);
  if (m_datasetSize) scenario.datasetSize = parseCount("dataset_size", *m_datasetSize);
  if (m_examplesPerUser) {
    scenario.unit = PrivacyUnit::User;
    scenario.examplesPerUser = parseCount("examples_per_user", *m_examplesPerUser);
  }
  if (m_lastBatch) setChoice(scenario, infoOf(Field::LastBatch), *m_lastBatch);
  readEpochs({m_batchSize, m_iterations || m_strategy, m_epochs.has_value()}, scenario);
  if (m_minSeparation) scenario.minSeparation = parseCount("min_separation", *m_minSeparation);
  if (m_tau) scenario.tau = parseReal("tau", *m_tau);
  if (m_failureProbability) scenario.failureProbability = parseReal("failure_probability", *m_failureProbability);
  scenario.adjacency = account.adjacency;
  // The unknown itself may take any value.
  if (account.unknown != "epsilon") scenario.epsilon = account.epsilon;
  if (account.unknown != "delta") scenario.delta = account.delta;
  if (m_largestBatch && *m_largestBatch == "auto") {
    scenario.validate();
    scenario.largestBatch = proposedLargestBatch(scenario);
    if (!scenario.largestBatch)
      throw InvalidArgument("largest_batch", *m_largestBatch, std::string("it with --dataset-size, or a number"));
  } else if (m_largestBatch) {
    scenario.largestBatch = parseCount("largest_batch", *m_largestBatch);
  }
  for (const auto& [field, typed] :
       {std::pair{Field::LargestBatch, m_largestBatch.has_value()},
        std::pair{Field::LastBatch, m_lastBatch.has_value()},
        std::pair{Field::MinSeparation, m_minSeparation.has_value()}, std::pair{Field::Tau, m_tau.has_value()},
        std::pair{Field::FailureProbability, m_failureProbability.has_value()}}) {
    if (typed && !matters(infoOf(field), scenario))
      throw InvalidArgument(std::string(infoOf(field).name), std::string("(given)"),
                            "nothing for it: it means nothing for " + std::string(scenario.batching->id));
  }
  scenario.validate();
  return scenario;
}

void BatchingAccount::solve(Account& account, const RunControl& control) const {
  const double before = processorSeconds();
  const Scenario scenario = scenarioOf(account);
  const Strategy strategy =
      scenario.imported ? scenario.imported->at(scenario.iterations) : Strategy(IdentityStrategy(scenario.iterations));
  if (const auto problem = bandsProblem(scenario, strategy)) throw *problem;
  const Sensitivity sensitivity = sensitivityOf(strategy, scenario.participation(), control);
  const auto accounting = accountingOf(scenario, strategy, sensitivity, control);
  account.batching = scenario.batching->id;
  account.sensitivity = sensitivity.value;
  if (m_stddev) {
    account.ofStddev = true;
    account.stddev = parseReal("stddev", *m_stddev);
    checkPositive("stddev", account.stddev);
    account.noiseMultiplier = account.stddev / sensitivity.value;
  }
  account.largestBatch = scenario.largestBatch;
  const Sampling sampling = samplingOf(scenario, strategy.bands());
  account.samplingProbability = sampling.probability.value_or(1);
  account.compositions = sampling.compositions.value_or(1);
  const bool gaussian =
      scenario.samplesPlainly() || (!scenario.batching->amplified() && scenario.examplesOfMember() == 1);
  if (!gaussian) {
    account.notGaussian = scenario.batching->id;
    if (scenario.examplesOfMember() > 1) account.notGaussian += " of users with several examples";
    if (scenario.largestBatch) account.notGaussian += " with a largest batch";
  }
  Certified& solved = account.solved;
  if (account.unknown == "noise_multiplier") {
    const Accounting::Calibrated calibrated = accounting->calibrate(control);
    solved = calibrated.noiseMultiplier;
    account.noiseMultiplier = solved.value;
    account.instead = accountantOf(Accounted{scenario, strategy.bands(), sensitivity, solved, calibrated.certificate})
                          .instead.english();
  } else if (account.unknown == "delta") {
    solved = accounting->certifiedDelta(account.noiseMultiplier, account.epsilon, control);
    account.delta = solved.value;
  } else {
    const auto epsilon = epsilonAt(*accounting, account.noiseMultiplier, account.delta, control);
    solved = epsilon.value_or(Certified{std::numeric_limits<double>::infinity()});
    solved.stopped = control.stopRequested();
    account.epsilon = solved.value;
  }
  if (account.unknown != "noise_multiplier") {
    Scenario found = scenario;
    found.epsilon = account.epsilon;
    account.instead = standInOf(found, strategy.bands()).english();
  }
  if (solved.stopped || !std::isfinite(solved.value)) return;
  for (Account::ProfilePoint& point : account.profile)
    point.delta = accounting->certifiedDelta(account.noiseMultiplier, point.epsilon, control);
  if (!m_stddev) account.stddev = account.noiseMultiplier * sensitivity.value;
  solved.seconds = processorSeconds() - before;
}

}  // namespace noiseloom
