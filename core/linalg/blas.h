#pragma once

#include <mutex>

namespace noiseloom {

/// Returns a lock to be held around every BLAS call. The library's own threads are switched off, as sums would depend
/// on their number. OpenBLAS built without threads keeps its work space without locks, so that concurrent calls corrupt
/// each other's results: with that library, calls take turns. They also do if the address space is limited, to share
/// one work space; throws std::bad_alloc if there is no room for it.
std::unique_lock<std::mutex> blasTurn();

}  // namespace noiseloom
