#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// Most curvatures of a spectrum. Every evaluation of an error takes as many as there are.
inline constexpr Index kMostCurvatures = 32;

/// A direction of a quadratic loss, or many alike.
struct Curvature {
  double step =
      0;  ///< learning rate times curvature, eta lambda, from 0 to 1: the share of the way down that a step takes
  double weight = 1;  ///< above 0, in any unit: what counts is its share of the sum

  bool operator==(const Curvature&) const = default;
};

/// The curvatures of a quadratic loss, which stands for the loss near a minimum: at most kMostCurvatures, in the order
/// given. A value.
class Spectrum {
 public:
  Spectrum() = default;
  /// Throws InvalidArgument "spectrum" for none, too many, or a value outside its range.
  explicit Spectrum(std::vector<Curvature> curvatures);

  bool empty() const { return m_curvatures.empty(); }
  std::span<const Curvature> curvatures() const { return m_curvatures; }
  /// The sum of all weights.
  double weight() const;

  bool operator==(const Spectrum&) const = default;

 private:
  std::vector<Curvature> m_curvatures;
};

/// Reads "0.001:5, 0.01, 0.1:2": eta lambda, and its weight behind a colon where it is not 1; commas, semicolons,
/// spaces and line ends part them. Throws InvalidArgument "spectrum" with what cannot be read.
Spectrum parseSpectrum(std::string_view text);
/// The text that reads back as the same spectrum; empty for none.
std::string toText(const Spectrum& spectrum);

}  // namespace noiseloom
