#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "core/base/errors.h"
#include "core/io/noise_plan.h"
#include "core/io/sha256.h"
#include "core/io/strategy_file.h"
#include "tests/calls.h"
#include "tests/core/io/design_examples.h"
#include "tests/core/io/rewrite_archive.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/processor_time.h"

namespace noiseloom {
namespace {

class HostileFilesTest : public ScratchFolder {
 protected:
  // Whether the file was read; fails on any other end than a strategy or one of the two errors for files.
  template <class Read>
  bool survives(Read read) {
    try {
      read();
      return true;
    } catch (const IoError&) {
    } catch (const FormatError& error) {
      EXPECT_FALSE(std::string(error.what()).empty());
    }
    return false;
  }
};

TEST_F(HostileFilesTest, StrategyFilesCutAtEveryByteAreRefused) {
  writeStrategyFile(file("a.npz"), *toeplitzExample());
  for (auto size = std::filesystem::file_size(file("a.npz")); size-- > 0;) {
    std::filesystem::resize_file(file("a.npz"), size);
    ASSERT_FALSE(survives([&] { readStrategyFile(file("a.npz")); })) << size << " bytes were taken for a whole file";
  }
}

TEST_F(HostileFilesTest, FlippedBytesAreRefusedOrHarmless) {
  const auto design = toeplitzExample();
  writeStrategyFile(file("a.npz"), *design);
  const std::string good = contentOf(file("a.npz"));
  std::mt19937_64 random(20240917);
  int read = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string bytes = good;
    // Half of the rounds aim at the headers and the directory, which are a small part of the file.
    const std::size_t from = round % 2 == 0 ? 0 : good.size() - 700;
    for (int flips = 1 + round % 3; flips > 0; --flips) {
      bytes[from + random() % (good.size() - from)] ^= static_cast<char>(1 + random() % 255);
    }
    putContent(file("b.npz"), bytes);
    if (!survives([&] {
          const StrategyFile parsed = readStrategyFile(file("b.npz"));
          expectSame(parsed.scenario, design->scenario);
          expectSame(parsed.strategy, design->strategy);
          EXPECT_EQ(parsed.figures.noiseMultiplier.value, design->noiseMultiplier.value);
        })) {
      continue;
    }
    ++read;  // only attributes that say nothing about the content can have changed
  }
  EXPECT_LT(read, 400);
}

// Sound checksums around damaged content: everything behind the zip layer sees the damage.
TEST_F(HostileFilesTest, DamagedMembersWithSoundChecksumsNeverCrash) {
  std::mt19937_64 random(7);
  for (const auto& [name, design] : designExamples()) {
    SCOPED_TRACE(name);
    writeStrategyFile(file("a.npz"), *design);
    for (int round = 0; round < 400; ++round) {
      rewriteArchive(file("a.npz"), file("b.npz"), [&](Members& members) {
        const std::size_t chosen = random() % members.size();
        std::string& content = members[chosen].second;
        const std::size_t at = random() % content.size();
        switch (random() % 4) {
          case 0: content[at] ^= static_cast<char>(1 + random() % 255); break;
          case 1: content.resize(at); break;
          case 2: content.insert(at, 1 + random() % 40, static_cast<char>(random())); break;
          default: content.erase(at, 1 + random() % 40); break;
        }
        if (chosen == 0) members[1].second = unicodeArray(content);
      });
      survives([&] { readStrategyFile(file("b.npz")); });
    }
  }
}

// Kinds of few numbers may state any n: reading them neither allocates nor walks by it.
TEST_F(HostileFilesTest, AnyNumberOfIterationsIsReadAtOnce) {
  constexpr Index n = 1'000'000'000'000;
  const Index decayed = InverseToeplitzStrategy(n, {1, -0.5, -0.125}).bands();
  const auto examples = designExamples();
  for (const char* name : {"inverse toeplitz", "stamped, the last block cut", "blt", "tree"}) {
    SCOPED_TRACE(name);
    writeStrategyFile(file("a.npz"), *example(examples, name).design);
    editMetadata(file("a.npz"), file("b.npz"), [&](nlohmann::ordered_json& json) {
      json["iterations"] = n;
      json["min_separation"] = n;
      if (json["kind"] == "blt" || json["kind"] == "tree") json["bands"] = n;
      if (json["kind"] == "inverse-toeplitz") json["bands"] = decayed;
      if (json["kind"] == "dense") json["stamps_requested"] = n / json["bands"].get<Index>() + 1;
    });
    const double start = processorSeconds();
    EXPECT_TRUE(survives([&] { EXPECT_EQ(readStrategyFile(file("b.npz")).strategy.iterations(), n); }));
    EXPECT_LT(processorSeconds() - start, 5);
  }
}

TEST_F(HostileFilesTest, ArraysThatAreNoStrategyAreRefusedByName) {
  struct Case {
    const char* example;
    const char* member;
    std::size_t position;
    double value;
    const char* said;
  };
  const auto examples = designExamples();
  for (const Case& one :
       {Case{"inverse toeplitz", "noising_coef", 0, -1, "noising_coef[0]: -1 is not allowed"},
        Case{"inverse toeplitz", "noising_coef", 1, -1e300, "noising_coef: a series whose inverse does not decay"},
        Case{"blt", "buf_decay", 0, 1.5, "buf_decay: 1.5 is not allowed"},
        Case{"blt", "buf_decay", 1, 0.9, "buf_decay: 0.9 twice"},
        Case{"blt", "inverse_buf_decay", 0, 0, "buf_decay: 0"},
        Case{"blt", "output_scale", 0, 7, "output_scale.npy: has the SHA-256"},
        Case{"dense", "C", 1, 0.5, "C, row [0]: 0.5 is not allowed: use zeros above the diagonal"},
        Case{"dense", "C", 10, 0, "diagonal of C[1]: 0 is not allowed"},
        Case{"dense", "C_inv", 0, std::numeric_limits<double>::infinity(), "C_inv"}}) {
    SCOPED_TRACE(one.said);
    writeStrategyFile(file("a.npz"), *example(examples, one.example).design);
    rewriteArchive(file("a.npz"), file("b.npz"), [&](Members& members) {
      for (auto& [name, content] : members) {
        if (name == std::string(one.member) + ".npy") {
          std::memcpy(content.data() + 128 + 8 * one.position, &one.value, sizeof one.value);
        }
      }
    });
    EXPECT_NE(messageOf<FormatError>([&] { readStrategyFile(file("b.npz")); }).find(one.said), std::string::npos)
        << messageOf<FormatError>([&] { readStrategyFile(file("b.npz")); });
  }
}

TEST_F(HostileFilesTest, DamagedPlansNeverCrash) {
  writeNoisePlan(file("a.plan.json"), makeNoisePlan(*toeplitzExample(), "a.npz", std::string(64, 'a')));
  const std::string good = contentOf(file("a.plan.json"));
  for (std::size_t size = 0; size + 2 < good.size(); ++size) {
    putContent(file("b.plan.json"), good.substr(0, size));
    ASSERT_FALSE(survives([&] { readNoisePlan(file("b.plan.json")); })) << size;
  }
  std::mt19937_64 random(11);
  for (int round = 0; round < 4000; ++round) {
    std::string text = good;
    const std::size_t at = random() % text.size();
    if (round % 2 == 0) {
      text[at] ^= static_cast<char>(1 + random() % 255);
    } else {
      text.insert(at, 1, "0123456789-.eE\"{}[],:"[random() % 21]);
    }
    putContent(file("b.plan.json"), text);
    survives([&] { readNoisePlan(file("b.plan.json")); });
  }
}

TEST_F(HostileFilesTest, FilesOfOtherKindsAreRefused) {
  for (const std::string& content : {std::string(), std::string("PK"), std::string(22, '\0'), std::string(1 << 16, 'P'),
                                     std::string("PK\x05\x06") + std::string(18, '\0'), std::string("{}")}) {
    putContent(file("x"), content);
    EXPECT_THROW(readStrategyFile(file("x")), FormatError);
    EXPECT_THROW(readNoisePlan(file("x")), FormatError);
  }
  EXPECT_THROW(readStrategyFile("/dev/zero"), IoError);
  EXPECT_THROW(readNoisePlan(folder()), IoError);
}

}  // namespace
}  // namespace noiseloom
