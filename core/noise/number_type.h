#pragma once

#include <string_view>

#include "core/base/index.h"
#include "core/base/names.h"

namespace noiseloom {

/// The number type in which a coordinate of the noise is kept and returned.
enum class NumberType { Float32, Float64 };
template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<NumberType>{"float32", "float64"};
constexpr Index bytesOf(NumberType type) {
  return type == NumberType::Float32 ? 4 : 8;
}

/// The least standard deviation for noise of that type: smaller noise would be rounded near 0 to a coarser grid than
/// elsewhere, or to 0.
constexpr double leastStddev(NumberType type) {
  return type == NumberType::Float32 ? 1e-30 : 1e-292;
}

}  // namespace noiseloom
