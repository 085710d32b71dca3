#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/io/strategy_file.h"
#include "core/search/designer.h"
#include "core/verify/verify_strategy.h"
#include "tests/calls.h"
#include "tests/core/io/design_examples.h"
#include "tests/core/io/rewrite_archive.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> failed(const Verification& verification) {
  std::vector<std::string> names;
  for (const VerificationItem& item : verification.items) {
    if (!item.passed) names.push_back(item.name);
  }
  return names;
}

class VerifyStrategyTest : public ScratchFolder {
 protected:
  std::vector<std::string> failuresAfter(const std::function<void(Json&)>& edit) {
    writeStrategyFile(file("a.npz"), *toeplitzExample());
    editMetadata(file("a.npz"), file("b.npz"), edit);
    m_verification = verifyStrategyFile(file("b.npz"));
    EXPECT_EQ(m_verification.passed(), failed(m_verification).empty());
    return failed(m_verification);
  }
  // The same of a design put together wrongly, with a claim to match.
  std::vector<std::string> failuresOf(const std::function<void(Design&)>& change) {
    Design design = *toeplitzExample();
    change(design);
    writeStrategyFile(file("b.npz"), design);
    m_verification = verifyStrategyFile(file("b.npz"));
    return failed(m_verification);
  }
  std::string recomputed(const std::string& name) const {
    const auto found = std::find_if(m_verification.items.begin(), m_verification.items.end(),
                                    [&](const VerificationItem& item) { return item.name == name; });
    return found == m_verification.items.end() ? "" : found->recomputed.english();
  }

 private:
  Verification m_verification;
};

void scale(Json& json, std::initializer_list<const char*> keys, double factor) {
  for (const char* key : keys) json[key] = json[key].get<double>() * factor;
}

TEST_F(VerifyStrategyTest, ConfirmsWhatItWrote) {
  for (const auto& [name, design] : designExamples()) {
    SCOPED_TRACE(name);
    writeStrategyFile(file("a.npz"), *design);
    const Verification verification = verifyStrategyFile(file("a.npz"));
    EXPECT_THAT(failed(verification), IsEmpty());
    EXPECT_TRUE(verification.passed());
    EXPECT_GE(verification.items.size(), 10U);
  }
}

TEST_F(VerifyStrategyTest, ConfirmsDrawsThatTakeNeighbouringStepsForOne) {
  const auto found = design(Scenario({.iterations = 1'000'000,
                                      .epochs = 6,
                                      .epsilon = 3,
                                      .delta = 1e-8,
                                      .mechanism = *mechanismFromName("banded-toeplitz"),
                                      .bands = 240,
                                      .batching = &batchings::bMinSep}));
  ASSERT_TRUE(found->certificate);
  ASSERT_GT(found->certificate->joined, 1);
  writeStrategyFile(file("a.npz"), *found);
  EXPECT_THAT(failed(verifyStrategyFile(file("a.npz"))), IsEmpty());
}

void scaleSigma(Design& design, double factor) {
  design.noiseMultiplier.value *= factor;
  design.stddev = design.scenario.clipNorm * design.noiseMultiplier.value * design.sensitivity.value;
  design.error.mean *= factor;
  design.error.max *= factor;
  design.error.last *= factor;
  design.lowerBound *= factor;
}

TEST_F(VerifyStrategyTest, NeverPassesNoiseThatIsTooSmall) {
  EXPECT_THAT(failuresOf([](Design& d) { scaleSigma(d, 1 - 1e-5); }), ElementsAre("noise_multiplier"));
  EXPECT_THAT(failuresOf([](Design& d) { d.scenario.epsilon *= 0.9; }), ElementsAre("noise_multiplier", "dp_sgd_rmse"));
  EXPECT_THAT(failuresOf([](Design& d) {
                d.sensitivity.value *= 1 - 1e-6;
                d.stddev = d.scenario.clipNorm * d.noiseMultiplier.value * d.sensitivity.value;
                d.loss.mean *= (1 - 1e-6) * (1 - 1e-6);
                d.loss.max *= (1 - 1e-6) * (1 - 1e-6);
                d.loss.last *= (1 - 1e-6) * (1 - 1e-6);
                d.error.mean *= 1 - 1e-6;
                d.error.max *= 1 - 1e-6;
                d.error.last *= 1 - 1e-6;
              }),
              ElementsAre("sensitivity"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j, {"stddev"}, 0.999); }),
              ElementsAre("stddev", "privacy_claim: assumptions"));
}

TEST_F(VerifyStrategyTest, RemarksOnNoiseThatIsLargerThanNeeded) {
  EXPECT_THAT(failuresOf([](Design& d) { scaleSigma(d, 1.01); }), IsEmpty());
  EXPECT_THAT(recomputed("noise_multiplier"), HasSubstr("larger than needed"));
  EXPECT_THAT(failuresOf([](Design&) {}), IsEmpty());
  EXPECT_THAT(recomputed("noise_multiplier"), Not(HasSubstr("larger than needed")));
}

TEST_F(VerifyStrategyTest, FindsAClaimThatPromisesMore) {
  EXPECT_THAT(failuresAfter([](Json& j) { j["privacy_claim"]["statement"] = "perfectly private"; }),
              ElementsAre("privacy_claim: statement"));
  EXPECT_THAT(failuresAfter([](Json& j) { j["privacy_claim"]["unit_text"] = "one hospital"; }),
              ElementsAre("privacy_claim: unit_text"));
  EXPECT_THAT(failuresAfter([](Json& j) { j["privacy_claim"]["assumptions"].erase(3); }),
              ElementsAre("privacy_claim: assumptions"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j["privacy_claim"]["profile"][0], {"delta"}, 0.5); }),
              ElementsAre(HasSubstr("delta at epsilon 0.15")));
  EXPECT_THAT(failuresAfter([](Json& j) { j["privacy_claim"]["assumptions"][0]["status"] = "satisfied"; }),
              ElementsAre("privacy_claim: assumptions"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j["privacy_claim"], {"epsilon"}, 0.5); }),
              ElementsAre("privacy_claim: epsilon"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j["privacy_claim"]["accountant"], {"sensitivity"}, 2); }),
              ElementsAre("privacy_claim: accountant"));
  // Another version's explanations cannot be compared; who is protected and how well can, and so can the numbers.
  EXPECT_THAT(failuresAfter([](Json& j) {
                j["software_version"] = "0.0.9";
                j["privacy_claim"]["accountant"]["method"] = "in other words";
              }),
              IsEmpty());
  EXPECT_THAT(failuresAfter([](Json& j) {
                j["software_version"] = "0.0.9";
                j["privacy_claim"]["statement"] = "in other words";
              }),
              ElementsAre("privacy_claim: statement"));
  // The version is the file's own word: it switches no comparison of data off.
  const auto foreign = [](auto&& change) {
    return [change](Json& j) {
      j["software_version"] = "9.9";
      change(j["privacy_claim"]);
    };
  };
  EXPECT_THAT(failuresAfter(foreign([](Json& claim) {
                claim["epsilon"] = 0.5;
                claim["delta"] = 1e-9;
              })),
              ElementsAre("privacy_claim: epsilon", "privacy_claim: delta"));
  EXPECT_THAT(failuresAfter(foreign([](Json& claim) { claim["accountant"]["noise_multiplier"] = 99; })),
              ElementsAre("privacy_claim: accountant"));
  EXPECT_THAT(failuresAfter(foreign([](Json& claim) { claim["assumptions"][0]["status"] = "satisfied"; })),
              ElementsAre("privacy_claim: assumptions"));
  EXPECT_THAT(failuresAfter(foreign([](Json& claim) { claim["gdp_mu"] = 1e-9; })),
              ElementsAre("privacy_claim: gdp_mu"));
}

TEST_F(VerifyStrategyTest, RecomputesEveryPointOfTheProfile) {
  // A point of the forger's own choice.
  EXPECT_THAT(failuresAfter([](Json& j) {
                j["privacy_claim"]["profile"].push_back({{"epsilon", 0.7}, {"delta", 1e-30}});
              }),
              ElementsAre(HasSubstr("delta at epsilon 0.7")));
  EXPECT_THAT(failuresAfter([](Json& j) { j["privacy_claim"]["profile"] = Json::array(); }),
              ElementsAre("privacy profile"));
}

TEST_F(VerifyStrategyTest, FindsEachFalseFigure) {
  EXPECT_THAT(failuresAfter([](Json& j) {
                scale(j, {"loss_mean"}, 1 - 1e-6);
                scale(j, {"rmse"}, 1 - 5e-7);
              }),
              ElementsAre("loss_mean"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j, {"loss_max"}, 1.001); }), ElementsAre("loss_max", "max_error"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j, {"rmse"}, 0.999); }), ElementsAre("rmse"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j, {"max_error"}, 0.999); }), ElementsAre("max_error"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j, {"loss_last"}, 1.001); }), ElementsAre("loss_last", "last_error"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j, {"last_error"}, 0.999); }), ElementsAre("last_error"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j, {"lower_bound"}, 1.001); }), ElementsAre("lower_bound"));
  EXPECT_THAT(failuresAfter([](Json& j) { scale(j, {"dp_sgd_rmse"}, 1.01); }), ElementsAre("dp_sgd_rmse"));
}

TEST_F(VerifyStrategyTest, FindsAChangedArray) {
  writeStrategyFile(file("a.npz"), *designExamples()[2].design);  // banded
  rewriteArchive(file("a.npz"), file("b.npz"), [](Members& members) {
    ASSERT_EQ(members.back().first, "bands.npy");
    members.back().second[members.back().second.size() - 3] ^= 1;
  });
  const Verification verification = verifyStrategyFile(file("b.npz"));
  EXPECT_THAT(failed(verification), Contains("sha256 bands"));
  EXPECT_THROW(readStrategyFile(file("b.npz")), FormatError);
}

// A value that only repeats others, and its hash, changed together: only the recomputation sees it.
TEST_F(VerifyStrategyTest, FindsArraysThatDoNotFollow) {
  const auto examples = designExamples();
  const std::vector<std::pair<const char*, const char*>> table{{"toeplitz, normalised columns", "column_scale_tail"},
                                                               {"blt", "output_scale"},
                                                               {"blt", "inverse_output_scale"},
                                                               {"dense", "C_inv"},
                                                               {"stamped, the last block cut", "C_inv"}};
  for (const auto& [name, array] : table) {
    SCOPED_TRACE(std::string(name) + ", " + array);
    writeStrategyFile(file("a.npz"), *example(examples, name).design);
    rewriteArchive(file("a.npz"), file("b.npz"), [array = std::string(array)](Members& members) {
      const auto member =
          std::find_if(members.begin(), members.end(), [&](const auto& each) { return each.first == array + ".npy"; });
      ASSERT_NE(member, members.end());
      std::string& content = member->second;
      auto json = Json::parse(members[0].second);
      std::size_t size = 1;
      for (const auto& length : json["arrays"][array]["shape"]) size *= length.get<std::size_t>();
      std::vector<double> values(size);
      char* const bytes = content.data() + content.size() - 8 * size;
      std::memcpy(values.data(), bytes, 8 * size);
      values.back() *= 1 + 1e-8;
      std::memcpy(bytes, values.data(), 8 * size);
      json["arrays"][array]["sha256"] = sha256OfValues(values);
      members[0].second = json.dump(2);
      members[1].second = unicodeArray(members[0].second);
    });
    EXPECT_THAT(failed(verifyStrategyFile(file("b.npz"))), ElementsAre(array));
    EXPECT_THROW(readStrategyFile(file("b.npz")), FormatError);
  }
}

TEST_F(VerifyStrategyTest, AClaimThatTheJobBreaksIsNeverConfirmed) {
  const auto shuffled = [](Design& d) { d.scenario.jobBatching = &jobs::shuffledEachEpoch; };
  EXPECT_THAT(failuresOf(shuffled), ElementsAre("privacy_claim: severity"));
  EXPECT_THAT(recomputed("privacy_claim: severity"), HasSubstr("shuffling is not Poisson sampling"));
  // Nor when the file calls it sound.
  EXPECT_THAT(failuresAfter([](Json& j) { j["job_batching"] = "shuffled-once"; }),
              IsSupersetOf({"privacy_claim: severity", "privacy_claim: job_batching", "privacy_claim: assumptions"}));
}

TEST_F(VerifyStrategyTest, RecomputesMonteCarloCertificates) {
  const auto examples = designExamples();
  const Design& binned = *example(examples, "toeplitz, balls-in-bins").design;
  const auto failuresOfBins = [&](const std::function<void(Json&)>& edit) {
    writeStrategyFile(file("a.npz"), binned);
    editMetadata(file("a.npz"), file("b.npz"), edit);
    return failed(verifyStrategyFile(file("b.npz")));
  };
  EXPECT_THAT(failuresOfBins([](Json&) {}), IsEmpty());
  // A claim of one sample, or of none that fails.
  EXPECT_THAT(failuresOfBins([](Json& j) { j["balls_in_bins"]["failure_probability"] = 0.0; }),
              IsSupersetOf({"balls_in_bins: failure_probability", "privacy_claim: accountant"}));
  EXPECT_THAT(failuresOfBins([](Json& j) { j["balls_in_bins"]["method"] = "deterministic"; }),
              Contains("balls_in_bins: method"));
  EXPECT_THAT(failuresOfBins([](Json& j) { j["failure_probability"] = 1e-12; }),
              Contains(HasSubstr("delta at epsilon")));
  Design less = binned;
  scaleSigma(less, 0.999);
  writeStrategyFile(file("a.npz"), less);
  EXPECT_THAT(failed(verifyStrategyFile(file("a.npz"))), Contains("noise_multiplier"));
}

// The caution of a file is that of its own generator, and stays with it.
TEST_F(VerifyStrategyTest, ConfirmsFilesBeforeVersionNineWithTheirCaution) {
  const Scenario scenario =
      with(toeplitzExample()->scenario, {.epochs = 1, .epsilon = 16, .delta = 1e-10, .batching = &batchings::single});
  const auto solved = design(scenario);
  for (const Design& each : {*solved, olderDesign(*solved)}) {
    writeStrategyFile(file("a.npz"), each);
    const Verification verification = verifyStrategyFile(file("a.npz"));
    EXPECT_THAT(failed(verification), IsEmpty());
    const bool older = each.gaussianMethod == GaussianMethod::Radius53;
    const StrategyFile read = readStrategyFile(file("a.npz"));
    for (const std::vector<Text>& all :
         {claimOf(*designOf(read)).cautions, read.claim.cautions, verification.cautions}) {
      std::string cautions;
      for (const Text& caution : all) cautions += caution.english();
      EXPECT_EQ(cautions.find("Generated normals end at 8.57") != std::string::npos, older) << cautions;
      EXPECT_EQ(cautions.find("Generated normals") != std::string::npos, older);
    }
  }
}

// At 17 times delta (docs/security.md) nothing is claimed that holds: also of a newer file by another number.
TEST_F(VerifyStrategyTest, FindsNormalsThatEndTooSoonForTheClaim) {
  const Scenario scenario =
      with(toeplitzExample()->scenario, {.epochs = 1, .epsilon = 20, .delta = 1e-10, .batching = &batchings::single});
  writeStrategyFile(file("a.npz"), *design(scenario));
  EXPECT_THAT(failed(verifyStrategyFile(file("a.npz"))), IsEmpty());
  editMetadata(file("a.npz"), file("b.npz"), [](Json& json) {
    json["version"] = 8;
    json.erase("gaussian_method");
  });
  const Verification verification = verifyStrategyFile(file("b.npz"));
  EXPECT_THAT(failed(verification), ElementsAre("gaussian_method"));
  ASSERT_EQ(verification.cautions.size(), 1U);
  EXPECT_THAT(verification.cautions[0].english(), HasSubstr("Generated normals end at 8.57"));
}

// What `design` refuses to be asked for stands in no file that is confirmed, and no file is written with it.
TEST_F(VerifyStrategyTest, FindsSettingsThatMeanNothing) {
  const Scenario scenario = with(toeplitzExample()->scenario, {.batching = &batchings::fixedEpoch,
                                                               .tau = 7,
                                                               .failureProbability = 1e-4,
                                                               .datasetSize = 1000,
                                                               .largestBatch = 900});
  const auto solved = design(scenario);
  writeStrategyFile(file("a.npz"), *solved);
  EXPECT_THAT(failed(verifyStrategyFile(file("a.npz"))), IsEmpty());
  const auto after = [&](const std::function<void(Json&)>& edit) {
    editMetadata(file("a.npz"), file("b.npz"), edit);
    return failed(verifyStrategyFile(file("b.npz")));
  };
  EXPECT_THAT(after([](Json& j) { j["tau"] = 7; }), ElementsAre("tau"));
  EXPECT_THAT(after([](Json& j) { j["failure_probability"] = 1e-4; }), ElementsAre("failure_probability"));
  EXPECT_THAT(after([](Json& j) { j["largest_batch"] = 900; }), ElementsAre("largest_batch"));
}

TEST_F(VerifyStrategyTest, ConfirmsFilesOfVersionTwo) {
  for (const auto& [name, design] : designExamples()) {
    SCOPED_TRACE(name);
    if (design->certificate || design->scenario.unit != PrivacyUnit::Example) continue;  // version 2 has neither
    if (!design->scenario.workload.spectrum().empty()) continue;                         // nor that
    writeStrategyFile(file("a.npz"), *design);
    editMetadata(file("a.npz"), file("b.npz"), makeVersionTwo);
    EXPECT_THAT(failed(verifyStrategyFile(file("b.npz"))), IsEmpty());
    EXPECT_EQ(readStrategyFile(file("b.npz")).figures.loss.last, design->loss.last);
  }
}

// What version 1 lacks is neither asked for nor checked.
TEST_F(VerifyStrategyTest, ConfirmsFilesOfVersionOne) {
  for (const auto& [name, design] : designExamples()) {
    if (name.starts_with("inverse")) break;  // kinds that version 1 has not
    if (!design->scenario.workload.spectrum().empty()) continue;
    SCOPED_TRACE(name);
    writeStrategyFile(file("a.npz"), *design);
    editMetadata(file("a.npz"), file("b.npz"), makeVersionOne);
    const Verification verification = verifyStrategyFile(file("b.npz"));
    EXPECT_THAT(failed(verification), IsEmpty());
    EXPECT_EQ(verification.items.size() + 2, verifyStrategyFile(file("a.npz")).items.size());
    const StrategyFile read = readStrategyFile(file("b.npz"));
    expectSame(read.scenario, design->scenario);
    expectSame(read.strategy, design->strategy);
    EXPECT_EQ(read.mechanism, design->mechanism);
    EXPECT_EQ(read.figures.loss.last, 0);
  }
}

TEST_F(VerifyStrategyTest, StoppingIsNotPassing) {
  writeStrategyFile(file("a.npz"), *toeplitzExample());
  EXPECT_FALSE(verifyStrategyFile(file("a.npz"), stoppedAtOnce()).passed());
  EXPECT_FALSE(Verification{}.passed());
}

}  // namespace
}  // namespace noiseloom
