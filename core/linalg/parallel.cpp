#include "core/linalg/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace noiseloom {
namespace {

std::atomic<unsigned> chosenThreads{0};

}  // namespace

void setParallelThreads(unsigned threads) {
  chosenThreads = threads;
}

bool parallelFor(Index count, const RunControl& control, const std::function<void(Index)>& task, Index numbers,
                 Index threads) {
  const unsigned chosen = chosenThreads;
  const unsigned available = chosen > 0 ? chosen : std::max(1U, std::thread::hardware_concurrency());
  const Index most = threads > 0 ? threads : std::min(available, kMostThreads);
  const auto used = numbers < kFewNumbers ? 1 : std::min(most, count);
  std::atomic<Index> next{0};
  std::atomic<bool> halted{false};
  std::exception_ptr failure;
  std::mutex failureGuard;
  const auto work = [&] {
    try {
      for (Index i = next++; i < count && !halted; i = next++) {
        if (control.stopRequested())
          halted = true;
        else
          task(i);
      }
    } catch (...) {
      const std::lock_guard lock(failureGuard);
      failure = std::current_exception();
      halted = true;
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (Index t = 1; t < used; ++t) others.emplace_back(work);
    } catch (const std::system_error&) {
      // No room for another thread: the existing ones do the work.
    }
    work();
  }
  if (failure) std::rethrow_exception(failure);
  return !halted;
}

}  // namespace noiseloom
