#pragma once

#include <QString>
#include <array>

#include "core/design/design.h"

namespace noiseloom {

/// The texts that Edit > Copy as can put on the clipboard.
enum class CopyAs { Command, NumPy, Jax, PyTorch, Value, Claim };
inline constexpr std::array kCopyAs{CopyAs::Command, CopyAs::NumPy, CopyAs::Jax,
                                    CopyAs::PyTorch, CopyAs::Value, CopyAs::Claim};

/// The menu entry: "Command line", "NumPy", ...
QString copyAsName(CopyAs what);
/// The object name of the action: "copyAsCommand", ...
QString copyAsObjectName(CopyAs what);
QString copyAsText(const Design& design, CopyAs what);
/// A sentence naming what else the copied text needs, such as an exported file; empty if nothing.
QString copyAsNeeds(const Design& design, CopyAs what);

}  // namespace noiseloom
