#include "core/mechanism/dense/start.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/errors.h"
#include "core/base/infinity.h"
#include "core/mechanism/dense/class_dual.h"

namespace noiseloom {
namespace {

constexpr int kNodes = 20;
// Shares of the diagonal by which a start is positive definite: if modified, and if it is the optimum up to rounding.
constexpr double kMargin = 0.01;
constexpr double kLeastMargin = 1e-9;
constexpr int kMostFixedPoints = 80;
constexpr double kSettled = 1e-7;
constexpr double kPower = 1.7;
constexpr int kMostWorstRounds = 1000;
constexpr double kWorstSettled = 1e-10;
constexpr double kWorstUsable = 1e-4;
constexpr double kLeastShrunk = 1e-12;  // of entries off the diagonal: less remains only of those that are no numbers
constexpr double kLeastWeight = 1e-6;   // times 1/n; less leaves no correct digits of the pencil

// One step; returns the diagonal's deviation from equal. X(v) has a unit diagonal at one scale of v: ratios matter. If
// no digits of the diagonal are left, v stays, and the deviation is infinite.
double fixedPointStep(const BandedPencil& pencil, std::vector<double>& v) {
  const std::vector<double> diagonal = pencil.rootDiagonal(v, pencil.rootNodes(v, kNodes));
  if (!std::ranges::all_of(diagonal, [](double value) { return value > 0 && std::isfinite(value); })) return kInfinity;
  double sum = 0, weighted = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    sum += v[i];
    weighted += v[i] * diagonal[i];
  }
  const double mean = weighted / sum;
  double deviation = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    deviation = std::max(deviation, std::abs(diagonal[i] / mean - 1));
    v[i] *= mean * mean * std::pow(diagonal[i] / mean, kPower);
  }
  return deviation;
}

// Sets the fixed entries in `out`. An optimum keeps the proportions of the diagonal that free norms leave open, and is
// left unchanged if it is positive definite; otherwise the entries off the diagonal shrink until it is, by kMargin.
bool makeFeasible(const DensePattern& pattern, bool optimum, SquareMatrix& out, const RunControl& control) {
  const Index n = pattern.iterations();
  if (pattern.bands() < n) {
    SquareMatrix c(n);
    const MatrixOutcome outcome = strategyFactor(out, c, control);
    if (outcome == MatrixOutcome::Stopped) return false;
    for (Index i = 0; i < n; ++i) {
      if (outcome == MatrixOutcome::NotPositive) c.row(i)[i] = 1;
      std::fill(c.row(i), c.row(i) + std::max<Index>(0, i - pattern.bands() + 1), 0.0);
    }
    if (lowerGram(c, out, control) != MatrixOutcome::Done) return false;
  }
  std::vector<double> fixed(n), scale(fixed.size());
  for (Index o = 0; o < std::min(n, pattern.separation()); ++o) {
    double demanded = 0, sum = 0;
    for (Index i = o; i < n; i += pattern.separation()) demanded += pattern.startDiagonal(i), sum += out.row(i)[i];
    for (Index i = o; i < n; i += pattern.separation())
      fixed[i] =
          optimum && pattern.norms() == ColumnNorms::Free ? demanded / sum * out.row(i)[i] : pattern.startDiagonal(i);
  }
  for (Index i = 0; i < n; ++i) scale[i] = std::sqrt(fixed[i] / out.row(i)[i]);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) {
      double& value = out.row(i)[j];
      value = pattern.isZero(i, j) ? 0 : value * scale[i] * scale[j];
    }
    out.row(i)[i] = fixed[i];
  }
  SquareMatrix trial(n);
  double margin = optimum ? kLeastMargin : kMargin;
  for (double share = 1;; share *= 0.7, margin = kMargin) {
    if (share < kLeastShrunk) {
      throw InvalidArgument("workload", Core::tr("one of rates so far apart"),
                            Core::tr("a mechanism that is not dense: no digits of its start are left"));
    }
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < i; ++j) trial.row(i)[j] = share * out.row(i)[j];
      trial.row(i)[i] = (1 - margin) * out.row(i)[i];
    }
    const MatrixOutcome outcome = cholesky(trial, control);
    if (outcome == MatrixOutcome::Stopped) return false;
    if (outcome == MatrixOutcome::NotPositive) continue;
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < i; ++j) out.row(i)[j] *= share;
    }
    return true;
  }
}

// The classes of several steps whose multipliers can be found; nullopt: none.
std::optional<ClassBlocks> suitingClasses(const BandedPencil& pencil, const DensePattern& pattern) {
  if (pattern.separation() >= pattern.iterations() || pattern.bands() < pattern.iterations()) return {};
  const ClassBlocks blocks(pattern.iterations(), pattern.separation());
  return ClassPencil::suits(blocks, pencil.lags()) ? std::optional(blocks) : std::nullopt;
}

}  // namespace

std::vector<double> singleMultipliers(const BandedPencil& pencil, Index iterations, const RunControl& control) {
  std::vector<double> v(iterations, 1.0);
  for (int round = 0; round < kMostFixedPoints && !control.stopRequested(); ++round) {
    const double deviation = fixedPointStep(pencil, v);
    if (deviation < kSettled || std::isinf(deviation)) break;
  }
  return v;
}

std::vector<double> worstCaseWeights(const Workload& workload, Index iterations, const RunControl& control) {
  std::vector<double> p(iterations, 1 / static_cast<double>(iterations)), v = p;
  double deviation = 1;
  for (int round = 0; round < kMostWorstRounds && !control.stopRequested(); ++round) {
    const double columns = fixedPointStep(BandedPencil(workload, p), v);
    const double rows = fixedPointStep(BandedPencil(workload, v, BandedPencil::Side::Reversed), p);
    for (auto* values : {&p, &v}) {
      double sum = 0;
      for (const double value : *values) sum += value;
      for (double& value : *values) value = std::max(value / sum, kLeastWeight / static_cast<double>(iterations));
    }
    deviation = std::max(columns, rows);
    if (deviation < kWorstSettled || std::isinf(deviation)) break;
  }
  // If some queries have no weight at the optimum the step does not settle: equal weights are a safer start.
  if (!(deviation < kWorstUsable)) std::fill(p.begin(), p.end(), 1 / static_cast<double>(iterations));
  return p;
}

double denseLossBound(const BandedPencil& pencil, const DensePattern& pattern, double enough,
                      const RunControl& control) {
  const auto blocks = suitingClasses(pencil, pattern);
  if (!blocks) return 0;
  const std::vector<double> single = singleMultipliers(pencil, pattern.iterations(), control);
  return classLossBound(ClassPencil(pencil, *blocks), pattern, single, enough, control);
}

MatrixOutcome strategyFactor(const SquareMatrix& x, SquareMatrix& out, const RunControl& control) {
  const Index n = x.size;
  SquareMatrix reversed(n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) reversed.row(n - 1 - j)[n - 1 - i] = x.row(i)[j];
  }
  if (const MatrixOutcome outcome = cholesky(reversed, control); outcome != MatrixOutcome::Done) return outcome;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) out.row(i)[j] = reversed.row(n - 1 - j)[n - 1 - i];
    std::fill(out.row(i) + i + 1, out.row(i) + n, 0.0);
  }
  return MatrixOutcome::Done;
}

bool denseStart(const BandedPencil& pencil, const DensePattern& pattern, double tolerance, SquareMatrix& out,
                SquareMatrix& work, const RunControl& control) {
  const std::vector<double> single = singleMultipliers(pencil, pattern.iterations(), control);
  if (const auto blocks = suitingClasses(pencil, pattern)) {
    const ClassPencil classes(pencil, *blocks);
    const ClassOptimum optimum = classMultipliers(classes, pattern, single, tolerance, control);
    if (control.stopRequested()) return false;
    if (!optimum.multipliers.empty()) {
      const MatrixOutcome outcome = classes.root(optimum.multipliers, optimum.nodes, out, work, control);
      if (outcome == MatrixOutcome::Stopped) return false;
      if (outcome == MatrixOutcome::Done) return makeFeasible(pattern, true, out, control);
    }
  }
  return pencil.root(single, pencil.rootNodes(single, kNodes), out, control) &&
         makeFeasible(pattern, false, out, control);
}

}  // namespace noiseloom
