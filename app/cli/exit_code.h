#pragma once

namespace noiseloom::cli {

/// What the program tells the shell.
constexpr int kExitSuccess = 0;
constexpr int kExitNo = 1;           ///< a computed "no": verification failed
constexpr int kExitUsage = 2;        ///< bad usage or input, with a message on standard error
constexpr int kExitCancelled = 130;  ///< stopped by SIGINT or SIGTERM

}  // namespace noiseloom::cli
