#pragma once

#include <Eigen/Dense>
#include <random>
#include <vector>

#include "core/strategy/strategy.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Dense twins of strategies and workloads, for tests at small n.
inline Eigen::MatrixXd denseOf(const Strategy& strategy) {
  const Index n = strategy.iterations();
  const std::vector<double> block = strategy.block(0, n, 0, n);
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(block.data(), n, n);
}

inline Eigen::MatrixXd denseOf(const Workload& workload, Index n) {
  Eigen::MatrixXd dense(n, n);
  for (Index j = 0; j < n; ++j) {
    std::vector<double> column(static_cast<std::size_t>(n), 0.0);
    column[static_cast<std::size_t>(j)] = 1;
    workload.multiply(column, column);
    dense.col(j) = Eigen::Map<const Eigen::VectorXd>(column.data(), n);
  }
  return dense;
}

/// ||D[i, :]||^2 of D = A C^-1.
inline Eigen::VectorXd denseVariances(const Strategy& strategy, const Workload& workload) {
  const Eigen::MatrixXd c = denseOf(strategy);
  const Eigen::MatrixXd a = denseOf(workload, strategy.iterations());
  return (a * c.inverse()).rowwise().squaredNorm();
}

/// A banded strategy with entries in [least, 1] and a diagonal in [1, 2].
inline BandedStrategy randomBanded(std::mt19937_64& random, Index n, Index bands, double least = -1) {
  std::uniform_real_distribution<double> entry(least, 1);
  std::uniform_real_distribution<double> diagonal(1, 2);
  std::vector<double> rows(static_cast<std::size_t>(n * bands), 0.0);
  for (Index i = 0; i < n; ++i) {
    for (Index p = std::max<Index>(0, bands - 1 - i); p < bands; ++p) {
      rows[static_cast<std::size_t>(i * bands + p)] =
          p == bands - 1 ? diagonal(random) : entry(random) / static_cast<double>(bands);
    }
  }
  return {n, bands, std::move(rows)};
}

/// A prefix, a momentum with weight decay, and a schedule with momentum, of n iterations.
inline std::vector<Workload> someWorkloads(Index n) {
  std::vector<double> eta;
  for (Index i = 0; i < n; ++i) eta.push_back(0.2 + 0.8 * static_cast<double>(n - i) / static_cast<double>(n));
  return {Workload::prefix(), Workload::sgd(1, 0.9), Workload::sgd(0.99, 0.5), Workload::learningRates(eta, 0.8),
          Workload::learningRates(eta, 0)};
}

}  // namespace noiseloom
