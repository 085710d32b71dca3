#pragma once

#include <string_view>

#include "core/base/index.h"

namespace noiseloom {

/// The number type in which a coordinate of the noise is kept and returned.
enum class NumberType { Float32, Float64 };

/// "float32" or "float64", as in files and on the command line.
constexpr std::string_view toString(NumberType type) {
  return type == NumberType::Float32 ? "float32" : "float64";
}
constexpr Index bytesOf(NumberType type) {
  return type == NumberType::Float32 ? 4 : 8;
}

/// The least standard deviation for noise of that type: smaller noise would be rounded near 0 to a coarser grid than
/// elsewhere, or to 0.
constexpr double leastStddev(NumberType type) {
  return type == NumberType::Float32 ? 1e-30 : 1e-292;
}

}  // namespace noiseloom
