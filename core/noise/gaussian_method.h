#pragma once

#include <optional>
#include <string_view>

#include "core/base/index.h"

namespace noiseloom {

/// The map from the cipher's words to normals, named after the number of random bits of the radius (docs/formats.md,
/// "The generator"). A strategy file states the method of its noise, which never changes for that file.
enum class GaussianMethod {
  Radius53,  ///< |z| <= 8.57: strategy files up to version 8, noise plans up to version 2
  Radius139  ///< all later versions
};

/// The method of new designs.
inline constexpr GaussianMethod kGaussianMethod = GaussianMethod::Radius139;

constexpr Index radiusBits(GaussianMethod method) {
  return method == GaussianMethod::Radius53 ? 53 : 139;
}

/// The largest |z|, sqrt(2 radiusBits() log 2).
constexpr double largestNormal(GaussianMethod method) {
  return method == GaussianMethod::Radius53 ? 8.571674348652905 : 13.881459440407006;
}

/// The name in noise plans and strategy files, and back; nullopt for an unknown one.
std::string_view toString(GaussianMethod method);
inline std::optional<GaussianMethod> gaussianMethodFromName(std::string_view name) {
  for (const GaussianMethod method : {GaussianMethod::Radius53, GaussianMethod::Radius139}) {
    if (name == toString(method)) return method;
  }
  return std::nullopt;
}

}  // namespace noiseloom
