#include "tests/faults/memory.h"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace noiseloom {
namespace {

constexpr long long kEndless = std::numeric_limits<long long>::max();
std::atomic<long long> left{kEndless};
std::atomic<long long> untilStop{kEndless};
std::stop_source* stopSource = nullptr;

}  // namespace

void giveAllocations(long long count) {
  left = count < 0 ? kEndless : count;
}

void giveMemory() {
  left = kEndless;
}

void stopAtAllocation(long long number, std::stop_source& source) {
  stopSource = &source;
  untilStop = number;
}

void endStops() {
  untilStop = kEndless;
}

static bool mayHave() {
  if (untilStop.load(std::memory_order_relaxed) != kEndless && untilStop.fetch_sub(1) == 0) stopSource->request_stop();
  return left.load(std::memory_order_relaxed) == kEndless || left.fetch_sub(1) > 0;
}

}  // namespace noiseloom

// In place of the library's own. Those of arrays come to these, but not where a sanitizer brings its own.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return noiseloom::mayHave() ? std::malloc(bytes == 0 ? 1 : bytes) : nullptr;
}

void* operator new(std::size_t bytes) {
  void* memory = operator new(bytes, std::nothrow);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
