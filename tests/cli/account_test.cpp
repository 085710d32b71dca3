#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/check.h"
#include "tests/cli/cli_json.h"
#include "tests/cli/gaussian_mechanism.h"
#include "tests/reference_file.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;

// Certified values may be too large by this much, never too small.
constexpr double kExcess = 1e-4;

void expectCertified(double value, double truth, double uncertainty) {
  EXPECT_GE(value, truth * (1 - uncertainty));
  EXPECT_LE(value, truth * (1 + kExcess));
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
  const Json all = referenceFile("accounting.json");
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
  const Json all = referenceFile("accounting.json");
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

TEST(Account, SolvesForSamplingProbabilityAndCompositions) {
  const std::vector<std::string> three{"account", "--epsilon", "2", "--delta", "1e-6", "--noise-multiplier", "0.9"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), three.begin(), three.end());
    return more;
  };
  const Json q = runJson(with({"--compositions", "500"}));
  EXPECT_EQ(q.at("solved_for"), "sampling_probability");
  EXPECT_LE(q.at("error_bound"), kExcess);
  // Safe: with that probability the same noise does; and nearly not more.
  const Json sigma = runJson({"account", "--epsilon", "2", "--delta", "1e-6", "--sampling-probability",
                              shortest(q.at("sampling_probability")), "--compositions", "500"});
  EXPECT_LE(sigma.at("noise_multiplier").get<double>(), 0.9 * (1 + 1e-5));
  EXPECT_GE(sigma.at("noise_multiplier").get<double>(), 0.9 * (1 - 1e-5));
  // The same, asked for by name.
  const Json byName = runJson(with({"--compositions", "500", "--solve", "sampling-probability"}));
  EXPECT_EQ(byName.at("sampling_probability"), q.at("sampling_probability"));

  const Json t = runJson(with({"--sampling-probability", shortest(q.at("sampling_probability"))}));
  EXPECT_EQ(t.at("solved_for"), "compositions");
  EXPECT_EQ(t.at("compositions"), 500);
  EXPECT_GE(t.at("compositions_largest"), 500);
  // Nothing but the unsampled mechanism is left when neither is given.
  const Json one =
      runJson({"account", "--epsilon", "1", "--delta", "1e-5", "--noise-multiplier", "40", "--solve", "compositions"});
  EXPECT_EQ(one.at("sampling_probability"), 1);
  EXPECT_EQ(one.at("compositions"), static_cast<long>(std::pow(40 / gaussianSigma(1, 1e-5), 2)));
}

TEST(Account, OffersEveryAdjacency) {
  const std::vector<std::string> two{"account", "--epsilon", "1", "--delta", "1e-6"};
  const auto with = [&](const char* adjacency, std::vector<std::string> more) {
    more.insert(more.begin(), two.begin(), two.end());
    more.insert(more.end(), {"--adjacency", adjacency});
    return runJson(more);
  };
  for (const std::vector<std::string>& sampling :
       {std::vector<std::string>{}, {"--sampling-probability", "0.02", "--compositions", "100"}}) {
    const double addRemove = with("add-remove", sampling).at("noise_multiplier");
    EXPECT_EQ(with("zero-out", sampling).at("noise_multiplier"), addRemove);
    const Json replaceOne = with("replace-one", sampling);
    EXPECT_GT(replaceOne.at("noise_multiplier"), addRemove);
    EXPECT_LE(replaceOne.at("noise_multiplier").get<double>(), 2 * addRemove * (1 + 1e-9));
    EXPECT_EQ(replaceOne.at("adjacency"), "replace-one");
  }
  EXPECT_NEAR(with("replace-one", {}).at("noise_multiplier"), 2 * gaussianSigma(1, 1e-6), 1e-9);
}

TEST(Account, StatesDirectionsProfileAndTheGaussiansCurrencies) {
  const Json sampled = runJson({"account", "--epsilon", "1", "--delta", "1e-6", "--sampling-probability", "0.02",
                                "--compositions", "1000", "--profile", "0,0.5,1"});
  EXPECT_TRUE(sampled.at("mu").is_null());
  EXPECT_TRUE(sampled.at("zcdp_rho").is_null());
  EXPECT_LE(sampled.at("delta_remove"), 1e-6);
  EXPECT_GE(sampled.at("delta_remove"), 0.999e-6);
  EXPECT_LT(sampled.at("delta_add"), sampled.at("delta_remove"));
  const Json& profile = sampled.at("profile");
  ASSERT_EQ(profile.size(), 3u);
  EXPECT_EQ(profile[1].at("epsilon"), 0.5);
  EXPECT_GT(profile[0].at("delta"), profile[1].at("delta"));
  EXPECT_NEAR(profile[2].at("delta").get<double>(), 1e-6, 1e-9);

  const Json gaussian = runJson({"account", "--noise-multiplier", "5", "--delta", "1e-6", "--compositions", "4"});
  EXPECT_DOUBLE_EQ(gaussian.at("mu"), 0.4);
  EXPECT_DOUBLE_EQ(gaussian.at("zcdp_rho"), 0.08);
  EXPECT_NEAR(gaussian.at("delta_remove").get<double>(), 1e-6, 1e-15);
}

TEST(Account, ComposesPhases) {
  const std::vector<std::string> phases{"account", "--phase", "0.02:1.2:300", "--phase", "1:6:1"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), phases.begin(), phases.end());
    return runJson(more);
  };
  const Json epsilon = with({"--delta", "1e-6"});
  EXPECT_EQ(epsilon.at("solved_for"), "epsilon");
  EXPECT_EQ(epsilon.at("phases").size(), 2u);
  EXPECT_EQ(epsilon.at("phases")[0].at("compositions"), 300);
  // More than either phase alone, and back again.
  EXPECT_GT(epsilon.at("epsilon"), runJson({"account", "--phase", "0.02:1.2:300", "--delta", "1e-6"}).at("epsilon"));
  const Json delta = with({"--epsilon", shortest(epsilon.at("epsilon"))});
  EXPECT_NEAR(delta.at("delta").get<double>() / 1e-6, 1, 1e-3);
  const Json scale = with({"--epsilon", shortest(epsilon.at("epsilon")), "--delta", "1e-6"});
  EXPECT_EQ(scale.at("solved_for"), "noise_scale");
  EXPECT_NEAR(scale.at("noise_scale"), 1, 1e-4);
  // One phase is what the three numbers say.
  const Json one = runJson({"account", "--phase", "0.02:1.2:300", "--delta", "1e-6"});
  const Json plain = runJson({"account", "--noise-multiplier", "1.2", "--sampling-probability", "0.02",
                              "--compositions", "300", "--delta", "1e-6"});
  EXPECT_EQ(one.at("epsilon"), plain.at("epsilon"));
}

TEST(Account, TableShowsWhatWasGivenAndWhatWasSolved) {
  const ProcessResult result = runCli({"account", "--epsilon", "1", "--delta", "1e-5"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_NE(result.out.find("Noise multiplier"), std::string::npos);
  EXPECT_NE(result.out.find("certified"), std::string::npos);
  EXPECT_EQ(result.err, "");
}

TEST(AccountBatching, SolvesForEachOfTheThree) {
  const std::vector<std::string> job{"--batching", "random-allocation", "--iterations", "100", "--epochs", "5"};
  const auto account = [&](const std::vector<std::string>& more) {
    return runJson(joined(joined({"account"}, job), more));
  };
  const Json sigma = account({"--epsilon", "1", "--delta", "6.16722e-5"});
  EXPECT_NEAR(sigma.at("noise_multiplier").get<double>(), 1.8, 2e-3);
  EXPECT_EQ(sigma.at("batching"), "random-allocation");
  EXPECT_LE(sigma.at("error_bound"), 1e-3);
  EXPECT_FALSE(sigma.contains("sampling_probability"));
  const Json delta = account({"--epsilon", "1", "--noise-multiplier", "1.8"});
  EXPECT_GE(delta.at("delta"), 6.1671e-5);
  EXPECT_LE(delta.at("delta"), 6.21e-5);
  EXPECT_GT(delta.at("error_bound"), 0);
  EXPECT_LE(delta.at("error_bound"), 1e-2);
  const Json epsilon = account({"--delta", "6.16722e-5", "--noise-multiplier", "1.8"});
  EXPECT_NEAR(epsilon.at("epsilon").get<double>(), 1, 2e-3);
  EXPECT_GT(epsilon.at("error_bound"), 0);
  EXPECT_LE(epsilon.at("error_bound"), 1e-2);
}

TEST(AccountBatching, AgreesWithDesigns) {
  for (const char* batching : {"cyclic-poisson", "fixed-epoch", "balls-in-bins", "fixed-size", "shuffled-each-epoch"}) {
    const std::vector<std::string> job{"--batching", batching, "--iterations", "200", "--epochs", "4",
                                       "--epsilon",  "2",      "--delta",      "1e-6"};
    std::vector<std::string> account{"account"}, design{"design", "--mechanism", "dp-sgd"};
    account.insert(account.end(), job.begin(), job.end());
    design.insert(design.end(), job.begin(), job.end());
    const Json accounted = runJson(account), designed = runJson(design);
    EXPECT_EQ(accounted.at("noise_multiplier"), designed.at("noise_multiplier"));
    EXPECT_EQ(accounted.at("sensitivity"), designed.at("sensitivity"));
  }
}

TEST(AccountBatching, ALargestBatchAndItsProposal) {
  const std::vector<std::string> job{"account",
                                     "--batching",
                                     "cyclic-poisson",
                                     "--iterations",
                                     "500",
                                     "--epochs",
                                     "5",
                                     "--epsilon",
                                     "1",
                                     "--noise-multiplier",
                                     "1.3",
                                     "--dataset-size",
                                     "10000",
                                     "--largest-batch"};
  const auto with = [&](const char* most) {
    std::vector<std::string> arguments = job;
    arguments.emplace_back(most);
    return runJson(arguments);
  };
  // N + 1 = 10 001 examples are the worse, a little above the reference for 10 000.
  EXPECT_GE(with("120").at("delta"), 3.0466e-4);
  EXPECT_LE(with("120").at("delta"), 3.06e-4);
  const Json proposed = with("auto");
  EXPECT_GT(proposed.at("largest_batch"), 150);
  EXPECT_LT(proposed.at("delta"), with("150").at("delta"));
}

TEST(AccountBatching, HidesUsersOfSeveralExamples) {
  const auto sigma = [](const char* examples) -> double {
    return runJson({"account", "--batching", "cyclic-poisson", "--dataset-size", "50000", "--batch-size", "500",
                    "--iterations", "1000", "--epsilon", "2", "--delta", "1e-6", "--examples-per-user", examples})
        .at("noise_multiplier");
  };
  EXPECT_NEAR(sigma("1"), 1.0290, 1e-4);
  EXPECT_NEAR(sigma("2"), 1.632, 1e-3);
  EXPECT_NEAR(sigma("10"), 7.154, 4e-3);
}

// One of order 2 is log(1 + q^2 (e^(1/sigma^2) - 1)) a step; unsampled ones are a mu^2/2.
TEST(AccountRenyi, AddsUpStepsPhasesAndBatchings) {
  const std::vector<std::string> given{"--noise-multiplier", "1.3", "--delta", "1e-6", "--rdp", "2,8"};
  const auto epsilons = [](const Json& answer) {
    std::vector<double> all;
    for (const Json& point : answer.at("rdp")) all.push_back(point.at("epsilon"));
    return all;
  };
  const Json plain = runJson(joined({"account", "--sampling-probability", "0.01", "--compositions", "1000"}, given));
  const double second = 1000 * std::log1p(1e-4 * std::expm1(1 / (1.3 * 1.3)));
  EXPECT_NEAR(epsilons(plain).front() / second, 1, 1e-10);
  EXPECT_GE(epsilons(plain).front(), second * (1 - 1e-13));
  EXPECT_EQ(plain.at("rdp")[1].at("order"), 8);
  const Json phases = runJson({"account", "--phase", "0.01:1.3:400", "--phase", "0.01:1.3:600", "--phase", "1:50:3",
                               "--delta", "1e-6", "--rdp", "2,8"});
  EXPECT_NEAR(epsilons(phases)[0], second + 2 * 3 / (2 * 50.0 * 50), 1e-10);
  EXPECT_NEAR(epsilons(phases)[1], epsilons(plain)[1] + 8 * 3 / (2 * 50.0 * 50), 1e-10);
  const Json batching =
      runJson(joined({"account", "--batching", "cyclic-poisson", "--iterations", "1000", "--epochs", "10"}, given));
  EXPECT_NEAR(epsilons(batching)[1] / epsilons(plain)[1], 1, 1e-12);
  const Json unsampled =
      runJson({"account", "--noise-multiplier", "2", "--delta", "1e-6", "--rdp", "1.5", "--adjacency", "replace-one"});
  EXPECT_NEAR(epsilons(unsampled).front(), 1.5 / 2, 1e-14);
  const ProcessResult text = runCli(joined({"account", "--sampling-probability", "0.01"}, given));
  EXPECT_NE(text.out.find("RDP at order 8"), std::string::npos) << text.out;

  const auto refused = [&](const std::vector<std::string>& more, const char* message) {
    expectRefused(runCli(joined({"account", "--noise-multiplier", "1", "--delta", "1e-6"}, more)), message);
  };
  refused({"--sampling-probability", "0.1", "--rdp", "2.5"}, "--rdp = 2.5 is not allowed: use a whole number from 2");
  refused({"--sampling-probability", "0.1", "--rdp", "20000"}, "--rdp = 20000");
  refused({"--rdp", "1"}, "--rdp = 1");
  refused({"--sampling-probability", "0.1", "--adjacency", "replace-one", "--rdp", "2"}, "add-remove or zero-out");
  refused({"--batching", "balls-in-bins", "--iterations", "10", "--epochs", "2", "--rdp", "2"},
          "none under balls-in-bins");
}

TEST(AccountBatching, Refuses) {
  const auto problem = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"account", "--epsilon", "1", "--delta", "1e-5"});
    const auto run = runCli(arguments);
    EXPECT_EQ(run.exitCode, 2);
    return run.err;
  };
  EXPECT_NE(problem({"--iterations", "100"}).find("--iterations goes with --batching only"), std::string::npos);
  EXPECT_NE(problem({"--batching", "poissson", "--iterations", "10", "--epochs", "1"}).find("poissson"),
            std::string::npos);
  EXPECT_NE(problem({"--batching", "fixed-size", "--iterations", "10"}).find("epochs"), std::string::npos);
  EXPECT_NE(problem({"--batching", "balls-in-bins", "--iterations", "101", "--epochs", "0.5"}).find("at least 1"),
            std::string::npos);
  EXPECT_NE(problem({"--batching", "fixed-size", "--iterations", "10", "--batch-size", "5"}).find("data set size"),
            std::string::npos);
  EXPECT_NE(problem({"--batching", "fixed-size", "--iterations", "10", "--epochs", "1", "--examples-per-user", "2"})
                .find("zero-out"),
            std::string::npos);
  const auto sized = [&](const std::vector<std::string>& more) {
    return problem(joined({"--batching", "fixed-epoch", "--dataset-size", "1000", "--batch-size", "64"}, more));
  };
  EXPECT_NE(sized({}).find("--iterations or --epochs"), std::string::npos);
  EXPECT_NE(sized({"--iterations", "48", "--epochs", "3"}).find("the third follows"), std::string::npos);
  EXPECT_NE(sized({"--epochs", "3", "--last-batch", "padded"}).find("dropped"), std::string::npos);
  EXPECT_NE(sized({"--epochs", "3", "--last-batch", "carried-over"}).find("min-separation"), std::string::npos);
  EXPECT_NE(problem({"--batching", "fixed-size", "--iterations", "10", "--epochs", "1", "--compositions", "3"})
                .find("exclude each other"),
            std::string::npos);
  EXPECT_NE(problem({"--batching", "fixed-epoch", "--iterations", "10", "--epochs", "1", "--dataset-size", "50",
                     "--largest-batch", "9"})
                .find("means nothing for fixed-epoch"),
            std::string::npos);
}

}  // namespace
}  // namespace noiseloom::test
