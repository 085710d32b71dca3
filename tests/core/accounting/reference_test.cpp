#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "tests/reference_file.h"

namespace noiseloom {
namespace {

using Json = nlohmann::json;

const Json& reference() {
  static const Json json = referenceFile("accounting.json");
  return json;
}

/// The certified value may only be too large, by at most `excess`, up to the reference's own uncertainty; and the
/// interval that it claims for the exact value has to hold it.
void expectCertified(const Certified& certified, double limit, double uncertainty, double excess) {
  EXPECT_GE(certified.value, limit * (1 - uncertainty));
  EXPECT_LE(certified.value, limit * (1 + excess + uncertainty));
  EXPECT_LE(certified.value * (1 - certified.errorBound), limit * (1 + uncertainty));
  EXPECT_GE(certified.errorBound, 0);
  EXPECT_LE(certified.errorBound, 2 * excess);
  EXPECT_FALSE(certified.stopped);
}

TEST(AccountingReference, NoiseMultipliers) {
  ASSERT_GE(reference().at("sigma_cases").size(), 29u);
  for (const Json& c : reference().at("sigma_cases")) {
    SCOPED_TRACE(c.at("id").get<std::string>());
    const Certified sigma =
        PoissonSteps(c.at("q"), c.at("compositions")).certifiedNoiseMultiplier(c.at("epsilon"), c.at("delta"));
    expectCertified(sigma, c.at("sigma_limit"), c.at("sigma_limit_uncertainty_rel"), 1e-5);
  }
}

TEST(AccountingReference, ApproximateNoiseMultipliers) {
  for (const Json& c : reference().at("sigma_cases")) {
    SCOPED_TRACE(c.at("id").get<std::string>());
    const double sigma =
        PoissonSteps(c.at("q"), c.at("compositions")).approximateNoiseMultiplier(c.at("epsilon"), c.at("delta"));
    const double limit = c.at("sigma_limit"), uncertainty = c.at("sigma_limit_uncertainty_rel");
    EXPECT_NEAR(sigma, limit, limit * (1e-7 + 2 * uncertainty));
  }
}

TEST(AccountingReference, Epsilons) {
  ASSERT_GE(reference().at("epsilon_cases").size(), 8u);
  for (const Json& c : reference().at("epsilon_cases")) {
    SCOPED_TRACE(c.at("id").get<std::string>());
    const Certified epsilon =
        PoissonSteps(c.at("q"), c.at("compositions")).certifiedEpsilon(c.at("sigma"), c.at("delta"));
    expectCertified(epsilon, c.at("epsilon_limit"), c.at("epsilon_limit_uncertainty_rel"), 1e-5);
  }
}

TEST(AccountingReference, Deltas) {
  ASSERT_GE(reference().at("delta_cases").size(), 8u);
  for (const Json& c : reference().at("delta_cases")) {
    SCOPED_TRACE(c.at("id").get<std::string>());
    const Certified delta =
        PoissonSteps(c.at("q"), c.at("compositions")).certifiedDelta(c.at("sigma"), c.at("epsilon"));
    expectCertified(delta, c.at("delta_limit"), c.at("delta_limit_uncertainty_rel"), 3e-5);
  }
}

TEST(AccountingReference, UnsampledGaussian) {
  ASSERT_GE(reference().at("gaussian_cases").size(), 8u);
  for (const Json& c : reference().at("gaussian_cases")) {
    const double sigma = c.at("sigma");
    EXPECT_NEAR(gaussianNoiseMultiplier(c.at("epsilon"), c.at("delta")), sigma, 1e-12 * sigma) << c.at("id");
  }
}

TEST(AccountingReference, PublishedTables) {
  ASSERT_GE(reference().at("paper_reproductions").size(), 19u);
  for (const Json& c : reference().at("paper_reproductions")) {
    SCOPED_TRACE(c.at("source").get<std::string>() + ", epsilon " + c.at("epsilon").dump());
    const bool amplified = c.contains("q");
    const double q = amplified ? c.at("q").get<double>() : 1.0;
    const Index compositions = amplified ? c.at("compositions").get<Index>() : 1;
    const double columnNorm = amplified ? 1 / std::sqrt(c.at("k").get<double>()) : 1.0;
    const double printed = c.at("paper_sigma");
    const double sigma =
        PoissonSteps(q, compositions).certifiedNoiseMultiplier(c.at("epsilon"), c.at("delta")).value * columnNorm;
    // To every printed digit.
    const double decimals = c.at("source").get<std::string>().starts_with("Near-exact") ? 3 : 5;
    const double unit = std::pow(10, -decimals);
    EXPECT_NEAR(std::round(sigma / unit) * unit, printed, 1e-9);
    EXPECT_NEAR(sigma, c.at("reproduced").get<double>(), 5e-5 * printed);
  }
}

// amplified-bandmf, Table 4, rows "Multi-epoch MF": the Gaussian mechanism again, of matrices whose sensitivity under
// min-separation is not 1 but the same in all five rows.
TEST(AccountingReference, PublishedTableOfMultiEpochMatrices) {
  constexpr double kPrinted[][2] = {{1, 4.76079}, {2, 2.51352}, {4, 1.34498}, {8, 0.73579}, {16, 0.41539}};
  double least = 0, most = 10;
  for (const auto& [epsilon, sigma] : kPrinted) {
    const double one = gaussianNoiseMultiplier(epsilon, 1e-6);
    least = std::max(least, (sigma - 0.5e-5) / one);
    most = std::min(most, (sigma + 0.5e-5) / one);
  }
  EXPECT_LE(least, most);
  EXPECT_NEAR(least, 1.1269, 1e-4);
}

}  // namespace
}  // namespace noiseloom
