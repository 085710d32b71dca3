#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// Limit on the number of curvatures; the time to evaluate an error is proportional to it.
inline constexpr Index kMostCurvatures = 32;

/// A direction of a quadratic loss, or many equal ones.
struct Curvature {
  double step = 0;    ///< learning rate times curvature, eta lambda, from 0 to 1: a step's share of the distance
  double weight = 1;  ///< above 0, in any unit: only its share of the sum matters

  bool operator==(const Curvature&) const = default;
};

/// The curvatures of a quadratic loss, which models the loss near a minimum: at most kMostCurvatures, in the order
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

/// Reads "0.001:5, 0.01, 0.1:2": eta lambda, followed by a colon and its weight if that is not 1; separated by commas,
/// semicolons, spaces and line ends. Throws InvalidArgument "spectrum" with the part that cannot be read.
Spectrum parseSpectrum(std::string_view text);
/// The text that reads back as the same spectrum; empty for none.
std::string toText(const Spectrum& spectrum);

}  // namespace noiseloom
