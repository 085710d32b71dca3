#pragma once

#include <cstddef>
#include <vector>

#include "core/base/aligned_buffer.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// How many samples are carried through a computation side by side.
constexpr Index kLanes = 64;

/// The Cholesky factor L of a positive semidefinite matrix, L L^T = G, within G's profile: row i of L begins where row
/// i of G does, so that the band of a banded strategy, and the corner where its bins wrap around, are all that is kept
/// and multiplied.
class ProfileFactor {
 public:
  ProfileFactor() = default;
  /// values: size x size by row, symmetric. A pivot below 1e-14 of the largest diagonal entry is raised to that. Empty
  /// when stopped. Throws InvalidArgument naming the Gram matrix when it is not positive semidefinite.
  ProfileFactor(const std::vector<double>& values, Index size, const RunControl& control);

  bool empty() const { return m_size == 0; }
  /// Multiply-adds of one product.
  Index work() const { return static_cast<Index>(m_coefficients.size()); }
  /// out = L in for kLanes vectors, value i of vector l at i kLanes + l; 64-byte aligned, in is not out.
  void multiply(const double* in, double* out) const;

 private:
  // Rows go in groups of four that begin at the earliest of them and end at the last one's diagonal: coefficient
  // j of row r at offset + 4 (j - begin) + r.
  struct Group {
    Index begin;
    Index end;
    std::size_t offset;
  };
  void pack(const std::vector<double>& lower, const std::vector<Index>& first);

  Index m_size = 0;
  std::vector<Group> m_groups;
  std::vector<double> m_coefficients;
};

}  // namespace noiseloom
