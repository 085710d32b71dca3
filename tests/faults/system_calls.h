#pragma once

namespace noiseloom {

/// What happens to the system calls that change files, from a chosen one on. Those of this program and of every library
/// in it pass through system_calls.cpp, which counts them: open for making a file, write, ftruncate, fsync, fchmod,
/// mkdir, rename, unlink.
enum class Fault {
  None,      ///< they are only counted
  Killed,    ///< the process ends at the call, in the middle of it where it writes
  NoSpace,   ///< a full disk: making, writing, flushing and renaming fail
  Forbidden  ///< no permission to make, to rename or to change permissions
};

inline constexpr int kKilledCode = 9;  ///< the exit code of a process that was killed

/// Counting begins anew; `at` counts from 0.
void beginFault(Fault fault, int at);
/// No fault any more; the number of calls since it began.
int endFault();

/// Every write does half of what it is asked for, and every second one is interrupted before it does anything.
void setHalfWrites(bool on);

}  // namespace noiseloom
