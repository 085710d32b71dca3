#include "core/audit/canary_run.h"

#include <map>

#include "core/base/errors.h"
#include "core/io/npz.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

constexpr const char* kMetadata =
    R"({"format":"noiseloom-canaries","version":1,"strategy_sha256":"ab","dataset_size":50,"clip_norm":2.5})";

struct Array {
  std::vector<Index> shape;
  std::vector<double> values;
};

class CanaryFile : public ScratchFolder {
 protected:
  CanaryFile() {
    for (int j = 0; j < 20; ++j) {
      arrays["examples"].values.push_back(2 * j);
      arrays["coins"].values.push_back(j % 3 == 0 ? 1 : 0);
    }
    arrays["examples"].shape = arrays["coins"].shape = {20};
    arrays["participations"] = {{3, 2}, {0, 1, 0, 7, 2, 1}};
    arrays["sums"] = {{3, 20}, std::vector<double>(60, 0.25)};
    arrays["sums"].values[21] = -4;
  }
  CanaryRun read() const {
    const auto path = file("run.npz");
    std::filesystem::remove(path);
    NpzWriter writer(path);
    if (!metadata.empty()) writer.addText("metadata", metadata);
    for (const auto& [name, array] : arrays) writer.addArray(name, array.shape, array.values);
    writer.finish();
    return readCanaryRun(path);
  }
  std::string refusal() const {
    return messageOf<FormatError>([this] { read(); });
  }

  std::string metadata = kMetadata;
  std::map<std::string, Array> arrays;
};

TEST_F(CanaryFile, IsReadAsItIs) {
  const CanaryRun run = read();
  EXPECT_EQ(run.strategySha256, "ab");
  EXPECT_EQ(run.datasetSize, 50);
  EXPECT_EQ(run.clipNorm, 2.5);
  EXPECT_EQ(run.steps, 3);
  EXPECT_EQ(run.count(), 20);
  EXPECT_EQ(run.examples[3], 6);
  EXPECT_TRUE(run.present[3]);
  EXPECT_FALSE(run.present[4]);
  EXPECT_THAT(run.taken[1], ElementsAre(0, 2));
  EXPECT_THAT(run.taken[7], ElementsAre(0));
  EXPECT_EQ(run.sums[21], -4);
  arrays.erase("participations");
  for (const std::vector<Index>& steps : read().taken) EXPECT_THAT(steps, IsEmpty());
}

TEST_F(CanaryFile, RefusesWhatIsWrong) {
  const auto with = [this](const char* name, std::size_t at, double value) {
    const double before = std::exchange(arrays[name].values[at], value);
    std::string said = refusal();
    arrays[name].values[at] = before;
    return said;
  };
  EXPECT_THAT(with("examples", 19, 50), HasSubstr("examples: has a value that is no whole number from 0 to 49"));
  EXPECT_THAT(with("examples", 2, 2), HasSubstr("examples: is not rising"));
  EXPECT_THAT(with("sums", 3, 1e200), HasSubstr("sums: has a value above 1e100 clip norms"));
  EXPECT_THAT(with("coins", 2, 0.5), HasSubstr("coins: has a value that is no whole number from 0 to 1"));
  EXPECT_THAT(with("participations", 4, 3), HasSubstr("participations: is not of rising steps"));
  EXPECT_THAT(with("participations", 3, 1), HasSubstr("participations: is not of rising steps"));
  EXPECT_THAT(with("participations", 5, 20), HasSubstr("participations: has a value that is no whole number"));
  arrays["extra"] = {{1}, {1}};
  EXPECT_THAT(refusal(), HasSubstr("extra.npy: is not part of a file of canaries"));
  arrays.erase("extra");
  const Array sums = std::exchange(arrays["sums"], {{4, 15}, std::vector<double>(60)});
  EXPECT_THAT(refusal(), HasSubstr("sums: has rows of another length than examples"));
  arrays.erase("sums");
  EXPECT_THAT(refusal(), HasSubstr("sums: is missing"));
  arrays["sums"] = sums;
  arrays["coins"].values.assign(20, 1);
  EXPECT_THAT(refusal(), HasSubstr("coins: are all alike"));
  metadata = std::string(kMetadata).replace(36, 1, "2");
  EXPECT_THAT(refusal(), HasSubstr("version"));
}

}  // namespace
}  // namespace noiseloom
