#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/workload/spectrum.h"

namespace noiseloom {

struct WorkloadComponent;

/// The most diagonals of A^-1.
inline constexpr Index kMostInverseBands = 4;

/// Limit on a window, on coefficients that are given, and on the iterations beside either.
inline constexpr Index kMostGivenCoefficients = Index{1} << 24;

/// What some steps without input make of the state of a rational workload, which are the momentum m, the iterate u and
/// the average a: m <- mm m, u <- um m + uu u, a <- am m + au u + aa a. None is negative.
struct WorkloadTransition {
  double mm = 1, um = 0, uu = 1, am = 0, au = 0, aa = 1;
};

/// Limit on the rows of a workload that is given as a matrix: 4096 x 4097 / 2 numbers are kept, and products with them.
inline constexpr Index kMostMatrixRows = 4096;

/// What one step does: u <- alpha u + rate m, then a <- kept a + taken u.
struct WorkloadStep {
  double rate = 1, kept = 0, taken = 1;
};

/// The workload A: n x n, lower triangular, invertible, the linear map from noisy gradients to the iterates whose error
/// is measured (math: section 1). A value: copies share their data. A learning-rate schedule and a given matrix fix n;
/// others exist for every n, and are Toeplitz, but for the mean of all iterates.
///
/// A rational one has a recurrence of a few numbers, so that A^-1 is banded; errors of Toeplitz ones have closed forms.
/// The others are the mean over a window of the iterates of a rational one, coefficients that are given, both of which
/// are Toeplitz, or a matrix that is given.
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
  /// The Toeplitz matrix of these coefficients, A[i, i - lag] = coefficients[lag], and 0 beyond them: 1 to
  /// kMostGivenCoefficients finite numbers, the first above 0 (-A has the errors of A). file: where they were read, for
  /// people, and no part of the value. It has no momentum, weight decay, averaging, window or rates of its own.
  static Workload toeplitz(std::vector<double> coefficients, std::string file = {});
  /// Any lower-triangular matrix, by its rows up to the diagonal, n (n + 1) / 2 finite numbers with a diagonal above 0
  /// (a row times -1 has the same errors), n at most kMostMatrixRows. Without iterates, as toeplitz().
  static Workload matrix(std::vector<double> rows, std::string file = {});

  /// The same workload with another momentum, weight-decay factor or averaging gamma of the iterates, 0 <= gamma <= 1
  /// (0: none; gamma may equal the other two): the error is that of their exponential moving average, a <- gamma a + (1
  /// - gamma) u. A is then Average(gamma) times the matrix without, where Average is the Toeplitz matrix of (1 -
  /// gamma)/(1 - gamma x). 1 is the limit of such averages without their share of the initial model, the mean of all
  /// iterates so far: a_t = (u_1 + .. + u_t)/t. Throw InvalidArgument, also for the identity and given coefficients,
  /// which have none of them, and for 1 beside a window.
  Workload withMomentum(double beta) const;
  Workload withWeightDecay(double alpha) const;
  Workload withAveraging(double gamma) const;
  /// The mean of the last `window` iterates (1: the last one), or of their moving averages, the initial model, which
  /// has no noise, counting for those before the first: A is (1 - x^window)/(window (1 - x)) times the matrix without.
  /// From 1 to kMostGivenCoefficients. Throws InvalidArgument as the others do, and beside a learning-rate schedule or
  /// the mean of all iterates.
  Workload withWindow(Index window) const;
  /// The same momentum, weight decay and averaging with these rates, or without any. Throws InvalidArgument beside a
  /// window.
  Workload withRates(std::vector<double> eta) const;
  Workload withoutRates() const;
  /// A Toeplitz workload that is like it, from which searches may start: without rates, and without the mean of all.
  Workload constant() const;

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

  /// "prefix", "identity", "sgd", "toeplitz" or "matrix": the name used in files and on the command line.
  std::string_view name() const;
  double alpha() const { return m_alpha; }
  double beta() const { return m_beta; }
  double averaging() const { return m_averaging; }
  bool averagesAll() const { return m_averaging == 1; }
  Index window() const { return m_window; }
  /// The numbers of toeplitz() or matrix(), else none, and where they are from.
  std::span<const double> given() const;
  const std::string& file() const;
  /// The schedule; empty when every rate is 1.
  std::span<const double> eta() const;
  /// What happens in the step of that row; the same in every row of a Toeplitz workload.
  WorkloadStep step(Index row) const {
    const double taken = averagesAll() ? 1 / static_cast<double>(row + 1) : 1 - m_averaging;
    return {m_eta ? (*m_eta)[static_cast<std::size_t>(row)] : 1, averagesAll() ? 1 - taken : m_averaging, taken};
  }

  bool isMatrix() const { return m_rows > 0; }
  bool isToeplitz() const { return !m_eta && !averagesAll() && !isMatrix(); }
  bool isRational() const { return m_window == 1 && !m_given; }
  /// The n that a schedule or a matrix fixes; 0 if any n is allowed.
  Index fixedIterations() const;
  /// Toeplitz workloads: the coefficients of the diagonals i - j = first, first + 1, ..; of one diagonal, 0 above the
  /// main one; and their limit as the lag grows. A window adds O(window) to the time of each call.
  void coefficients(Index first, std::span<double> out) const;
  double coefficient(Index lag) const;
  double coefficientLimit() const;
  /// The lag from which on the coefficients of a workload that is not rational follow its limit's law: the window, or
  /// the given ones; else 0.
  Index ownLags() const;
  /// Rational Toeplitz workloads: O(log steps), and no digits are lost, however close the poles are.
  WorkloadTransition transition(Index steps) const;

  /// Number of diagonals of A^-1 of rational workloads: 2 (the identity's second is 0), and one more for momentum and
  /// for averaging.
  Index inverseBands() const;
  /// A^-1[row, row - lag] for lag = 0 .. inverseBands() - 1; 0 where the column would be negative.
  void inverseRow(Index row, std::span<double> out) const;
  /// out = A x; out may be x. O(n), or O(n log n) where coefficients are given, and O(n^2) where a matrix is.
  void multiply(std::span<const double> x, std::span<double> out) const;
  /// The same for `width` columns at once, in place, by rows: x[row width + column]. Of a matrix alone.
  void multiplyColumns(std::span<double> x, Index width) const;
  /// The last row of A of that many rows. O(n).
  std::vector<double> lastRow(Index iterations) const;

 private:
  struct Parts;
  struct Given;
  Workload() = default;
  void checkIterates(std::string_view argument, double value) const;
  void checkOneMean() const;
  Workload sharing(std::shared_ptr<const Parts> parts) const;
  Workload withPoles(double alpha, double beta) const;
  double m_alpha = 1;
  double m_beta = 0;
  double m_averaging = 0;
  Index m_window = 1;
  Index m_rows = 0;  // of a matrix that is given
  std::shared_ptr<const std::vector<double>> m_eta;
  std::shared_ptr<const Given> m_given;
  std::shared_ptr<const Parts> m_parts;  // of the spectrum
};

/// The state of a rational workload, 0 before the first step, of which the average is the output.
struct WorkloadState {
  double momentum = 0, iterate = 0, average = 0;

  /// m <- beta m + input, and the step.
  void advance(const Workload& workload, double input, const WorkloadStep& step) {
    momentum = workload.beta() * momentum + input;
    iterate = workload.alpha() * iterate + step.rate * momentum;
    average = step.kept * average + step.taken * iterate;
  }
  /// The same in any row of a Toeplitz workload.
  void advance(const Workload& workload, double input) { advance(workload, input, workload.step(0)); }
  void add(double factor, const WorkloadState& other) {
    momentum += factor * other.momentum;
    iterate += factor * other.iterate;
    average += factor * other.average;
  }
};

/// Throws InvalidArgument "workload" for any that is not Toeplitz.
void checkToeplitz(const Workload& workload);
/// Throws InvalidArgument "workload" for any other.
void checkNotToeplitz(const Workload& workload);

/// A workload with its share in a sum.
struct WorkloadComponent {
  double weight;
  Workload workload;
};

}  // namespace noiseloom
