#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/account_batching.h"
#include "app/cli/account_budget.h"
#include "app/cli/account_output.h"
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/progress_line.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/run_control.h"
#include "core/claim/epsilon_at.h"
#include "core/scenario/scenario.h"

namespace noiseloom::cli {
namespace {

constexpr std::string_view kNoiseMultiplier = "noise_multiplier", kEpsilon = "epsilon", kDelta = "delta",
                           kSamplingProbability = "sampling_probability", kCompositions = "compositions",
                           kNoiseScale = "noise_scale";

/// "Q:SIGMA:T".
Phase parsePhase(const std::string& text) {
  const auto first = text.find(':'), last = text.rfind(':');
  if (first == std::string::npos || first == last || text.find(':', first + 1) != last) {
    throw InvalidArgument("phase", text,
                          std::string("Q:SIGMA:T, a sampling probability, a noise multiplier and a number of steps"));
  }
  Phase phase;
  phase.samplingProbability = parseReal("phase", text.substr(0, first));
  phase.noiseMultiplier = parseReal("phase", text.substr(first + 1, last - first - 1));
  phase.steps = parseCount("phase", text.substr(last + 1));
  return phase;
}

/// The epsilon that was found, without what the search left above one that noise was calibrated for.
double settled(Certified& solved, const std::function<bool(double)>& isSafe) {
  if (!solved.stopped && std::isfinite(solved.value))
    solved.value = shortestSafe(solved.value, solved.errorBound * solved.value, isSafe);
  return solved.value;
}

/// mu-GDP of steps that are all unsampled.
std::optional<double> gaussianMu(const Account& account) {
  const double apart = distance(account.adjacency);
  double square = 0;
  const auto add = [&](double sigma, double q, Index steps) {
    square = q == 1 ? square + static_cast<double>(steps) / (sigma * sigma) : std::nan("");
  };
  if (account.phases.empty()) add(account.noiseMultiplier, account.samplingProbability, account.compositions);
  for (const Phase& phase : account.phases) {
    add(phase.noiseMultiplier * account.noiseScale, phase.samplingProbability, phase.steps);
  }
  const double mu = apart * std::sqrt(square);
  return std::isfinite(mu) ? std::optional(mu) : std::nullopt;
}

/// `account`: of noise multiplier, epsilon, delta, sampling probability and compositions solves any one from the
/// others; for several phases of training epsilon, delta or a common factor of the noise; for strategy files of several
/// runs the epsilon of all.
class AccountCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  /// The name of the unknown, or why there is none.
  struct Unknown {
    std::string name;
    std::string problem;
  };
  Unknown unknown() const;
  Unknown unknownOfPhases() const;
  Unknown unknownOfBatching() const;
  Outcome runComposed(const std::stop_token& stop) const;
  const std::optional<std::string>& given(const std::string& name) const;
  void solve(Account& account, const RunControl& control) const;
  void solvePhases(Account& account, const RunControl& control) const;

  std::optional<std::string> m_noiseMultiplier;
  std::optional<std::string> m_epsilon;
  std::optional<std::string> m_delta;
  std::optional<std::string> m_samplingProbability;
  std::optional<std::string> m_compositions;
  std::optional<std::string> m_solve;
  std::optional<std::string> m_adjacency;
  std::vector<std::string> m_phases;
  std::vector<std::string> m_profile;
  std::vector<std::string> m_composed;
  BatchingAccount m_batching;
  bool m_json = false;
};

void AccountCommand::declare(CLI::App& command) {
  const auto option = [&command](const char* name, std::optional<std::string>& value, const char* type,
                                 const char* help) { command.add_option(name, value, help)->type_name(type); };
  option("--noise-multiplier", m_noiseMultiplier, "SIGMA", "noise standard deviation for sensitivity 1, above 0");
  option("--epsilon", m_epsilon, "EPS", "privacy loss bound");
  option("--delta", m_delta, "DELTA", "failure probability, above 0 and below 1");
  option("--sampling-probability", m_samplingProbability, "Q",
         "chance that one example is in a batch [1: no sampling]");
  option("--compositions", m_compositions, "T", "number of batches that may hold the example [1]");
  option("--solve", m_solve, "NAME",
         "noise-multiplier, epsilon, delta, sampling-probability or compositions [what is missing]");
  option("--adjacency", m_adjacency, "NAME", "add-remove, zero-out or replace-one [add-remove]");
  command.add_option("--phase", m_phases, "phase of training, instead of the three numbers; may be repeated")
      ->type_name("Q:SIGMA:T")
      ->take_all();
  command.add_option("--profile", m_profile, "also print delta at these values of epsilon")
      ->type_name("EPS,...")
      ->delimiter(',');
  m_batching.declare(command);
  command.add_option("--compose", m_composed, "strategy file of one of several runs on the same data; may be repeated")
      ->type_name("FILE.npz")
      ->take_all()
      ->group("Several runs");
  command.add_flag("--json", m_json, "print one JSON object");
}

const std::optional<std::string>& AccountCommand::given(const std::string& name) const {
  if (name == kNoiseMultiplier) return m_noiseMultiplier;
  if (name == kEpsilon) return m_epsilon;
  if (name == kDelta) return m_delta;
  return name == kSamplingProbability ? m_samplingProbability : m_compositions;
}

AccountCommand::Unknown AccountCommand::unknown() const {
  const bool noise = m_noiseMultiplier.has_value() || m_batching.givesStddev();
  const int three = noise + m_epsilon.has_value() + m_delta.has_value();
  if (m_solve) {
    std::string name = *m_solve;
    std::replace(name.begin(), name.end(), '-', '_');
    const std::vector<std::string_view> names{"noise-multiplier", "epsilon", "delta", "sampling-probability",
                                              "compositions"};
    if (std::find(names.begin(), names.end(), *m_solve) == names.end()) refuseName("solve", *m_solve, names);
    if (given(name)) return {"", "--solve " + *m_solve + " and --" + *m_solve + " exclude each other"};
    const bool ofThree = name != kSamplingProbability && name != kCompositions;
    if (three != (ofThree ? 2 : 3)) {
      return {"", std::string("give ") + (ofThree ? "the other two" : "all three") +
                      " of --noise-multiplier, --epsilon and --delta (" + std::to_string(three) +
                      " given) to solve for " + *m_solve};
    }
    return {name, ""};
  }
  if (three == 2) {
    return {std::string(!noise ? kNoiseMultiplier : !m_epsilon ? kEpsilon : kDelta), ""};
  }
  if (three == 3 && m_samplingProbability.has_value() != m_compositions.has_value()) {
    return {std::string(m_samplingProbability ? kCompositions : kSamplingProbability), ""};
  }
  return {"", "give exactly two of --noise-multiplier, --epsilon and --delta (" + std::to_string(three) +
                  " given): the third is solved for; or all three with one of --sampling-probability and "
                  "--compositions, or with --solve: the other is"};
}

AccountCommand::Unknown AccountCommand::unknownOfPhases() const {
  for (const std::string_view name : {kNoiseMultiplier, kSamplingProbability, kCompositions}) {
    if (!given(std::string(name))) continue;
    std::string option(name);
    std::replace(option.begin(), option.end(), '_', '-');
    return {"", "--" + option + " and --phase exclude each other: a phase is Q:SIGMA:T"};
  }
  if (m_solve)
    return {"",
            "--solve and --phase exclude each other: what is missing of --epsilon and --delta is solved for, "
            "and with both a common factor of the noise"};
  if (!m_epsilon && !m_delta) return {"", "give --epsilon, --delta or both with --phase"};
  return {std::string(!m_epsilon ? kEpsilon : !m_delta ? kDelta : kNoiseScale), ""};
}

AccountCommand::Unknown AccountCommand::unknownOfBatching() const {
  for (const std::string_view name : {kSamplingProbability, kCompositions}) {
    if (!given(std::string(name))) continue;
    std::string option(name);
    std::replace(option.begin(), option.end(), '_', '-');
    return {"", "--" + option + " and --batching exclude each other: it follows from --iterations and --epochs"};
  }
  if (!m_phases.empty()) return {"", "--phase and --batching exclude each other"};
  if (m_noiseMultiplier && m_batching.givesStddev())
    return {"", "--noise-multiplier and --stddev exclude each other: one is the other over the sensitivity"};
  if (m_solve) return {"", "--solve and --batching exclude each other: what is missing of three numbers is solved for"};
  return unknown();
}

void AccountCommand::solve(Account& account, const RunControl& control) const {
  const double q = account.samplingProbability, sigma = account.noiseMultiplier;
  const double epsilon = account.epsilon, delta = account.delta;
  const Index steps = account.compositions;
  const Adjacency adjacency = account.adjacency;
  if (account.unknown == kNoiseMultiplier) {
    account.solved = noiseMultiplierFor(epsilon, delta, q, steps, control, adjacency);
    account.noiseMultiplier = account.solved.value;
  } else if (account.unknown == kEpsilon) {
    account.solved = epsilonFor(sigma, delta, q, steps, control, adjacency);
    account.epsilon = settled(account.solved, [&](double shorter) {
      const Certified told = deltaFor(sigma, shorter, q, steps, control, adjacency);
      return !told.stopped && told.value <= delta;
    });
  } else if (account.unknown == kDelta) {
    account.solved = deltaFor(sigma, epsilon, q, steps, control, adjacency);
    account.delta = account.solved.value;
  } else if (account.unknown == kSamplingProbability) {
    account.solved = samplingProbabilityFor(sigma, epsilon, delta, steps, control, adjacency);
    account.samplingProbability = account.solved.value;
  } else {
    const CertifiedCount count = compositionsFor(sigma, epsilon, delta, q, control, adjacency);
    account.compositions = count.value;
    account.largestCompositions = count.largest;
    const auto value = static_cast<double>(count.value);
    account.solved = {value, static_cast<double>(count.largest) / value - 1, count.seconds, count.stopped};
  }
  if (account.solved.stopped || !std::isfinite(account.solved.value)) return;
  account.directions = approximateDirections(account.noiseMultiplier, account.epsilon, account.samplingProbability,
                                             account.compositions, adjacency);
  for (Account::ProfilePoint& point : account.profile) {
    point.delta = deltaFor(account.noiseMultiplier, point.epsilon, account.samplingProbability, account.compositions,
                           control, adjacency);
  }
}

void AccountCommand::solvePhases(Account& account, const RunControl& control) const {
  Composition composition{account.phases, account.adjacency};
  if (account.unknown == kEpsilon) {
    account.solved = epsilonOf(composition, account.delta, control);
    account.epsilon = settled(account.solved, [&](double shorter) {
      const Certified told = deltaOf(composition, shorter, control);
      return !told.stopped && told.value <= account.delta;
    });
  } else if (account.unknown == kDelta) {
    account.solved = deltaOf(composition, account.epsilon, control);
    account.delta = account.solved.value;
  } else {
    account.solved = noiseScaleFor(account.epsilon, account.delta, composition, control);
    account.noiseScale = account.solved.value;
  }
  if (account.solved.stopped || !std::isfinite(account.solved.value)) return;
  for (Phase& phase : composition.phases) phase.noiseMultiplier *= account.noiseScale;
  for (Account::ProfilePoint& point : account.profile) point.delta = deltaOf(composition, point.epsilon, control);
}

Outcome AccountCommand::runComposed(const std::stop_token& stop) const {
  const bool other = m_noiseMultiplier || m_epsilon || m_samplingProbability || m_compositions || m_solve ||
                     m_adjacency || !m_phases.empty() || !m_profile.empty() || m_batching.asked();
  if (other || !m_batching.idleOption().empty())
    return {kExitUsage, "", "--compose goes with --delta and --json alone: the files say the rest"};
  if (!m_delta) return {kExitUsage, "", "give --delta, at which epsilon is asked for"};
  return accountBudget(m_composed, parseReal(kDelta, *m_delta), m_json, stop);
}

Outcome AccountCommand::run(const std::stop_token& stop) const {
  if (!m_composed.empty()) return runComposed(stop);
  const auto [name, problem] = m_batching.asked() ? unknownOfBatching()
                               : m_phases.empty() ? unknown()
                                                  : unknownOfPhases();
  if (const std::string idle = m_batching.idleOption(); !m_batching.asked() && !idle.empty())
    return {kExitUsage, "", idle + " goes with --batching only"};
  if (name.empty()) return {kExitUsage, "", problem};
  Account account;
  account.unknown = name;
  if (m_noiseMultiplier) account.noiseMultiplier = parseReal(kNoiseMultiplier, *m_noiseMultiplier);
  if (m_epsilon) account.epsilon = parseReal(kEpsilon, *m_epsilon);
  if (m_delta) account.delta = parseReal(kDelta, *m_delta);
  if (m_samplingProbability) account.samplingProbability = parseReal(kSamplingProbability, *m_samplingProbability);
  if (m_compositions) account.compositions = parseCount(kCompositions, *m_compositions);
  if (m_adjacency) {
    account.adjacency = parseName("adjacency", *m_adjacency, adjacencyFromName,
                                  {Adjacency::AddRemove, Adjacency::ZeroOut, Adjacency::ReplaceOne});
  }
  for (const std::string& text : m_phases) account.phases.push_back(parsePhase(text));
  for (const std::string& text : m_profile) account.profile.push_back({parseReal("profile", text), {}});
  for (const Account::ProfilePoint& point : account.profile) checkClosedInterval("profile", point.epsilon, 0, 1e300);
  {
    ProgressLine line;
    const RunControl control = line.control(stop);
    if (m_batching.asked()) {
      m_batching.solve(account, control);
    } else if (account.phases.empty()) {
      solve(account, control);
    } else {
      solvePhases(account, control);
    }
  }
  if (stop.stop_requested() || account.solved.stopped) {
    const bool least = name == kSamplingProbability || name == kCompositions;
    return {kExitCancelled, "",
            std::isfinite(account.solved.value) ? "cancelled: " + name + " = " + shortest(account.solved.value) +
                                                      " is safe, but may be far too " + (least ? "small" : "large")
                                                : "cancelled before a safe " + name + " was found"};
  }
  if (!std::isfinite(account.solved.value)) {
    return {kExitUsage, "",
            "no finite " + name + " meets these values; use a larger noise multiplier, epsilon or delta"};
  }
  if (!m_batching.asked()) account.mu = gaussianMu(account);
  return {kExitSuccess, m_json ? accountJson(account) : accountText(account), ""};
}

}  // namespace

std::unique_ptr<Command> accountCommand() {
  return std::make_unique<AccountCommand>();
}

}  // namespace noiseloom::cli
