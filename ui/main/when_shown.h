#pragma once

#include <functional>

namespace noiseloom {

class LiveSolver;
class MainWindow;

/// Calls `then` once the window shows the solved scenario in all its plots, or `failed` where it cannot be solved.
void whenShown(MainWindow& window, LiveSolver& solver, std::function<void()> then, std::function<void()> failed);

}  // namespace noiseloom
