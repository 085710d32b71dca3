#pragma once

#include <functional>

namespace noiseloom {

class MainWindow;

/// The whole program: parses the command line, opens the window (or renders without one) and runs until it is closed.
/// Returns the exit code: 0 success, 1 the scenario could not be solved or a file not written, 2 bad usage or input.
/// `opened` is for tests: called with the window before it is shown; a nonzero result ends the program.
int run(int argc, char** argv, const std::function<int(MainWindow&)>& opened = {});

}  // namespace noiseloom
