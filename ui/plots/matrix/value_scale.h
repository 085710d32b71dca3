#pragma once

#include <vector>

#include "ui/plots/canvas/ticks.h"
#include "ui/style/color_map.h"

namespace noiseloom {

enum class ScaleKind { Linear, SymmetricLog };

/// Maps values of a matrix to positions 0..1 of a colour map. With a negative value in range the scale is symmetric
/// about 0, at 0.5; otherwise 0 is at 0. Symmetric-log is linear within 1e-4 of the largest magnitude and
/// logarithmic beyond.
class ValueScale {
 public:
  ValueScale() = default;
  /// The finite range of values in view, least <= most; a range of zeros only is widened to 1.
  ValueScale(ScaleKind kind, double least, double most);

  ScaleKind kind() const { return m_kind; }
  bool diverging() const { return m_diverging; }
  double largest() const { return m_largest; }
  /// NaN stays NaN.
  double position(double value) const;
  const ColorMap& colors(bool dark) const;
  /// Ticks of a colour bar; Tick::position is in 0..1.
  std::vector<Tick> ticks(int mostTicks = 7) const;

 private:
  double fractionOf(double magnitude) const;

  ScaleKind m_kind = ScaleKind::Linear;
  bool m_diverging = false;
  double m_largest = 1;
};

}  // namespace noiseloom
