#include "ui/document/field.h"

#include "ui/style/core_text.h"

namespace noiseloom {

QString fieldLabel(Field field) {
  return coreText(infoOf(field).label);
}

}  // namespace noiseloom
