#pragma once

#include <string>
#include <vector>

namespace noiseloom {

/// One direction of a chart. The label carries the unit: "epochs k", "improvement (%)".
struct Axis {
  std::string label;
  bool log = false;
};

/// Points in order, joined by lines. Points that are not finite, or not positive on a logarithmic axis, are left out.
struct Curve {
  std::string name;
  std::vector<double> x = {};
  std::vector<double> y = {};
  bool joined = true;  ///< false: markers alone

  void add(double atX, double atY) {
    x.push_back(atX);
    y.push_back(atY);
  }
};

/// A chart of lines and points, the source of a picture and a table.
struct Chart {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Curve> curves = {};

  /// Scalable vector graphics, 760 x 440, with axes, grid, ticks and a legend; the same bytes for the same chart.
  std::string svg() const;
  /// Its points: curve, x, y, to ten significant digits, so that the last bits of a sum are not visible.
  std::string csv() const;
};

}  // namespace noiseloom
