#include "core/strategy/dense_strategy.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/tiled_matrix.h"
#include "core/strategy/strategy_body.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr Index kMostBlockSize = 46'340;  // its square stays within 16 GiB and 31 bits
constexpr double kInverseTolerance = 1e-10;

}  // namespace

DenseStrategy::DenseStrategy(Index iterations, Index blockSize, std::vector<double> block)
    : m_iterations(iterations), m_size(blockSize) {
  checkBlock(block);
  SquareMatrix lower(0), inverse(blockSize);
  lower.size = blockSize;
  lower.values.swap(block);
  invertLower(lower, inverse, {});
  keep(std::move(lower.values), std::move(inverse.values));
}

DenseStrategy::DenseStrategy(Index iterations, Index blockSize, std::vector<double> block, std::vector<double> inverse)
    : m_iterations(iterations), m_size(blockSize) {
  checkBlock(block);
  checkSize("C_inv", std::ssize(inverse), blockSize * blockSize);
  // C (C^-1 1) = 1, row by row within a multiple of what rounding allows.
  const Eigen::Map<const Matrix> c(block.data(), blockSize, blockSize), known(inverse.data(), blockSize, blockSize);
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(blockSize);
  const Eigen::VectorXd solved = known * ones;
  const Eigen::VectorXd size = known.rowwise().norm() * std::sqrt(static_cast<double>(blockSize));
  for (Index i = 0; i < blockSize; ++i) {
    const double error = std::abs(c.row(i).head(i + 1).dot(solved.head(i + 1)) - 1);
    if (!(error <= kInverseTolerance * (c.row(i).head(i + 1).cwiseAbs().dot(size.head(i + 1)) + 1)))
      throw InvalidArgument("C_inv", {Core::tr("%1 off in row %2"), error, i}, Core::tr("the inverse of C"));
  }
  keep(std::move(block), std::move(inverse));
}

void DenseStrategy::checkBlock(std::span<const double> block) const {
  checkInteger("iterations", m_iterations, 1, kNoLimit);
  checkInteger("block_size", m_size, 1, std::min(m_iterations, kMostBlockSize), Core::tr("the iterations, and memory"));
  checkSize("C", std::ssize(block), m_size * m_size);
  checkAllFinite("C", block);
  const Eigen::Map<const Matrix> c(block.data(), m_size, m_size);
  for (Index i = 0; i < m_size; ++i) {
    const std::string place = "[" + std::to_string(i) + "]";
    checkPositive("diagonal of C" + place, c(i, i));
    for (Index j = i + 1; j < m_size; ++j) {
      if (c(i, j) != 0)
        throw InvalidArgument("C, row " + place, shortest(c(i, j)), Core::tr("zeros above the diagonal"));
    }
  }
}

void DenseStrategy::keep(std::vector<double> block, std::vector<double> inverse) {
  checkAllFinite("C_inv", inverse);
  const Eigen::Map<const Matrix> c(block.data(), m_size, m_size);
  Eigen::VectorXd norms = Eigen::VectorXd::Zero(m_size);
  for (Index i = 0; i < m_size; ++i) norms += c.row(i).cwiseAbs2().transpose();
  Data data;
  data.normSquared.assign(norms.begin(), norms.end());
  checkAllFinite("column norms of C", data.normSquared);
  data.block = std::move(block);
  data.inverse = std::move(inverse);
  m_data = std::make_shared<const Data>(std::move(data));
}

double DenseStrategy::entry(Index row, Index column) const {
  if (row / m_size != column / m_size) return 0;
  return m_data->block[row % m_size * m_size + column % m_size];
}

double DenseStrategy::inverseEntry(Index row, Index column) const {
  if (row / m_size != column / m_size) return 0;
  return m_data->inverse[row % m_size * m_size + column % m_size];
}

double DenseStrategy::columnNormSquared(Index column) const {
  const Index first = column / m_size * m_size;
  if (first + m_size <= m_iterations) return m_data->normSquared[column - first];
  double sum = 0;
  for (Index row = column; row < m_iterations; ++row) sum += entry(row, column) * entry(row, column);
  return sum;
}

void DenseStrategy::multiply(std::span<const double> x, std::span<double> out) const {
  const Eigen::Map<const Matrix> c(m_data->block.data(), m_size, m_size);
  for (Index first = 0; first < m_iterations; first += m_size) {
    const Index size = std::min(m_size, m_iterations - first);
    const Eigen::VectorXd part = Eigen::Map<const Eigen::VectorXd>(x.data() + first, size);
    Eigen::Map<Eigen::VectorXd>(out.data() + first, size) =
        c.topLeftCorner(size, size).triangularView<Eigen::Lower>() * part;
  }
}

void DenseStrategy::solve(std::span<const double> z, std::span<double> out) const {
  const Eigen::Map<const Matrix> c(m_data->block.data(), m_size, m_size);
  for (Index first = 0; first < m_iterations; first += m_size) {
    const Index size = std::min(m_size, m_iterations - first);
    Eigen::VectorXd part = Eigen::Map<const Eigen::VectorXd>(z.data() + first, size);
    c.topLeftCorner(size, size).triangularView<Eigen::Lower>().solveInPlace(part);
    Eigen::Map<Eigen::VectorXd>(out.data() + first, size) = part;
  }
}

namespace {

// C_inv may come from another program's substitution: its error grows with the condition of C.
constexpr double kStatedInverseTolerance = 1e-11;

std::vector<StrategyArray> denseArrays(const Strategy& strategy) {
  const auto& dense = valueOf<DenseStrategy>(strategy);
  const std::vector<Index> shape{dense.blockSize(), dense.blockSize()};
  std::vector<StrategyArray> arrays;
  arrays.push_back({"C", shape, {}, dense.block(), {}});
  arrays.push_back({"C_inv", shape, {}, dense.inverseBlock(), "C", kStatedInverseTolerance, true});
  return arrays;
}

}  // namespace

template Strategy::Strategy(DenseStrategy);

constinit const StrategyKind DenseStrategy::kind{
    .id = "dense",
    .banded = true,
    .blockSize = {.least = 1},
    .shapes =
        [](const StrategySizes& sizes) {
          const std::vector<Index> shape{sizes.blockSize, sizes.blockSize};
          return std::vector<NamedShape>{{"C", shape}, {"C_inv", shape}};
        },
    .arrays = denseArrays,
    .addSizes = [](const Strategy& strategy,
                   StrategySizes& sizes) { sizes.blockSize = valueOf<DenseStrategy>(strategy).blockSize(); },
    .make = [](const StrategySizes& sizes, const TakeArray& take) -> Strategy {
      return DenseStrategy(sizes.iterations, sizes.blockSize, take("C"));
    },
    .withStated = [](const Strategy& strategy, const TakeArray& take) -> Strategy {
      const auto& dense = valueOf<DenseStrategy>(strategy);
      const auto block = dense.block();
      return DenseStrategy(dense.iterations(), dense.blockSize(), {block.begin(), block.end()}, take("C_inv"));
    },
    .equalNorms =
        [](const Strategy& strategy) {
          // The first block, and the last one, which may be cut.
          const Index n = strategy.iterations(), size = sizesOf(strategy).blockSize;
          return normsAreFirst(strategy, 1, size) && normsAreFirst(strategy, (n - 1) / size * size, n);
        },
    .numbers =
        [](const Strategy& strategy) {
          const auto& dense = valueOf<DenseStrategy>(strategy);
          return std::vector{wholeNumber("block_size", dense.blockSize()), wholeNumber("stamps", dense.stamps())};
        },
    .form = NoiseForm::Columns,
    .recurrence = [](const Strategy& strategy,
                     Index step) { return columnRecurrence(strategy, step, step % sizesOf(strategy).blockSize); },
};

}  // namespace noiseloom
