#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// A symmetric operator: out = H x, both of its size.
using SymmetricProduct = std::function<void(std::span<const double> x, std::span<double> out)>;

/// A point mass of a spectral density.
struct SpectralNode {
  double value;   ///< an eigenvalue, or a representative of several
  double weight;  ///< its share of all eigenvalues, above 0
};

/// Gauss quadrature of the measure that has mass (v . e_i)^2 at each eigenvalue of H, where v is the start scaled to
/// norm 1 and e_i are the eigenvectors: at most `most` nodes, increasing, whose weights sum to 1 and which integrate
/// polynomials of degree up to 2 `most` - 1 exactly. There are fewer if the start lies in an invariant subspace: the
/// answer is then exact. Lanczos' recursion with full reorthogonalisation: `most` products and O(size most^2); the
/// vectors take size (most + 1) doubles. Throws InvalidArgument naming start or most; empty when stopped.
std::vector<SpectralNode> lanczosNodes(const SymmetricProduct& product, std::span<const double> start, Index most,
                                       const RunControl& control = {});

/// Estimates the density of the eigenvalues of H by the mean of lanczosNodes() over `probes` starts of independent
/// signs +-1, whose (v . e_i)^2 are 1/size on average: up to `most` nodes per start, increasing. Deterministic for a
/// seed. A few probes suffice for a density of many eigenvalues.
std::vector<SpectralNode> estimateSpectrum(const SymmetricProduct& product, Index size, Index most, Index probes,
                                           std::uint64_t seed, const RunControl& control = {});

}  // namespace noiseloom
