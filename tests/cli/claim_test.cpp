#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/cli_json.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;

class Claim : public testing::Test {
 protected:
  ProcessResult write(const std::vector<std::string>& more) {
    return runCli(joined(designArguments("64", "4", "4", "1e-6", more), {"--out", m_file}));
  }

  ScratchFolder m_folder;
  std::string m_file = m_folder.file("s.npz");
};

TEST_F(Claim, OfAFileIsThatOfItsDesign) {
  ASSERT_EQ(write({"--bands", "4", "--claim"}).exitCode, 0);
  const Json printed = runJson(designArguments("64", "4", "4", "1e-6", {"--bands", "4"})).at("privacy_claim");
  const Json stored = runJson({"claim", m_file}).at("privacy_claim");
  EXPECT_EQ(printed, stored);
  EXPECT_EQ(stored.at("severity"), "ok");
  EXPECT_EQ(stored.at("profile").size(), 3u);
  const std::string text = runCli({"claim", m_file}).out;
  for (const char* part : {"Statement:", "Assumptions:", "for the job to ensure", "Privacy profile"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(DesignJson, TakesNoDrawsForAProfileThatIsNotAskedFor) {
  const auto profile = [](std::vector<std::string> more) {
    more.insert(more.end(), {"--batching", "balls-in-bins", "--mechanism", "bisr", "--bands", "4"});
    return runJson(designArguments("64", "4", "4", "1e-6", more)).at("privacy_claim").at("profile");
  };
  const Json own = profile({});
  ASSERT_EQ(own.size(), 1u);
  EXPECT_EQ(own[0].at("epsilon"), 4);
  EXPECT_EQ(own[0].at("delta"), 1e-6);
  EXPECT_EQ(profile({"--claim"}).size(), 3u);
}

TEST_F(Claim, PostHocKeepsThePromiseWhereColumnsDoNotOverlap) {
  ASSERT_EQ(write({"--batching", "min-sep", "--bands", "8", "--unit", "device"}).exitCode, 0);
  const Json apart = runJson({"claim", m_file, "--at-min-sep", "8"});
  EXPECT_NEAR(apart.at("epsilon_at_delta").get<double>(), 4, 1e-8);
  EXPECT_NEAR(apart.at("delta_at_epsilon").get<double>(), 1e-6, 1e-13);
  EXPECT_EQ(apart.at("sensitivity_kind"), "exact");
  EXPECT_EQ(apart.at("privacy_claim").at("unit"), "device");
  const Json close = runJson({"claim", m_file, "--at-min-sep", "7"});
  EXPECT_GT(close.at("epsilon_at_delta").get<double>(), 4.001);
  EXPECT_GT(close.at("delta_at_epsilon").get<double>(), 1e-6);
  EXPECT_EQ(close.at("privacy_claim").at("epsilon"), close.at("epsilon_at_delta"));
  const Json more = runJson({"claim", m_file, "--at-min-sep", "8", "--epochs", "8"});
  EXPECT_GT(more.at("sensitivity").get<double>(), apart.at("sensitivity").get<double>() * 1.4);
  const Json other = runJson({"claim", m_file, "--at-min-sep", "7", "--delta", "1e-8"});
  EXPECT_GT(other.at("epsilon_at_delta").get<double>(), close.at("epsilon_at_delta").get<double>());
  EXPECT_NE(runCli({"claim", m_file, "--at-min-sep", "7"}).out.find("Epsilon"), std::string::npos);
}

// One Gaussian mechanism: the closed form is what no attack can beat, and the bound is close to it.
TEST_F(Claim, RiskOfAnUnamplifiedDesignIsThatOfAGaussian) {
  ASSERT_EQ(write({"--batching", "min-sep", "--bands", "8"}).exitCode, 0);
  const double mu = runJson({"claim", m_file}).at("privacy_claim").at("gdp_mu").get<double>();
  const Json risk = runJson({"claim", m_file, "--risk"});
  EXPECT_NEAR(risk.at("advantage").get<double>(), std::erf(mu / std::sqrt(8.0)), 1e-9);
  const double z = 2.3263478740408408;  // of a rate of 0.01
  const double exact = 0.5 * std::erfc((z - mu) / std::sqrt(2.0));
  EXPECT_GE(risk.at("true_positive_rate").get<double>(), exact * (1 - 1e-9));
  EXPECT_LE(risk.at("true_positive_rate").get<double>(), exact * 1.001);
  const Json group =
      runJson({"claim", m_file, "--risk", "--group", "2", "--false-positive-rate", "1e-3", "--prior", "0.1"});
  EXPECT_EQ(group.at("group"), 2);
  EXPECT_NEAR(group.at("advantage").get<double>(), std::erf(2 * mu / std::sqrt(8.0)), 1e-9);
  EXPECT_NE(runCli({"claim", m_file, "--risk", "--group", "0"}).err.find("group = 0"), std::string::npos);
  EXPECT_NE(runCli({"claim", m_file, "--risk"}).out.find("Advantage"), std::string::npos);
  EXPECT_NE(runCli({"claim", m_file, "--risk", "--prior", "2"}).err.find("prior"), std::string::npos);
  EXPECT_NE(runCli({"claim", m_file, "--prior", "0.5"}).err.find("--risk"), std::string::npos);
}

TEST_F(Claim, OfSeveralRunsIsComposed) {
  ASSERT_EQ(write({"--batching", "min-sep", "--bands", "8"}).exitCode, 0);
  const double mu = runJson({"claim", m_file}).at("privacy_claim").at("gdp_mu").get<double>();
  const Json twice = runJson({"account", "--compose", m_file, "--compose", m_file, "--delta", "1e-5"});
  const double together = mu * std::sqrt(2.0), epsilon = twice.at("epsilon").get<double>();
  const double delta = 0.5 * std::erfc((epsilon / together - together / 2) / std::sqrt(2.0)) -
                       std::exp(epsilon) * 0.5 * std::erfc((epsilon / together + together / 2) / std::sqrt(2.0));
  EXPECT_NEAR(delta / 1e-5, 1, 1e-6);
  EXPECT_EQ(twice.at("runs").size(), 2U);
  EXPECT_EQ(twice.at("sum_of_epsilons").get<double>(), 8);
  EXPECT_NE(runCli({"account", "--compose", m_file, "--delta", "1e-5"}).out.find("Epsilon"), std::string::npos);
  EXPECT_NE(runCli({"account", "--compose", m_file}).err.find("--delta"), std::string::npos);
  const Json more = runJson({"account", "--compose", m_file, "--release", "3xlaplace:20", "--release", "zcdp:0.01",
                             "--best-of", "10", "--delta", "1e-5"});
  EXPECT_GT(more["epsilon"], twice["epsilon"].get<double>() / 2);
  EXPECT_EQ(more["releases"], Json({"3xlaplace:20", "zcdp:0.01"}));
  EXPECT_EQ(more["best_of"]["trials"], "logarithmic");
  EXPECT_TRUE(more["sum_of_epsilons"].is_null());
  const Json alone = runJson({"account", "--release", "gaussian:2", "--delta", "1e-5"});
  EXPECT_NEAR(alone["epsilon"].get<double>(), 1.9935, 1e-2);
  EXPECT_TRUE(alone["adjacency"].is_null());
  EXPECT_NE(runCli({"account", "--compose", m_file, "--best-of", "3", "--trials", "geometric", "--delta", "1e-5"})
                .out.find("Generator.geometric"),
            std::string::npos);
  EXPECT_NE(runCli({"account", "--compose", m_file, "--best-of", "1", "--delta", "1e-5"}).err.find("best-of"),
            std::string::npos);
  EXPECT_NE(runCli({"account", "--release", "laplace", "--delta", "1e-5"}).err.find("laplace:SCALE"),
            std::string::npos);
  EXPECT_NE(runCli({"account", "--compose", m_file, "--trials", "geometric", "--delta", "1e-5"}).err.find("--best-of"),
            std::string::npos);
  EXPECT_NE(runCli({"account", "--best-of", "3", "--delta", "1e-5"}).err.find("--compose"), std::string::npos);
  EXPECT_NE(runCli({"account", "--compose", m_file, "--delta", "1e-5", "--epsilon", "1"}).err.find("--compose"),
            std::string::npos);
  EXPECT_NE(runCli({"account", "--compose", m_file, "--delta", "2"}).err.find("delta"), std::string::npos);
}

TEST_F(Claim, RefusesByName) {
  ASSERT_EQ(write({"--batching", "min-sep", "--bands", "8"}).exitCode, 0);
  struct Case {
    std::vector<std::string> more;
    const char* message;
  };
  for (const Case& one :
       {Case{{"--at-min-sep", "0"}, "--at-min-sep = 0"}, Case{{"--at-min-sep", "65"}, "--at-min-sep = 65"},
        Case{{"--at-min-sep", "x"}, "--at-min-sep = x"}, Case{{"--at-min-sep", "8", "--epochs", "0"}, "--epochs = 0"},
        Case{{"--at-min-sep", "8", "--epochs", "65"}, "--epochs = 65"},
        Case{{"--at-min-sep", "8", "--delta", "2"}, "--delta = 2"},
        Case{{"--at-min-sep", "8", "--epsilon", "-1"}, "--epsilon = -1"}, Case{{"--epsilon", "1"}, "--epsilon = 1"}}) {
    std::vector<std::string> arguments{"claim", m_file};
    arguments.insert(arguments.end(), one.more.begin(), one.more.end());
    const ProcessResult result = runCli(arguments);
    expectRefused(result, one.message);
  }
}

// A shuffled job under Poisson accounting: said in the table, in JSON, on standard error, in the file, and by verify.
TEST_F(Claim, ThatTheJobBreaksIsFlaggedEverywhere) {
  const ProcessResult table = write({"--bands", "4", "--job-batching", "shuffled-each-epoch", "--claim"});
  EXPECT_EQ(table.exitCode, 0);
  EXPECT_NE(table.err.find("CRITICAL"), std::string::npos) << table.err;
  EXPECT_NE(table.err.find("shuffling is not Poisson sampling"), std::string::npos) << table.err;
  for (const char* part : {"NOT CLAIMED", "what to do", "[VIOLATED]"})
    EXPECT_NE(table.out.find(part), std::string::npos) << part;
  const ProcessResult claim = runCli({"claim", m_file, "--json"});
  EXPECT_EQ(Json::parse(claim.out).at("privacy_claim").at("severity"), "critical");
  EXPECT_NE(claim.err.find("CRITICAL"), std::string::npos);
  EXPECT_EQ(claim.exitCode, 1);
  const ProcessResult verify = runCli({"verify", m_file});
  EXPECT_EQ(verify.exitCode, 1);
  EXPECT_NE(verify.out.find("critical"), std::string::npos) << verify.out;
}

TEST_F(Claim, OfBallsInBinsHoldsItsCertificate) {
  std::vector<std::string> arguments =
      designArguments("64", "4", "2", "1e-5",
                      {"--batching", "balls-in-bins", "--mechanism", "bsr", "--bands", "4", "--tau", "1.5",
                       "--failure-probability", "1e-6", "--out", m_file});
  const Json design = runJson(arguments);
  EXPECT_EQ(design.at("bins"), 16);
  EXPECT_EQ(design.at("tau"), 1.5);
  EXPECT_EQ(design.at("certificate"), "monte-carlo");
  EXPECT_EQ(design.at("failure_probability"), 1e-6);
  EXPECT_GT(design.at("samples"), 0);
  EXPECT_TRUE(design.at("lower_bound").is_null());
  const Json& accountant = design.at("privacy_claim").at("accountant");
  EXPECT_EQ(accountant.at("name"), "balls-in-bins");
  EXPECT_EQ(accountant.at("samples"), design.at("samples"));
  EXPECT_NEAR(design.at("stddev").get<double>(),
              design.at("noise_multiplier").get<double>() * design.at("sensitivity").get<double>(), 1e-12);
  EXPECT_EQ(runJson({"verify", m_file}).at("passed"), true);
  arguments.insert(arguments.end(), {"--job-batching", "shuffled-once"});
  EXPECT_NE(runCli(arguments).err.find("CRITICAL"), std::string::npos);
  const ProcessResult negative =
      runCli(designArguments("64", "4", "2", "1e-5", {"--batching", "balls-in-bins", "--mechanism", "dense"}));
  expectRefused(negative, "negative");
}

TEST_F(Claim, ThatAJobIsKnownToKeepIsNotFlagged) {
  const ProcessResult result = write({"--batching", "fixed-epoch", "--job-batching", "shuffled-once", "--bands", "4"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(runCli({"verify", m_file}).exitCode, 0);
}

}  // namespace
}  // namespace noiseloom::test
