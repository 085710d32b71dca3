#include "core/linalg/blas.h"

#include <cblas.h>

namespace noiseloom {

std::unique_lock<std::mutex> blasTurn() {
  static std::mutex turn;
  static const bool alone = (openblas_set_num_threads(1), openblas_get_parallel() == OPENBLAS_SEQUENTIAL);
  return alone ? std::unique_lock(turn) : std::unique_lock<std::mutex>();
}

}  // namespace noiseloom
