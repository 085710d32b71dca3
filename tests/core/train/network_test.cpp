#include "core/train/network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

constexpr double kNoClipping = std::numeric_limits<double>::infinity();

struct Case {
  ModelKind kind;
  Index classes;
};

std::string nameOf(const ::testing::TestParamInfo<Case>& info) {
  return std::string(toString(info.param.kind)) + std::to_string(info.param.classes);
}

// Eight examples of three features, and weights that are nothing special.
class EveryModel : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr Index kCount = 8;

  EveryModel() : m_network(GetParam().kind, 3, GetParam().classes, 5) {
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    for (Index i = 0; i < 3 * kCount; ++i) m_features.push_back(normal(random));
    for (Index i = 0; i < kCount; ++i)
      m_targets.push_back(GetParam().classes == 0 ? normal(random) : static_cast<double>(i % GetParam().classes));
    for (Index i = 0; i < m_network.parameters(); ++i) m_weights.push_back(0.7 * normal(random));
  }
  Network::Batch all() const { return {kCount, m_features, m_targets}; }
  Network::Batch one(Index i) const {
    const auto at = static_cast<std::size_t>(i);
    return {1, std::span(m_features).subspan(3 * at, 3), std::span(m_targets).subspan(at, 1)};
  }
  std::vector<double> gradient(const Network::Batch& batch, double clip) const {
    std::vector<double> sum(m_weights.size(), 0.0), norms(static_cast<std::size_t>(batch.count));
    m_network.addClippedGradients(m_weights, batch, clip, sum, norms);
    return sum;
  }
  static double norm(const std::vector<double>& values) {
    double square = 0;
    for (const double value : values) square += value * value;
    return std::sqrt(square);
  }

  Network m_network;
  std::vector<double> m_features, m_targets, m_weights;
};

TEST_P(EveryModel, GradientsAreThoseOfDifferences) {
  constexpr double kStep = 1e-5;
  const std::vector<double> found = gradient(all(), kNoClipping);
  for (std::size_t j = 0; j < m_weights.size(); ++j) {
    std::vector<double> up = m_weights, down = m_weights;
    up[j] += kStep;
    down[j] -= kStep;
    const double slope = (m_network.score(up, all()).loss - m_network.score(down, all()).loss) / (2 * kStep);
    EXPECT_NEAR(found[j], slope, 1e-7 * (1 + std::abs(slope))) << "weight " << j;
  }
}

TEST_P(EveryModel, HessianProductsAreThoseOfDifferencesOfGradients) {
  constexpr double kStep = 1e-5;
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> directions, products;
  for (int d = 0; d < 3; ++d) {
    std::vector<double> direction, up = m_weights, down = m_weights;
    for (std::size_t j = 0; j < m_weights.size(); ++j) {
      direction.push_back(normal(random));
      up[j] += kStep * direction[j];
      down[j] -= kStep * direction[j];
    }
    std::vector<double> product(m_weights.size(), 0.0), above = product, below = product, norms(kCount);
    m_network.addHessianProduct(m_weights, all(), direction, product);
    m_network.addClippedGradients(up, all(), kNoClipping, above, norms);
    m_network.addClippedGradients(down, all(), kNoClipping, below, norms);
    for (std::size_t j = 0; j < m_weights.size(); ++j) {
      const double slope = (above[j] - below[j]) / (2 * kStep);
      EXPECT_NEAR(product[j], slope, 2e-7 * (1 + std::abs(slope))) << "weight " << j;
    }
    directions.push_back(std::move(direction));
    products.push_back(std::move(product));
  }
  // Symmetric, and a sum over the examples.
  const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  };
  EXPECT_NEAR(dot(directions[0], products[1]), dot(directions[1], products[0]), 1e-11);
  std::vector<double> total(m_weights.size(), 0.0);
  for (Index i = 0; i < kCount; ++i) m_network.addHessianProduct(m_weights, one(i), directions[2], total);
  for (std::size_t j = 0; j < total.size(); ++j) EXPECT_NEAR(total[j], products[2][j], 1e-12);
}

TEST_P(EveryModel, LossesAgreeAndSumsAreOfSingleExamples) {
  std::vector<double> sum(m_weights.size(), 0.0), norms(kCount), total(m_weights.size(), 0.0);
  const double loss = m_network.addClippedGradients(m_weights, all(), kNoClipping, sum, norms);
  EXPECT_NEAR(loss, m_network.score(m_weights, all()).loss, 1e-13 * loss);
  for (Index i = 0; i < kCount; ++i) {
    const std::vector<double> single = gradient(one(i), kNoClipping);
    EXPECT_NEAR(norms[static_cast<std::size_t>(i)], norm(single), 1e-14 * norm(single));
    for (std::size_t j = 0; j < total.size(); ++j) total[j] += single[j];
  }
  for (std::size_t j = 0; j < total.size(); ++j) EXPECT_NEAR(sum[j], total[j], 1e-13);
}

// A gradient that is longer than the clip norm points the same way and has at most that norm; any other stays, to the
// bit.
TEST_P(EveryModel, ClipsEachGradientExactly) {
  std::vector<double> norms(kCount), unused(m_weights.size(), 0.0);
  m_network.addClippedGradients(m_weights, all(), kNoClipping, unused, norms);
  std::vector<double> sorted = norms;
  std::ranges::sort(sorted);
  const double clip = sorted[kCount / 2];  // its own gradient is not clipped
  std::vector<double> total(m_weights.size(), 0.0);
  Index clipped = 0;
  for (Index i = 0; i < kCount; ++i) {
    const std::vector<double> whole = gradient(one(i), kNoClipping), cut = gradient(one(i), clip);
    const double length = norms[static_cast<std::size_t>(i)];
    for (std::size_t j = 0; j < cut.size(); ++j) {
      total[j] += cut[j];
      if (length <= clip * (1 - 1e-14)) {
        EXPECT_EQ(cut[j], whole[j]);
      }
      if (length > clip * (1 + 1e-14)) {
        EXPECT_NEAR(cut[j], whole[j] * clip / length, 2e-12 * clip);
      }
    }
    EXPECT_LE(norm(cut), clip * (1 + 1e-14));
    if (length > clip * (1 + 1e-14)) {
      EXPECT_LE(norm(cut), clip);
      EXPECT_GE(norm(cut), clip * (1 - 2e-12));
      ++clipped;
    }
  }
  EXPECT_EQ(clipped, kCount / 2 - 1);
  const std::vector<double> together = gradient(all(), clip);
  for (std::size_t j = 0; j < total.size(); ++j) EXPECT_NEAR(together[j], total[j], 1e-13);
}

TEST_P(EveryModel, PredictsWhatItScores) {
  const std::vector<double> said = m_network.predict(m_weights, m_features);
  const auto width = static_cast<std::size_t>(std::max<Index>(1, GetParam().classes));
  ASSERT_EQ(said.size(), kCount * width);
  double loss = 0;
  Index right = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double* row = said.data() + i * width;
    if (GetParam().classes == 0) {
      loss += (row[0] - m_targets[i]) * (row[0] - m_targets[i]) / 2;
      continue;
    }
    double sum = 0;
    for (std::size_t c = 0; c < width; ++c) sum += row[c];
    EXPECT_NEAR(sum, 1, 1e-14);
    const auto wanted = static_cast<std::size_t>(m_targets[i]);
    loss -= std::log(row[wanted]);
    right += std::max_element(row, row + width) == row + wanted ? 1 : 0;
  }
  const Network::Score score = m_network.score(m_weights, all());
  EXPECT_NEAR(score.loss, loss, 1e-12 * loss);
  EXPECT_EQ(score.right, right);
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel,
                         ::testing::Values(Case{ModelKind::Linear, 0}, Case{ModelKind::Logistic, 2},
                                           Case{ModelKind::Softmax, 2}, Case{ModelKind::Softmax, 4},
                                           Case{ModelKind::Tanh, 0}, Case{ModelKind::Tanh, 2}, Case{ModelKind::Tanh, 3},
                                           Case{ModelKind::Relu, 0}, Case{ModelKind::Relu, 2},
                                           Case{ModelKind::Relu, 3}),
                         nameOf);

// 2 -> 2 (tanh) -> 1, of one point, by hand.
TEST(Network, ComputesAHiddenLayerAsByHand) {
  const Network network(ModelKind::Tanh, 2, 0, 2);
  //                                 W1 (by row)    b1          W2       b2
  const std::vector<double> weights{1, 2, -1, 0.5, 0.25, -0.5, 2, -3, 0.125};
  const double h0 = std::tanh(1 * 0.5 + 2 * -0.25 + 0.25), h1 = std::tanh(-1 * 0.5 + 0.5 * -0.25 - 0.5);
  EXPECT_NEAR(network.predict(weights, std::vector<double>{0.5, -0.25})[0], 2 * h0 - 3 * h1 + 0.125, 1e-15);
}

TEST(Network, StaysFiniteFarOut) {
  for (const ModelKind kind : {ModelKind::Logistic, ModelKind::Softmax, ModelKind::Tanh}) {
    const Network network(kind, 1, 2, 2);
    for (const double far : {-1e6, 1e6}) {
      const std::vector<double> weights(static_cast<std::size_t>(network.parameters()), far), point{3.0}, target{0.0};
      const Network::Score score = network.score(weights, {1, point, target});
      EXPECT_TRUE(std::isfinite(score.loss)) << toString(kind);
      for (const double value : network.predict(weights, point)) EXPECT_TRUE(std::isfinite(value)) << toString(kind);
    }
  }
}

TEST(Network, StartsFromTheSeedWithTheStatedVariance) {
  const Network network(ModelKind::Relu, 50, 3, 400);
  const std::vector<double> start = network.start(3);
  EXPECT_EQ(start, network.start(3));
  EXPECT_NE(start, network.start(4));
  double first = 0, second = 0;
  for (std::size_t i = 0; i < 20000; ++i) first += start[i] * start[i] / 20000;
  for (std::size_t i = 20000; i < 20400; ++i) EXPECT_EQ(start[i], 0);
  for (std::size_t i = 20400; i < 21600; ++i) second += start[i] * start[i] / 1200;
  EXPECT_NEAR(first, 2.0 / 50, 5 * 2.0 / 50 * std::sqrt(2.0 / 20000));
  EXPECT_NEAR(second, 1.0 / 400, 5 * 1.0 / 400 * std::sqrt(2.0 / 1200));
  const std::vector<double> none = Network(ModelKind::Softmax, 4, 3, 0).start(3);
  EXPECT_EQ(none, std::vector<double>(15, 0.0));
}

TEST(Network, RefusesWhatDoesNotFit) {
  const auto refused = [](ModelKind kind, Index features, Index classes, Index hidden) {
    return messageOf<InvalidArgument>([&] { const Network network(kind, features, classes, hidden); });
  };
  EXPECT_THAT(refused(ModelKind::Linear, 2, 2, 0), HasSubstr("the data have 2 classes"));
  EXPECT_THAT(refused(ModelKind::Logistic, 2, 3, 0), HasSubstr("softmax, tanh or relu"));
  EXPECT_THAT(refused(ModelKind::Logistic, 2, 0, 0), HasSubstr("numbers to be met"));
  EXPECT_THAT(refused(ModelKind::Softmax, 2, 0, 0), HasSubstr("linear"));
  EXPECT_THAT(refused(ModelKind::Tanh, 2, 2, 0), HasSubstr("hidden"));
  EXPECT_THAT(refused(ModelKind::Relu, 2, 2, 5000), HasSubstr("hidden"));
  EXPECT_THAT(refused(ModelKind::Relu, 65536, 2, 4096), HasSubstr("parameters"));
  for (const ModelKind kind : valuesOf<ModelKind>()) EXPECT_EQ(fromName<ModelKind>(toString(kind)), kind);
  EXPECT_EQ(fromName<ModelKind>("tree"), std::nullopt);
}

}  // namespace
}  // namespace noiseloom
