#include "core/linalg/eigenvalues.h"

// The only source of the project that includes Eigen's solvers, which take long to compile.
#include <Eigen/Eigenvalues>
#include <limits>

#include "core/base/check.h"

namespace noiseloom {
namespace {

Eigen::Map<const Eigen::MatrixXd> checked(std::span<const double> matrix, Index size) {
  checkInteger("size", size, 1, kNoLimit);
  checkSize("matrix", std::ssize(matrix), size * size);
  return {matrix.data(), size, size};
}

}  // namespace

SymmetricEigen symmetricEigen(std::span<const double> matrix, Index size, EigenParts parts) {
  checkAllFinite("matrix", matrix);
  const bool vectors = parts == EigenParts::ValuesAndVectors;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      checked(matrix, size), vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  SymmetricEigen found{{solver.eigenvalues().begin(), solver.eigenvalues().end()}, {}};
  if (vectors) found.vectors.assign(solver.eigenvectors().data(), solver.eigenvectors().data() + size * size);
  return found;
}

std::vector<std::complex<double>> eigenvaluesOf(std::span<const double> matrix, Index size) {
  const auto given = checked(matrix, size);
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(given, false);
  if (!given.allFinite() || solver.info() != Eigen::Success)
    return std::vector<std::complex<double>>(size, std::numeric_limits<double>::quiet_NaN());
  return {solver.eigenvalues().begin(), solver.eigenvalues().end()};
}

}  // namespace noiseloom
