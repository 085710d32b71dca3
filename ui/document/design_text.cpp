#include "ui/document/design_text.h"

#include "core/design/claim.h"

namespace noiseloom {

QString familyName(MechanismKind family) {
  const std::string_view name = displayName(family);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString familyText(const Design& design) {
  // The claim opens with it, so that the window has no second wording.
  const QString claim = QString::fromStdString(claimSentence(design));
  return claim.left(claim.indexOf(QStringLiteral(": ")));
}

}  // namespace noiseloom
