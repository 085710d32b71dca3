#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/accounting/composition/attack_risk.h"
#include "core/answer/arguments.h"
#include "core/answer/claim_answer.h"
#include "core/answer/claim_note.h"
#include "core/answer/readable.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/claim/post_hoc.h"
#include "core/claim/privacy_profile.h"
#include "core/io/strategy_file.h"

namespace noiseloom::cli {
namespace {

std::string postHocText(const Design& built, const PostHocClaim& result) {
  TextTable table;
  table.row({"Sensitivity", readableUp(result.sensitivity.value, 9),
             std::string(toString(result.sensitivity.kind)) + "; " + readableUp(built.sensitivity.value, 9) +
                 " where it was built for"});
  table.row({"Noise multiplier", readableDown(result.noiseMultiplier, 9), "for sensitivity 1, of the noise as it is"});
  table.row({"Epsilon", readableUp(result.epsilon.value, 9), "at delta " + shortest(built.scenario.delta)});
  table.row({"Delta", readableUp(result.delta.value, 9), "at epsilon " + shortest(built.scenario.epsilon)});
  const std::string lost = built.scenario.batching->amplified()
                               ? "The file's own claim is amplified by " +
                                     std::string(built.scenario.batching->name.english()) +
                                     " sampling. Here every participation counts in full.\n\n"
                               : "";
  return table.text() + "\n" + lost + claimText(result.claim);
}

// A claim that is not made is a "no", for scripts too.
int exitCodeOf(const PrivacyClaim& claim) {
  return claim.severity == ClaimSeverity::Critical ? kExitNo : kExitSuccess;
}

/// `claim`: the privacy claim of a strategy file; with a separation or a number of epochs, what its noise promises when
/// examples take part otherwise than it was built for.
class ClaimCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  Outcome postHoc(const std::stop_token& stop) const;
  Outcome risk(const std::stop_token& stop) const;

  std::string m_file;
  std::optional<std::string> m_separation;
  std::optional<std::string> m_epochs;
  std::optional<std::string> m_epsilon;
  std::optional<std::string> m_delta;
  std::optional<std::string> m_falsePositives;
  std::optional<std::string> m_prior;
  std::optional<std::string> m_group;
  bool m_risk = false;
};

void ClaimCommand::declare(CLI::App& command) {
  command.add_option("file", m_file, "strategy file")->type_name("FILE.npz")->required();
  const AddOption option = optionsOf(command);
  option({"at-min-sep", "S", &m_separation, "what the noise promises where participations are S steps apart, or more"});
  option({"epochs", "K", &m_epochs, "with --at-min-sep: most participations [as the file was built for]"});
  option({"epsilon", "EPS", &m_epsilon, "with --at-min-sep: solve for delta at this epsilon [the file's]"});
  option({"delta", "DELTA", &m_delta, "with --at-min-sep: solve for epsilon at this delta [the file's]"});
  command.add_flag("--risk", m_risk, "what an attacker may learn of one member, or of a group");
  option({"false-positive-rate", "A", &m_falsePositives, "with --risk: of the attacker's test [0.01]"});
  option({"prior", "P", &m_prior, "with --risk: how probable the attacker held it that the member took part [0.5]"});
  option({"group", "G", &m_group, "with --risk: members that are hidden together [1]"});
  declareJson(command);
}

Outcome ClaimCommand::postHoc(const std::stop_token& stop) const {
  Design built = *designOf(readStrategyFile(m_file));
  const Index separation = parseCount("at_min_sep", *m_separation);
  const Index epochs = m_epochs ? parseCount("epochs", *m_epochs) : built.scenario.effectiveParticipations();
  if (m_epsilon) built.scenario.epsilon = parseReal("epsilon", *m_epsilon);
  if (m_delta) built.scenario.delta = parseReal("delta", *m_delta);
  const Participation use = Participation::minSeparation(epochs, separation);
  PostHocClaim result;
  try {
    ProgressLine line;
    result = claimAt(built, use, line.control(stop));
  } catch (const InvalidArgument& error) {
    if (error.argument() == "separation") throw InvalidArgument("at_min_sep", error.value(), error.allowed());
    if (error.argument() == "participations") throw InvalidArgument("epochs", error.value(), error.allowed());
    throw;
  }
  if (stop.stop_requested()) return {kExitCancelled, "", "cancelled: nothing is known about this use"};
  return {exitCodeOf(result.claim),
          m_json ? printedJson(postHocJson(m_file, built, use, result)) : postHocText(built, result),
          criticalNote(result.claim)};
}

Outcome ClaimCommand::risk(const std::stop_token& stop) const {
  const double rate = m_falsePositives ? parseReal("false_positive_rate", *m_falsePositives) : 0.01;
  const double prior = m_prior ? parseReal("prior", *m_prior) : 0.5;
  const Index members = m_group ? parseCount("group", *m_group) : 1;
  const std::shared_ptr<const Design> built = designOf(readStrategyFile(m_file));
  const bool together = accountsGroups(*built, members);
  std::vector<ProfilePoint> points;
  {
    ProgressLine line;
    certifyProfile(*built, line.control(stop), [&points](ProfilePoint point) { points.push_back(point); },
                   {.members = together ? members : 1, .falsePositives = rate, .prior = prior});
  }
  if (stop.stop_requested() || points.empty()) return {kExitCancelled, "", "cancelled: no point is certified"};
  const AttackRisk risk = AttackRisk(std::move(points)).ofGroup(together ? 1 : members);
  const double positives = risk.truePositives(rate);
  const double posterior = risk.posterior(prior, rate);
  const PrivacyClaim claim = claimOf(*built);
  if (m_json)
    return {exitCodeOf(claim), printedJson(riskJson(m_file, claim, {members, rate, prior}, risk)), criticalNote(claim)};
  TextTable table;
  table.row({"True positives", readableUp(positives, 4), "at most, of a test with false positives " + shortest(rate)});
  table.row({"Advantage", readableUp(risk.advantage(), 4), "true positives less false ones, at most"});
  table.row({"Posterior", readableUp(posterior, 4), "at most, after such a test; " + shortest(prior) + " before"});
  table.row(
      {"Right guesses", readableUp(risk.rightGuesses(prior), 4),
       "at most, of who took part, by any test; " + shortest(std::max(prior, 1 - prior)) + " without the release"});
  const std::string of = members == 1 ? "one member"
                                      : "a group of " + std::to_string(members) +
                                            (together ? "" : " (neighbours in a row: an upper bound)");
  return {exitCodeOf(claim),
          "What an attacker may learn of " + of + ", from " + std::to_string(risk.profile().size()) +
              " certified points of the privacy profile:\n\n" + table.text() + cautionsText(claim.cautions),
          criticalNote(claim)};
}

Outcome ClaimCommand::run(const std::stop_token& stop) const {
  if (!m_risk)
    refuseTyped({{"false_positive_rate", m_falsePositives}, {"prior", m_prior}, {"group", m_group}}, "--risk with it");
  if (m_risk && m_separation) throw InvalidArgument("risk", std::string("--at-min-sep"), std::string("one of the two"));
  if (m_risk) return risk(stop);
  if (m_separation) return postHoc(stop);
  refuseTyped({{"epochs", m_epochs}, {"epsilon", m_epsilon}, {"delta", m_delta}},
              "--at-min-sep with it: without, the file's own claim is shown");
  const StrategyFile file = readStrategyFile(m_file);
  return {exitCodeOf(file.claim),
          m_json ? printedJson(statedClaimJson(m_file, file.claim))
                 : m_file + ", as it states itself (noiseloom-cli verify recomputes it):\n\n" + claimText(file.claim),
          criticalNote(file.claim)};
}

}  // namespace

std::unique_ptr<Command> claimCommand() {
  return std::make_unique<ClaimCommand>();
}

}  // namespace noiseloom::cli
