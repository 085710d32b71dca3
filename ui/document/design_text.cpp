#include "ui/document/design_text.h"

#include "core/design/claim.h"
#include "ui/style/core_text.h"

namespace noiseloom {

QString mechanismName(const Mechanism* mechanism) {
  return coreText(mechanism->name);
}

QString mechanismText(const Design& design) {
  return coreText(nameOf(design));
}

}  // namespace noiseloom
