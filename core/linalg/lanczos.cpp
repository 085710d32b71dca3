#include "core/linalg/lanczos.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/linalg/eigenvalues.h"

namespace noiseloom {
namespace {

// A new direction this short, relative to the largest entry of the recursion, is a rounding error.
constexpr double kInvariant = 1e-12;
// Nodes below this weight are dropped.
constexpr double kLeastWeight = 1e-15;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// v <- v - (v . q) q for each q, twice: a single pass leaves components due to rounding.
void removeAll(const std::vector<std::vector<double>>& basis, std::vector<double>& v) {
  for (int round = 0; round < 2; ++round) {
    for (const std::vector<double>& q : basis) {
      const double along = dot(q, v);
      for (std::size_t i = 0; i < v.size(); ++i) v[i] -= along * q[i];
    }
  }
}

// Random signs, 64 at a time, the same on every machine (splitmix64).
class Signs {
 public:
  explicit Signs(std::uint64_t seed) : m_state(seed) {}
  double next() {
    if (m_left == 0) {
      std::uint64_t z = m_state += 0x9e3779b97f4a7c15u;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      m_bits = z ^ (z >> 31);
      m_left = 64;
    }
    const bool one = (m_bits & 1) != 0;
    m_bits >>= 1;
    --m_left;
    return one ? 1 : -1;
  }

 private:
  std::uint64_t m_state;
  std::uint64_t m_bits = 0;
  int m_left = 0;
};

}  // namespace

std::vector<SpectralNode> lanczosNodes(const SymmetricProduct& product, std::span<const double> start, Index most,
                                       const RunControl& control) {
  checkInteger("size of start", std::ssize(start), 1, kNoLimit);
  checkInteger("most", most, 1, 1024);
  checkAllFinite("start", start);
  const double norm = std::sqrt(dot(start, start));
  checkPositive("norm of start", norm);
  std::vector<std::vector<double>> basis{{start.begin(), start.end()}};
  for (double& value : basis[0]) value /= norm;
  std::vector<double> diagonal, below;
  double scale = 0;
  while (true) {
    if (control.stopRequested()) return {};
    std::vector<double> next(start.size());
    product(basis.back(), next);
    checkAllFinite("product", next);
    diagonal.push_back(dot(basis.back(), next));
    scale = std::max(scale, std::sqrt(dot(next, next)));
    if (std::ssize(diagonal) >= most || diagonal.size() == start.size()) break;
    removeAll(basis, next);
    const double length = std::sqrt(dot(next, next));
    if (!(length > kInvariant * scale)) break;
    below.push_back(length);
    for (double& value : next) value /= length;
    basis.push_back(std::move(next));
  }
  // Golub and Welsch: nodes are the eigenvalues of the tridiagonal matrix, weights the squared first components.
  const std::size_t count = diagonal.size();
  std::vector<double> matrix(count * count, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    matrix[i * count + i] = diagonal[i];
    if (i > 0) matrix[(i - 1) * count + i] = below[i - 1];
  }
  const SymmetricEigen eigen = symmetricEigen(matrix, static_cast<Index>(count), EigenParts::ValuesAndVectors);
  std::vector<SpectralNode> nodes;
  for (std::size_t i = 0; i < count; ++i) {
    const double component = eigen.vectors[i * count];
    if (component * component > kLeastWeight) nodes.push_back({eigen.values[i], component * component});
  }
  return nodes;
}

std::vector<SpectralNode> estimateSpectrum(const SymmetricProduct& product, Index size, Index most, Index probes,
                                           std::uint64_t seed, const RunControl& control) {
  checkInteger("size", size, 1, kNoLimit);
  checkInteger("most", most, 1, 1024);
  checkInteger("probes", probes, 1, 4096);
  Signs signs(seed);
  std::vector<SpectralNode> all;
  std::vector<double> start(size);
  for (Index probe = 0; probe < probes; ++probe) {
    for (double& value : start) value = signs.next();
    const std::vector<SpectralNode> nodes = lanczosNodes(product, start, most, control);
    if (nodes.empty()) return {};
    for (const SpectralNode& node : nodes) all.push_back({node.value, node.weight / static_cast<double>(probes)});
  }
  std::ranges::sort(all, {}, &SpectralNode::value);
  return all;
}

}  // namespace noiseloom
