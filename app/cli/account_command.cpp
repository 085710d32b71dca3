#include "app/cli/account_command.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/arguments.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/accounting/calibration.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom::cli {
namespace {

enum class Unknown { NoiseMultiplier, Epsilon, Delta };

struct Account {
  Unknown unknown = Unknown::NoiseMultiplier;
  double noiseMultiplier = 0;
  double epsilon = 0;
  double delta = 0;
  double samplingProbability = 1;
  Index compositions = 1;
  Certified solved;
};

const char* nameOf(Unknown unknown) {
  switch (unknown) {
    case Unknown::NoiseMultiplier: return "noise_multiplier";
    case Unknown::Epsilon: return "epsilon";
    case Unknown::Delta: return "delta";
  }
  return "";
}

void solve(Account& account, const RunControl& control) {
  const double q = account.samplingProbability;
  const Index steps = account.compositions;
  switch (account.unknown) {
    case Unknown::NoiseMultiplier:
      account.solved = noiseMultiplierFor(account.epsilon, account.delta, q, steps, control);
      account.noiseMultiplier = account.solved.value;
      break;
    case Unknown::Epsilon:
      account.solved = epsilonFor(account.noiseMultiplier, account.delta, q, steps, control);
      account.epsilon = account.solved.value;
      break;
    case Unknown::Delta:
      account.solved = deltaFor(account.noiseMultiplier, account.epsilon, q, steps, control);
      account.delta = account.solved.value;
      break;
  }
}

std::string json(const Account& account) {
  const nlohmann::ordered_json object{{"noise_multiplier", account.noiseMultiplier},
                                      {"epsilon", account.epsilon},
                                      {"delta", account.delta},
                                      {"solved_for", nameOf(account.unknown)},
                                      {"sampling_probability", account.samplingProbability},
                                      {"compositions", account.compositions},
                                      {"adjacency", "add-remove"},
                                      {"error_bound", account.solved.errorBound},
                                      {"seconds", account.solved.seconds}};
  return object.dump(2) + "\n";
}

std::string text(const Account& account) {
  const std::string certified = "certified, about " + readable(account.solved.errorBound, 2) + " (relative) too large";
  const auto note = [&](Unknown unknown) { return unknown == account.unknown ? certified : std::string("given"); };
  TextTable table;
  table.row({"Noise multiplier", readable(account.noiseMultiplier, 9), note(Unknown::NoiseMultiplier)});
  table.row({"Epsilon", readable(account.epsilon, 9), note(Unknown::Epsilon)});
  table.row({"Delta", readable(account.delta, 9), note(Unknown::Delta)});
  table.row({"Sampling probability", readable(account.samplingProbability), "Poisson sampling, add/remove adjacency"});
  table.row({"Compositions", std::to_string(account.compositions)});
  table.row({"Time", readableSeconds(account.solved.seconds)});
  return table.text();
}

}  // namespace

void AccountCommand::declare(CLI::App& command) {
  const auto option = [&command](const char* name, std::optional<std::string>& value, const char* type,
                                 const char* help) { command.add_option(name, value, help)->type_name(type); };
  option("--noise-multiplier", m_noiseMultiplier, "SIGMA", "noise standard deviation for sensitivity 1, above 0");
  option("--epsilon", m_epsilon, "EPS", "privacy loss bound");
  option("--delta", m_delta, "DELTA", "failure probability, above 0 and below 1");
  option("--sampling-probability", m_samplingProbability, "Q",
         "chance that one example is in a batch [1: no sampling]");
  option("--compositions", m_compositions, "T", "number of batches that may hold the example [1]");
  command.add_flag("--json", m_json, "print one JSON object");
}

Outcome AccountCommand::run(const std::stop_token& stop) const {
  const int given = m_noiseMultiplier.has_value() + m_epsilon.has_value() + m_delta.has_value();
  if (given != 2) {
    return {kExitUsage, "",
            "give exactly two of --noise-multiplier, --epsilon and --delta (" + std::to_string(given) +
                " given): the third is solved for"};
  }
  Account account;
  if (m_noiseMultiplier) account.noiseMultiplier = parseReal("noise_multiplier", *m_noiseMultiplier);
  if (m_epsilon) account.epsilon = parseReal("epsilon", *m_epsilon);
  if (m_delta) account.delta = parseReal("delta", *m_delta);
  if (m_samplingProbability) account.samplingProbability = parseReal("sampling_probability", *m_samplingProbability);
  if (m_compositions) account.compositions = parseCount("compositions", *m_compositions);
  account.unknown = !m_noiseMultiplier ? Unknown::NoiseMultiplier : !m_epsilon ? Unknown::Epsilon : Unknown::Delta;
  {
    ProgressLine line;
    solve(account, line.control(stop));
  }
  const std::string name = nameOf(account.unknown);
  if (stop.stop_requested() || account.solved.stopped) {
    return {kExitCancelled, "",
            std::isfinite(account.solved.value)
                ? "cancelled: " + name + " = " + shortest(account.solved.value) + " is safe, but may be far too large"
                : "cancelled before a safe " + name + " was found"};
  }
  if (!std::isfinite(account.solved.value)) {
    return {kExitUsage, "",
            "no finite " + name + " meets these values; use a larger noise multiplier, epsilon or delta"};
  }
  return {kExitSuccess, m_json ? json(account) : text(account), ""};
}

}  // namespace noiseloom::cli
