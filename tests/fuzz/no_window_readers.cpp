#include "tests/fuzz/fuzz_reader.h"

namespace noiseloom::fuzz {

std::span<const Reader> windowReaders() {
  return {};
}

}  // namespace noiseloom::fuzz
