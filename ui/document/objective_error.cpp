#include "ui/document/objective_error.h"

#include <algorithm>

namespace noiseloom {

double errorOf(const BandPoint& point, ErrorObjective objective) {
  return objective == ErrorObjective::Max ? point.maxError : point.rmse;
}

const BandPoint* bestPoint(const std::vector<BandPoint>& points, ErrorObjective objective) {
  if (points.empty() || objective == ErrorObjective::Last) return nullptr;
  return &*std::min_element(points.begin(), points.end(), [objective](const BandPoint& a, const BandPoint& b) {
    return errorOf(a, objective) < errorOf(b, objective);
  });
}

}  // namespace noiseloom
