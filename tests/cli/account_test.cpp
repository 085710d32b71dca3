#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/check.h"
#include "tests/cli/cli_json.h"
#include "tests/cli/gaussian_mechanism.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;

// Certified values may be too large by this much, never too small.
constexpr double kExcess = 1e-4;

void expectCertified(double value, double truth, double uncertainty) {
  EXPECT_GE(value, truth * (1 - uncertainty));
  EXPECT_LE(value, truth * (1 + kExcess));
}

Json references() {
  std::ifstream in(NOISELOOM_REFERENCE_DIR "/accounting.json");
  return Json::parse(in);
}

TEST(Account, SolvesTheGaussianMechanismForEachOfTheThree) {
  for (const auto& [epsilon, delta] : {std::pair{0.5, 1e-6}, {1.0, 1e-5}, {8.0, 1e-10}}) {
    const double sigma = gaussianSigma(epsilon, delta);
    const Json bySigma = runJson({"account", "--epsilon", shortest(epsilon), "--delta", shortest(delta)});
    expectCertified(bySigma.at("noise_multiplier"), sigma, 1e-12);
    EXPECT_EQ(bySigma.at("epsilon"), epsilon);
    EXPECT_EQ(bySigma.at("delta"), delta);
    EXPECT_EQ(bySigma.at("solved_for"), "noise_multiplier");
    EXPECT_GE(bySigma.at("seconds"), 0.0);
    EXPECT_LE(bySigma.at("error_bound"), kExcess);

    const Json byEpsilon = runJson({"account", "--noise-multiplier", shortest(sigma), "--delta", shortest(delta)});
    expectCertified(byEpsilon.at("epsilon"), epsilon, 1e-9);
    const Json byDelta = runJson({"account", "--noise-multiplier", shortest(sigma), "--epsilon", shortest(epsilon)});
    expectCertified(byDelta.at("delta"), delta, 1e-6);
  }
}

TEST(Account, MeetsTheReferencesUnderPoissonSampling) {
  const Json all = references();
  // One in four of the reference cases: the accountant's own tests take them all, this one takes the way through text.
  std::size_t tested = 0;
  for (std::size_t i = 0; i < all.at("sigma_cases").size(); i += 4, ++tested) {
    const Json& one = all["sigma_cases"][i];
    SCOPED_TRACE(one.at("id"));
    const Json json = runJson({"account", "--epsilon", shortest(one.at("epsilon")), "--delta",
                               shortest(one.at("delta")), "--sampling-probability", shortest(one.at("q")),
                               "--compositions", std::to_string(one.at("compositions").get<long>())});
    expectCertified(json.at("noise_multiplier"), one.at("sigma_limit"), one.at("sigma_limit_uncertainty_rel"));
    EXPECT_EQ(json.at("compositions"), one.at("compositions"));
  }
  EXPECT_GE(tested, 7u);
}

TEST(Account, MeetsTheReferencesForEpsilonAndDelta) {
  const Json all = references();
  const Json& e = all.at("epsilon_cases").at(0);
  const Json epsilon = runJson({"account", "--noise-multiplier", shortest(e.at("sigma")), "--delta",
                                shortest(e.at("delta")), "--sampling-probability", shortest(e.at("q")),
                                "--compositions", std::to_string(e.at("compositions").get<long>())});
  expectCertified(epsilon.at("epsilon"), e.at("epsilon_limit"), e.at("epsilon_limit_uncertainty_rel"));
  const Json& d = all.at("delta_cases").at(0);
  const Json delta = runJson({"account", "--noise-multiplier", shortest(d.at("sigma")), "--epsilon",
                              shortest(d.at("epsilon")), "--sampling-probability", shortest(d.at("q")),
                              "--compositions", std::to_string(d.at("compositions").get<long>())});
  EXPECT_GE(delta.at("delta").get<double>(), d.at("delta_limit").get<double>() * (1 - 1e-6));
  EXPECT_LE(delta.at("delta").get<double>(), d.at("delta_limit").get<double>() * (1 + 1e-3));
}

TEST(Account, TableShowsWhatWasGivenAndWhatWasSolved) {
  const ProcessResult result = runCli({"account", "--epsilon", "1", "--delta", "1e-5"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_NE(result.out.find("Noise multiplier"), std::string::npos);
  EXPECT_NE(result.out.find("certified"), std::string::npos);
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace noiseloom::test
