#include "core/answer/claim_answer.h"

#include <utility>

#include "core/answer/claim_note.h"
#include "core/io/claim_json.h"

namespace noiseloom {

Json statedClaimJson(const std::string& file, const PrivacyClaim& claim) {
  return {{"file", file}, {"privacy_claim", claimJson(claim)}, {"cautions", cautionsJson(claim.cautions)}};
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
          {"privacy_claim", claimJson(result.claim)},
          {"cautions", cautionsJson(result.claim.cautions)}};
}

Json riskJson(const std::string& file, const PrivacyClaim& claim, const Attack& attack, const AttackRisk& risk) {
  Json profile = Json::array();
  for (const auto& [epsilon, delta] : risk.profile()) profile.push_back({{"epsilon", epsilon}, {"delta", delta}});
  return {{"file", file},
          {"severity", toString(claim.severity)},
          {"group", attack.group},
          {"false_positive_rate", attack.falsePositiveRate},
          {"true_positive_rate", risk.truePositives(attack.falsePositiveRate)},
          {"advantage", risk.advantage()},
          {"prior", attack.prior},
          {"posterior", risk.posterior(attack.prior, attack.falsePositiveRate)},
          {"right_guesses", risk.rightGuesses(attack.prior)},
          {"profile", std::move(profile)},
          {"cautions", cautionsJson(claim.cautions)}};
}

}  // namespace noiseloom
