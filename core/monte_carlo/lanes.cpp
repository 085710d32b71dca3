#include "core/monte_carlo/lanes.h"

#include "core/base/infinity.h"

namespace noiseloom {

NOISELOOM_MULTIVERSION
void expInPlace(double* values, Index count) {
#pragma omp simd
  for (Index i = 0; i < count; ++i) values[i] = values[i] <= 709 ? laneExp(values[i]) : values[i] + kInfinity;
}

}  // namespace noiseloom
