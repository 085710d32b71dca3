#include "core/mechanism/dense/class_dual.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/linalg/parallel.h"
#include "core/mechanism/dense/block_kernels.h"
#include "core/mechanism/dense/lbfgs_pairs.h"

namespace noiseloom {
namespace {

using Vector = std::vector<double>;

// The fixed point takes the first steps, as it can neither leave the domain nor come near its boundary; L-BFGS follows
// where it is quicker.
constexpr double kNear = 0.05;
constexpr int kMostDualFixedPoints = 30;
constexpr int kMostDualIterations = 400;
// Below this decrement, steps are kept as pairs.
constexpr double kSmooth = 0.3;
constexpr std::size_t kHistory = 30;
constexpr double kOvershoot = 0.5;
constexpr double kShortestDualStep = 1e-6;
constexpr Index kClasses = 16;  // classes per task
// A bound is about the square of the decrement below the largest one, from this decrement on; a search for bounds ends
// at the least.
constexpr double kForesees = 0.3;
constexpr double kLeastDecrement = 1e-3;
constexpr double kBoundError = 1e-6;  // more than the nodes of ClassPencil::rootNodes() cost

class ClassDual {
 public:
  ClassDual(const ClassPencil& pencil, const DensePattern& pattern, double tolerance, const RunControl& control)
      : m_pencil(pencil), m_blocks(pencil.blocks()), m_pattern(pattern), m_tolerance(tolerance), m_control(control) {
    for (Vector* vector : {&m_point, &m_direction, &m_trial, &m_second, &m_product}) vector->assign(m_blocks.size(), 0);
  }

  ClassOptimum solve(const Vector& diagonal) {
    for (Index i = 0; i < m_blocks.iterations; ++i) m_point[diagonalAt(i)] = diagonal[i];
    project(m_point);
    if (evaluate(m_point, m_gradient, m_inverse) != MatrixOutcome::Done) return {};
    fixedPoints();
    descend();
    if (m_control.stopRequested()) return {};
    std::vector<RootNode> nodes = m_pencil.rootNodes(m_point, m_inverse);
    return {std::move(m_point), std::move(nodes)};
  }

  double bound(const Vector& diagonal, double enough) {
    m_enough = enough;
    solve(diagonal);
    return (1 - kBoundError) * m_bound;
  }

 private:
  std::size_t diagonalAt(Index i) const {
    const Index o = i % m_blocks.separation, e = i / m_blocks.separation;
    return static_cast<std::size_t>((o * m_blocks.stride + e) * m_blocks.stride + e);
  }

  template <class Class>
  void forClasses(const Class& each) const {
    parallelFor((m_blocks.classes + kClasses - 1) / kClasses, {},
                [&](Index task) {
                  for (Index o = task * kClasses; o < std::min(m_blocks.classes, (task + 1) * kClasses); ++o) each(o);
                },
                std::ssize(m_blocks) * m_blocks.stride / 4);
  }

  // c = A B, class by class.
  void multiply(const Vector& a, const Vector& b, Vector& c) const {
    const Index stride = m_blocks.stride;
    forClasses([&](Index o) {
      double* out = m_blocks.block(c, o);
      std::fill_n(out, stride * stride, 0.0);
      addProduct(stride, stride, stride, 1, m_blocks.block(a, o), stride, 1, m_blocks.block(b, o), stride, out, stride);
    });
  }

  // x = scale (X + X^T).
  void symmetrise(double scale, Vector& x) const {
    forClasses([&](Index o) {
      double* block = m_blocks.block(x, o);
      for (Index i = 0; i < m_blocks.stride; ++i) {
        for (Index j = 0; j <= i; ++j) {
          double &low = block[i * m_blocks.stride + j], &high = block[j * m_blocks.stride + i];
          low = high = scale * (low + high);
        }
      }
    });
  }

  // With free norms only the mean of a class's diagonal is fixed, and M has equal values there.
  void project(Vector& x) const {
    if (m_pattern.norms() == ColumnNorms::Equal) return;
    for (Index o = 0; o < m_blocks.classes; ++o) {
      double* block = m_blocks.block(x, o);
      double sum = 0;
      for (Index e = 0; e < m_blocks.members(o); ++e) sum += block[e * (m_blocks.stride + 1)];
      for (Index e = 0; e < m_blocks.members(o); ++e)
        block[e * (m_blocks.stride + 1)] = sum / static_cast<double>(m_blocks.members(o));
    }
  }

  // The gradient of minus the dual function: the pattern's fixed entries of X minus those of the X of M.
  MatrixOutcome evaluate(const Vector& m, Vector& gradient, Vector& inverse) {
    inverse = m;
    for (Index o = 0; o < m_blocks.classes; ++o) {
      if (!invertPositive(m_blocks.members(o), m_blocks.stride, m_blocks.block(inverse, o)))
        return MatrixOutcome::NotPositive;
    }
    const MatrixOutcome outcome = m_pencil.rootBlocks(m, m_pencil.rootNodes(m, inverse), m_x, m_control);
    if (outcome != MatrixOutcome::Done) return outcome;
    gradient = m_x;
    for (double& value : gradient) value = -value;
    for (Index i = 0; i < m_blocks.iterations; ++i) gradient[diagonalAt(i)] += m_pattern.startDiagonal(i);
    project(gradient);
    return std::isfinite(dot(gradient, gradient)) ? MatrixOutcome::Done : MatrixOutcome::NotPositive;
  }

  // vector <- scale (M V + V M): the inverse Hessian if steps do not couple beyond their class.
  void applyMetric(Vector& vector, double scale) {
    multiply(vector, m_point, m_product);
    symmetrise(scale, m_product);
    project(m_product);
    std::swap(vector, m_product);
  }

  // Relative Newton decrement, 0 where a search for a bound is over; also reports.
  double decrementOf(const Vector& direction) {
    const double root = dot(m_point, m_x);
    const double decrement = std::sqrt(std::max(0.0, dot(direction, m_gradient)) / root);
    if (m_enough) {
      double fixed = 0;  // <M, X> of every X of the pattern
      for (Index i = 0; i < m_blocks.iterations; ++i) fixed += m_point[diagonalAt(i)] * m_pattern.startDiagonal(i);
      m_bound = std::max(m_bound, root * root / fixed);
      const bool never = decrement < kForesees && m_bound * (1 + decrement) * (1 + decrement) < *m_enough;
      if (m_bound > *m_enough || never) return 0;
    }
    if (m_first == 0) m_first = decrement;
    const double span = std::log(m_first / m_tolerance);
    if (span > 0 && decrement > 0) m_fraction = std::clamp(std::log(m_first / decrement) / span, m_fraction, 1.0);
    m_control.report(m_fraction, Core::tr("optimising"));
    return decrement;
  }

  void accept() {
    std::swap(m_point, m_trial);
    std::swap(m_gradient, m_trialGradient);
    std::swap(m_inverse, m_trialInverse);
  }

  // M <- X M X: positive definite, and the answer if steps do not couple beyond their class. With free norms it uses
  // the X of unit diagonal, with the mean of a class as its scale, and makes the diagonal equal again.
  void fixedPoints() {
    double before = INFINITY;
    for (int round = 0; round < kMostDualFixedPoints; ++round) {
      m_direction = m_gradient;
      applyMetric(m_direction, 1);
      const double decrement = decrementOf(m_direction);
      if (decrement < kNear || !(decrement < before)) return;
      before = decrement;
      Vector x = m_x;
      Vector scales(static_cast<std::size_t>(m_blocks.classes), 1.0);
      if (m_pattern.norms() == ColumnNorms::Free) {
        for (Index o = 0; o < m_blocks.classes; ++o) {
          const Index members = m_blocks.members(o);
          double* block = m_blocks.block(x, o);
          Vector roots;
          double sum = 0;
          for (Index e = 0; e < members; ++e) {
            sum += block[e * (m_blocks.stride + 1)];
            roots.push_back(std::sqrt(block[e * (m_blocks.stride + 1)]));
          }
          for (Index e = 0; e < members; ++e) {
            for (Index f = 0; f < members; ++f) block[e * m_blocks.stride + f] /= roots[e] * roots[f];
          }
          const double mean = sum / static_cast<double>(members) / m_pattern.startDiagonal(o);
          scales[o] = mean * mean;
        }
      }
      multiply(x, m_point, m_product);
      multiply(m_product, x, m_trial);
      symmetrise(0.5, m_trial);
      if (m_pattern.norms() == ColumnNorms::Free) equalise(m_trial, scales);
      if (evaluate(m_trial, m_trialGradient, m_trialInverse) != MatrixOutcome::Done) {
        restore();
        return;
      }
      if (decrement < kSmooth) m_pairs.add(m_point, m_gradient, m_trial, m_trialGradient);
      accept();
    }
  }

  // Each class times its scale, its diagonal made equal by rows and columns.
  void equalise(Vector& m, const Vector& scales) const {
    for (Index o = 0; o < m_blocks.classes; ++o) {
      const Index members = m_blocks.members(o);
      double* block = m_blocks.block(m, o);
      double sum = 0;
      for (Index e = 0; e < members; ++e) sum += block[e * (m_blocks.stride + 1)];
      const double mean = sum / static_cast<double>(members);
      Vector factors;
      for (Index e = 0; e < members; ++e) factors.push_back(std::sqrt(mean / block[e * (m_blocks.stride + 1)]));
      for (Index e = 0; e < members; ++e) {
        for (Index f = 0; f < members; ++f) block[e * m_blocks.stride + f] *= scales[o] * factors[e] * factors[f];
      }
    }
  }

  // Restores m_x of the point.
  void restore() { evaluate(m_point, m_gradient, m_inverse); }

  // L-BFGS along M - t D + t^2 D M^-1 D / 2, which stays positive definite as 1 - x + x^2/2 does. The function is
  // concave: slopes alone decide if a step went too far.
  void descend() {
    const Vector unscaled(static_cast<std::size_t>(m_blocks.classes), 1.0);
    for (int iteration = 0; iteration < kMostDualIterations && !m_control.stopRequested(); ++iteration) {
      double scale = 1;
      if (!m_pairs.empty()) {
        m_trial = m_pairs.change();
        applyMetric(m_trial, 1);
        scale = m_pairs.curvature() / dot(m_pairs.change(), m_trial);
      }
      m_direction = m_gradient;
      m_pairs.apply(
          m_direction,
          [&](Vector& vector) {
            applyMetric(vector, scale);
            return true;
          },
          [] { return false; });
      if (!(decrementOf(m_direction) > m_tolerance)) return;
      multiply(m_direction, m_inverse, m_product);
      multiply(m_product, m_direction, m_second);
      symmetrise(0.25, m_second);
      double step = 1;
      while (step >= kShortestDualStep) {
        combine(m_point, -step, m_direction, m_trial);
        combine(m_trial, step * step, m_second, m_trial);
        if (m_pattern.norms() == ColumnNorms::Free) equalise(m_trial, unscaled);
        const MatrixOutcome outcome = evaluate(m_trial, m_trialGradient, m_trialInverse);
        if (outcome == MatrixOutcome::Stopped) return;
        if (outcome == MatrixOutcome::Done) {
          combine(m_trial, -1, m_point, m_product);
          const double slope = -dot(m_gradient, m_product), slopeThere = -dot(m_trialGradient, m_product);
          if (slope > 0 && slopeThere >= -kOvershoot * slope) break;
          step *= slope > 0 ? std::clamp(slope / (slope - slopeThere), 0.1, 0.7) : 0.3;
        } else {
          step *= 0.3;
        }
      }
      if (step < kShortestDualStep) {
        restore();
        if (m_pairs.empty()) return;
        m_pairs.clear();
        continue;
      }
      m_pairs.add(m_point, m_gradient, m_trial, m_trialGradient);
      accept();
    }
  }

  const ClassPencil& m_pencil;
  const ClassBlocks& m_blocks;
  const DensePattern& m_pattern;
  double m_tolerance;
  const RunControl& m_control;
  Vector m_x;  // blocks of X at the last evaluated point
  Vector m_point, m_gradient, m_inverse;
  Vector m_trial, m_trialGradient, m_trialInverse;
  Vector m_direction, m_second, m_product;
  LbfgsPairs m_pairs{kHistory};
  double m_first = 0;
  double m_fraction = 0;
  std::optional<double> m_enough;  // a search for a bound ends above it
  double m_bound = 0;
};

}  // namespace

ClassOptimum classMultipliers(const ClassPencil& pencil, const DensePattern& pattern, const Vector& diagonal,
                              double tolerance, const RunControl& control) {
  return ClassDual(pencil, pattern, tolerance, control).solve(diagonal);
}

double classLossBound(const ClassPencil& pencil, const DensePattern& pattern, const Vector& diagonal, double enough,
                      const RunControl& control) {
  return ClassDual(pencil, pattern, kLeastDecrement, control).bound(diagonal, enough);
}

}  // namespace noiseloom
