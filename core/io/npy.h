#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// The preamble of a .npy array (NumPy's format version 1.0): C order, little-endian.
struct NpyHeader {
  std::string descr;         ///< "<f8", "<U1234", ...
  std::vector<Index> shape;  ///< empty for a scalar
};

/// Preamble bytes, padded so that the data begin at a multiple of 64.
std::string npyPreamble(const NpyHeader& header);

constexpr std::size_t kNpyMagicBytes = 10;  ///< magic, version and the length of the dictionary that follows
/// Length of the dictionary stated by the first kNpyMagicBytes. Throws Error saying what is wrong with them.
std::size_t npyDictionaryBytes(std::span<const std::byte> magic);
/// Reads the dictionary; refuses anything but the three known keys in NumPy's order, Fortran order, and shapes that are
/// negative or of more than two dimensions. Throws Error.
NpyHeader parseNpyDictionary(std::string_view text);

}  // namespace noiseloom
