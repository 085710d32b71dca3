#pragma once

namespace noiseloom::cli {

/// The program noiseloom-cli, as main() runs it: takes over SIGINT, SIGTERM and SIGHUP until it returns (program.cpp),
/// has SIGXFSZ and SIGPIPE ignored and freed memory kept from then on, and writes to the process's own standard output
/// and error. Returns the exit code once everything printed has left. argv ends with a null pointer, as main()'s does;
/// its first text is not looked at. At most once at a time in a process.
int runProgram(int argc, char** argv) noexcept;

}  // namespace noiseloom::cli
