#include "core/io/strategy_file.h"

#include <functional>
#include <limits>
#include <set>
#include <string>

#include "core/base/errors.h"
#include "core/base/version.h"
#include "core/batching/list.h"
#include "core/io/input_file.h"
#include "core/io/sha256.h"
#include "core/scenario/batch_size.h"
#include "core/search/designer.h"
#include "core/verify/verify_strategy.h"
#include "tests/calls.h"
#include "tests/core/io/design_examples.h"
#include "tests/core/io/rewrite_archive.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

class StrategyFileTest : public ScratchFolder {};

TEST_F(StrategyFileTest, RoundTripIsExactForEveryKind) {
  for (const auto& [name, design] : designExamples()) {
    SCOPED_TRACE(name);
    const std::string hash = writeStrategyFile(file("a.npz"), *design);
    EXPECT_EQ(hash, sha256OfFile(file("a.npz")));
    const StrategyFile read = readStrategyFile(file("a.npz"));
    expectSame(read.scenario, design->scenario);
    expectSame(read.strategy, design->strategy);
    EXPECT_EQ(read.figures.sensitivity.value, design->sensitivity.value);
    EXPECT_EQ(read.figures.sensitivity.kind, design->sensitivity.kind);
    EXPECT_EQ(read.figures.noiseMultiplier.value, design->noiseMultiplier.value);
    EXPECT_EQ(read.figures.stddev, design->stddev);
    EXPECT_EQ(read.figures.loss.mean, design->loss.mean);
    EXPECT_EQ(read.mechanism, design->mechanism);
    EXPECT_EQ(read.figures.loss.max, design->loss.max);
    EXPECT_EQ(read.figures.loss.last, design->loss.last);
    EXPECT_EQ(read.figures.error.last, design->error.last);
    EXPECT_EQ(read.figures.error.mean, design->error.mean);
    EXPECT_EQ(read.figures.error.max, design->error.max);
    EXPECT_EQ(read.figures.lowerBound, design->lowerBound);
    EXPECT_EQ(read.softwareVersion, NOISELOOM_VERSION);
  }
}

TEST_F(StrategyFileTest, BytesInMemoryAreTheFile) {
  const auto design = toeplitzExample();
  const std::string bytes = strategyFileBytes(*design);
  EXPECT_THROW(strategyFileBytes(*design, stoppedAtOnce()), Error);
  writeStrategyFile(file("a.npz"), *design);
  EXPECT_EQ(bytes, readTextFile(file("a.npz"), bytes.size()));
  expectSame(readStrategyBytes(bytes, "of the job").strategy, design->strategy);
  const std::string cut = bytes.substr(0, bytes.size() / 2);
  EXPECT_THAT(messageOf<FormatError>([&] { readStrategyBytes(cut, "of the job"); }), HasSubstr("of the job"));
}

TEST_F(StrategyFileTest, MetadataNamesEverythingAnAuditorNeeds) {
  const auto design = toeplitzExample();
  writeStrategyFile(file("a.npz"), *design);
  const auto json = Json::parse(readStrategyFile(file("a.npz")).metadataJson);
  EXPECT_EQ(json.at("format"), "noiseloom-strategy");
  EXPECT_EQ(json.at("version"), 9);
  EXPECT_EQ(json.at("gaussian_method"), toString(GaussianMethod::Radius139));
  EXPECT_EQ(json.at("mechanism"), "banded-toeplitz");
  EXPECT_EQ(json.at("orientation"), "C");
  EXPECT_EQ(json.at("normalization"), "columns");
  EXPECT_EQ(json.at("sensitivity_kind"), "exact");
  EXPECT_EQ(json.at("sampling_probability"), 1.0);
  EXPECT_EQ(json.at("compositions"), 3);
  EXPECT_EQ(json.at("participation").at("schema"), "single");
  const auto& claim = json.at("privacy_claim");
  for (const auto& [key, value] : claim.items()) {
    // An amplified mechanism is not one Gaussian.
    EXPECT_EQ(value.empty(), key == "zcdp_rho" || key == "gdp_mu") << key;
  }
  EXPECT_EQ(claim.at("profile").size(), 3);
  for (const auto& value : claim.at("profile")) EXPECT_LE(value.at("delta"), 1);
  EXPECT_EQ(claim.at("severity"), "ok");
  EXPECT_EQ(claim.at("accountant").at("name"), "pld");
  EXPECT_EQ(claim.at("accountant").at("compositions"), 3);
  EXPECT_EQ(claim.at("accountant").at("noise_multiplier"), json.at("noise_multiplier"));
  std::set<std::string> names;
  for (const auto& assumption : claim.at("assumptions")) {
    EXPECT_TRUE(names.insert(assumption.at("name")).second);
    EXPECT_NE(assumption.at("status"), "violated");
  }
  for (const char* name : {"batching", "clipping", "noise", "steps", "bands"})
    EXPECT_TRUE(names.contains(name)) << name;
}

// Files before version 9 state no method, mean the first one, and stay what they are when they are written again.
TEST_F(StrategyFileTest, OlderFilesKeepTheirGenerator) {
  for (const auto& [name, design] : designExamples()) {
    SCOPED_TRACE(name);
    writeStrategyFile(file("a.npz"), olderDesign(*design));
    const StrategyFile older = readStrategyFile(file("a.npz"));
    const auto json = Json::parse(older.metadataJson);
    EXPECT_LT(json.at("version"), 9);
    EXPECT_FALSE(json.contains("gaussian_method"));
    EXPECT_EQ(older.gaussianMethod, GaussianMethod::Radius53);
    writeStrategyFile(file("b.npz"), *design);
    expectSame(older.scenario, readStrategyFile(file("b.npz")).scenario);
    EXPECT_EQ(readStrategyFile(file("b.npz")).gaussianMethod, GaussianMethod::Radius139);
    EXPECT_EQ(designOf(older)->gaussianMethod, GaussianMethod::Radius53);
  }
}

TEST_F(StrategyFileTest, JobsThatAreNotWholeEpochsHaveAVersionOfTheirOwn) {
  const auto versionOf = [&](const Scenario& scenario) -> Index {
    const auto made = design(scenario);
    writeStrategyFile(file("a.npz"), *made);
    const StrategyFile read = readStrategyFile(file("a.npz"));
    EXPECT_EQ(read.scenario, scenario);
    EXPECT_TRUE(verifyStrategyFile(file("a.npz")).passed());
    return Json::parse(read.metadataJson).at("version");
  };
  Scenario scenario({.iterations = 47,
                     .epochs = 3,
                     .mechanism = &baselineMechanism(),
                     .batching = &batchings::fixedEpoch,
                     .datasetSize = 1000});
  EXPECT_EQ(versionOf(scenario), 9);
  scenario = withBatchSize(scenario, 64);
  EXPECT_EQ(versionOf(scenario), 10);
  scenario.lastBatch = LastBatch::Dropped;
  EXPECT_EQ(versionOf(scenario), 10);
  const auto refusedFor = [&](const std::function<void(Json&)>& change) {
    editMetadata(file("a.npz"), file("b.npz"), change);
    return messageOf<FormatError>([&] { readStrategyFile(file("b.npz")); });
  };
  EXPECT_THAT(refusedFor([](Json& j) { j["version"] = 9, j.erase("last_batch"); }), HasSubstr("epochs: 3.008"));
  EXPECT_THAT(refusedFor([](Json& j) { j["last_batch"] = "padded"; }), HasSubstr("last_batch: 'padded'"));
  // Where it was the other way 3 participations of 15 steps would be claimed for 4 of 16.
  EXPECT_THAT(refusedFor([](Json& j) { j["last_batch"] = "smaller"; }), HasSubstr("contradicts"));
}

TEST_F(StrategyFileTest, CoefficientsOfTheWorkloadAreAnArray) {
  std::vector<double> coefficients(20);
  for (std::size_t lag = 0; lag < coefficients.size(); ++lag) coefficients[lag] = 1 / (1.0 + static_cast<double>(lag));
  Scenario scenario({.iterations = 12, .epochs = 3, .epsilon = 4, .delta = 1e-6, .bands = 3});
  for (const Workload& workload :
       {Workload::toeplitz(coefficients, "weights.txt"), Workload::sgd(1, 0.5).withWindow(5)}) {
    scenario.workload = workload;
    writeStrategyFile(file("series.npz"), *design(scenario));
    const StrategyFile read = readStrategyFile(file("series.npz"));
    EXPECT_EQ(read.scenario.workload, workload);
    EXPECT_EQ(read.scenario.workload.file(), workload.file());
    EXPECT_TRUE(verifyStrategyFile(file("series.npz")).passed());
  }
}

TEST_F(StrategyFileTest, AMatrixStandsByItsRows) {
  std::vector<double> rows;
  for (int row = 0; row < 12; ++row) {
    for (int column = 0; column <= row; ++column) rows.push_back(1 / (1.0 + column));
  }
  const Scenario scenario({.iterations = 12,
                           .epochs = 3,
                           .epsilon = 4,
                           .delta = 1e-6,
                           .mechanism = *mechanismFromName("dense"),
                           .batching = &batchings::fixedEpoch,
                           .workload = Workload::matrix(rows, "rows.npy")});
  writeStrategyFile(file("matrix.npz"), *design(scenario));
  const StrategyFile read = readStrategyFile(file("matrix.npz"));
  EXPECT_EQ(read.scenario.workload, scenario.workload);
  EXPECT_EQ(read.scenario.workload.file(), "rows.npy");
  EXPECT_TRUE(verifyStrategyFile(file("matrix.npz")).passed());
}

TEST_F(StrategyFileTest, TheSameDesignGivesTheSameFile) {
  EXPECT_EQ(writeStrategyFile(file("a.npz"), *toeplitzExample()), writeStrategyFile(file("b.npz"), *toeplitzExample()));
}

TEST_F(StrategyFileTest, WritesNothingThatMustNotBeExported) {
  const auto refusal = [&](auto change) {
    Design design = *toeplitzExample();
    change(design);
    return messageOf<InvalidArgument>([&] { writeStrategyFile(file("a.npz"), design); });
  };
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(refusal([&](Design& d) { d.noiseMultiplier.value = infinity; }), HasSubstr("noise_multiplier = inf"));
  EXPECT_THAT(refusal([&](Design& d) { d.noiseMultiplier.value = 0; }), HasSubstr("noise_multiplier = 0"));
  EXPECT_THAT(refusal([&](Design& d) { d.stddev *= 2; }), HasSubstr("stddev"));
  EXPECT_THAT(refusal([&](Design& d) { d.loss.mean = std::numeric_limits<double>::quiet_NaN(); }),
              HasSubstr("loss_mean"));
  EXPECT_THAT(refusal([&](Design& d) { d.scenario.iterations = 12; }), HasSubstr("strategy"));
  EXPECT_THAT(refusal([&](Design& d) {
                std::vector<double> theta, inverseTheta;
                for (int i = 1; i <= 33; ++i) {
                  theta.push_back((i + 0.01) / 34);
                  inverseTheta.push_back(i / 34.0);
                }
                d.strategy = BltStrategy(9, theta, inverseTheta);
              }),
              HasSubstr("buffers = 33"));
  EXPECT_THAT(refusal([&](Design& d) { d.scenario.epsilon = -1; }), HasSubstr("epsilon = -1"));
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(StrategyFileTest, SaysWhyItCannotBeWrittenOrRead) {
  const auto design = toeplitzExample();
  EXPECT_THAT(messageOf<IoError>([&] { writeStrategyFile(file("none/a.npz"), *design); }),
              HasSubstr("there is no folder"));
  EXPECT_THAT(messageOf<IoError>([&] { writeStrategyFile("/dev/full", *design); }), HasSubstr("not a regular file"));
  EXPECT_THAT(messageOf<IoError>([&] { writeStrategyFile(folder(), *design); }), HasSubstr("it is a folder"));
  EXPECT_THAT(messageOf<IoError>([&] { readStrategyFile(file("a.npz")); }), HasSubstr("No such file"));
  EXPECT_THAT(names(), IsEmpty());
}

struct Edit {
  const char* what;
  std::function<void(Json&)> change;
  const char* said;
};

TEST_F(StrategyFileTest, RefusesMetadataByField) {
  writeStrategyFile(file("a.npz"), *toeplitzExample());
  const std::vector<Edit> table{
      {"format", [](Json& j) { j["format"] = "other"; }, "metadata.json: format: 'other' is not known"},
      {"version", [](Json& j) { j["version"] = 14; },
       "version: 14 is newer than this program, which reads versions 1 to 13"},
      {"version of another form", [](Json& j) { makeVersionThree(j), j["version"] = 4; }, "schedule: is missing"},
      {"an older version's generator", [](Json& j) { j["version"] = 8; },
       "gaussian_method: is a field that this version does not know"},
      {"no generator", [](Json& j) { j.erase("gaussian_method"); }, "gaussian_method: is missing"},
      {"another generator", [](Json& j) { j["gaussian_method"] = toString(GaussianMethod::Radius53); },
       "gaussian_method: 'Box-Muller"},
      {"fields of the future", [](Json& j) { makeVersionTwo(j), j["version"] = 1; },
       "is a field that this version does not know"},
      {"batching of the future", [](Json& j) { makeVersionTwo(j), j["batching"] = "balls-in-bins"; },
       "batching: 'balls-in-bins' is not known before version 3"},
      {"words alone", [](Json& j) { makeVersionTwo(j), j["version"] = 3; }, "job_batching: is missing"},
      {"unknown field", [](Json& j) { j["surprise"] = 1; }, "surprise: is a field that this version does not know"},
      {"unknown nested", [](Json& j) { j["deployment"]["x"] = 1; }, "deployment: x: is a field"},
      {"unknown claim", [](Json& j) { j["privacy_claim"]["x"] = 1; }, "privacy_claim: x: is a field"},
      {"missing", [](Json& j) { j.erase("stddev"); }, "stddev: is missing"},
      {"kind", [](Json& j) { j["kind"] = "sparse"; }, "kind: 'sparse' is not a known kind"},
      {"kind without its size", [](Json& j) { j["kind"] = "dense"; }, "block_size: must be an integer"},
      {"size of another kind", [](Json& j) { j["buffers"] = 3; }, "buffers: must be null for this kind"},
      {"estimate of another kind", [](Json& j) { j["tree_estimate"] = "own-node"; }, "tree_estimate: must be null"},
      {"column norms",
       [](Json& j) {
         j["normalization"] = "none";
         j["arrays"].erase("column_scale_tail");
       },
       "column_scale_tail.npy is not part of"},
      {"best", [](Json& j) { j["mechanism"] = "best"; }, "mechanism: 'best' is not the name of a mechanism"},
      {"another mechanism", [](Json& j) { j["mechanism_requested"] = "tree"; },
       "mechanism_requested: 'tree' is neither the mechanism nor best"},
      {"objective", [](Json& j) { j["objective"] = "median"; }, "objective: 'median'"},
      {"requested buffers", [](Json& j) { j["buffers_requested"] = "few"; }, "buffers_requested: 'few'"},
      {"decoder", [](Json& j) { j["tree_decoder"] = "half"; }, "tree_decoder: 'half'"},
      {"robust from", [](Json& j) { j["robust_from"] = 0; }, "robust_from: 0 is not allowed"},
      {"stamps", [](Json& j) { j["stamps_requested"] = -1; }, "stamps_requested: -1 is not allowed"},
      {"noise rows", [](Json& j) { j["most_noise_rows"] = 1.5; }, "most_noise_rows: must be"},
      {"seconds", [](Json& j) { j["most_seconds"] = 0; }, "most_seconds: 0 is not allowed"},
      {"last error", [](Json& j) { j["last_error"] = -1; }, "last_error: -1 is not allowed"},
      {"orientation", [](Json& j) { j["orientation"] = "C^-1"; }, "orientation"},
      {"normalization", [](Json& j) { j["normalization"] = "rows"; }, "normalization: 'rows'"},
      {"mechanism", [](Json& j) { j["mechanism"] = "magic"; }, "mechanism: 'magic' is not a known name"},
      {"batching", [](Json& j) { j["batching"] = "shuffle"; }, "batching: 'shuffle'"},
      {"iterations", [](Json& j) { j["iterations"] = 0; }, "iterations: 0 is not allowed"},
      {"iterations type", [](Json& j) { j["iterations"] = 9.5; }, "iterations: must be an integer"},
      {"huge iterations", [](Json& j) { j["iterations"] = 1e300; }, "iterations: must be an integer"},
      {"epochs", [](Json& j) { j["epochs"] = 0; }, "epochs: 0 is not allowed"},
      {"more epochs than steps", [](Json& j) { j["epochs"] = 10; }, "metadata.json: epochs"},
      {"epsilon", [](Json& j) { j["epsilon"] = -1.0; }, "epsilon: -1 is not allowed"},
      {"delta", [](Json& j) { j["delta"] = 1.0; }, "delta"},
      {"bands", [](Json& j) { j["bands"] = 10; }, "bands: 10 is not allowed"},
      {"other bands", [](Json& j) { j["bands"] = 2; }, "metadata.json"},
      {"requested bands", [](Json& j) { j["bands_requested"] = "some"; }, "bands_requested: 'some'"},
      {"momentum", [](Json& j) { j["workload"]["momentum"] = 1.5; }, "workload"},
      {"prefix with momentum", [](Json& j) { j["workload"]["momentum"] = 0.5; }, "workload"},
      {"workload", [](Json& j) { j["workload"]["name"] = "adam"; }, "'adam' is not a known workload"},
      {"schedule without array",
       [](Json& j) {
         j["workload"]["learning_rates"] = "learning_rates";
         j["workload"]["name"] = "sgd";
       },
       "learning_rates is missing"},
      {"another name of the workload", [](Json& j) { j["workload"]["name"] = "sgd"; }, "must be 'prefix'"},
      {"bound below 0", [](Json& j) { j["lower_bound"] = -1; }, "lower_bound: -1 is not allowed"},
      {"words", [](Json& j) { j["stddev_formula"] = "stddev = 1"; }, "stddev_formula: 'stddev = 1' is not known"},
      {"delta above 1", [](Json& j) { j["privacy_claim"]["profile"][0]["delta"] = 1.5; },
       "delta: 1.5 is not allowed: must be at most 1"},
      {"reversed profile", [](Json& j) { std::ranges::reverse(j["privacy_claim"]["profile"]); },
       "profile: must rise in epsilon, and not in delta"},
      {"profile that rises in delta",
       [](Json& j) { j["privacy_claim"]["profile"][2]["delta"] = j["privacy_claim"]["profile"][0]["delta"]; },
       "profile: must rise in epsilon, and not in delta"},
      {"schedule elsewhere", [](Json& j) { j["workload"]["learning_rates"] = "../x"; },
       "must be null or the name of that array"},
      {"participation", [](Json& j) { j["participation"]["participations"] = 2; }, "participations: 2 is not allowed"},
      {"sampling probability", [](Json& j) { j["sampling_probability"] = 0.5; },
       "sampling_probability: 0.5 contradicts"},
      {"compositions", [](Json& j) { j["compositions"] = nullptr; }, "compositions: null contradicts"},
      {"separation", [](Json& j) { j["min_separation"] = 4; }, "min_separation: contradicts"},
      {"batch size", [](Json& j) { j["batch_size"] = 5; }, "batch_size: 5 contradicts"},
      {"sensitivity", [](Json& j) { j["sensitivity"] = nullptr; }, "sensitivity: must be a number"},
      {"sensitivity kind", [](Json& j) { j["sensitivity_kind"] = "guess"; }, "sensitivity_kind: 'guess'"},
      {"sigma", [](Json& j) { j["noise_multiplier"] = 0; }, "noise_multiplier: 0 is not allowed"},
      {"termination", [](Json& j) { j["optimizer"]["termination"] = "bored"; }, "termination: 'bored'"},
      {"array gone", [](Json& j) { j["arrays"].erase("strategy_coef"); }, "strategy_coef is missing"},
      {"array unknown", [](Json& j) { j["arrays"]["extra"] = j["arrays"]["strategy_coef"]; }, "extra is not part of"},
      {"array type", [](Json& j) { j["arrays"]["strategy_coef"]["dtype"] = "|O"; }, "dtype: '|O' is not known"},
      {"array shape", [](Json& j) { j["arrays"]["strategy_coef"]["shape"] = {4}; },
       "strategy_coef: shape: contradicts"},
      {"array shape type", [](Json& j) { j["arrays"]["strategy_coef"]["shape"] = {-3}; },
       "shape: must list one or two counts"},
      {"hash form", [](Json& j) { j["arrays"]["strategy_coef"]["sha256"] = "xyz"; },
       "64 lower-case hexadecimal digits"},
      {"hash", [](Json& j) { j["arrays"]["strategy_coef"]["sha256"] = std::string(64, '0'); },
       "strategy_coef.npy: has the SHA-256"},
      {"kind mismatch", [](Json& j) { j["kind"] = "banded"; }, "is not part of a strategy file of kind 'banded'"},
      {"job batching", [](Json& j) { j["job_batching"] = "as usual"; }, "job_batching: 'as usual'"},
      {"unit", [](Json& j) { j["unit"] = "hospital"; }, "unit: 'hospital'"},
      {"tau", [](Json& j) { j["tau"] = -1; }, "tau: -1 is not allowed"},
      {"failure probability", [](Json& j) { j["failure_probability"] = "none"; }, "failure_probability: must be"},
      {"bins", [](Json& j) { j["bins"] = 3; }, "bins: 3 contradicts"},
      {"certificate of another batching", [](Json& j) { j["balls_in_bins"] = Json::object(); },
       "balls_in_bins: must be null"},
      {"severity", [](Json& j) { j["privacy_claim"]["severity"] = "fine"; }, "severity: 'fine'"},
      {"severity without a violation", [](Json& j) { j["privacy_claim"]["severity"] = "critical"; },
       "severity: contradicts the assumptions"},
      {"violation without severity", [](Json& j) { j["privacy_claim"]["assumptions"][1]["status"] = "violated"; },
       "severity: contradicts the assumptions"},
      {"status", [](Json& j) { j["privacy_claim"]["assumptions"][0]["status"] = "sure"; }, "status: 'sure'"},
      {"accountant", [](Json& j) { j["privacy_claim"]["accountant"] = "PLD"; }, "accountant"},
      {"accountant field", [](Json& j) { j["privacy_claim"]["accountant"]["x"] = 1; }, "accountant: x: is a field"},
      {"claim", [](Json& j) { j["privacy_claim"]["statement"] = 7; }, "privacy_claim: statement: must be a text"},
  };
  for (const Edit& edit : table) {
    SCOPED_TRACE(edit.what);
    editMetadata(file("a.npz"), file("b.npz"), edit.change);
    EXPECT_THAT(messageOf<FormatError>([&] { readStrategyFile(file("b.npz")); }), HasSubstr(edit.said));
  }
  // An edit that changes nothing is read: the table above fails for its own reasons only.
  editMetadata(file("a.npz"), file("b.npz"), [](Json&) {});
  EXPECT_NO_THROW(readStrategyFile(file("b.npz")));
}

// Also where all columns are equal, or nearly, though nobody has rescaled them.
TEST_F(StrategyFileTest, InverseToeplitzComesBackWithTheSameRowsOfNoise) {
  Scenario scenario = example(designExamples(), "inverse toeplitz").design->scenario;
  scenario.bands.reset();
  for (const std::vector<double>& g : {std::vector<double>{1}, {1, 0}, {1, -1e-9}, {1, -1e-6}, {1, -0.5}}) {
    for (const ColumnScaling scaling : {ColumnScaling::None, ColumnScaling::Normalized}) {
      const Strategy strategy = InverseToeplitzStrategy(scenario.iterations, g, scaling);
      writeStrategyFile(file("a.npz"), *evaluate(scenario, strategy));
      const Strategy back = readStrategyFile(file("a.npz")).strategy;
      EXPECT_EQ(back.noiseRows(), strategy.noiseRows()) << g.back();
      EXPECT_NEAR(back.inverseEntry(scenario.iterations - 1, 0), strategy.inverseEntry(scenario.iterations - 1, 0),
                  1e-15);
    }
  }
}

TEST_F(StrategyFileTest, RefusesMetadataThatDoNotFitTheirArrays) {
  struct KindEdit {
    const char* example;
    std::function<void(Json&)> change;
    const char* said;
  };
  const auto examples = designExamples();
  const std::vector<KindEdit> table{
      {"banded", [](Json& j) { j["normalization"] = "none"; }, "normalization: does not follow from the arrays"},
      {"inverse toeplitz", [](Json& j) { j["orientation"] = "C"; }, "orientation: 'C' is not known"},
      {"inverse toeplitz", [](Json& j) { j["noising_bands"] = 10; }, "noising_bands: 10 is not allowed"},
      {"inverse toeplitz", [](Json& j) { j["noising_bands"] = 2; }, "noising_coef: shape: contradicts"},
      {"dense", [](Json& j) { j["block_size"] = 3; }, "C: shape: contradicts"},
      {"dense", [](Json& j) { j["block_size"] = nullptr; }, "block_size: must be an integer"},
      {"dense", [](Json& j) { j["bands"] = 8; }, "bands: does not follow from the arrays"},
      {"stamped, the last block cut", [](Json& j) { j["arrays"].erase("C_inv"); }, "C_inv is missing"},
      {"blt", [](Json& j) { j["buffers"] = 3; }, "buf_decay: shape: contradicts"},
      {"blt", [](Json& j) { j["buffers"] = 33; }, "buffers: 33 is not allowed"},
      {"blt", [](Json& j) { j["buffers"] = 0; }, "buffers: 0 is not allowed"},
      {"blt", [](Json& j) { j["version"] = 1; }, "kind: 'blt' is not a known kind"},
      {"tree", [](Json& j) { j["tree_estimate"] = nullptr; }, "tree_estimate: must be a text"},
      {"tree", [](Json& j) { j["tree_estimate"] = "above"; }, "tree_estimate: 'above'"},
      {"tree", [](Json& j) { j["bands"] = 3; }, "bands: does not follow"},
      {"tree, the best", [](Json& j) { j["mechanism_requested"] = "blt"; }, "neither the mechanism nor best"},
  };
  for (const KindEdit& edit : table) {
    SCOPED_TRACE(std::string(edit.example) + ": " + edit.said);
    writeStrategyFile(file("a.npz"), *example(examples, edit.example).design);
    const bool old = std::string_view(edit.said).starts_with("kind:");
    editMetadata(file("a.npz"), file("b.npz"), [&](Json& j) {
      if (old) makeVersionOne(j);
      edit.change(j);
    });
    EXPECT_THAT(messageOf<FormatError>([&] { readStrategyFile(file("b.npz")); }), HasSubstr(edit.said));
  }
}

// By which the noise is made: computed anew it would have other last digits on another processor.
TEST_F(StrategyFileTest, TheInverseOfADenseStrategyIsTheFiles) {
  const auto examples = designExamples();
  Design other = *example(examples, "dense").design;
  const DenseStrategy& dense = *other.strategy.as<DenseStrategy>();
  std::vector<double> inverse(dense.inverseBlock().begin(), dense.inverseBlock().end());
  inverse[0] = std::nextafter(inverse[0], 2.0);
  inverse.back() = std::nextafter(inverse.back(), 0.0);
  other.strategy =
      DenseStrategy(dense.iterations(), dense.blockSize(), {dense.block().begin(), dense.block().end()}, inverse);
  const auto inverseOf = [&](const Design& design) {
    writeStrategyFile(file("a.npz"), design);
    const Strategy read = readStrategyFile(file("a.npz")).strategy;
    const auto values = read.as<DenseStrategy>()->inverseBlock();
    return std::vector<double>(values.begin(), values.end());
  };
  EXPECT_EQ(inverseOf(other), inverse);
  EXPECT_NE(inverseOf(olderDesign(other)), inverse);  // whose runs began with the one computed anew
}

struct MemberEdit {
  const char* what;
  std::function<void(Members&)> change;
  const char* said;
};

TEST_F(StrategyFileTest, RefusesMembersByNameAndPosition) {
  writeStrategyFile(file("a.npz"), *toeplitzExample());
  using Members = Members;
  const std::vector<MemberEdit> table{
      {"extra", [](Members& m) { m.emplace_back("evil.npy", "x"); },
       "member 5 of 5: evil.npy is not part of a strategy file"},
      {"path", [](Members& m) { m.emplace_back("../evil", "x"); }, "member 5 of 5: ../evil is not part of"},
      {"no metadata", [](Members& m) { m.erase(m.begin()); }, "metadata.json: is missing"},
      {"no text array", [](Members& m) { m.erase(m.begin() + 1); }, "metadata.npy: is missing"},
      {"no array", [](Members& m) { m.erase(m.begin() + 2); }, "strategy_coef.npy: is missing"},
      {"other text", [](Members& m) { m[1].second = unicodeArray("{}"); },
       "metadata.npy: is not the text of metadata.json"},
      {"large text", [](Members& m) { m[0].second.append(2 << 20, ' '); }, "larger than any metadata"},
      {"short array", [](Members& m) { m[2].second.resize(m[2].second.size() - 8); },
       "strategy_coef.npy: its shape asks for"},
      {"other shape",
       [](Members& m) {
         m[2].second = npyPreamble({"<f8", {1, 3}}) + m[2].second.substr(128);
       },
       "another shape"},
      {"pickle",
       [](Members& m) {
         m[2].second = npyPreamble({"|O", {3}}) + "\x80\x04.";
       },
       "element type '|O'"},
      {"zeros", [](Members& m) { m[2].second = m[2].second.substr(0, 128) + std::string(24, '\0'); },
       "strategy_coef[0]: 0 is not allowed"},
      {"scale", [](Members& m) { m[3].second.back() ^= 1; }, "column_scale_tail.npy"},
  };
  for (const MemberEdit& edit : table) {
    SCOPED_TRACE(edit.what);
    rewriteArchive(file("a.npz"), file("b.npz"), edit.change);
    EXPECT_THAT(messageOf<FormatError>([&] { readStrategyFile(file("b.npz")); }), HasSubstr(edit.said));
  }
}

}  // namespace
}  // namespace noiseloom
