#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// Which .npy arrays a reader takes.
enum class NpyDialect {
  Own,   ///< as npyPreamble() says it: C order
  NumPy  ///< as numpy.save() writes any array of at most two dimensions: also in Fortran order
};

/// The preamble of a .npy array (NumPy's format version 1.0).
struct NpyHeader {
  std::string descr;          ///< "<f8", "<U1234", ...
  std::vector<Index> shape;   ///< empty for a scalar
  bool fortranOrder = false;  ///< the first index runs fastest; never written
};

/// Preamble bytes, padded so that the data begin at a multiple of 64.
std::string npyPreamble(const NpyHeader& header);

constexpr std::size_t kNpyMagicBytes = 10;  ///< magic, version and the length of the dictionary that follows
/// Length of the dictionary stated by the first kNpyMagicBytes. Throws Error saying what is wrong with them.
std::size_t npyDictionaryBytes(std::span<const std::byte> magic);
/// Reads the dictionary; refuses anything but the three known keys in NumPy's order, an order that the dialect has not,
/// and shapes that are negative or of more than two dimensions. Throws Error.
NpyHeader parseNpyDictionary(std::string_view text, NpyDialect dialect = NpyDialect::Own);

}  // namespace noiseloom
