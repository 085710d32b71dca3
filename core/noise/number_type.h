#pragma once

#include <string_view>

#include "core/base/index.h"

namespace noiseloom {

/// In which a coordinate of the noise is kept and handed out.
enum class NumberType { Float32, Float64 };

/// "float32" or "float64", as in files and on the command line.
constexpr std::string_view toString(NumberType type) {
  return type == NumberType::Float32 ? "float32" : "float64";
}
constexpr Index bytesOf(NumberType type) {
  return type == NumberType::Float32 ? 4 : 8;
}

}  // namespace noiseloom
