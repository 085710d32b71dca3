#pragma once

#include <memory>

#include "core/base/index.h"

namespace noiseloom {

/// Discrete Fourier transforms of many complex sequences of one length, interleaved in lanes: value i of lane l is at i
/// lanes + l; lanes 2 m and 2 m + 1 are the real and imaginary parts of one sequence.
class LaneTransform {
 public:
  /// size: the length of a sequence, >= 1; lanes: even. Throws std::bad_alloc.
  LaneTransform(Index size, Index lanes);

  Index size() const noexcept { return m_size; }
  /// sum_q x_q exp(2 pi i q t / size) for all t, in place; values are 64-byte aligned. Threads may share the object.
  void transform(double* values) const;

 private:
  Index m_size;
  std::shared_ptr<void> m_plan;
};

}  // namespace noiseloom
