#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/io/strategy_file.h"
#include "core/search/designer.h"
#include "core/verify/verify_strategy.h"
#include "core/workload/learning_rates.h"
#include "tests/core/io/design_examples.h"
#include "tests/core/io/rewrite_archive.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/verify/field_changes.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

// Of every kind and batching, with learning rates by a formula too.
std::vector<DesignExample> examples() {
  std::vector<DesignExample> chosen;
  for (DesignExample& each : designExamples()) {
    const std::string& name = each.name;
    if (name != "banded" && name != "dense" && name != "tree" && name != "toeplitz, min-separation")
      chosen.push_back(std::move(each));
  }
  Scenario scenario({.iterations = 400,
                     .epochs = 2,
                     .epsilon = 2,
                     .delta = 1e-5,
                     .batching = &batchings::fixedEpoch,
                     .schedule = {ScheduleKind::Linear, 0.25, 0.25, {}}});
  scenario.workload = Workload::learningRates(learningRates(scenario.schedule, 400), 0);
  for (const Index bands : {1, 3}) {
    scenario.bands = bands;
    chosen.push_back({"a schedule, bands " + std::to_string(bands), design(scenario)});
  }
  return chosen;
}

// A Monte Carlo certificate takes its time; the other fields have been looked at in other files.
bool isOfCertificate(const std::string& pointer) {
  for (const char* part : {"/bins", "/balls_in_bins", "/tau", "/failure_probability", "/noise_multiplier", "/stddev",
                           "/privacy_claim/accountant", "/privacy_claim/profile/0"}) {
    if (pointer.starts_with(part)) return true;
  }
  return false;
}

// Whoever changes a field of a file, whichever it is, is found out, or verify says that it did not look at the field.
class VerifyFields : public ScratchFolder {
 protected:
  bool isSeen(const std::string& pointer, const Json& change) {
    editMetadata(file("a.npz"), file("b.npz"), [&](Json& json) { json[Json::json_pointer(pointer)] = change; });
    try {
      const Verification verification = verifyStrategyFile(file("b.npz"));
      return !verification.passed() || isNamed(verification, pointer) ||
             std::ranges::any_of(verification.items, [](const VerificationItem& item) {
               return item.recomputed.english().find("the stated value is safe") != std::string::npos;
             });
    } catch (const FormatError&) {
      return true;
    }
  }
};

// Their number is written here, since counting them would solve them whenever the program starts.
constexpr std::size_t kExamples = 18;

class VerifyFieldsOf : public VerifyFields, public ::testing::WithParamInterface<std::size_t> {};

TEST_P(VerifyFieldsOf, EveryChangeOfAnyFieldIsSeen) {
  const std::vector<DesignExample> all = examples();
  ASSERT_EQ(all.size(), kExamples);
  const auto& [example, design] = all[GetParam()];
  writeStrategyFile(file("a.npz"), *design);
  const Verification untouched = verifyStrategyFile(file("a.npz"));
  ASSERT_TRUE(untouched.passed()) << example;
  const Json metadata = Json::parse(readStrategyFile(file("a.npz")).metadataJson);
  const Json flat = metadata.flatten();
  for (const std::string& field : untouched.notChecked) {
    EXPECT_TRUE(std::ranges::any_of(flat.items(), [&](const auto& item) { return isPartOf(item.key(), field); }))
        << example << " has no " << field;
  }
  std::size_t at = GetParam();
  for (const auto& [pointer, value] : flat.items()) {
    if (isNamed(untouched, pointer)) continue;
    if (design->certificate && !isOfCertificate(pointer)) continue;
    // By default one change of each field, of another kind each time.
    const std::vector<Json> changes = changesOf(value);
    const std::size_t stride = thorough<std::size_t>(changes.size(), 1);
    for (std::size_t i = at++ % stride; i < changes.size(); i += stride) {
      const Json& change = changes[i];
      if (change == value) continue;
      EXPECT_TRUE(isSeen(pointer, change)) << example << ": " << pointer << ": " << value << " became " << change;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, VerifyFieldsOf, ::testing::Range(std::size_t{0}, kExamples));

// What privacy and error rest on is never merely taken as it stands.
TEST_F(VerifyFields, NoFigureIsNamedAsNotChecked) {
  for (const auto& [example, design] : examples()) {
    writeStrategyFile(file("a.npz"), *design);
    const Verification verification = verifyStrategyFile(file("a.npz"));
    for (const char* pointer :
         {"/iterations", "/epsilon",        "/delta",         "/batching",        "/job_batching",
          "/adjacency",  "/unit",           "/clip_norm",     "/sensitivity",     "/noise_multiplier",
          "/stddev",     "/stddev_formula", "/error_formula", "/loss_mean",       "/rmse",
          "/max_error",  "/last_error",     "/lower_bound",   "/arrays/C/sha256", "/privacy_claim/statement"})
      EXPECT_FALSE(isNamed(verification, pointer)) << example << ": " << pointer;
  }
}

}  // namespace
}  // namespace noiseloom
