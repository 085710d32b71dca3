#include "core/answer/account_question.h"

#include <cmath>
#include <functional>
#include <map>
#include <string_view>

#include "core/accounting/losses/renyi.h"
#include "core/answer/arguments.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/claim/epsilon_at.h"
#include "core/io/strategy_file.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
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

/// The epsilon that was found, or the shorter number within its error bound that is as safe: the one that noise was
/// calibrated for, if there was one.
double settled(Certified& solved, const std::function<bool(double)>& isSafe) {
  if (!solved.stopped && std::isfinite(solved.value))
    solved.value = shortestSafe(solved.value, solved.errorBound * solved.value, isSafe);
  return solved.value;
}

/// Everything that is released, as phases.
std::vector<Phase> phasesOf(const Account& account) {
  std::vector<Phase> phases = account.phases;
  for (Phase& phase : phases) phase.noiseMultiplier *= account.noiseScale;
  if (phases.empty()) phases = {{account.noiseMultiplier, account.samplingProbability, account.compositions}};
  return phases;
}

/// mu-GDP of steps that are all unsampled; nullopt if any is sampled.
std::optional<double> gaussianMu(const Account& account) {
  double square = 0;
  for (const Phase& phase : phasesOf(account)) {
    if (phase.samplingProbability != 1) return std::nullopt;
    square += static_cast<double>(phase.steps) / (phase.noiseMultiplier * phase.noiseMultiplier);
  }
  const double mu = distance(account.adjacency) * std::sqrt(square);
  return std::isfinite(mu) ? std::optional(mu) : std::nullopt;
}

AccountQuestion::Found refused(std::string why) {
  return {{Ending::Refused, nullptr, std::move(why)}, {}, {}};
}

}  // namespace

void AccountQuestion::declare(const AddOption& add) {
  add({"noise-multiplier", "SIGMA", &m_noiseMultiplier, "noise standard deviation for sensitivity 1, above 0"});
  add({"epsilon", "EPS", &m_epsilon, "privacy loss bound"});
  add({"delta", "DELTA", &m_delta, "failure probability, above 0 and below 1"});
  add({"sampling-probability", "Q", &m_samplingProbability, "chance that one example is in a batch [1: no sampling]"});
  add({"compositions", "T", &m_compositions, "number of batches that may hold the example [1]"});
  add({"solve", "NAME", &m_solve,
       "noise-multiplier, epsilon, delta, sampling-probability or compositions [what is missing]"});
  add({"adjacency", "NAME", &m_adjacency, "add-remove, zero-out or replace-one [add-remove]"});
  add({"phase", "Q:SIGMA:T", &m_phases, "phase of training, instead of the three numbers; may be repeated"});
  add({.name = "profile",
       .type = "EPS,...",
       .place = &m_profile,
       .help = "also print delta at these values of epsilon",
       .commas = true});
  add({.name = "rdp",
       .type = "ORDER,...",
       .place = &m_renyi,
       .help = "also print the Renyi divergence (RDP) at these orders: whole numbers from 2 on where steps are sampled",
       .commas = true});
  m_batching.declare(add);
  const AddOption ofRuns = below("Several runs", add);
  ofRuns(
      {"compose", "FILE.npz", &m_composed, "strategy file of one of several runs on the same data; may be repeated"});
  ofRuns({"release", "KIND:NUMBER", &m_releases,
          "another release about the same data: dp:EPS or dp:EPS:DELTA, laplace:SCALE or gaussian:SIGMA (noise "
          "over sensitivity), discrete-gaussian:SIGMA (of an integer that one member changes by 1 at most) or "
          "zcdp:RHO; after 3x, three of them; may be repeated"});
  ofRuns(
      {"best-of", "M", &m_bestOf,
       "the runs of --compose are one trial of a random number, M on average, and the best trial alone is released"});
  ofRuns({"trials", "NAME", &m_trials,
          "logarithmic or geometric: law of the number of trials of --best-of [logarithmic]"});
}

const std::optional<std::string>& AccountQuestion::given(const std::string& name) const {
  if (name == kNoiseMultiplier) return m_noiseMultiplier;
  if (name == kEpsilon) return m_epsilon;
  if (name == kDelta) return m_delta;
  return name == kSamplingProbability ? m_samplingProbability : m_compositions;
}

AccountQuestion::Unknown AccountQuestion::unknown() const {
  const bool noise = m_noiseMultiplier.has_value() || m_batching.givesStddev();
  const int three = noise + m_epsilon.has_value() + m_delta.has_value();
  if (m_solve) {
    checkName("solve", *m_solve, {"noise-multiplier", "epsilon", "delta", "sampling-probability", "compositions"});
    const std::string name = snakeCase(*m_solve);
    if (given(name)) return {"", "--solve " + *m_solve + " and --" + *m_solve + " exclude each other"};
    const bool ofThree = name != kSamplingProbability && name != kCompositions;
    if (three != (ofThree ? 2 : 3)) {
      return {"", std::string("give ") + (ofThree ? "the other two" : "all three") +
                      " of --noise-multiplier, --epsilon and --delta (" + std::to_string(three) +
                      " given) to solve for " + *m_solve};
    }
    return {name, ""};
  }
  if (three == 2) return {std::string(!noise ? kNoiseMultiplier : !m_epsilon ? kEpsilon : kDelta), ""};
  if (three == 3 && m_samplingProbability.has_value() != m_compositions.has_value())
    return {std::string(m_samplingProbability ? kCompositions : kSamplingProbability), ""};
  return {"", "give exactly two of --noise-multiplier, --epsilon and --delta (" + std::to_string(three) +
                  " given): the third is solved for; or all three with one of --sampling-probability and "
                  "--compositions, or with --solve: the other is"};
}

AccountQuestion::Unknown AccountQuestion::unknownOfPhases() const {
  for (const std::string_view name : {kNoiseMultiplier, kSamplingProbability, kCompositions}) {
    if (!given(std::string(name))) continue;
    return {"", "--" + dashed(name) + " and --phase exclude each other: a phase is Q:SIGMA:T"};
  }
  if (m_solve)
    return {"",
            "--solve and --phase exclude each other: what is missing of --epsilon and --delta is solved for, "
            "and with both a common factor of the noise"};
  if (!m_epsilon && !m_delta) return {"", "give --epsilon, --delta or both with --phase"};
  return {std::string(!m_epsilon ? kEpsilon : !m_delta ? kDelta : kNoiseScale), ""};
}

AccountQuestion::Unknown AccountQuestion::unknownOfBatching() const {
  for (const std::string_view name : {kSamplingProbability, kCompositions}) {
    if (!given(std::string(name))) continue;
    return {"", "--" + dashed(name) + " and --batching exclude each other: it follows from --iterations and --epochs"};
  }
  if (!m_phases.empty()) return {"", "--phase and --batching exclude each other"};
  if (m_noiseMultiplier && m_batching.givesStddev())
    return {"", "--noise-multiplier and --stddev exclude each other: one is the other over the sensitivity"};
  if (m_solve) return {"", "--solve and --batching exclude each other: what is missing of three numbers is solved for"};
  return unknown();
}

void AccountQuestion::solve(Account& account, const RunControl& control) const {
  const double q = account.samplingProbability, sigma = account.noiseMultiplier;
  const double epsilon = account.epsilon, delta = account.delta;
  const Index steps = account.compositions;
  const Adjacency adjacency = account.adjacency;
  const PoissonSteps sampling(q, steps, adjacency);
  if (account.unknown == kNoiseMultiplier) {
    account.solved = sampling.certifiedNoiseMultiplier(epsilon, delta, control);
    account.noiseMultiplier = account.solved.value;
  } else if (account.unknown == kEpsilon) {
    account.solved = sampling.certifiedEpsilon(sigma, delta, control);
    account.epsilon = settled(account.solved, [&](double shorter) {
      const Certified promised = sampling.certifiedDelta(sigma, shorter, control);
      return !promised.stopped && promised.value <= delta;
    });
  } else if (account.unknown == kDelta) {
    account.solved = sampling.certifiedDelta(sigma, epsilon, control);
    account.delta = account.solved.value;
  } else if (account.unknown == kSamplingProbability) {
    account.solved = certifiedSamplingProbability(sigma, epsilon, delta, steps, control, adjacency);
    account.samplingProbability = account.solved.value;
  } else {
    const CertifiedCount count = certifiedCompositions(sigma, epsilon, delta, q, control, adjacency);
    account.compositions = count.value;
    account.largestCompositions = count.largest;
    const auto value = static_cast<double>(count.value);
    account.solved = {value, static_cast<double>(count.largest) / value - 1, count.seconds, count.stopped};
  }
  if (account.solved.stopped || !std::isfinite(account.solved.value)) return;
  const PoissonSteps solved(account.samplingProbability, account.compositions, adjacency);
  account.directions = approximateDirections(solved, account.noiseMultiplier, account.epsilon);
  for (Account::ProfilePoint& point : account.profile)
    point.delta = solved.certifiedDelta(account.noiseMultiplier, point.epsilon, control);
}

void AccountQuestion::solvePhases(Account& account, const RunControl& control) const {
  Composition composition{account.phases, account.adjacency};
  if (account.unknown == kEpsilon) {
    account.solved = composition.certifiedEpsilon(1, account.delta, control);
    account.epsilon = settled(account.solved, [&](double shorter) {
      const Certified promised = composition.certifiedDelta(1, shorter, control);
      return !promised.stopped && promised.value <= account.delta;
    });
  } else if (account.unknown == kDelta) {
    account.solved = composition.certifiedDelta(1, account.epsilon, control);
    account.delta = account.solved.value;
  } else {
    account.solved = composition.certifiedNoiseMultiplier(account.epsilon, account.delta, control);
    account.noiseScale = account.solved.value;
  }
  if (account.solved.stopped || !std::isfinite(account.solved.value)) return;
  for (Phase& phase : composition.phases) phase.noiseMultiplier *= account.noiseScale;
  for (Account::ProfilePoint& point : account.profile)
    point.delta = composition.certifiedDelta(1, point.epsilon, control);
}

AccountQuestion::Found AccountQuestion::solveComposed(const RunControl& control) const {
  const bool other = m_noiseMultiplier || m_epsilon || m_samplingProbability || m_compositions || m_solve ||
                     m_adjacency || !m_phases.empty() || !m_profile.empty() || !m_renyi.empty() || m_batching.asked();
  if (other || !m_batching.idleOption().empty())
    return refused("--compose and --release go with --delta, --best-of and --json alone: they say the rest");
  if (!m_delta) return refused("give --delta, at which epsilon is asked for");
  if (m_bestOf && m_composed.empty()) return refused("--best-of goes with --compose, which says what one trial is");
  if (m_trials && !m_bestOf) return refused("--trials goes with --best-of, which says how many there are on average");
  ComposedRuns runs{m_composed, {.designs = {}, .delta = parseReal(kDelta, *m_delta)}, {}};
  for (const std::string& text : m_releases) runs.request.others.push_back(otherReleaseFromText(text));
  if (m_bestOf) runs.request.bestOf = {.mean = parseReal("best_of", *m_bestOf)};
  if (m_bestOf && m_trials) runs.request.bestOf->law = parseName<BestTrial::Law>("trials", *m_trials);
  // The same file twice is two runs of one design, whose profile is certified once.
  std::map<std::string, std::shared_ptr<const Design>> read;
  for (const std::string& file : m_composed) {
    auto& design = read[file];
    if (!design) design = designOf(readStrategyFile(file));
    runs.request.designs.push_back(design);
  }
  runs.budget = budgetOf(runs.request, control);
  if (control.stopRequested() || runs.budget.stopped)
    return {{Ending::Stopped, nullptr, "cancelled: nothing is known of the budget"}, {}, {}};
  if (!std::isfinite(runs.budget.epsilon))
    return refused("no finite epsilon is certified at this delta; use a larger one");
  return {{}, {}, std::move(runs)};
}

AccountQuestion::Found AccountQuestion::solve(const RunControl& control) const {
  if (!m_composed.empty() || !m_releases.empty()) return solveComposed(control);
  if (m_bestOf || m_trials) return refused("--best-of and --trials go with --compose only");
  const auto [name, problem] = m_batching.asked() ? unknownOfBatching()
                               : m_phases.empty() ? unknown()
                                                  : unknownOfPhases();
  if (const std::string idle = m_batching.idleOption(); !m_batching.asked() && !idle.empty())
    return refused(idle + " goes with --batching only: add it, such as --batching cyclic-poisson");
  if (name.empty()) return refused(problem);
  Account account;
  account.unknown = name;
  if (m_noiseMultiplier) account.noiseMultiplier = parseReal(kNoiseMultiplier, *m_noiseMultiplier);
  if (m_epsilon) account.epsilon = parseReal(kEpsilon, *m_epsilon);
  if (m_delta) account.delta = parseReal(kDelta, *m_delta);
  if (m_samplingProbability) account.samplingProbability = parseReal(kSamplingProbability, *m_samplingProbability);
  if (m_compositions) account.compositions = parseCount(kCompositions, *m_compositions);
  if (m_adjacency) account.adjacency = parseName<Adjacency>("adjacency", *m_adjacency);
  for (const std::string& text : m_phases) account.phases.push_back(parsePhase(text));
  for (const std::string& text : m_profile) account.profile.push_back({parseReal("profile", text), {}});
  for (const Account::ProfilePoint& point : account.profile) checkClosedInterval("profile", point.epsilon, 0, 1e300);
  for (const std::string& text : m_renyi) account.renyi.push_back({parseReal("rdp", text), 0});
  if (m_batching.asked()) {
    m_batching.solve(account, control);
  } else if (account.phases.empty()) {
    solve(account, control);
  } else {
    solvePhases(account, control);
  }
  if (control.stopRequested() || account.solved.stopped) {
    const bool least = name == kSamplingProbability || name == kCompositions;
    return {{Ending::Stopped, nullptr,
             std::isfinite(account.solved.value) ? "cancelled: " + name + " = " + shortest(account.solved.value) +
                                                       " is safe, but may be far too " + (least ? "small" : "large")
                                                 : "cancelled before a safe " + name + " was found"},
            {},
            {}};
  }
  if (!std::isfinite(account.solved.value))
    return refused("no finite " + name + " meets these values; use a larger noise multiplier, epsilon or delta");
  if (!m_batching.asked()) account.mu = gaussianMu(account);
  addRenyi(account);
  return {{}, std::move(account), {}};
}

void AccountQuestion::addRenyi(Account& account) const {
  for (Account::RenyiPoint& point : account.renyi) {
    const auto refuse = [&](const std::string& allowed) { throw InvalidArgument("rdp", point.order, allowed); };
    if (!account.notGaussian.empty())
      refuse("none under " + account.notGaussian + ": no certified divergence is known");
    for (const Phase& phase : phasesOf(account)) {
      double step = 0;
      if (phase.samplingProbability == 1) {
        checkOpenInterval("rdp", point.order, 1, 1e300);
        const double mu = distance(account.adjacency) / phase.noiseMultiplier;
        step = point.order * (mu * mu / 2) * (1 + 1e-15);
      } else {
        if (account.adjacency == Adjacency::ReplaceOne)
          refuse(
              "add-remove or zero-out adjacency with it: of sampled steps no divergence is known where one is "
              "replaced");
        if (point.order != std::floor(point.order) || !(point.order >= 2 && point.order <= kMostRenyiOrder))
          refuse("a whole number from 2 to " + std::to_string(kMostRenyiOrder) + " where steps are sampled");
        step = subsampledRenyi(static_cast<Index>(point.order), phase.samplingProbability, phase.noiseMultiplier);
      }
      point.epsilon = (point.epsilon + static_cast<double>(phase.steps) * step) * (1 + 1e-15);
    }
  }
}

Answer AccountQuestion::answer(const RunControl& control) const {
  Found found = solve(control);
  if (found.account) found.ended.json = accountJson(*found.account);
  if (found.composed) found.ended.json = budgetJson(*found.composed);
  return std::move(found.ended);
}

}  // namespace noiseloom
