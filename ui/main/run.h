#pragma once

namespace noiseloom {

/// The whole program: parses the command line, opens the window (or renders without one) and runs until it is closed.
/// Returns the exit code: 0 success, 1 the scenario could not be solved or a file not be written, 2 bad usage or input.
int run(int argc, char** argv);

}  // namespace noiseloom
