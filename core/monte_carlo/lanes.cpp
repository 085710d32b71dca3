#include "core/monte_carlo/lanes.h"

namespace noiseloom {

NOISELOOM_MULTIVERSION
void expInPlace(double* values, Index count) {
#pragma omp simd
  for (Index i = 0; i < count; ++i) values[i] = laneExp(values[i]);
}

}  // namespace noiseloom
