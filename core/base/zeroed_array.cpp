#include "core/base/zeroed_array.h"

#include <sys/mman.h>

namespace noiseloom {

void preferLargePages(void* memory, std::size_t bytes) {
  constexpr std::size_t kPage = std::size_t{2} << 20U;
  void* begin = memory;
  std::size_t room = bytes;
  if (std::align(kPage, kPage, begin, room) == nullptr) return;
  (void)::madvise(begin, room / kPage * kPage, MADV_HUGEPAGE);
}

void provide(std::span<std::byte> zeroed) {
  constexpr std::size_t kSmallPage = 4096;
  for (std::size_t at = 0; at < zeroed.size(); at += kSmallPage) {
    volatile std::byte& byte = zeroed[at];
    byte = std::byte{0};
  }
}

}  // namespace noiseloom
