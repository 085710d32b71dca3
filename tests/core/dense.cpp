#include "tests/core/dense.h"
#include "core/mechanism/square_root.h"

#include <algorithm>
#include <cmath>

namespace noiseloom {

Eigen::MatrixXd denseOf(const Strategy& strategy) {
  const Index n = strategy.iterations();
  const std::vector<double> block = strategy.block(0, strategy.rows(), 0, n);
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(block.data(),
                                                                                                  strategy.rows(), n);
}

Eigen::MatrixXd denseOf(const Workload& workload, Index n) {
  Eigen::MatrixXd dense(n, n);
  for (Index j = 0; j < n; ++j) {
    std::vector<double> column(static_cast<std::size_t>(n), 0.0);
    column[static_cast<std::size_t>(j)] = 1;
    workload.multiply(column, column);
    dense.col(j) = Eigen::Map<const Eigen::VectorXd>(column.data(), n);
  }
  return dense;
}

Eigen::VectorXd denseVariances(const Strategy& strategy, const Workload& workload) {
  const Eigen::MatrixXd c = denseOf(strategy);
  const Eigen::MatrixXd a = denseOf(workload, strategy.iterations());
  return (a * c.inverse()).rowwise().squaredNorm();
}

Eigen::VectorXd entryVariances(const Strategy& strategy, const Eigen::MatrixXd& a) {
  const Index n = strategy.iterations();
  Eigen::MatrixXd noising(n, strategy.rows());
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < strategy.rows(); ++j) noising(i, j) = strategy.inverseEntry(i, j);
  }
  return (a * noising).rowwise().squaredNorm();
}

double enumeratedSensitivity(const Strategy& strategy, const Participation& participation) {
  const Eigen::MatrixXd c = denseOf(strategy);
  const Eigen::MatrixXd x = (c.transpose() * c).cwiseAbs();
  const Index n = strategy.iterations();
  const bool fixed = participation.schema == Participation::Schema::FixedEpochOrder;
  const Index hits = participation.schema == Participation::Schema::Single ? 1 : participation.participations;
  double most = 0;
  std::vector<Index> pattern;
  const auto extend = [&](const auto& self, Index from, Index to, double sum) -> void {
    most = std::max(most, sum);
    if (static_cast<Index>(pattern.size()) == hits) return;
    for (Index i = from; i < std::min(to, n); ++i) {
      double more = sum + x(i, i);
      for (const Index j : pattern) more += 2 * x(i, j);
      pattern.push_back(i);
      self(self, i + participation.separation, fixed ? i + participation.separation + 1 : n, more);
      pattern.pop_back();
    }
  };
  extend(extend, 0, n, 0);
  return std::sqrt(most);
}

BandedStrategy randomBanded(std::mt19937_64& random, Index n, Index bands, double least) {
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

std::vector<Workload> seriesWorkloads(Index n) {
  std::vector<double> given;
  for (Index lag = 0; lag < n; ++lag)
    given.push_back(std::cos(0.2 * static_cast<double>(lag)) / std::sqrt(1 + static_cast<double>(lag)));
  return {Workload::prefix().withWindow((n + 4) / 5), Workload::prefix().withWindow(n),
          Workload::sgd(0.99, 0.5).withAveraging(0.6).withWindow(std::min<Index>(n, 3)), Workload::toeplitz(given)};
}

std::vector<Workload> everyWorkload(Index n) {
  std::vector<Workload> all = someWorkloads(n);
  for (const Workload& workload : seriesWorkloads(n)) all.push_back(workload);
  return all;
}

std::vector<Workload> someWorkloads(Index n) {
  std::vector<double> eta;
  for (Index i = 0; i < n; ++i) eta.push_back(0.2 + 0.8 * static_cast<double>(n - i) / static_cast<double>(n));
  return {Workload::prefix(),
          Workload::sgd(1, 0.9),
          Workload::sgd(0.99, 0.5),
          Workload::learningRates(eta, 0.8),
          Workload::learningRates(eta, 0),
          Workload::learningRates(eta, 0.6, 0.98),
          Workload::prefix().withAveraging(0.97),
          Workload::sgd(1, 0.9).withAveraging(0.9),
          Workload::sgd(0.99, 0.5).withAveraging(0.99),
          Workload::learningRates(eta, 0.6, 0.98).withAveraging(0.95),
          Workload::sgd(0.99, 0.5).withAveraging(1),
          Workload::learningRates(eta, 0.8).withAveraging(1),
          Workload::identity()};
}

std::vector<double> lowerBlock(std::mt19937_64& random, Index size) {
  std::uniform_real_distribution<double> entry(-0.5, 1);
  std::vector<double> block(static_cast<std::size_t>(size * size), 0.0);
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < i; ++j)
      block[static_cast<std::size_t>(i * size + j)] = entry(random) / static_cast<double>(size);
    block[static_cast<std::size_t>(i * size + i)] = 1 + 0.3 * entry(random);
  }
  return block;
}

RecursiveBltStrategy someRecursion(Index n, Index blockSize) {
  std::vector<double> weights, theta, inverseTheta;
  for (Index level = 0; level < RecursiveBltStrategy::levelsFor(n, blockSize); ++level) {
    const double less = 0.02 * static_cast<double>(level);
    weights.push_back(1 + 15 * less);
    theta.insert(theta.end(), {0.95 - less, 0.5});
    inverseTheta.insert(inverseTheta.end(), {0.8 - less, 0.2});
  }
  return {n, blockSize, std::move(weights), std::move(theta), std::move(inverseTheta)};
}

std::vector<Strategy> oneOfEveryKind(Index n, std::mt19937_64& random) {
  std::vector<double> coefficients{1, 0.6, 0.4, -0.1, 0.2};
  coefficients.resize(static_cast<std::size_t>(std::min<Index>(n, 5)));
  std::vector<double> noising{1, -0.5, -0.2, 0.1};
  noising.resize(static_cast<std::size_t>(std::min<Index>(n, 4)));
  return {IdentityStrategy(n),
          ToeplitzStrategy(n, coefficients),
          ToeplitzStrategy(n, coefficients, ColumnScaling::Normalized),
          ToeplitzStrategy(n, squareRootCoefficients(Workload::prefix(), n)),
          randomBanded(random, n, std::min<Index>(n, 6)),
          InverseToeplitzStrategy(n, noising),
          InverseToeplitzStrategy(n, noising, ColumnScaling::Normalized),
          InverseToeplitzStrategy(n, {1}),
          DenseStrategy(n, n, lowerBlock(random, n)),
          DenseStrategy(n, std::min<Index>(n, 7), lowerBlock(random, std::min<Index>(n, 7))),
          BltStrategy(n, {0.99, 0.6}, {0.9, 0.3}),
          TreeStrategy(n, TreeEstimate::FromBelow),
          TreeStrategy(n, TreeEstimate::OwnNode),
          someRecursion(n, 4)};
}

}  // namespace noiseloom
