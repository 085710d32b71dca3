#pragma once

#include <string>

#include "core/accounting/composition/attack_risk.h"
#include "core/answer/answer.h"
#include "core/claim/post_hoc.h"

namespace noiseloom {

/// The attacker's assumed actions and knowledge.
struct Attack {
  Index group = 1;  ///< members that are hidden together
  double falsePositiveRate = 0.01;
  double prior = 0.5;  ///< probability that the member took part, as the attacker held it
};

/// The privacy claim of a strategy file, one object each (docs/formats.md): as it states itself, what its noise
/// promises when examples take part otherwise, and what an attacker may learn. file: its name.
Json statedClaimJson(const std::string& file, const PrivacyClaim& claim);
Json postHocJson(const std::string& file, const Design& built, const Participation& use, const PostHocClaim& result);
Json riskJson(const std::string& file, const PrivacyClaim& claim, const Attack& attack, const AttackRisk& risk);

}  // namespace noiseloom
