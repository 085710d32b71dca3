#include <CLI/CLI.hpp>
#include <cmath>
#include <string>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/answer/account_answer.h"
#include "core/answer/account_question.h"
#include "core/answer/readable.h"
#include "core/base/check.h"
#include "core/claim/claim.h"
#include "core/scenario/scenario.h"

namespace noiseloom::cli {
namespace {

std::string bestTrialText(const BestTrial& choice) {
  const bool geometric = choice.law == BestTrial::Law::Geometric;
  return std::string("Draw the number of trials before the first one, in secret, in NumPy by Generator.") +
         (geometric ? "geometric(S)" : "logseries(1 - S)") +
         ", S the stop probability. Each trial draws what it tries afresh from one law that is fixed beforehand, "
         "whatever other trials gave. The score must follow from what a trial releases, or from data that nobody "
         "protects; nothing of the other trials is released, nor their number.\n";
}

/// The result of `account` as a table for people.
std::string accountText(const Account& account) {
  // Given values keep all their digits; found values are rounded to the safe side.
  const auto number = [&](const char* name, double value) {
    if (name != account.unknown) return shortest(value);
    return account.unknown == "sampling_probability" ? readableDown(value, 9) : readableUp(value, 9);
  };
  const auto note = [&](const char* name) -> std::string {
    if (name != account.unknown) return "given";
    if (account.unknown == "compositions") {
      return account.largestCompositions > account.compositions
                 ? "certified; at most " + std::to_string(account.largestCompositions) + " would do"
                 : "certified";
    }
    const bool low = account.unknown == "sampling_probability";
    if (!(account.solved.errorBound < 1))
      return std::string("certified; how much too ") + (low ? "small" : "large") + " is not known";
    return "certified, about " + readableUp(account.solved.errorBound, 2) + " (relative) too " +
           (low ? "small" : "large");
  };
  TextTable table;
  if (account.phases.empty()) {
    const std::string relative = account.batching.empty() ? "" : ", for sensitivity 1";
    table.row({"Noise multiplier", number("noise_multiplier", account.noiseMultiplier),
               account.ofStddev ? "the stddev over the sensitivity" : note("noise_multiplier") + relative});
  }
  table.row({"Epsilon", number("epsilon", account.epsilon), note("epsilon")});
  table.row({"Delta", number("delta", account.delta), note("delta")});
  const std::string adjacency(toString(account.adjacency));
  if (!account.batching.empty()) {
    table.row({"Batching", account.batching, "as accounted"});
    if (!account.instead.empty()) table.row({"", "", account.instead});
    if (account.largestBatch) table.row({"Largest batch", std::to_string(*account.largestBatch)});
    table.row({"Sensitivity", readableUp(account.sensitivity, 9), "clip norms"});
    table.row({"Noise stddev", account.ofStddev ? shortest(account.stddev) : readableUp(account.stddev, 9),
               account.ofStddev ? "given, in clip norms" : "clip norms: the noise multiplier times the sensitivity"});
  } else if (account.phases.empty()) {
    table.row({"Sampling probability", number("sampling_probability", account.samplingProbability),
               note("sampling_probability")});
    table.row({"Compositions", std::to_string(account.compositions), note("compositions")});
  } else {
    table.row({"Noise scale", number("noise_scale", account.noiseScale), note("noise_scale")});
    for (const Phase& phase : account.phases) {
      table.row({"Phase", std::to_string(phase.steps) + " x",
                 "sampling probability " + shortest(phase.samplingProbability) + ", noise multiplier " +
                     number("noise_scale", phase.noiseMultiplier * account.noiseScale)});
    }
  }
  const bool poisson = account.batching.empty() && !account.mu;
  table.row({"Assumes", adjacency, poisson ? "adjacency, Poisson sampling" : "adjacency"});
  if (account.directions) {
    const auto direction = [&](const char* name, const std::optional<double>& delta) {
      table.row({name, delta ? readableUp(*delta, 9) : "-",
                 account.mu ? "exact"
                 : delta    ? "uncertified"
                            : "not resolved"});
    };
    direction("Delta to remove", account.directions->remove);
    direction("Delta to add", account.directions->add);
  }
  if (account.mu) {
    table.row({"Gaussian DP", readableUp(*account.mu, 9), "mu"});
    table.row({"zCDP", readableUp(*account.mu * *account.mu / 2, 9), "rho"});
  } else if (account.batching.empty()) {
    table.row({"Gaussian DP, zCDP", "-", "not applicable to sampled steps"});
  }
  for (const Account::ProfilePoint& point : account.profile)
    table.row({"Delta at epsilon " + shortest(point.epsilon), readableUp(point.delta.value, 9), "certified"});
  for (const Account::RenyiPoint& point : account.renyi)
    table.row({"RDP at order " + shortest(point.order), readableUp(point.epsilon, 9), "certified"});
  table.row({"Time", readableSeconds(account.solved.seconds)});
  return table.text();
}

std::string budgetText(const ComposedRuns& runs) {
  const auto& [files, request, budget] = runs;
  TextTable table;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Design& design = *request.designs[i];
    const Scenario& scenario = design.scenario;
    table.row({files[i], "(" + shortest(scenario.epsilon) + ", " + shortest(scenario.delta) + ")",
               nameOf(design).english() + ", " + std::string(scenario.batching->name.english())});
  }
  if (request.bestOf) {
    const std::string law(toString(request.bestOf->law));
    table.row({"Best of", shortest(request.bestOf->mean) + " trials", "on average; the others stay secret"});
    table.row({"Trials", law, "of stop probability " + readableUp(stopProbability(*request.bestOf), 9)});
  }
  for (const OtherRelease& release : request.others) table.row({"Release", toString(release), ""});
  table.row({"Epsilon", readableUp(budget.epsilon, 9), "certified, of all together"});
  table.row({"Delta", shortest(budget.delta), "given"});
  if (std::isfinite(budget.sumOfEpsilons))
    table.row({"Plain sum", readableUp(budget.sumOfEpsilons, 9), "at delta " + readableUp(budget.sumOfDeltas)});
  if (budget.failureProbability > 0)
    table.row({"Fails with", readableUp(budget.failureProbability, 2), "at most: certificates by draws"});
  const std::string adjacency =
      files.empty() ? "one" : std::string(toString(request.designs.front()->scenario.adjacency));
  table.row({"Assumes", adjacency, "adjacency and unit for all of them, every run's own assumptions"});
  std::string text = table.text() + "\n";
  if (!files.empty()) text += "The files as they state themselves (noiseloom-cli verify recomputes them). ";
  text += "Which releases there are, and their privacy, must not depend on what earlier ones gave.\n";
  if (request.bestOf) text += bestTrialText(*request.bestOf);
  return text;
}

/// `account`: privacy by the numbers, without a strategy.
class AccountCommand final : public Command {
 public:
  void declare(CLI::App& command) override {
    m_question.declare(optionsOf(command));
    declareJson(command);
  }
  Outcome run(const std::stop_token& stop) const override;

 private:
  AccountQuestion m_question;
};

Outcome AccountCommand::run(const std::stop_token& stop) const {
  const auto [ended, account, composed] =
      withProgress(stop, [&](const RunControl& control) { return m_question.solve(control); });
  if (account) return outcomeOf(ended, m_json ? printedJson(accountJson(*account)) : accountText(*account));
  if (composed) return outcomeOf(ended, m_json ? printedJson(budgetJson(*composed)) : budgetText(*composed));
  return outcomeOf(ended);
}

}  // namespace

std::unique_ptr<Command> accountCommand() {
  return std::make_unique<AccountCommand>();
}

}  // namespace noiseloom::cli
