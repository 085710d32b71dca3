#pragma once

#include <QWidget>
#include <functional>

namespace noiseloom {

/// Runs work in the window's thread that would hold up a frame if done all at once, such as redrawing several plots:
/// one piece per turn of the event loop, so that events and painting come in between; the focused widget goes first. A
/// widget has at most one waiting piece: a later one replaces it, and destroying the widget drops it.
void defer(QWidget& owner, std::function<void()> work);

}  // namespace noiseloom
