#pragma once

#include <QWidget>
#include <functional>

namespace noiseloom {

/// Work in the window's thread that would hold a frame if it came all at once, such as drawing several plots anew: one
/// piece a turn of the event loop, so that events and painting come in between, and that of the widget with the focus
/// first. A widget has one piece waiting at most: a later one replaces it. What waits for a widget that goes is
/// forgotten.
void defer(QWidget& owner, std::function<void()> work);

}  // namespace noiseloom
