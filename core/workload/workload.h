#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// The workload A: n x n, lower triangular, invertible, the linear map from noisy gradients to the iterates whose error
/// counts (math: section 1). A value: copies share their data. Toeplitz workloads exist for every n; a learning-rate
/// schedule fixes n.
class Workload {
 public:
  /// Running sums: A = lower triangle of ones.
  static Workload prefix();
  /// Each step's own noisy gradient: A = I, alpha = beta = 0 in what follows.
  static Workload identity();
  /// SGD with a factor alpha on the iterate at each step (weight decay; 1: none) and momentum beta: the Toeplitz matrix
  /// with generating function 1/((1 - alpha x)(1 - beta x)), 0 <= beta < alpha <= 1.
  static Workload sgd(double alpha, double beta);
  /// Decay(alpha) diag(eta) Momentum(beta), each the Toeplitz matrix of 1/(1 - alpha x) or 1/(1 - beta x): learning
  /// rates eta[i] > 0 for each step, 0 <= beta < alpha <= 1. The factor alpha is the same in every step, whatever its
  /// rate.
  static Workload learningRates(std::vector<double> eta, double beta, double alpha = 1);

  /// The same with another momentum or weight-decay factor, rates kept. Throw InvalidArgument, also for the identity,
  /// which has neither.
  Workload withMomentum(double beta) const;
  Workload withWeightDecay(double alpha) const;
  /// The same momentum and weight decay with these rates, or without any.
  Workload withRates(std::vector<double> eta) const;
  Workload withoutRates() const;

  /// Whether both are the same matrix, at every n that both have. Copies are told apart from others at once.
  bool operator==(const Workload& other) const;

  /// "prefix", "identity" or "sgd": the name used in files and on the command line.
  std::string_view name() const;
  double alpha() const { return m_alpha; }
  double beta() const { return m_beta; }
  /// The schedule; empty when every rate is 1.
  std::span<const double> eta() const;

  bool isToeplitz() const { return !m_eta; }
  /// n that a schedule fixes; 0 where any n will do.
  Index fixedIterations() const;
  /// Toeplitz workloads: coefficient of diagonal i - j = lag, and its limit as lag grows.
  double coefficient(Index lag) const;
  double coefficientLimit() const;

  /// Number of diagonals of A^-1: 2, of which the identity's second is 0, or 3.
  Index inverseBands() const;
  /// A^-1[row, row - lag] for lag = 0 .. inverseBands() - 1; 0 where the column would be negative.
  void inverseRow(Index row, std::span<double> out) const;
  /// out = A x; out may be x.
  void multiply(std::span<const double> x, std::span<double> out) const;

 private:
  Workload() = default;
  double m_alpha = 1;
  double m_beta = 0;
  std::shared_ptr<const std::vector<double>> m_eta;
};

}  // namespace noiseloom
