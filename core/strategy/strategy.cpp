#include "core/strategy/strategy.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

void checkPosition(Index rows, Index columns, Index row, Index column) {
  checkInteger("row", row, 0, rows - 1);
  checkInteger("column", column, 0, columns - 1);
}

}  // namespace

IdentityStrategy::IdentityStrategy(Index iterations) : m_iterations(iterations) {
  checkInteger("iterations", iterations, 1, kNoLimit);
}

void IdentityStrategy::multiply(std::span<const double> x, std::span<double> out) const {
  checkSize("x", static_cast<Index>(x.size()), m_iterations);
  checkSize("out", static_cast<Index>(out.size()), m_iterations);
  if (x.data() != out.data()) std::copy(x.begin(), x.end(), out.begin());
}

void IdentityStrategy::solve(std::span<const double> z, std::span<double> out) const {
  multiply(z, out);
}

Strategy::Strategy(IdentityStrategy value) : m_value(std::move(value)) {}
Strategy::Strategy(ToeplitzStrategy value) : m_value(std::move(value)) {}
Strategy::Strategy(BandedStrategy value) : m_value(std::move(value)) {}
Strategy::Strategy(InverseToeplitzStrategy value) : m_value(std::move(value)) {}
Strategy::Strategy(DenseStrategy value) : m_value(std::move(value)) {}
Strategy::Strategy(BltStrategy value) : m_value(std::move(value)) {}
Strategy::Strategy(TreeStrategy value) : m_value(std::move(value)) {}
Strategy::Strategy(RecursiveBltStrategy value) : m_value(std::move(value)) {}
Strategy::Strategy(const Strategy&) = default;
Strategy::Strategy(Strategy&&) noexcept = default;
Strategy& Strategy::operator=(const Strategy&) = default;
Strategy& Strategy::operator=(Strategy&&) noexcept = default;
Strategy::~Strategy() = default;

std::string_view Strategy::kindName() const {
  // In the order of Variant.
  constexpr std::array<std::string_view, std::variant_size_v<Variant>> kNames{
      "identity", "toeplitz", "banded", "inverse-toeplitz", "dense", "blt", "tree", "recursive-blt"};
  return kNames[m_value.index()];
}

Index Strategy::iterations() const {
  return std::visit([](const auto& strategy) { return strategy.iterations(); }, m_value);
}

Index Strategy::rows() const {
  if (const auto* recursive = as<RecursiveBltStrategy>()) return recursive->rows();
  const auto* tree = as<TreeStrategy>();
  return tree ? tree->rows() : iterations();
}

Index Strategy::ownRow(Index step) const {
  if (const auto* recursive = as<RecursiveBltStrategy>()) return recursive->ownRow(step);
  return as<TreeStrategy>() ? TreeStrategy::firstRow(step) : step;
}

Index Strategy::noiseRows() const {
  if (const auto* inverse = as<InverseToeplitzStrategy>())
    return inverse->redrawsNoise() ? 0 : inverse->noisingBands() - 1;
  if (const auto* blt = as<BltStrategy>()) return blt->buffers();
  // One estimate a level, and the running sum of the step before.
  if (const auto* tree = as<TreeStrategy>()) return tree->levels() + 1;
  if (const auto* recursive = as<RecursiveBltStrategy>()) return recursive->noiseRows();
  return bands() - 1;
}

Index Strategy::bands() const {
  return std::visit([](const auto& strategy) { return strategy.bands(); }, m_value);
}

double Strategy::entry(Index row, Index column) const {
  checkPosition(rows(), iterations(), row, column);
  return std::visit([&](const auto& strategy) { return strategy.entry(row, column); }, m_value);
}

double Strategy::inverseEntry(Index row, Index column) const {
  checkPosition(iterations(), rows(), row, column);
  return std::visit([&](const auto& strategy) { return strategy.inverseEntry(row, column); }, m_value);
}

double Strategy::columnNormSquared(Index column) const {
  checkPosition(rows(), iterations(), 0, column);
  return std::visit([&](const auto& strategy) { return strategy.columnNormSquared(column); }, m_value);
}

std::vector<double> Strategy::block(Index rowBegin, Index rowEnd, Index columnBegin, Index columnEnd) const {
  checkInteger("row_begin", rowBegin, 0, rows());
  checkInteger("row_end", rowEnd, rowBegin, rows());
  checkInteger("column_begin", columnBegin, 0, iterations());
  checkInteger("column_end", columnEnd, columnBegin, iterations());
  std::vector<double> out;
  out.reserve(static_cast<std::size_t>((rowEnd - rowBegin) * (columnEnd - columnBegin)));
  std::visit(
      [&](const auto& strategy) {
        for (Index i = rowBegin; i < rowEnd; ++i) {
          for (Index j = columnBegin; j < columnEnd; ++j) out.push_back(strategy.entry(i, j));
        }
      },
      m_value);
  return out;
}

std::vector<double> Strategy::column(Index column) const {
  checkPosition(rows(), iterations(), 0, column);
  if (!rowsAreSteps()) return block(ownRow(column), rows(), column, column + 1);
  return block(column, std::min(iterations(), column + bands()), column, column + 1);
}

void Strategy::multiply(std::span<const double> x, std::span<double> out) const {
  std::visit([&](const auto& strategy) { strategy.multiply(x, out); }, m_value);
}

void Strategy::solve(std::span<const double> z, std::span<double> out) const {
  std::visit([&](const auto& strategy) { strategy.solve(z, out); }, m_value);
}

void Strategy::bandRow(Index row, std::span<double> out) const {
  checkPosition(iterations(), iterations(), row, row);
  if (!rowsAreSteps())
    throw InvalidArgument("strategy", kindName(), Core::tr("a strategy whose rows are those of the steps"));
  checkSize("out", static_cast<Index>(out.size()), bands());
  std::visit(
      [&](const auto& strategy) {
        for (Index lag = 0; lag < static_cast<Index>(out.size()); ++lag) {
          out[static_cast<std::size_t>(lag)] = lag <= row ? strategy.entry(row, row - lag) : 0;
        }
      },
      m_value);
}

namespace {

std::vector<double> firstOf(std::span<const double> coefficients, Index most) {
  const auto first = coefficients.first(std::min(coefficients.size(), static_cast<std::size_t>(most)));
  return {first.begin(), first.end()};
}

}  // namespace

Strategy Strategy::withIterations(Index iterations) const {
  checkInteger("iterations", iterations, 1, kNoLimit);
  if (iterations == this->iterations()) return *this;
  if (as<IdentityStrategy>()) return IdentityStrategy(iterations);
  if (const auto* toeplitz = as<ToeplitzStrategy>())
    return ToeplitzStrategy(iterations, firstOf(toeplitz->coefficients(), iterations), toeplitz->scaling());
  if (const auto* inverse = as<InverseToeplitzStrategy>())
    return InverseToeplitzStrategy(iterations, firstOf(inverse->noisingCoefficients(), iterations), inverse->scaling());
  if (const auto* blt = as<BltStrategy>())
    return BltStrategy(iterations, blt->parameters().theta, blt->parameters().inverseTheta);
  if (const auto* tree = as<TreeStrategy>()) return TreeStrategy(iterations, tree->estimate());
  throw InvalidArgument("iterations", iterations,
                        {Core::tr("%1, those of the strategy: one that is %2 has entries of its own for each step"),
                         this->iterations(), kindName()});
}

Index Strategy::memoryBytes() const {
  if (const auto* toeplitz = as<ToeplitzStrategy>()) return 2 * toeplitz->bands() * static_cast<Index>(sizeof(double));
  if (const auto* banded = as<BandedStrategy>()) return static_cast<Index>(banded->rows().size_bytes());
  if (const auto* inverse = as<InverseToeplitzStrategy>())
    return (2 * inverse->bands() + inverse->noisingBands()) * static_cast<Index>(sizeof(double));
  if (const auto* dense = as<DenseStrategy>()) return 2 * static_cast<Index>(dense->block().size_bytes());
  if (const auto* blt = as<BltStrategy>()) return 4 * blt->buffers() * static_cast<Index>(sizeof(double));
  if (const auto* recursive = as<RecursiveBltStrategy>()) {
    Index numbers = 0;
    for (Index level = 0; level < recursive->levels(); ++level)
      numbers += 4 * (std::ssize(recursive->coefficients(level)) + recursive->buffers());
    return numbers * static_cast<Index>(sizeof(double));
  }
  return 0;
}

}  // namespace noiseloom
