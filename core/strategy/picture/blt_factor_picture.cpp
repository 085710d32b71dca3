#include <utility>

#include "core/strategy/picture/factor_columns.h"

namespace noiseloom {
namespace {

// (one^t - two^t) / (one - two) for t >= 0 and numbers in [0, 1].
double dividedPowers(double one, double two, Index t) {
  return t <= 0 ? 0 : dividedRealPowers(std::max(one, two), std::min(one, two), static_cast<double>(t));
}

// Under a Toeplitz workload the factor is Toeplitz: w_t = a_t + sum_i omega^_i sum_(k < t) theta^_i^k a_(t-1-k).
class BltFactor : public PictureSource {
 public:
  BltFactor(BltStrategy blt, Workload workload) : m_blt(std::move(blt)), m_workload(std::move(workload)) {
    // Running sums of what is never positive fall; they stay positive as far as the last one is.
    const auto& scales = m_blt.parameters().inverseOmega;
    m_falls = m_workload.name() == "prefix" &&
              std::all_of(scales.begin(), scales.end(), [](double s) { return s <= 0; }) &&
              at(m_blt.iterations() - 1) >= 0;
  }

  void draw(const PictureCanvas& canvas) const override {
    canvas.picture.sampled = !m_falls && canvas.pooled();
    drawDiagonals(canvas, [this](Index least, Index most) {
      if (most < 0) return 0.0;
      least = std::max<Index>(least, 0);
      return m_falls ? at(least) : largestOfSome([this](Index lag) { return at(lag); }, least, most);
    });
  }
  double entry(Index row, Index column) const override { return row < column ? 0 : at(row - column); }

 private:
  // Sum over a theta^ of the workload's coefficients a: alpha and beta apart, by partial fractions.
  double at(Index t) const {
    const double alpha = m_workload.alpha();
    const double beta = m_workload.beta();
    const auto& [theta, omega, inverseTheta, inverseOmega] = m_blt.parameters();
    double value = m_workload.coefficient(t);
    for (std::size_t i = 0; i < inverseTheta.size(); ++i) {
      const double slow = dividedPowers(alpha, inverseTheta[i], t);
      const double sum =
          beta == 0 ? slow : (alpha * slow - beta * dividedPowers(beta, inverseTheta[i], t)) / (alpha - beta);
      value += inverseOmega[i] * sum;
    }
    return value;
  }

  BltStrategy m_blt;
  Workload m_workload;
  bool m_falls;  // magnitudes fall with the lag
};

// Under learning rates: column j is sum_(k = j)^i eta_k g_(k-j) alpha^(i-k) with g a sum of exponentials, so any entry
// is a few sums of rates. g_t = sum_q weight_q ratio_q^t over the decays of C^-1 and the momentum.
class BltScheduleFactor : public PictureSource {
 public:
  BltScheduleFactor(const BltStrategy& blt, const Workload& workload) {
    const auto& parameters = blt.parameters();
    const double beta = workload.beta();
    double rest = 1;
    for (std::size_t i = 0; i < parameters.inverseTheta.size(); ++i) {
      const double theta = parameters.inverseTheta[i];
      const double omega = parameters.inverseOmega[i];
      if (std::abs(theta - beta) < 1e-4 * (1 - beta)) {
        // A decay that all but is the momentum: their divided difference from two ratios on either side of both.
        const double middle = (theta + beta) / 2;
        const double apart = 3e-5 * (1 - beta);
        m_terms.push_back({omega / (2 * apart), WorkloadSteps::RateSums(workload, middle + apart)});
        m_terms.push_back({-omega / (2 * apart), WorkloadSteps::RateSums(workload, middle - apart)});
        continue;
      }
      const double weight = omega / (theta - beta);
      m_terms.push_back({weight, WorkloadSteps::RateSums(workload, theta)});
      rest -= weight;
    }
    if (beta > 0) {
      m_terms.push_back({rest, WorkloadSteps::RateSums(workload, beta)});
    } else {
      m_eta = workload;
      m_rest = rest;
    }
  }

  void draw(const PictureCanvas& canvas) const override {
    canvas.picture.sampled = canvas.pooled();
    canvas.fillCells([&](double& cell, Index top, Index bottom, Index left, Index last) {
      if (left > bottom) return;
      const Index right = std::min(last, bottom);
      // Its corners, and the nearest to the diagonal inside of it.
      keepLarger(cell, entry(bottom, left));
      if (bottom == top && left == right) return;
      keepLarger(cell, entry(bottom, right));
      keepLarger(cell, entry(std::max(top, left), left));
      keepLarger(cell, entry(std::max(top, right), right));
    });
  }
  double entry(Index row, Index column) const override {
    if (row < column) return 0;
    double sum =
        m_rest == 0 ? 0 : m_rest * m_eta.eta()[column] * std::pow(m_eta.alpha(), static_cast<double>(row - column));
    for (const auto& [weight, rates] : m_terms) sum += weight * rates(column, row);
    return sum;
  }

 private:
  std::vector<std::pair<double, WorkloadSteps::RateSums>> m_terms;
  Workload m_eta = Workload::prefix();
  double m_rest = 0;  // of g_0 alone
};

}  // namespace

SourcePointer bltFactorSource(const BltStrategy& blt, const Workload& workload) {
  if (workload.isToeplitz()) return std::make_shared<BltFactor>(blt, workload);
  return std::make_shared<BltScheduleFactor>(blt, workload);
}

}  // namespace noiseloom
