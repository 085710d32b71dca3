#pragma once

#include <string>
#include <vector>

namespace noiseloom {

/// A point of a scatter: a design in one task at one learning rate.
struct LearningPoint {
  double x = 1;  ///< above 0
  double y = 1;  ///< 0: on the lower edge
  std::size_t series = 0;
};

/// Panels side by side with logarithmic axes of the same ranges, as SVG: the same points over another abscissa each,
/// with the line y = x^2. The ranges hold all points, but y of less than 1e-4, which stands on the edge.
struct LearningPanel {
  std::string abscissa;
  std::vector<LearningPoint> points;
};
std::string learningFigure(const std::vector<LearningPanel>& panels, const std::string& ordinate,
                           const std::vector<std::string>& series);

}  // namespace noiseloom
