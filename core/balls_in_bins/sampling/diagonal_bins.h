#pragma once

#include <optional>

#include "core/balls_in_bins/bin_gram.h"
#include "core/monte_carlo/direction_search.h"

namespace noiseloom {

/// delta where the bins' means are orthogonal, C = I: e^L is the mean of b_e independent lognormal numbers, and no
/// sampling is needed. Each number V (mean 1, variance of its logarithm g/s^2) is moved to a grid so that its mean is
/// kept, which can only raise the mean of a convex function of the sum S; the powers of one Fourier transform sum them.
/// With puts p(K) = E[(K - S)_+], for which values above K are as good as infinite,
///   remove: E[(S/b - e^eps)_+] = 1 - e^eps + p(b e^eps)/b (put-call parity, with the grid's own mass and mean),
///   add:    E[(1 - e^eps S/b)_+] = e^eps p(b e^-eps)/b.
/// Sums beyond the window wrap around to lower values, which raises a put. An allowance for rounding is added: parity
/// subtracts terms of the order of e^eps, and transforms err by their length.
class DiagonalBins {
 public:
  /// `nodes` of the grid: a power of two.
  DiagonalBins(Index bins, double normSquared, Index nodes);

  struct Delta {
    double upper = 0;     ///< an upper bound of the worse direction's delta
    double rounding = 0;  ///< the allowance in it, about 1.4e-14 e^epsilon bins; of use while it is a small part
  };
  Delta delta(const NoisePoint& point) const;
  /// The largest part of a bound that may be rounding, for the bound to be used.
  static constexpr double kMostRounding = 0.1;
  /// log of delta e^-epsilon below which it is more.
  double logRounding() const;

 private:
  struct Put {
    double value = 0;     // of the sum, rounding included
    double rounding = 0;  // allowed for
    double mass = 0;      // of one number, as it came out on the grid
    double mean = 0;
  };
  Put put(double variance, double strike) const;

  Index m_bins;
  double m_normSquared;
  Index m_nodes;
};

/// Where the worse direction's delta is at most the given one, for a diagonal Gram matrix; unequal entries count as the
/// greatest, which is safe as delta grows with each entry (Kahane).
struct DiagonalRoot {
  double x = 0;              ///< on the axis
  double relativeError = 0;  ///< of delta: about how much of it is due to the grid, rounding and unequal entries
  double slope = -1;         ///< d log delta / dx
  bool stopped = false;
};
/// Nothing where rounding would be felt: delta < 1.4e-13 bins e^epsilon. `nodes`: 2^14 leave about 1e-4 of delta.
std::optional<DiagonalRoot> diagonalRoot(const BinGram& gram, const NoiseAxis& axis, double delta, Index nodes,
                                         const RunControl& control);

/// True if all entries off the diagonal are 0.
bool isDiagonal(const BinGram& gram);

}  // namespace noiseloom
