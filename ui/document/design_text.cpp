#include "ui/document/design_text.h"

#include "core/design/claim.h"
#include "ui/style/core_text.h"

namespace noiseloom {

QString mechanismName(const Mechanism* mechanism) {
  return coreText(mechanism->name);
}

QString mechanismText(const Design& design) {
  // The claim opens with it, so that the window has no second wording.
  const std::string claim = claimSentence(design);
  const std::string mechanism = claim.substr(0, claim.find(": "));
  const std::size_t comma = mechanism.find(", ");
  if (comma == std::string::npos) return coreText(mechanism);
  return QStringLiteral("%1, %2").arg(coreText(mechanism.substr(0, comma)), coreText(mechanism.substr(comma + 2)));
}

}  // namespace noiseloom
