#include "core/answer/audit_answer.h"

#include <utility>

namespace noiseloom {

Json auditJson(const Audit& audit) {
  Json checks = Json::array();
  for (const AuditCheck& check : audit.checks) {
    Json one{{"name", check.name}, {"measured", check.measured}, {"claimed", check.claimed}};
    if (check.least && check.most) one.update({{"least", *check.least}, {"most", *check.most}});
    one.update({{"passed", check.passed}, {"sentence", check.sentence.english()}});
    checks.push_back(std::move(one));
  }
  Json notChecked = Json::array();
  for (const Text& one : audit.notChecked) notChecked.push_back(one.english());
  return {{"passed", audit.passed()},    {"confidence", audit.confidence},
          {"canaries", audit.canaries},  {"present", audit.present},
          {"steps", audit.steps},        {"iterations", audit.iterations},
          {"checks", std::move(checks)}, {"not_checked", std::move(notChecked)}};
}

}  // namespace noiseloom
