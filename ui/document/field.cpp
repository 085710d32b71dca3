#include "ui/document/field.h"

#include <QCoreApplication>

namespace noiseloom {

QString fieldLabel(Field field) {
  return QCoreApplication::translate("noiseloom", labelOf(infoOf(field)).c_str());
}

}  // namespace noiseloom
