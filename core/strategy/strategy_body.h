#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "core/strategy/strategy.h"

namespace noiseloom {

/// The interface that a Strategy requires of the value it holds.
class StrategyBody {
 public:
  virtual ~StrategyBody() = default;
  StrategyBody(const StrategyBody&) = delete;
  StrategyBody& operator=(const StrategyBody&) = delete;

  const Index iterations, rows;
  virtual const void* value() const = 0;
  virtual bool rowsAreSteps() const = 0;
  virtual Index ownRow(Index step) const = 0;
  virtual Index bands() const = 0;
  virtual Index noiseRows() const = 0;
  virtual double entry(Index row, Index column) const = 0;
  virtual double inverseEntry(Index row, Index column) const = 0;
  virtual double columnNormSquared(Index column) const = 0;
  /// Appends C[rowBegin..rowEnd) x [columnBegin..columnEnd).
  virtual void addBlock(Index rowBegin, Index rowEnd, Index columnBegin, Index columnEnd,
                        std::vector<double>& out) const = 0;
  virtual void bandRow(Index row, std::span<double> out) const = 0;
  virtual void multiply(std::span<const double> x, std::span<double> out) const = 0;
  virtual void solve(std::span<const double> z, std::span<double> out) const = 0;
  virtual std::optional<Strategy> withIterations(Index n) const = 0;
  virtual Index memoryBytes() const = 0;

 protected:
  StrategyBody(Index n, Index rowsOfC) : iterations(n), rows(rowsOfC) {}
};

namespace detail {

template <class Kind>
Index rowsOf(const Kind& value) {
  if constexpr (
      requires { value.rows(); } && requires { value.ownRow(Index{0}); })
    return value.rows();
  return value.iterations();
}

/// A class has iterations(), bands(), entry(), inverseEntry(), columnNormSquared(), multiply() and solve() as Strategy
/// has them, which has checked their arguments. It may have noiseRows(), which is bands() - 1 otherwise,
/// withIterations(), memoryBytes(), 0 otherwise, and, where rows of C are not those of steps, rows() and ownRow().
template <StrategyClass Kind>
class BodyOf final : public StrategyBody {
 public:
  explicit BodyOf(Kind value) : StrategyBody(value.iterations(), rowsOf(value)), m_value(std::move(value)) {}

  const void* value() const override { return &m_value; }
  bool rowsAreSteps() const override { return !kHasOwnRows; }
  Index ownRow(Index step) const override {
    if constexpr (kHasOwnRows) return m_value.ownRow(step);
    return step;
  }
  Index bands() const override { return m_value.bands(); }
  Index noiseRows() const override {
    if constexpr (requires { m_value.noiseRows(); }) return m_value.noiseRows();
    return m_value.bands() - 1;
  }
  double entry(Index row, Index column) const override { return m_value.entry(row, column); }
  double inverseEntry(Index row, Index column) const override { return m_value.inverseEntry(row, column); }
  double columnNormSquared(Index column) const override { return m_value.columnNormSquared(column); }
  void addBlock(Index rowBegin, Index rowEnd, Index columnBegin, Index columnEnd,
                std::vector<double>& out) const override {
    for (Index i = rowBegin; i < rowEnd; ++i) {
      for (Index j = columnBegin; j < columnEnd; ++j) out.push_back(m_value.entry(i, j));
    }
  }
  void bandRow(Index row, std::span<double> out) const override {
    for (Index lag = 0; lag < std::ssize(out); ++lag) out[lag] = lag <= row ? m_value.entry(row, row - lag) : 0;
  }
  void multiply(std::span<const double> x, std::span<double> out) const override { m_value.multiply(x, out); }
  void solve(std::span<const double> z, std::span<double> out) const override { m_value.solve(z, out); }
  std::optional<Strategy> withIterations(Index n) const override {
    if constexpr (requires { m_value.withIterations(n); }) return m_value.withIterations(n);
    return std::nullopt;
  }
  Index memoryBytes() const override {
    if constexpr (requires { m_value.memoryBytes(); }) return m_value.memoryBytes();
    return 0;
  }

 private:
  static constexpr bool kHasOwnRows = requires(const Kind& value) { value.ownRow(Index{0}); };

  Kind m_value;
};

}  // namespace detail

template <StrategyClass Kind>
Strategy::Strategy(Kind value)
    : m_kind(&Kind::kind),
      m_body(std::make_shared<const detail::BodyOf<Kind>>(std::move(value))),
      m_value(m_body->value()) {}

/// The value of a strategy that is known to be of that class.
template <StrategyClass Kind>
const Kind& valueOf(const Strategy& strategy) {
  return *strategy.as<Kind>();
}

}  // namespace noiseloom
