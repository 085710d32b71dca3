#include "tests/fuzz/random_changes.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>

namespace noiseloom::fuzz {
namespace {

// What numbers of text become: at the ends of what types hold, and none at all.
constexpr const char* kNumbers[] = {
    "0",     "-1",  "1",    "2",      "1e999",     "-1e-999", "NaN", "9007199254740993",
    "1e308", "0.1", "true", "null",   "\"a\"",     "[]",      "{}",  "9223372036854775808",
    "1e-5",  "-0",  "1e5",  "100000", "4294967296"};
constexpr unsigned char kBytes[] = {0,   1,   0x7F, 0x80, 0xFF, '"', '{', '}', '[',
                                    ']', ',', ':',  '\n', '-',  '0', '9', 'e'};

std::size_t below(std::size_t count, std::mt19937_64& random) {
  return count == 0 ? 0 : static_cast<std::size_t>(random() % count);
}

void changeNumber(std::string& bytes, std::mt19937_64& random) {
  const auto isPart = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-'; };
  const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size(), random));
  const auto begin = std::find_if(from, bytes.end(), isPart);
  const auto end = std::find_if_not(begin, bytes.end(), isPart);
  bytes.replace(begin, end, kNumbers[below(std::size(kNumbers), random)]);
}

void changeWord(std::string& bytes, std::mt19937_64& random) {
  constexpr std::size_t kWidths[] = {2, 4, 8};
  constexpr unsigned long long kWords[] = {0,    1, 2, 16, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF,
                                           ~0ULL};
  const std::size_t width = kWidths[below(std::size(kWidths), random)];
  if (bytes.size() < width) return;
  const std::size_t at = below(bytes.size() - width + 1, random);
  const unsigned long long word = kWords[below(std::size(kWords), random)];
  for (std::size_t i = 0; i < width; ++i) bytes[at + i] = static_cast<char>(word >> (8 * i));
}

void change(std::string& bytes, std::span<const std::string> inputs, std::mt19937_64& random) {
  constexpr std::size_t kLongest = 64;
  const std::size_t at = below(bytes.size(), random);
  const std::size_t count = std::min(bytes.size() - at, 1 + below(kLongest, random));
  switch (below(8, random)) {
    case 0:
      if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8, random)));
      break;
    case 1:
      if (!bytes.empty()) bytes[at] = static_cast<char>(kBytes[below(std::size(kBytes), random)]);
      break;
    case 2: bytes.erase(at, count); break;
    case 3: bytes.insert(at, bytes.substr(below(bytes.size(), random), count)); break;
    case 4: {
      const std::string& other = inputs[below(inputs.size(), random)];
      bytes.insert(at, other.substr(below(other.size(), random), 1 + below(kLongest, random)));
      break;
    }
    case 5: changeWord(bytes, random); break;
    case 6: bytes.resize(at); break;
    default: changeNumber(bytes, random);
  }
}

}  // namespace

std::string changed(std::span<const std::string> inputs, std::mt19937_64& random) {
  std::string bytes = inputs[below(inputs.size(), random)];
  const std::size_t changes = 1 + below(8, random);
  for (std::size_t i = 0; i < changes; ++i) change(bytes, inputs, random);
  return bytes;
}

}  // namespace noiseloom::fuzz
