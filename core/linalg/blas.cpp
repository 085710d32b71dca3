#include "core/linalg/blas.h"

#include <cblas.h>
#include <sys/mman.h>

#include <new>

#include "core/base/memory.h"

namespace noiseloom {
namespace {

// The size of a work space of the library, 128 MiB, with a margin. It maps and keeps one for every calling thread.
constexpr std::size_t kWorkSpace = std::size_t{130} << 20;

bool hasRoom(std::size_t bytes) {
  void* room = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return room != MAP_FAILED && munmap(room, bytes) == 0;
}

// Makes the library map its work space now. Its calls for one never end if there is no room. With room for two, one for
// the library's own thread, which may come first, the first call maps it and later calls reuse it.
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
