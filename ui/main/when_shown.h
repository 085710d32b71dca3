#pragma once

#include <functional>

namespace noiseloom {

class LiveSolver;
class MainWindow;

/// Calls `then` once all plots of the window show the solved scenario, or `failed` if it cannot be solved.
void whenShown(MainWindow& window, LiveSolver& solver, std::function<void()> then, std::function<void()> failed);

}  // namespace noiseloom
