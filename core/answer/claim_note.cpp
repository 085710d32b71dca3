#include "core/answer/claim_note.h"

#include <nlohmann/json.hpp>

namespace noiseloom {

std::string criticalNote(const PrivacyClaim& claim) {
  if (claim.severity != ClaimSeverity::Critical) return "";
  std::string note;
  for (const Assumption& assumption : claim.assumptions) {
    if (assumption.status != AssumptionStatus::Violated) continue;
    note += (note.empty() ? "CRITICAL, no privacy is claimed: " : "; ") + assumption.text.english() +
            " What to do: " + assumption.remedy.english();
  }
  return note;
}

std::string cautionsText(const std::vector<Text>& cautions) {
  std::string text;
  for (const Text& caution : cautions) text += "\nCaution: " + caution.english() + "\n";
  return text;
}

nlohmann::ordered_json cautionsJson(const std::vector<Text>& cautions) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Text& caution : cautions) list.push_back(caution.english());
  return list;
}

}  // namespace noiseloom
