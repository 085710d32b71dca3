#pragma once

#include <memory>

#include "core/base/index.h"

namespace noiseloom {

/// Discrete Fourier transforms of one length of many complex sequences side by side, as they stand in lanes: value i of
/// lane l at i lanes + l, lanes 2 m and 2 m + 1 the real and imaginary parts of one sequence.
class LaneTransform {
 public:
  /// size: of a sequence, >= 1; lanes: even. Throws std::bad_alloc.
  LaneTransform(Index size, Index lanes);

  Index size() const noexcept { return m_size; }
  /// sum_q x_q exp(2 pi i q t / size) for all t, in place; 64-byte aligned. Any number of threads.
  void transform(double* values) const;

 private:
  Index m_size;
  std::shared_ptr<void> m_plan;
};

}  // namespace noiseloom
