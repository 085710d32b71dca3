#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/workload/spectrum.h"

namespace noiseloom {

struct WorkloadComponent;

/// The most diagonals of A^-1.
inline constexpr Index kMostInverseBands = 4;

/// What some steps without input make of the state of a Toeplitz workload, which are the momentum m, the iterate u and
/// the average a: m <- mm m, u <- um m + uu u, a <- am m + au u + aa a. None is negative.
struct WorkloadTransition {
  double mm = 1, um = 0, uu = 1, am = 0, au = 0, aa = 1;
};

/// The workload A: n x n, lower triangular, invertible, the linear map from noisy gradients to the iterates whose error
/// is measured (math: section 1). A value: copies share their data. Toeplitz workloads exist for every n; a
/// learning-rate schedule fixes n.
class Workload {
 public:
  // Not inline: nearly every source file copies one.
  Workload(const Workload&);
  Workload(Workload&&) noexcept;
  Workload& operator=(const Workload&);
  Workload& operator=(Workload&&) noexcept;
  ~Workload();

  /// Running sums: A = lower triangle of ones.
  static Workload prefix();
  /// The individual noisy gradients: A = I; counts as alpha = beta = 0 below.
  static Workload identity();
  /// SGD with a factor alpha on the iterate at each step (weight decay; 1: none) and momentum beta: the Toeplitz matrix
  /// with generating function 1/((1 - alpha x)(1 - beta x)), 0 <= beta < alpha <= 1.
  static Workload sgd(double alpha, double beta);
  /// Decay(alpha) diag(eta) Momentum(beta), where Decay and Momentum are the Toeplitz matrices of 1/(1 - alpha x) and
  /// 1/(1 - beta x): learning rates eta[i] > 0 for each step, 0 <= beta < alpha <= 1. The factor alpha is the same in
  /// every step, whatever its rate.
  static Workload learningRates(std::vector<double> eta, double beta, double alpha = 1);

  /// The same workload with another momentum, weight-decay factor or averaging gamma of the iterates, 0 <= gamma < 1
  /// (0: none; gamma may equal the other two): the error is that of their exponential moving average, a <- gamma a + (1
  /// - gamma) u. A is then Average(gamma) times the matrix without, where Average is the Toeplitz matrix of (1 -
  /// gamma)/(1
  /// - gamma x). Throw InvalidArgument, also for the identity, which has none of them.
  Workload withMomentum(double beta) const;
  Workload withWeightDecay(double alpha) const;
  Workload withAveraging(double gamma) const;
  /// The same momentum, weight decay and averaging with these rates, or without any.
  Workload withRates(std::vector<double> eta) const;
  Workload withoutRates() const;

  /// The same matrix with the curvatures of a quadratic loss, or with none (an empty spectrum). The other with...
  /// functions keep the curvatures.
  Workload withSpectrum(const Spectrum& spectrum) const;
  const Spectrum& spectrum() const;
  /// The workloads whose mean errors, times their weights, add up to the error of the objective "curvature" (math:
  /// section 1.1): sgd(1 - eta lambda, 0) for each curvature, weights of sum 1. Empty without a spectrum, and for
  /// matrices other than running sums: with momentum, weight decay, averaging and schedules, each curvature has another
  /// recursion.
  std::span<const WorkloadComponent> components() const;

  /// True if both are the same matrix with the same spectrum, at every n that both have. Fast for copies.
  bool operator==(const Workload& other) const;

  /// "prefix", "identity" or "sgd": the name used in files and on the command line.
  std::string_view name() const;
  double alpha() const { return m_alpha; }
  double beta() const { return m_beta; }
  double averaging() const { return m_averaging; }
  /// The schedule; empty when every rate is 1.
  std::span<const double> eta() const;

  bool isToeplitz() const { return !m_eta; }
  /// The n that a schedule fixes; 0 if any n is allowed.
  Index fixedIterations() const;
  /// Toeplitz workloads: coefficient of diagonal i - j = lag, and its limit as lag grows.
  double coefficient(Index lag) const;
  double coefficientLimit() const;
  /// Toeplitz workloads: O(log steps), and no digits are lost, however close the poles are.
  WorkloadTransition transition(Index steps) const;

  /// Number of diagonals of A^-1: 2 (the identity's second is 0), and one more for momentum and for averaging.
  Index inverseBands() const;
  /// A^-1[row, row - lag] for lag = 0 .. inverseBands() - 1; 0 where the column would be negative.
  void inverseRow(Index row, std::span<double> out) const;
  /// out = A x; out may be x.
  void multiply(std::span<const double> x, std::span<double> out) const;

 private:
  struct Parts;
  Workload() = default;
  Workload sharing(std::shared_ptr<const Parts> parts) const;
  Workload withPoles(double alpha, double beta) const;
  double m_alpha = 1;
  double m_beta = 0;
  double m_averaging = 0;
  std::shared_ptr<const std::vector<double>> m_eta;
  std::shared_ptr<const Parts> m_parts;  // of the spectrum
};

/// A workload with its share in a sum.
struct WorkloadComponent {
  double weight;
  Workload workload;
};

}  // namespace noiseloom
