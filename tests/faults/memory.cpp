#include "tests/faults/memory.h"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace noiseloom::testing {
namespace {

constexpr long long kEndless = std::numeric_limits<long long>::max();
std::atomic<long long> left{kEndless};

}  // namespace

void giveAllocations(long long count) {
  left = count < 0 ? kEndless : count;
}

void giveMemory() {
  left = kEndless;
}

static bool mayHave() {
  return left.load(std::memory_order_relaxed) == kEndless || left.fetch_sub(1) > 0;
}

}  // namespace noiseloom::testing

// In place of the library's own; those of arrays, and those that do not throw, come to these.
void* operator new(std::size_t bytes) {
  void* memory = noiseloom::testing::mayHave() ? std::malloc(bytes == 0 ? 1 : bytes) : nullptr;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
