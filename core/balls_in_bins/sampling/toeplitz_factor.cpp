#include "core/balls_in_bins/sampling/toeplitz_factor.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>

#include "core/base/multiversion.h"
#include "core/linalg/eigenvalues.h"
#include "core/linalg/real_fft.h"
#include "core/monte_carlo/lanes.h"

namespace noiseloom {
namespace {

// All relative to the greatest entry of G.
constexpr double kNegligible = 1e-9;    // what is left of T - G when its columns are enough
constexpr double kMostRaised = 1e-5;    // entries of G, at most
constexpr double kMostNegative = 1e-9;  // a diagonal entry of what is left: then T - G is not positive semidefinite
constexpr double kMostAstray = 1e-11;   // of the covariance, by rounding
constexpr Index kMostRank = 64;

/// The v of G_{j,l} - G_{j+1,l+1} = v_j v_l, where there is one.
std::vector<double> fallingOff(const BinGram& gram) {
  const Index last = gram.bins - 1;
  const auto fall = [&](Index j, Index l) { return gram(j, l) - gram(j + 1, l + 1); };
  Index most = 0;
  for (Index j = 1; j < last; ++j) {
    if (fall(j, j) > fall(most, most)) most = j;
  }
  const double root = std::sqrt(std::max(0.0, fall(most, most)));
  std::vector<double> v;
  for (Index j = 0; j < last; ++j) v.push_back(root > 0 ? fall(j, most) / root : 0);
  return v;
}

/// T_0, T_1, .., T_{b-1}: row 0 of G and what fell off before bin 0, had v gone on there as it begins, fading over as
/// many bins as there are.
std::vector<double> toeplitzPart(const BinGram& gram, const std::vector<double>& v) {
  const Index bins = gram.bins, before = 2 * bins;
  const double ratio = v[0] > 0 && v[1] > 0 ? std::min(1.0, v[0] / v[1]) : 0;
  std::vector<double> all;  // v_{-before}, .., v_{-1}, v_0, ..
  for (Index s = before; s > 0; --s) {
    const double distance = static_cast<double>(s) / static_cast<double>(bins);
    all.push_back(v[0] * std::pow(ratio, s) * std::exp(-2 * distance * distance));
  }
  all.insert(all.end(), v.begin(), v.end());
  std::vector<double> lags;
  for (Index d = 0; d < bins; ++d) {
    double sum = gram(0, d);
    for (Index s = 0; s < before; ++s) sum += all[s] * all[s + d];
    lags.push_back(sum);
  }
  return lags;
}

/// U by columns, U U^T = T - G but for what is negligible or beyond kMostRank; nothing where it is neither.
std::optional<Eigen::MatrixXd> lowRankPart(const BinGram& gram, const std::vector<double>& lags, double greatest,
                                           const RunControl& control) {
  const Index bins = gram.bins;
  Eigen::MatrixXd columns(bins, kMostRank);
  Eigen::VectorXd left(bins);
  for (Index j = 0; j < bins; ++j) left[j] = lags[0] - gram(j, j);
  Index rank = 0, pivot = 0;
  for (;; ++rank) {
    const double most = left.maxCoeff(&pivot);
    if (left.minCoeff() < -kMostNegative * greatest || control.stopRequested()) return std::nullopt;
    if (most <= kNegligible * greatest) break;
    if (rank == kMostRank) {
      if (most > kMostRaised * greatest) return std::nullopt;
      break;
    }
    auto column = columns.col(rank);
    for (Index j = 0; j < bins; ++j) column[j] = lags[std::abs(j - pivot)] - gram(pivot, j);
    column.noalias() -= columns.leftCols(rank) * columns.row(pivot).head(rank).transpose();
    column /= std::sqrt(column[pivot]);
    left.array() -= column.array().square();
  }
  columns.conservativeResize(bins, rank);
  return columns;
}

/// A stationary sequence of twice the bins as its period, whose first b values have the covariance T.
class Circulant {
 public:
  /// T_0 is raised where the spectrum would be negative.
  explicit Circulant(std::vector<double>& lags) : m_bins(std::ssize(lags)), m_fft(2 * m_bins) {
    // Lag b is free: it raises every second frequency and lowers the others.
    const auto values = m_fft.values();
    for (Index d = 0; d < m_bins; ++d) {
      values[d] = lags[d];
      values[2 * m_bins - 1 - d] = d + 1 < m_bins ? lags[d + 1] : 0;
    }
    m_fft.forward();
    for (const std::complex<double>& value : m_fft.spectrum()) m_spectrum.push_back(value.real());
    double least[2] = {m_spectrum[0], m_spectrum[1]};
    for (std::size_t q = 2; q < m_spectrum.size(); ++q) least[q % 2] = std::min(least[q % 2], m_spectrum[q]);
    const double lag = 0.5 * (least[1] - least[0]);
    for (std::size_t q = 0; q < m_spectrum.size(); ++q) m_spectrum[q] += q % 2 == 0 ? lag : -lag;
    // Away from zero, so that it can be divided by.
    const double floor = 1e-13 * *std::max_element(m_spectrum.begin(), m_spectrum.end());
    m_raised = std::max(0.0, floor - *std::min_element(m_spectrum.begin(), m_spectrum.end()));
    for (double& value : m_spectrum) value += m_raised;
    lags[0] += m_raised;
  }

  double raised() const { return m_raised; }
  /// Standard deviations of the frequencies' real and imaginary parts, all of them.
  std::vector<double> scales() const {
    const std::size_t period = m_fft.size();
    std::vector<double> scales;
    for (std::size_t q = 0; q < period; ++q)
      scales.push_back(std::sqrt(m_spectrum[std::min(q, period - q)] / static_cast<double>(period)));
    return scales;
  }
  /// C x over the whole period.
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) {
    return filtered(x, [](double value) { return value; });
  }
  /// C^-1 x.
  Eigen::VectorXd divide(const Eigen::VectorXd& x) {
    return filtered(x, [](double value) { return 1 / value; });
  }
  /// About T^-1 x, by conjugate gradients that C^-1 preconditions.
  Eigen::VectorXd solve(const Eigen::VectorXd& x, const RunControl& control) {
    constexpr int kMostSteps = 300;
    constexpr double kSolved = 1e-6;
    const auto precondition = [&](const Eigen::VectorXd& r) -> Eigen::VectorXd { return divide(r).head(m_bins); };
    Eigen::VectorXd y = Eigen::VectorXd::Zero(m_bins), r = x, z = precondition(r), p = z;
    double product = r.dot(z);
    for (int step = 0; step < kMostSteps && r.norm() > kSolved * x.norm() && !control.stopRequested(); ++step) {
      const Eigen::VectorXd tp = multiply(p).head(m_bins);
      const double alpha = product / p.dot(tp);
      if (!std::isfinite(alpha)) break;
      y += alpha * p;
      r -= alpha * tp;
      z = precondition(r);
      const double next = r.dot(z);
      p = z + next / product * p;
      product = next;
    }
    return y;
  }

 private:
  template <class Change>
  Eigen::VectorXd filtered(const Eigen::VectorXd& x, Change change) {
    const auto values = m_fft.values();
    std::fill(std::copy(x.begin(), x.end(), values.begin()), values.end(), 0.0);
    m_fft.forward();
    const auto bins = m_fft.spectrum();
    for (std::size_t q = 0; q < bins.size(); ++q) bins[q] *= change(m_spectrum[q]) / static_cast<double>(m_fft.size());
    m_fft.inverse();
    return Eigen::Map<const Eigen::VectorXd>(m_fft.values().data(), m_fft.size());
  }

  Index m_bins;
  RealFft m_fft;
  std::vector<double> m_spectrum;
  double m_raised = 0;
};

/// The mean of xi given the sequence S, A^T S, and the factor R of its covariance given S.
struct Given {
  Eigen::MatrixXd fromS;  ///< A
  Eigen::MatrixXd own;    ///< R
  double astray = 0;      ///< most by which an entry of the covariance of Y - U xi is off
};

/// Any A of which the first rows of C A are U makes cov(Y, xi) = U, and leaves I - A^T C A to normals of xi's own: the
/// most where A is T^-1 U and then zero. A little less is enough, if C A is made right with it.
Given givenSequence(Circulant& circulant, const Eigen::MatrixXd& u, const RunControl& control) {
  const Index bins = u.rows(), rank = u.cols();
  if (rank == 0) return {};  // G is T, and there is no xi
  Eigen::MatrixXd a(2 * bins, rank), ca(2 * bins, rank);
  for (Index r = 0; r < rank; ++r) {
    const Eigen::VectorXd near = circulant.solve(u.col(r), control);
    ca.col(r) = circulant.multiply(near);
    a.col(r) = circulant.divide(u.col(r) - ca.col(r).head(bins));
    a.col(r).head(bins) += near;
    ca.col(r) = circulant.multiply(a.col(r));
  }
  const Eigen::MatrixXd product = a.transpose() * ca;
  const Eigen::MatrixXd rest = Eigen::MatrixXd::Identity(rank, rank) - 0.5 * (product + product.transpose());
  const SymmetricEigen eigen =
      symmetricEigen({rest.data(), static_cast<std::size_t>(rest.size())}, rank, EigenParts::ValuesAndVectors);
  const Eigen::Map<const Eigen::VectorXd> values(eigen.values.data(), rank);
  const Eigen::Map<const Eigen::MatrixXd> vectors(eigen.vectors.data(), rank, rank);
  Given given;
  given.own = vectors * values.cwiseMax(0).cwiseSqrt().asDiagonal();
  const double lifted = std::max(0.0, -values.minCoeff());
  const double most = u.rowwise().norm().maxCoeff(), off = (ca.topRows(bins) - u).rowwise().norm().maxCoeff();
  given.astray = most * (2 * off + most * lifted);
  given.fromS = std::move(a);
  return given;
}

/// Replaces G by what the factor makes: T - U U^T and a constant, the least with which no entry is lower than before.
/// Returns the constant; when stopped, a negative number, and G is then of no use.
double raise(BinGram& gram, const std::vector<double>& lags, const Eigen::MatrixXd& u, const RunControl& control) {
  const Index bins = gram.bins;
  const auto at = [&](Index i, Index j) -> double& { return gram.values[i * bins + j]; };
  double common = 0;
  for (Index i = 0; i < bins; ++i) {
    if (control.stopRequested()) return -1;
    const Eigen::VectorXd made = u * u.row(i).transpose();
    for (Index j = 0; j < bins; ++j) {
      const double value = lags[std::abs(i - j)] - made[j];
      common = std::max(common, at(i, j) - value);
      at(i, j) = value;
    }
  }
  for (Index i = 0; i < bins; ++i) {
    for (Index j = 0; j < i; ++j) at(i, j) = at(j, i);  // alike to the last bit
  }
  for (double& value : gram.values) value += common;
  return common;
}

NOISELOOM_MULTIVERSION
void scale(double* values, const double* scales, Index count) {
  for (Index i = 0; i < count; ++i) {
#pragma omp simd
    for (Index l = 0; l < kLanes; ++l) values[i * kLanes + l] *= scales[i];
  }
}

NOISELOOM_MULTIVERSION
void add(double* sum, const double* values, Index count) {
#pragma omp simd
  for (Index i = 0; i < count; ++i) sum[i] += values[i];
}

/// Multiply-adds that the transform takes, and the normals beyond those of the vector itself.
Index transformWork(Index bins) {
  constexpr double kStep = 1.5, kLargePrime = 4, kNormal = 30;
  Index rest = bins;
  for (const Index prime : {2, 3, 5, 7, 11, 13}) {
    while (rest % prime == 0) rest /= prime;
  }
  const auto period = static_cast<double>(2 * bins);
  const double transform = kStep * period * std::log2(period) * (rest > 1 ? kLargePrime : 1);
  return static_cast<Index>(transform + kNormal * static_cast<double>(bins));
}

}  // namespace

ToeplitzFactor::ToeplitzFactor(Index bins) : m_bins(bins), m_transform(2 * bins, kLanes) {}

std::shared_ptr<const ToeplitzFactor> ToeplitzFactor::of(BinGram& gram, Index mostWork, const RunControl& control) {
  const Index bins = gram.bins;
  if (bins < 2 * kMostRank || transformWork(bins) > mostWork) return nullptr;
  std::shared_ptr<ToeplitzFactor> factor(new ToeplitzFactor(bins));
  double greatest = 0;
  for (Index i = 0; i < bins; ++i) greatest = std::max(greatest, gram(i, i));
  std::vector<double> lags = toeplitzPart(gram, fallingOff(gram));
  const auto u = lowRankPart(gram, lags, greatest, control);
  if (!u) return nullptr;
  Circulant circulant(lags);
  if (circulant.raised() > kMostRaised * greatest) return nullptr;
  const Given given = givenSequence(circulant, *u, control);
  if (control.stopRequested() || !(given.astray <= kMostAstray * greatest)) return nullptr;

  factor->m_rank = u->cols();
  factor->m_inputs = 2 * bins + factor->m_rank + 1;
  factor->m_scales = circulant.scales();
  std::vector<double> row;
  for (Index r = 0; r < factor->m_rank; ++r) {
    row.assign(given.fromS.col(r).begin(), given.fromS.col(r).end());
    row.insert(row.end(), given.own.row(r).begin(), given.own.row(r).end());
    factor->m_given.append(0, row);
  }
  factor->m_given.finish();
  const Index less = bins * (factor->m_rank + 1);
  // The rest that the columns leave is positive semidefinite, so that no entry is further off than its diagonal.
  const double common = factor->work() + less > mostWork ? -1 : raise(gram, lags, *u, control);
  if (common < 0) return nullptr;
  for (Index i = 0; i < bins; ++i) {
    row.assign(u->row(i).begin(), u->row(i).end());
    for (double& value : row) value = -value;
    row.push_back(std::sqrt(common));
    factor->m_less.append(0, row);
  }
  factor->m_less.finish();
  return factor;
}

Index ToeplitzFactor::work() const {
  return transformWork(m_bins) + m_given.work() + m_less.work();
}

void ToeplitzFactor::multiply(double* in, double* out) const {
  const Index period = m_transform.size();
  scale(in, m_scales.data(), period);
  m_transform.transform(in);
  alignas(64) double xi[(kMostRank + 1) * kLanes];
  m_given.multiply(in, xi);
  std::copy_n(in + (period + m_rank) * kLanes, kLanes, xi + m_rank * kLanes);
  m_less.multiply(xi, out);
  add(out, in, m_bins * kLanes);
}

}  // namespace noiseloom
