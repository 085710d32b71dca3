#pragma once

#include <vector>

#include "core/balls_in_bins/sampling/gram_factor.h"
#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/monte_carlo/lane_rows.h"

namespace noiseloom {

/// The Cholesky factor L of a positive semidefinite matrix, L L^T = G, within G's profile: row i of L begins where row
/// i of G does, so that the band of a banded strategy, and the corner where its bins wrap around, are all that is kept
/// and multiplied.
class ProfileFactor final : public GramFactor {
 public:
  /// values: size x size by row, symmetric. A pivot below 1e-14 of the largest diagonal entry is raised to that. Empty
  /// when stopped. Throws InvalidArgument naming the Gram matrix when it is not positive semidefinite.
  ProfileFactor(const std::vector<double>& values, Index size, const RunControl& control);

  bool empty() const { return m_size == 0; }
  Index inputs() const override { return m_size; }
  Index work() const override { return m_rows.work(); }
  void multiply(double* in, double* out) const override { m_rows.multiply(in, out); }

 private:
  void pack(const std::vector<double>& lower, const std::vector<Index>& first);

  Index m_size = 0;
  LaneRows m_rows;
};

}  // namespace noiseloom
