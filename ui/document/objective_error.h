#pragma once

#include <QString>

#include "core/error/error_summary.h"

namespace noiseloom {

/// "rmse", "largest error", "last error".
QString errorName(ErrorObjective objective);
/// The same as a title: "RMSE", "Largest error", "Last error".
QString errorTitle(ErrorObjective objective);

}  // namespace noiseloom
