#pragma once

#include <QString>

#include "core/error/objective.h"

namespace noiseloom {

/// ObjectiveInfo::name in the language of the window.
QString errorName(ErrorObjective objective);
/// ObjectiveInfo::title in the language of the window.
QString errorTitle(ErrorObjective objective);

}  // namespace noiseloom
