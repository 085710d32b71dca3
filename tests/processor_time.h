#pragma once

#include <ctime>

namespace noiseloom {

inline double secondsOf(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Processor time that this process has used, in seconds, all its threads together. Tests look at this instead of a
/// wall clock: other programs show in it only by what they take from caches and shared cores, so leave a wide
/// margin.
inline double processorSeconds() {
  return secondsOf(CLOCK_PROCESS_CPUTIME_ID);
}

/// The same of the calling thread alone.
inline double threadSeconds() {
  return secondsOf(CLOCK_THREAD_CPUTIME_ID);
}

}  // namespace noiseloom
