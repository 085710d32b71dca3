#pragma once

namespace noiseloom {

/// A property of widgets that mark by themselves what of them has the focus: no frame is drawn around such a widget.
inline constexpr const char* kMarksOwnFocus = "marksOwnFocus";

}  // namespace noiseloom
