#include "core/base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

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

namespace {

// The memory that the machine could give without swapping: the kernel's own estimate, or else all physical memory.
std::uint64_t memoryOfMachine(std::uint64_t page) {
  std::ifstream file("/proc/meminfo");
  constexpr auto kWholeLine = std::numeric_limits<std::streamsize>::max();
  for (std::string name; file >> name; file.ignore(kWholeLine, '\n')) {
    std::uint64_t kibibytes = 0;
    if (name == "MemAvailable:" && file >> kibibytes) return kibibytes << 10;
  }
  return page * static_cast<std::uint64_t>(std::max(1L, sysconf(_SC_PHYS_PAGES)));
}

}  // namespace

std::uint64_t memoryLeft() {
  const auto page = static_cast<std::uint64_t>(std::max(1L, sysconf(_SC_PAGESIZE)));
  const std::uint64_t all = memoryOfMachine(page);
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
