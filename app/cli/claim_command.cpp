#include <CLI/CLI.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/arguments.h"
#include "app/cli/claim_note.h"
#include "app/cli/command.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/base/errors.h"
#include "core/design/post_hoc.h"
#include "core/io/claim_json.h"
#include "core/io/strategy_file.h"

namespace noiseloom::cli {
namespace {

using Json = nlohmann::ordered_json;

// A file name may hold any bytes; those that are not UTF-8 are replaced rather than making the whole answer fail.
std::string printed(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json postHocJson(const std::string& file, const Design& built, const Participation& use, const PostHocClaim& result) {
  return {{"file", file},
          {"min_separation", use.separation},
          {"epochs", use.participations},
          {"sensitivity", result.sensitivity.value},
          {"sensitivity_kind", toString(result.sensitivity.kind)},
          {"sensitivity_built_for", built.sensitivity.value},
          {"noise_multiplier", result.noiseMultiplier},
          {"stddev", built.stddev},
          {"delta", built.scenario.delta},
          {"epsilon_at_delta", result.epsilon.value},
          {"epsilon", built.scenario.epsilon},
          {"delta_at_epsilon", result.delta.value},
          {"privacy_claim", claimJson(result.claim)}};
}

std::string postHocText(const Design& built, const PostHocClaim& result) {
  TextTable table;
  table.row({"Sensitivity", readable(result.sensitivity.value, 9),
             std::string(toString(result.sensitivity.kind)) + "; " + readable(built.sensitivity.value, 9) +
                 " where it was built for"});
  table.row({"Noise multiplier", readable(result.noiseMultiplier, 9), "for sensitivity 1"});
  table.row({"Epsilon", readable(result.epsilon.value, 9), "at delta " + readable(built.scenario.delta)});
  table.row({"Delta", readable(result.delta.value, 9), "at epsilon " + readable(built.scenario.epsilon)});
  const std::string lost = built.scenario.batching->amplified
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

  std::string m_file;
  std::optional<std::string> m_separation;
  std::optional<std::string> m_epochs;
  std::optional<std::string> m_epsilon;
  std::optional<std::string> m_delta;
  bool m_json = false;
};

void ClaimCommand::declare(CLI::App& command) {
  command.add_option("file", m_file, "strategy file")->type_name("FILE.npz")->required();
  const auto option = [&command](const char* name, std::optional<std::string>& value, const char* type,
                                 const char* help) { command.add_option(name, value, help)->type_name(type); };
  option("--at-min-sep", m_separation, "S", "what the noise promises where participations are S steps apart, or more");
  option("--epochs", m_epochs, "K", "with --at-min-sep: most participations [as the file was built for]");
  option("--epsilon", m_epsilon, "EPS", "with --at-min-sep: solve for delta at this epsilon [the file's]");
  option("--delta", m_delta, "DELTA", "with --at-min-sep: solve for epsilon at this delta [the file's]");
  command.add_flag("--json", m_json, "print one JSON object");
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
          m_json ? printed(postHocJson(m_file, built, use, result)) : postHocText(built, result),
          criticalNote(result.claim)};
}

Outcome ClaimCommand::run(const std::stop_token& stop) const {
  if (m_separation) return postHoc(stop);
  for (const auto& [argument, typed] : std::initializer_list<std::pair<const char*, const std::optional<std::string>&>>{
           {"epochs", m_epochs}, {"epsilon", m_epsilon}, {"delta", m_delta}}) {
    if (typed)
      throw InvalidArgument(argument, *typed,
                            std::string("--at-min-sep with it: without, the file's own claim is shown"));
  }
  const StrategyFile file = readStrategyFile(m_file);
  return {exitCodeOf(file.claim),
          m_json ? printed({{"file", m_file}, {"privacy_claim", claimJson(file.claim)}})
                 : m_file + ", as it states itself (noiseloom-cli verify recomputes it):\n\n" + claimText(file.claim),
          criticalNote(file.claim)};
}

}  // namespace

std::unique_ptr<Command> claimCommand() {
  return std::make_unique<ClaimCommand>();
}

}  // namespace noiseloom::cli
