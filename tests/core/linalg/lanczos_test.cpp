#include "core/linalg/lanczos.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/errors.h"
#include "tests/calls.h"

namespace noiseloom {
namespace {

SymmetricProduct diagonal(std::vector<double> values) {
  return [values = std::move(values)](std::span<const double> x, std::span<double> out) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = values[i] * x[i];
  };
}

double moment(const std::vector<SpectralNode>& nodes, int order) {
  double sum = 0;
  for (const SpectralNode& node : nodes) sum += node.weight * std::pow(node.value, order);
  return sum;
}

TEST(Lanczos, FewEigenvaluesAreFoundExactly) {
  const std::vector<double> values{0, 0, 2, 2, 2, 5, -1, 5};
  const std::vector<SpectralNode> nodes = lanczosNodes(diagonal(values), std::vector<double>(8, 3.0), 8);
  ASSERT_EQ(nodes.size(), 4u);
  const double expected[][2] = {{-1, 0.125}, {0, 0.25}, {2, 0.375}, {5, 0.25}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(nodes[i].value, expected[i][0], 1e-12);
    EXPECT_NEAR(nodes[i].weight, expected[i][1], 1e-12);
  }
  EXPECT_EQ(lanczosNodes(diagonal({7}), std::vector<double>{2}, 5).size(), 1u);
  EXPECT_EQ(lanczosNodes(diagonal({0, 0, 0}), std::vector<double>{1, 2, 3}, 5).front().value, 0);
}

TEST(Lanczos, IntegratesPolynomialsAsGaussDoes) {
  constexpr Index n = 60, kNodes = 6;
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd a(n, n);
  for (Index i = 0; i < a.size(); ++i) a.data()[i] = normal(random) / 10;
  const Eigen::MatrixXd h = a * a.transpose();
  Eigen::VectorXd v(n);
  for (Index i = 0; i < n; ++i) v[i] = normal(random);
  const SymmetricProduct product = [&](std::span<const double> x, std::span<double> out) {
    Eigen::Map<Eigen::VectorXd>(out.data(), n) = h * Eigen::Map<const Eigen::VectorXd>(x.data(), n);
  };
  const auto nodes = lanczosNodes(product, {v.data(), static_cast<std::size_t>(n)}, kNodes);
  ASSERT_EQ(std::ssize(nodes), kNodes);
  Eigen::VectorXd power = v.normalized();
  for (int order = 0; order < 2 * kNodes; ++order) {
    const double expected = v.normalized().dot(power);
    EXPECT_NEAR(moment(nodes, order), expected, 1e-10 * std::max(1.0, expected)) << order;
    power = h * power;
  }
}

TEST(Lanczos, EstimatesADensityFromAFewProbes) {
  // Nine tenths of the eigenvalues near 0, a bulk, and one far out.
  std::vector<double> values(2000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = i < 1800 ? 1e-3 * static_cast<double>(i) / 1800 : i < 1999 ? 0.2 + 1e-3 * static_cast<double>(i) : 30;
  const auto nodes = estimateSpectrum(diagonal(values), 2000, 32, 8, 5);
  EXPECT_LE(nodes.size(), 8 * 32u);
  EXPECT_TRUE(std::ranges::is_sorted(nodes, {}, &SpectralNode::value));
  EXPECT_NEAR(moment(nodes, 0), 1, 1e-12);
  EXPECT_NEAR(nodes.back().value, 30, 1e-6);
  double mean = 0, small = 0, far = 0;
  for (const double value : values) mean += value / 2000;
  for (const SpectralNode& node : nodes) {
    small += node.value < 0.1 ? node.weight : 0;
    far += node.value > 29 ? node.weight : 0;
  }
  EXPECT_NEAR(far, 1.0 / 2000, 1e-4);
  // Signs have the diagonal's own mean exactly.
  EXPECT_NEAR(moment(nodes, 1), mean, 1e-9);
  EXPECT_NEAR(small, 0.9, 0.02);
  const auto again = estimateSpectrum(diagonal(values), 2000, 32, 8, 5);
  ASSERT_EQ(again.size(), nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) EXPECT_EQ(again[i].value, nodes[i].value);
  const auto one = estimateSpectrum(diagonal(values), 2000, 1, 2, 5);
  ASSERT_EQ(one.size(), 2u);
  for (const SpectralNode& node : one) EXPECT_NEAR(node.value, mean, 1e-9);
}

TEST(Lanczos, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(lanczosNodes(diagonal({1}), std::vector<double>{0}, 2), InvalidArgument);
  EXPECT_THROW(lanczosNodes(diagonal({1}), {}, 2), InvalidArgument);
  EXPECT_THROW(lanczosNodes(diagonal({1}), std::vector<double>{1}, 0), InvalidArgument);
  EXPECT_THROW(lanczosNodes(diagonal({std::nan("")}), std::vector<double>{1}, 2), InvalidArgument);
  EXPECT_TRUE(estimateSpectrum(diagonal({1, 2}), 2, 2, 1, 0, stoppedAtOnce()).empty());
}

}  // namespace
}  // namespace noiseloom
