#include "core/linalg/blas.h"

#include <cblas.h>
#include <sys/mman.h>

#include <new>

#include "core/base/memory.h"

namespace noiseloom {
namespace {

// Of the work spaces that the library maps, 128 MiB each, one for every thread that calls it, and keeps.
constexpr std::size_t kWorkSpace = std::size_t{130} << 20;

bool hasRoom(std::size_t bytes) {
  void* room = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return room != MAP_FAILED && munmap(room, bytes) == 0;
}

// The library's calls for work space never end where there is none: with room for the calls' and for that of its own
// thread, which may come first, the first call takes it, and those after it use it again.
void takeWorkSpace() {
  if (!hasRoom(2 * kWorkSpace)) throw std::bad_alloc();
  const double one = 1;
  double solved = 1;
  cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, 1, 1, 1, &one, 1, &solved, 1);
}

bool takesTurns() {
  openblas_set_num_threads(1);
  if (openblas_get_parallel() == OPENBLAS_SEQUENTIAL) return true;
  if (!addressSpaceIsLimited()) return false;
  takeWorkSpace();
  return true;
}

}  // namespace

std::unique_lock<std::mutex> blasTurn() {
  static std::mutex turn;
  static const bool alone = takesTurns();
  return alone ? std::unique_lock(turn) : std::unique_lock<std::mutex>();
}

}  // namespace noiseloom
