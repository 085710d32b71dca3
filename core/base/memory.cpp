#include "core/base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace noiseloom {

void keepFreedMemory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

bool addressSpaceIsLimited() {
  rlimit limit{};
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

std::uint64_t memoryLeft() {
  const auto page = static_cast<std::uint64_t>(std::max(1L, sysconf(_SC_PAGESIZE)));
  const std::uint64_t all = page * static_cast<std::uint64_t>(std::max(1L, sysconf(_SC_PHYS_PAGES)));
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return all;
  std::uint64_t taken = 0;
  if (std::ifstream status("/proc/self/statm"); !(status >> taken)) taken = 0;
  const std::uint64_t allowed = limit.rlim_cur;
  return std::min(all, allowed - std::min(allowed, page * taken));
}

void endProcess(int exitCode) {
  if (addressSpaceIsLimited()) std::_Exit(exitCode);
  std::exit(exitCode);
}

}  // namespace noiseloom
