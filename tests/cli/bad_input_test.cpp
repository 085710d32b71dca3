#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "tests/cli/cli_json.h"
#include "tests/sanitized.h"

namespace noiseloom::test {
namespace {

struct BadInput {
  const char* name;
  std::vector<std::string> arguments;
  std::vector<std::string> message;  // all of these stand on standard error
};

void PrintTo(const BadInput& input, std::ostream* out) {
  *out << input.name;
}

std::vector<std::string> design(const std::vector<std::string>& more) {
  return designArguments("1000", "10", "2", "1e-6", more);
}

// Replaces the value of one option in a scenario that is fine otherwise.
std::vector<std::string> with(const std::string& option, const std::string& value) {
  std::vector<std::string> arguments = design({"--bands", "4"});
  const auto place = std::find(arguments.begin(), arguments.end(), option);
  if (place == arguments.end()) {
    arguments.insert(arguments.end(), {option, value});
  } else {
    *(place + 1) = value;
  }
  return arguments;
}

class BadInputTest : public testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, IsRefusedByNameOnStandardErrorOnly) {
  for (const bool json : {false, true}) {
    std::vector<std::string> arguments = GetParam().arguments;
    if (json) arguments.emplace_back("--json");
    const ProcessResult result = runCli(arguments);
    EXPECT_EQ(result.exitCode, 2) << result.err;
    EXPECT_EQ(result.out, "");
    for (const std::string& text : GetParam().message) {
      EXPECT_NE(result.err.find(text), std::string::npos) << '"' << text << "\" is missing in: " << result.err;
    }
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Training, BadInputTest,
    testing::Values(
        BadInput{"NoIterations", with("--iterations", "0"), {"--iterations = 0", "integer from 1"}},
        BadInput{"NegativeIterations", with("--iterations", "-5"), {"--iterations = -5"}},
        BadInput{"IterationsNotANumber", with("--iterations", "nan"), {"--iterations = nan", "integer"}},
        BadInput{"IterationsNotAnInteger", with("--iterations", "10.5"), {"--iterations = 10.5", "integer"}},
        BadInput{"IterationsOverflow",
                 with("--iterations", "99999999999999999999"),
                 {"--iterations = 99999999999999999999"}},
        BadInput{"IterationsPowerOverflow", with("--iterations", "2^63"), {"--iterations = 2^63"}},
        BadInput{"NoEpochs", with("--epochs", "0"), {"--epochs = 0"}},
        BadInput{"NoEpochsBesideABatchSize",
                 {"design", "--dataset-size", "2000", "--batch-size", "100", "--epochs", "0", "--epsilon", "1",
                  "--delta", "1e-5"},
                 {"--epochs = 0", "above 0"}},
        BadInput{"MoreEpochsThanIterations", with("--epochs", "1001"), {"--epochs = 1001", "1000"}},
        BadInput{"EpochsMissing", {"design", "--iterations", "10", "--epsilon", "1", "--delta", "1e-5"}, {"--epochs"}},
        BadInput{"MinSeparationZero", design({"--batching", "min-sep", "--min-sep", "0"}), {"--min-sep = 0"}},
        BadInput{"MinSeparationUnderAnotherBatching", with("--min-sep", "7"), {"--min-sep = 7", "--batching min-sep"}},
        BadInput{"IterationsBeyondCounting", with("--iterations", "1e18"), {"--iterations = 1000000000000000000"}},
        BadInput{"ClipNormZero", with("--clip-norm", "0"), {"--clip-norm = 0"}},
        BadInput{"ClipNormInfinite", with("--clip-norm", "inf"), {"--clip-norm = inf", "finite"}},
        BadInput{"DatasetSizeZero", with("--dataset-size", "0"), {"--dataset-size = 0"}},
        BadInput{"BatchingNotOffered",
                 with("--batching", "shuffled"),
                 {"--batching = shuffled",
                  "cyclic-poisson, cyclic-poisson-random, b-min-sep, cyclic-allocation, random-allocation, "
                  "balanced-iterations, "
                  "balls-in-bins, "
                  "fixed-size, fixed-epoch, shuffled-each-epoch, min-sep or single"}},
        BadInput{
            "JobBatchingUnknown", with("--job-batching", "shuffle"), {"--job-batching = shuffle", "shuffled-once"}},
        BadInput{"UnitUnknown", with("--unit", "hospital"), {"--unit = hospital", "example, user or device"}},
        BadInput{"TauWithoutBins", with("--tau", "1.1"), {"--tau = 1.1", "balls-in-bins only"}},
        BadInput{"TauOne", design({"--batching", "balls-in-bins", "--tau", "1"}), {"--tau = 1", "above 1"}},
        BadInput{"TauNan", design({"--batching", "balls-in-bins", "--tau", "nan"}), {"--tau = nan"}},
        BadInput{"FailureCertain",
                 design({"--batching", "balls-in-bins", "--failure-probability", "1"}),
                 {"--failure-probability = 1"}},
        BadInput{"FailureImpossible",
                 design({"--batching", "balls-in-bins", "--failure-probability", "0"}),
                 {"--failure-probability = 0"}},
        BadInput{"ReplaceOneInBins",
                 design({"--batching", "balls-in-bins", "--adjacency", "replace-one"}),
                 {"--adjacency = replace-one", "balls-in-bins"}},
        BadInput{"TooManyBins",
                 {"design", "--iterations", "100000", "--epochs", "2", "--epsilon", "1", "--delta", "1e-6",
                  "--batching", "balls-in-bins"},
                 {"--epochs = 2", "at least 25", "4096"}}),
    [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Privacy, BadInputTest,
    testing::Values(BadInput{"EpsilonNegative", with("--epsilon", "-0.5"), {"--epsilon = -0.5", "from 0"}},
                    BadInput{"EpsilonNotANumber", with("--epsilon", "nan"), {"--epsilon = nan", "finite"}},
                    BadInput{"EpsilonInfinite", with("--epsilon", "inf"), {"--epsilon = inf", "finite"}},
                    BadInput{"EpsilonOverflow", with("--epsilon", "1e999"), {"--epsilon = 1e999"}},
                    BadInput{"EpsilonText", with("--epsilon", "eight"), {"--epsilon = eight"}},
                    BadInput{"DeltaZero", with("--delta", "0"), {"--delta = 0"}},
                    BadInput{"DeltaOne", with("--delta", "1"), {"--delta = 1", "below 1"}},
                    BadInput{"DeltaNegative", with("--delta", "-1e-5"), {"--delta = -1e-5"}},
                    BadInput{"DeltaNotANumber", with("--delta", "nan"), {"--delta = nan"}},
                    BadInput{"AdjacencyUnknown", with("--adjacency", "swap"), {"--adjacency = swap", "add-remove"}}),
    [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Mechanism, BadInputTest,
    testing::Values(
        BadInput{"NoBands", with("--bands", "0"), {"--bands = 0"}},
        BadInput{
            "MoreBandsThanAPartHas", with("--bands", "101"), {"--bands = 101", "100"}},  // n/k under cyclic Poisson
        BadInput{"MoreBandsThanIterations",
                 {"design", "--iterations", "10", "--epsilon", "1", "--delta", "1e-5", "--batching", "single",
                  "--bands", "11"},
                 {"--bands = 11", "10"}},
        BadInput{"BandsOfDpSgd", design({"--mechanism", "dp-sgd", "--bands", "4"}), {"--bands = 4", "1"}},
        BadInput{"BandsText", with("--bands", "most"), {"--bands = most"}},
        BadInput{"MechanismNotOffered", with("--mechanism", "magic"), {"--mechanism = magic", "dp-sgd"}},
        BadInput{"ObjectiveNotOffered",
                 with("--objective", "median"),
                 {"--objective = median", "mean, max, last, curvature or curvature-last"}},
        BadInput{"BuffersText", design({"--mechanism", "blt", "--buffers", "few"}), {"--buffers = few", "or best"}},
        BadInput{"DecoderUnknown",
                 design({"--mechanism", "tree", "--decoder", "half"}),
                 {"--decoder = half", "online, full or own-node"}},
        BadInput{"SecondsText", design({"--mechanism", "best", "--seconds", "soon"}), {"--seconds = soon"}},
        BadInput{"SwitchUnknown", with("--column-normalize", "maybe"), {"--column-normalize = maybe", "on or off"}},
        BadInput{"AbsurdMemory",
                 {"design", "--iterations", "1e9", "--epochs", "1", "--epsilon", "1", "--delta", "1e-5", "--mechanism",
                  "banded", "--bands", "1e6"},
                 {"--iterations = 1000000000", "memory"}},
        BadInput{"AbsurdToeplitz",
                 {"design", "--iterations", "1e12", "--epsilon", "1", "--delta", "1e-5", "--batching", "single",
                  "--bands", "1e11"},
                 {"--bands = 100000000000"}}),
    [](const auto& info) { return std::string(info.param.name); });

// An option that the mechanism has no use for: the answer names the mechanisms that have one.
INSTANTIATE_TEST_SUITE_P(
    Idle, BadInputTest,
    testing::Values(
        BadInput{"BandsOfATree",
                 design({"--mechanism", "tree", "--bands", "4"}),
                 {"--bands = 4", "--mechanism bsr, bisr, ", "with tree it means nothing"}},
        BadInput{"BestBandsOfBuffers", design({"--mechanism", "blt", "--bands", "best"}), {"--bands = best", "blt"}},
        BadInput{"BuffersOfBands",
                 design({"--buffers", "3"}),
                 {"--buffers = 3", "--mechanism blt, rational-blt, recursive-blt or best only"}},
        BadInput{"BestBuffersOfBands",
                 design({"--buffers", "best"}),
                 {"--buffers = best", "--mechanism blt, rational-blt, recursive-blt or best only"}},
        BadInput{
            "DecoderOfBands", design({"--decoder", "online"}), {"--decoder = online", "--mechanism tree or best only"}},
        BadInput{"RobustBanded",
                 design({"--mechanism", "banded", "--robust-from", "2"}),
                 {"--robust-from = 2", "--mechanism banded-toeplitz or best only"}},
        BadInput{"StampsOfDense",
                 design({"--mechanism", "dense", "--stamps", "2"}),
                 {"--stamps = 2", "--mechanism stamped only"}},
        BadInput{"ColumnsOfBanded",
                 design({"--mechanism", "banded", "--column-normalize", "off"}),
                 {"--column-normalize = off", "banded-toeplitz, dense or best only"}},
        BadInput{"SecondsOfATree",
                 design({"--mechanism", "tree", "--seconds", "2"}),
                 {"--seconds = 2", "with tree it means nothing"}},
        BadInput{"NoiseRowsOfOne",
                 design({"--mechanism", "tree", "--batching", "fixed-epoch", "--noise-rows", "1"}),
                 {"--noise-rows = 1", "at least"}},
        BadInput{"ExamplesOfAUserWithoutUsers",
                 with("--examples-per-user", "3"),
                 {"--examples-per-user = 3", "--unit user only: with example it means nothing"}},
        BadInput{"ASizeAtMostAlone",
                 with("--dataset-size-at-most", "600"),
                 {"--dataset-size-at-most = 600", "beside the size of the data set"}},
        BadInput{"EpochsThatFollowFromABatchSize",
                 {"design", "--dataset-size", "500", "--batch-size", "50", "--iterations", "64", "--epsilon", "1",
                  "--delta", "1e-5", "--batching", "balanced-iterations"},
                 {"--batch-size = 50", "a whole number under balanced iterations", "here they are 6.4"}},
        BadInput{"AStrategyThatNobodyGave",
                 {"design", "--iterations", "96", "--epochs", "4", "--epsilon", "2", "--delta", "1e-6", "--mechanism",
                  "dense", "--batching", "balls-in-bins"},
                 {"--mechanism = dense", "without negative entries", "the one that it makes has C["}},
        BadInput{"SecondsOfOne", design({"--seconds", "8"}), {"--seconds = 8", "--mechanism best only"}}),
    [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    WorkloadAndDeployment, BadInputTest,
    testing::Values(
        BadInput{"WorkloadUnknown",
                 with("--workload", "adam"),
                 {"--workload = adam", "prefix, identity, sgd or a file of coefficients"}},
        BadInput{"AWindowWithASchedule",
                 design({"--workload", "sgd", "--averaging-window", "8", "--schedule", "cosine"}),
                 {"--averaging-window = 8", "1 (the last iterate) with learning rates that change"}},
        BadInput{"MomentumOfGivenCoefficients",
                 {"design", "--iterations", "4", "--epochs", "1", "--epsilon", "1", "--delta", "1e-5", "--workload",
                  "1,1,1,1", "--momentum", "0.9"},
                 {"--momentum = 0.9", "a given workload has no such parameter"}},
        BadInput{"MomentumWithoutSgd", with("--momentum", "0.9"), {"--momentum = 0.9", "--workload sgd"}},
        BadInput{
            "MomentumTooLarge", design({"--bands", "4", "--workload", "sgd", "--momentum", "1"}), {"--momentum = 1"}},
        BadInput{"WeightDecayTooLarge",
                 design({"--bands", "4", "--workload", "sgd", "--weight-decay", "1.5"}),
                 {"--weight-decay = 1.5"}},
        BadInput{"LearningRatesMissing",
                 design({"--workload", "sgd", "--learning-rates", "/nonexistent/rates"}),
                 {"/nonexistent/rates"}},
        BadInput{"LearningRatesFolder", design({"--workload", "sgd", "--learning-rates", "/tmp"}), {"/tmp", "folder"}},
        BadInput{"LearningRatesEndless",
                 design({"--workload", "sgd", "--learning-rates", "/dev/zero"}),
                 {"/dev/zero", "not a regular file"}},
        BadInput{"WarmUpWithoutSgd", with("--warmup", "0.1"), {"--warmup = 0.1", "--workload sgd"}},
        BadInput{"WarmUpTooLong", design({"--workload", "sgd", "--warmup", "1.5"}), {"--warmup = 1.5", "0 to 1"}},
        BadInput{"CoolDownBesideWarmUp",
                 design({"--workload", "sgd", "--warmup", "0.75", "--cooldown", "0.5"}),
                 {"--cooldown = 0.5", "at most 0.25"}},
        BadInput{"CoolDownBesideAFile",
                 design({"--workload", "sgd", "--cooldown", "0.5", "--learning-rates", "/dev/null"}),
                 {"--cooldown = 0.5", "--learning-rates"}},
        BadInput{"MomentumAboveWeightDecayBesideCoolDown",
                 design({"--workload", "sgd", "--cooldown", "0.5", "--weight-decay", "0.9", "--momentum", "0.95"}),
                 {"--momentum = 0.95"}},
        BadInput{"MomentumOfTheIdentity",
                 design({"--workload", "identity", "--momentum", "0.5"}),
                 {"--momentum = 0.5", "--workload sgd"}},
        BadInput{"WorkloadOfNoName", design({"--workload", "sum"}), {"prefix, identity, sgd or a file"}},
        BadInput{"CoolDownOfEndlessTraining",
                 {"design", "--iterations", "1e10", "--epsilon", "1", "--delta", "1e-5", "--batching", "single",
                  "--bands", "2", "--workload", "sgd", "--cooldown", "0.5"},
                 {"--iterations = 10000000000", "learning rate"}},
        BadInput{"NoParameters", with("--parameters", "0"), {"--parameters = 0"}},
        BadInput{"NoMachines", with("--machines", "0"), {"--machines = 0"}},
        BadInput{
            "NumberTypeUnknown", with("--number-type", "float16"), {"--number-type = float16", "float32 or float64"}}),
    [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Account, BadInputTest,
    testing::Values(
        BadInput{"OneOfThree", {"account", "--epsilon", "1"}, {"exactly two", "1 given"}},
        BadInput{"AllThree",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--noise-multiplier", "1"},
                 {"exactly two", "3 given"}},
        BadInput{"EpsilonNegative", {"account", "--epsilon", "-0.5", "--delta", "1e-5"}, {"--epsilon = -0.5"}},
        BadInput{"DeltaTwo", {"account", "--epsilon", "1", "--delta", "2"}, {"--delta = 2"}},
        BadInput{
            "NoiseNegative", {"account", "--noise-multiplier", "-1", "--delta", "1e-5"}, {"--noise-multiplier = -1"}},
        BadInput{"NoiseNotANumber",
                 {"account", "--noise-multiplier", "nan", "--delta", "1e-5"},
                 {"--noise-multiplier = nan"}},
        BadInput{"SamplingAboveOne",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--sampling-probability", "1.5"},
                 {"--sampling-probability = 1.5"}},
        BadInput{"SamplingZero",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--sampling-probability", "0"},
                 {"--sampling-probability = 0"}},
        BadInput{"NoCompositions",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--compositions", "0"},
                 {"--compositions = 0"}},
        BadInput{"NothingToSolve",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--noise-multiplier", "1", "--sampling-probability",
                  "0.1", "--compositions", "5"},
                 {"exactly two", "3 given"}},
        BadInput{"SolveForTheGiven",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--solve", "delta"},
                 {"--solve delta", "exclude each other"}},
        BadInput{"SolveForTheUnknown",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--solve", "rho"},
                 {"--solve = rho", "compositions"}},
        BadInput{"SolveForCompositionsOfTwo",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--solve", "compositions"},
                 {"all three", "2 given"}},
        BadInput{"NotEvenOneComposition",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--noise-multiplier", "0.4", "--sampling-probability",
                  "0.5"},
                 {"--noise-multiplier = 0.4", "a single composition"}},
        BadInput{"AdjacencyUnknown",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--adjacency", "both"},
                 {"--adjacency = both", "replace-one"}},
        BadInput{"ProfileNegative",
                 {"account", "--epsilon", "1", "--delta", "1e-5", "--profile", "1,-2"},
                 {"--profile = -2"}},
        BadInput{"PhaseOfTwo", {"account", "--phase", "0.1:2", "--delta", "1e-5"}, {"--phase = 0.1:2", "Q:SIGMA:T"}},
        BadInput{"PhaseWithoutNoise", {"account", "--phase", "0.1:0:5", "--delta", "1e-5"}, {"noise-multiplier", "0"}},
        BadInput{"PhaseAndSigma",
                 {"account", "--phase", "0.1:1:5", "--delta", "1e-5", "--noise-multiplier", "1"},
                 {"--noise-multiplier and --phase"}},
        BadInput{"PhaseAlone", {"account", "--phase", "0.1:1:5"}, {"--epsilon, --delta or both"}}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(LearningRateFile, SaysWhichLineIsWrong) {
  const ScratchFolder folder;
  const std::string file = folder.file("rates.txt");
  const auto run = [&](const std::string& text) {
    writeFile(file, text);
    return runCli({"design", "--iterations", "3", "--epsilon", "1", "--delta", "1e-5", "--batching", "single",
                   "--workload", "sgd", "--learning-rates", file});
  };
  const std::pair<const char*, const char*> cases[] = {{"1\n1\n", "end of file"},      {"1\n1\n1\n1\n", "line 4"},
                                                       {"1\nnan\n1\n", "line 2"},      {"1\n1\n-1\n", "line 3"},
                                                       {"1 0 1\n", "line 1"},          {"1\n1e999\n1", "line 2"},
                                                       {"", "0 learning rates for 3"}, {"1\n1\none\n", "\"one\""}};
  for (const auto& [text, message] : cases) {
    const ProcessResult result = run(text);
    expectRefused(result, file);
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  }
}

TEST(Memory, RunningOutIsAMessageNotACrash) {
  if (kSanitized) GTEST_SKIP() << "the address space cannot be limited under a sanitizer";
  // Feasible in principle (about 1 GiB of matrix), but not in the 256 MiB that this process may have.
  const ProcessResult result = runCli({"design", "--iterations", "4000000", "--epsilon", "1", "--delta", "1e-5",
                                       "--batching", "single", "--mechanism", "banded", "--bands", "32"},
                                      {.addressSpace = std::uint64_t{256} << 20});
  expectRefused(result, "memory");
}

TEST(Memory, ALimitThatIsTooSmallForTheLibrariesEndsTheProgramToo) {
  if (kSanitized) GTEST_SKIP() << "the address space cannot be limited under a sanitizer";
  for (const std::uint64_t megabytes : {90, 110, 130, 160, 800}) {
    const ProcessResult result = runCli({"design", "--iterations", "128", "--epochs", "4", "--epsilon", "8", "--delta",
                                         "1e-5", "--mechanism", "dense", "--batching", "fixed-epoch"},
                                        {.addressSpace = megabytes << 20, .timeout = std::chrono::seconds(120)});
    EXPECT_FALSE(result.timedOut) << megabytes;
    EXPECT_EQ(result.exitCode, megabytes < 800 ? 2 : 0) << megabytes << ": " << result.err;
    EXPECT_EQ(result.exitCode == 2, result.err.find("out of memory") != std::string::npos) << megabytes << result.err;
  }
}

}  // namespace
}  // namespace noiseloom::test
