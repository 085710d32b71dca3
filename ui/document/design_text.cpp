#include "ui/document/design_text.h"

#include "core/design/claim.h"
#include "ui/style/core_text.h"

namespace noiseloom {

QString mechanismName(const Mechanism* mechanism) {
  return coreText(mechanism->name);
}

QString mechanismTitle(const Mechanism* mechanism) {
  const QString name = mechanismName(mechanism);
  return mechanism->shortName.empty() ? name : QStringLiteral("%1 (%2)").arg(name, mechanismShortName(mechanism));
}

QString mechanismShortName(const Mechanism* mechanism) {
  if (mechanism->shortName.empty()) return mechanismName(mechanism);
  return QString::fromUtf8(mechanism->shortName.data(), static_cast<qsizetype>(mechanism->shortName.size()));
}

QString mechanismName(const Design& design) {
  return design.mechanism == &importedMechanism() ? coreText(mechanismNameOf(design.scenario))
                                                  : mechanismName(design.mechanism);
}

QString mechanismText(const Design& design) {
  return coreText(nameOf(design));
}

}  // namespace noiseloom
