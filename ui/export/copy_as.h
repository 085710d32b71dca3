#pragma once

#include <QString>
#include <array>

#include "core/design/design.h"

namespace noiseloom {

/// What Edit > Copy as puts on the clipboard.
enum class CopyAs { Command, NumPy, Jax, PyTorch, Value, Claim };
inline constexpr std::array kCopyAs{CopyAs::Command, CopyAs::NumPy, CopyAs::Jax,
                                    CopyAs::PyTorch, CopyAs::Value, CopyAs::Claim};

/// The entry of the menu: "Command line", "NumPy", ...
QString copyAsName(CopyAs what);
/// "copyAsCommand", ...: the object name of its action.
QString copyAsObjectName(CopyAs what);
QString copyAsText(const Design& design, CopyAs what);
/// What else a person needs for it, in a sentence: a file to export. Empty when nothing.
QString copyAsNeeds(const Design& design, CopyAs what);

}  // namespace noiseloom
