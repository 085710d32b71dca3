#pragma once

#include <QSize>
#include <functional>

class QWidget;

namespace noiseloom {

class LiveSolver;
class MainWindow;

/// Makes a window no larger than this part of a screen, together with its title bar, and on a large screen fill most of
/// it: before it is first shown.
void fitInto(QWidget& window, QSize room);

/// Calls `then` once all plots of the window show the solved scenario, or `failed` if it cannot be solved.
void whenShown(MainWindow& window, LiveSolver& solver, std::function<void()> then, std::function<void()> failed);

}  // namespace noiseloom
