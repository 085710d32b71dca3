#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/aligned_buffer.h"
#include "core/base/run_control.h"
#include "core/workload/workload.h"

namespace noiseloom {

struct InverseDiagonals;

/// Variances v_i of u = A C^-1 z for a b-banded C, and the gradient of any function of them, in O(n b^2) time and O(n
/// b) memory (math: section 3.1). M = C A^-1 has w = b + a - 1 diagonals, where A^-1 has a = 2 to 4; u_i = (z_i - sum_j
/// M_ij u_j) / M_ii, and only the covariances P_ij = Cov(u_i, u_j) with |i - j| < w are needed.
///
/// The window of covariances is a dense W x W matrix, W = w - 1, whose row and column i mod W belong to the youngest
/// index congruent to i: nothing is ever shifted, and row i costs one symmetric matrix-vector product.
class CovarianceRecursion {
 public:
  /// Reads row i of C: out[p] = C[i, i - b + 1 + p], p < b, zeros where the column would be negative.
  using RowReader = std::function<void(Index row, std::span<double> out)>;
  /// Receives df/dC of row i in the same layout, for i = n-1 down to 0.
  using RowWriter = std::function<void(Index row, std::span<const double> gradient)>;

  /// iterations >= 1, 1 <= bands <= iterations; a schedule's length must be the iterations.
  CovarianceRecursion(Workload workload, Index iterations, Index bands);

  /// Computes variances() for the given C; keeps the history for reverse() (n * W doubles) if keepHistory. Returns
  /// false when stopped or if a variance is not finite.
  bool forward(const RowReader& readRow, bool keepHistory, const RunControl& control = {});
  std::span<const double> variances() const { return m_variances; }

  /// Gradient with respect to C of f(v), given seeds[i] = df/dv_i; once after each forward(.., true), with the same
  /// rows. Returns false when stopped.
  bool reverse(const RowReader& readRow, std::span<const double> seeds, const RowWriter& writeRow,
               const RunControl& control = {});

  /// The part of the loss due to rows beyond those of the recursion: any sum of later variances is an affine function
  /// of the covariances in the window, and is represented by its derivative.
  class Continuation {
   private:
    friend class CovarianceRecursion;
    AlignedBuffer m_adjoint;
  };
  /// After forward(.., true): the continuation of the recursion over rows 0 .. row - 1 (row >= W), for seeds[i] =
  /// df/dv_i of the rows from `row` on. It depends on those rows of C alone. nullopt when stopped.
  std::optional<Continuation> continuationAt(Index row, const RowReader& readRow, std::span<const double> seeds,
                                             const RunControl& control = {});
  /// From now on reverse() includes the influence of the last W covariances on later rows; `iterations` must be the row
  /// of the continuation.
  void continueWith(Continuation continuation) { m_continuation = std::move(continuation); }
  /// After forward(): the continuation's part of the loss, up to a constant.
  double continuedLoss() const;

  /// W: the number of earlier values of u on which each new one depends.
  Index window() const { return m_window; }

 private:
  InverseDiagonals inverseOf(Index row) const;
  void loadRow(Index row, std::size_t slot, const RowReader& readRow);
  bool retreat(Index firstRow, const RowReader& readRow, std::span<const double> seeds, AlignedBuffer& adjoint,
               const RowWriter& writeRow, const RunControl& control);
  void placeOldest(Index row, std::size_t slot);

  Workload m_workload;
  Index m_iterations;
  Index m_bands;
  Index m_inverseBands;
  Index m_window;
  std::size_t m_stride;  // W rounded up to whole vectors
  std::vector<double>
      m_inverse[kMostInverseBands];   // diagonals of A^-1 by row: one value, or n for a schedule (after W zeros)
  std::vector<double> m_strategyRow;  // C[i, i - W .. i], and three zeros
  std::vector<double> m_decoderRow;   // M[i, i - W .. i]
  AlignedBuffer m_ratio;              // M_il / M_ii in slot order
  AlignedBuffer m_product;            // S times the ratios: -P_il
  AlignedBuffer m_placed;             // the row that enters the window
  AlignedBuffer m_covariance;         // S: the window of covariances, in slot order
  AlignedBuffer m_history;            // -P_il of every row, in slot order
  std::vector<double> m_variances;
  std::optional<Continuation> m_continuation;
};

}  // namespace noiseloom
