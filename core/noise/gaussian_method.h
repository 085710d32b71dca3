#pragma once

#include <optional>
#include <string_view>

#include "core/base/index.h"
#include "core/base/names.h"

namespace noiseloom {

/// The map from the cipher's words to normals, named after the number of random bits of the radius (docs/formats.md,
/// "The generator"). A strategy file states the method of its noise, which never changes for that file.
enum class GaussianMethod {
  Radius53,  ///< |z| <= 8.57: strategy files up to version 8, noise plans up to version 2
  Radius139  ///< all later versions
};
/// As noise plans and strategy files state it.
template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<GaussianMethod>{
    "Box-Muller on pairs of words (a, b): u = ((a >> 11) + 1) 2^-53, v = (b >> 11) 2^-53; even j: sqrt(-2 log "
    "u) cos(2 pi v), odd j: sqrt(-2 log u) sin(2 pi v)",
    "Box-Muller on pairs of words (a, b): u = (2^11 a + (b mod 2^11) + 1) 2^-75, v = (b >> 11) 2^-53; where a = 0 "
    "the word at its place under the nonce 2^63 + row stands for a, and u = (2^11 a + (b mod 2^11) + 1) 2^-139; "
    "even j: sqrt(-2 log u) cos(2 pi v), odd j: sqrt(-2 log u) sin(2 pi v)"};

/// The method of new designs.
inline constexpr GaussianMethod kGaussianMethod = GaussianMethod::Radius139;

constexpr Index radiusBits(GaussianMethod method) {
  return method == GaussianMethod::Radius53 ? 53 : 139;
}

/// The largest |z|, sqrt(2 radiusBits() log 2).
constexpr double largestNormal(GaussianMethod method) {
  return method == GaussianMethod::Radius53 ? 8.571674348652905 : 13.881459440407006;
}

}  // namespace noiseloom
