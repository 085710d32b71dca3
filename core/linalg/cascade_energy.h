#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// f(x) = prod_k (1 - z_k x) / prod_k (1 - p_k x) as a chain of one-pole filters: the k-th is 1 + (p - z) x / (1 - p x)
/// with the k-th largest zero and pole; missing zeros are 0. Poles may coincide. Zeros and poles are given by their
/// gaps 1 - z and 1 - p in [0, 1], in any order, so that those within 1e-16 of 1 keep all their digits; there are at
/// most as many zeros as poles.
///
/// As a system with one state per filter, x of P values, initially 0: out = in + slopes^T x, then x <- F x + 1 in (1
/// the vector of ones), F lower triangular with F[k, k] = 1 - gaps[k] and F[k, l] = slopes[l] for l < k.
class FilterChain {
 public:
  FilterChain() = default;
  FilterChain(std::span<const double> zeroGaps, std::span<const double> poleGaps);

  std::vector<double> slopes;  ///< p - z, largest pole first
  std::vector<double> gaps;    ///< 1 - p

  /// For any function: converts derivatives in the slopes (poles fixed) and the poles (slopes fixed) to those in the
  /// gaps of the zeros and poles as given; those beyond the size of a span are omitted.
  void scatter(std::span<const double> slopeBar, std::span<const double> poleBar, std::span<double> zeroGradient,
               std::span<double> poleGradient) const;

 private:
  std::vector<std::size_t> m_zeroOrder, m_poleOrder;
};

/// For the first n terms of a power series f: sum_t f_t^2, or sum_t (n - t) f_t^2, the sum of the n partial energies.
enum class EnergyKind { Total, Accumulated };

/// Energy of the first n terms of the f of a FilterChain, and its derivatives in the gaps, in O(P^3 log n) for P poles:
/// the Gram matrix of the chain's state is doubled from 1 step to n.
///
/// If every zero has a pole of its own that is not below it (an interlaced BLT and its decoder), only positive numbers
/// are added: the result is then accurate to about P log2(n) roundings of the gaps. zeroGradient and poleGradient have
/// the sizes of the inputs or less; they may be empty.
double cascadeEnergy(std::span<const double> zeroGaps, std::span<const double> poleGaps, Index terms, EnergyKind kind,
                     std::span<double> zeroGradient = {}, std::span<double> poleGradient = {});

}  // namespace noiseloom
