#pragma once

#include <string_view>

#include "core/base/index.h"

namespace noiseloom {

/// From the cipher's words to normals, by the random bits of the radius (docs/formats.md, "The generator"). A strategy
/// file says which one its noise is made by, and keeps it.
enum class GaussianMethod {
  Radius53,  ///< |z| <= 8.57: strategy files up to version 8, noise plans up to version 2
  Radius139  ///< |z| <= 13.88: since then
};

/// Of what is designed now.
inline constexpr GaussianMethod kGaussianMethod = GaussianMethod::Radius139;

constexpr Index radiusBits(GaussianMethod method) {
  return method == GaussianMethod::Radius53 ? 53 : 139;
}

/// No z is greater in size: sqrt(2 radiusBits log 2), that of the smallest u.
constexpr double largestNormal(GaussianMethod method) {
  return method == GaussianMethod::Radius53 ? 8.571674348652905 : 13.881459440407006;
}

/// In the words of noise plans and strategy files.
std::string_view toString(GaussianMethod method);

}  // namespace noiseloom
