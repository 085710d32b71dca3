#include "ui/document/objective_error.h"

#include "ui/style/core_text.h"

namespace noiseloom {
QString errorName(ErrorObjective objective) {
  return coreText(infoOf(objective).name);
}

QString errorTitle(ErrorObjective objective) {
  return coreText(infoOf(objective).title);
}

}  // namespace noiseloom
