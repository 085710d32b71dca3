#include "core/answer/verification_answer.h"

#include <utility>

#include "core/answer/claim_note.h"

namespace noiseloom {

Json verificationJson(const std::string& file, const RecordVerification& verification) {
  Json items = Json::array();
  for (const VerificationItem& item : verification.items) {
    items.push_back({{"name", item.name},
                     {"stated", item.stated.english()},
                     {"recomputed", item.recomputed.english()},
                     {"passed", item.passed}});
  }
  Json object{{"file", file},
              {"passed", verification.passed()},
              {"items", std::move(items)},
              {"not_checked", verification.notChecked},
              {"cautions", cautionsJson(verification.cautions)}};
  if (!verification.covers.empty()) object["covers"] = verification.covers.english();
  return object;
}

}  // namespace noiseloom
