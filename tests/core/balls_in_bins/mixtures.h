#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <vector>

#include "core/balls_in_bins/bin_gram.h"
#include "core/balls_in_bins/sampling/bin_sampler.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The Gram matrix of a truncated square root, column-normalised or not.
inline BinGram squareRootGram(Index iterations, Index epochs, Index bands,
                              ColumnScaling scaling = ColumnScaling::Normalized) {
  std::vector<double> c{1};
  for (Index i = 1; i < bands; ++i) c.push_back(c.back() * (static_cast<double>(i) - 0.5) / static_cast<double>(i));
  double norm = 0;
  for (const double value : c) norm += value * value;
  for (double& value : c) value /= std::sqrt(norm);
  return binGram(ToeplitzStrategy(iterations, std::move(c), scaling), epochs);
}

/// Gram matrix of `bins` random vectors with entries in [0, 1].
inline BinGram randomGram(std::mt19937_64& random, Index bins, Index dimensions) {
  std::uniform_real_distribution<double> entry(0, 1);
  Eigen::MatrixXd m(dimensions, bins);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = entry(random);
  BinGram gram;
  gram.bins = bins;
  for (Index i = 0; i < bins; ++i) {
    for (Index j = 0; j < bins; ++j) gram.values.push_back(m.col(std::max(i, j)).dot(m.col(std::min(i, j))));
  }
  return gram;
}

inline double plainLoss(const BinGram& gram, double stddev, const Eigen::VectorXd& y) {
  double most = -1e300;
  std::vector<double> a;
  for (Index i = 0; i < gram.bins; ++i) {
    a.push_back((y[i] - gram(i, i) / 2) / (stddev * stddev));
    most = std::max(most, a.back());
  }
  double sum = 0;
  for (const double value : a) sum += std::exp(value - most);
  return most + std::log(sum / static_cast<double>(gram.bins));
}

struct PlainEstimate {
  double mean = 0;
  double standardError = 0;
};

/// delta by drawing outputs as the definition says: from P when removing, from Q when adding.
inline PlainEstimate plainDelta(const BinGram& gram, Direction direction, double stddev, double epsilon, int draws) {
  const Eigen::Map<const Eigen::MatrixXd> g(gram.values.data(), gram.bins, gram.bins);
  const Eigen::MatrixXd lower = Eigen::MatrixXd(g).llt().matrixL();
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<Index> bin(0, gram.bins - 1);
  Eigen::VectorXd w(gram.bins);
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    for (Index j = 0; j < gram.bins; ++j) w[j] = normal(random);
    Eigen::VectorXd y = stddev * (lower * w);
    if (direction == Direction::Remove) y += g.col(bin(random));
    const double loss = plainLoss(gram, stddev, y);
    const double exponent = direction == Direction::Remove ? epsilon - loss : epsilon + loss;
    const double weight = exponent < 0 ? -std::expm1(exponent) : 0;
    sum += weight;
    squares += weight * weight;
  }
  const double mean = sum / draws;
  return {mean, std::sqrt(std::max(0.0, squares / draws - mean * mean) / draws)};
}

/// delta for two bins by the midpoint rule in the plane.
inline double twoBinDelta(const BinGram& gram, Direction direction, double stddev, double epsilon) {
  const Eigen::Map<const Eigen::MatrixXd> g(gram.values.data(), 2, 2);
  const Eigen::MatrixXd lower = Eigen::MatrixXd(g).llt().matrixL();
  constexpr int kNodes = 600;
  // w covers both N(0, I) and the means that removal adds.
  const double reach = 9 + std::sqrt(gram(0, 0) + gram(1, 1)) / stddev;
  const double step = 2 * reach / kNodes;
  double sum = 0;
  for (int i = 0; i < kNodes; ++i) {
    for (int j = 0; j < kNodes; ++j) {
      const Eigen::Vector2d w((i + 0.5) * step - reach, (j + 0.5) * step - reach);
      const double loss = plainLoss(gram, stddev, stddev * (lower * w));
      const double density = std::exp(-0.5 * w.squaredNorm()) / (2 * 3.14159265358979323846);
      // E_Q of (e^L - e^epsilon)_+ and of (1 - e^(epsilon + L))_+.
      if (direction == Direction::Remove) {
        sum += density * std::max(0.0, std::exp(loss) - std::exp(epsilon));
      } else {
        sum += density * std::max(0.0, 1 - std::exp(epsilon + loss));
      }
    }
  }
  return sum * step * step;
}

}  // namespace noiseloom
