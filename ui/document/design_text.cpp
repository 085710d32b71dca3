#include "ui/document/design_text.h"

#include "core/design/claim.h"
#include "ui/style/core_text.h"

namespace noiseloom {

QString familyName(MechanismKind family) {
  return coreText(displayName(family));
}

QString familyText(const Design& design) {
  // The claim opens with it, so that the window has no second wording.
  const std::string claim = claimSentence(design);
  const std::string family = claim.substr(0, claim.find(": "));
  const std::size_t comma = family.find(", ");
  if (comma == std::string::npos) return coreText(family);
  return QStringLiteral("%1, %2").arg(coreText(family.substr(0, comma)), coreText(family.substr(comma + 2)));
}

}  // namespace noiseloom
