#pragma once

#include <limits>

namespace noiseloom {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace noiseloom
