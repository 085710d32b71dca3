#pragma once

#include <QString>

#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// For menus ("Undo epsilon") and messages: "iterations", "data set size", ...
QString fieldLabel(Field field);

}  // namespace noiseloom
