#include "core/base/memory.h"

#include <sys/resource.h>

#include <cstdlib>

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

void endProcess(int exitCode) {
  if (addressSpaceIsLimited()) std::_Exit(exitCode);
  std::exit(exitCode);
}

}  // namespace noiseloom
