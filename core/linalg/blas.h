#pragma once

#include <mutex>

namespace noiseloom {

/// To be held around every BLAS call. The library's own threads are switched off, as they would split sums differently
/// as their number changes. OpenBLAS built without threads keeps its work space without locks, so that two calls at a
/// time spoil each other's results: where that library is the one that was loaded, calls take turns. They also do where
/// the address space is limited, so that they share one work space; throws std::bad_alloc where there is no room for
/// it.
std::unique_lock<std::mutex> blasTurn();

}  // namespace noiseloom
