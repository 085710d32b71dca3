#include "core/io/workload_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

class LearningRatesFile : public ScratchFolder {
 protected:
  std::filesystem::path path() const { return file("rates.txt"); }
};

TEST_F(LearningRatesFile, IsReadWithOrWithoutACount) {
  putContent(path(), "0.1, 0.2 # warm-up\n\n1\n");
  EXPECT_EQ(readLearningRates(path(), 3), (std::vector<double>{0.1, 0.2, 1}));
  EXPECT_EQ(readLearningRates(path(), 0), (std::vector<double>{0.1, 0.2, 1}));
  EXPECT_THROW(readLearningRates(path(), 2), FormatError);
  EXPECT_THROW(readLearningRates(path(), 4), FormatError);
  putContent(path(), "# nothing\n");
  EXPECT_THROW(readLearningRates(path(), 0), FormatError);
  EXPECT_THROW(readLearningRates(file("none.txt"), 0), IoError);
}

TEST_F(LearningRatesFile, AsManyLinesAsNumbersOfEachAreTheMatrixOfAWorkload) {
  putContent(path(), "1 0 0\n0.5 1 0 # second\n0.3 0.4 1\n");
  const Workload matrix = readWorkload(path());
  ASSERT_TRUE(matrix.isMatrix());
  const std::vector<double> rows{1, 0.5, 1, 0.3, 0.4, 1};
  EXPECT_TRUE(std::ranges::equal(matrix.given(), rows));
  // Not taken for coefficients because of an entry that a matrix must not have.
  putContent(path(), "1 0 0\n0.5 1 0.1\n0.3 0.4 1\n");
  EXPECT_THAT(messageOf<FormatError>([&] { readWorkload(path()); }), HasSubstr("row 2, column 3"));
  putContent(path(), "1 0.5\n0.25\n");
  EXPECT_FALSE(readWorkload(path()).isMatrix());
}

// Lines come whole, wherever the file is cut into pieces, with or without an end of the last one.
TEST_F(LearningRatesFile, MayBeOfAnySize) {
  std::string text;
  std::vector<double> rates;
  for (int i = 1; i <= 50'000; ++i) {
    rates.push_back(i / 1000.0);
    text += std::to_string(i) + "e-3" + (i % 7 == 0 ? " # a comment\r\n" : "\n");
  }
  putContent(path(), text);
  EXPECT_EQ(readLearningRates(path(), 50'000), rates);
  text.pop_back();
  putContent(path(), text);
  EXPECT_EQ(readLearningRates(path(), 0), rates);
  putContent(path(), text + "\n\n1 bad");
  EXPECT_THAT(messageOf<FormatError>([&] { readLearningRates(path(), 0); }), HasSubstr("line 50002: \"bad\""));
  putContent(path(), std::string(std::size_t{2} << 20, '1'));
  EXPECT_THAT(messageOf<FormatError>([&] { readLearningRates(path(), 0); }), HasSubstr("line 1: is longer than 1 MiB"));
}

TEST_F(LearningRatesFile, NeverWaitsForAPipe) {
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
  EXPECT_THAT(messageOf<IoError>([&] { readLearningRates(path(), 3); }), HasSubstr("not a regular file"));
  EXPECT_THAT(messageOf<IoError>([&] { readLearningRates(folder(), 3); }), HasSubstr("it is a folder"));
}

}  // namespace
}  // namespace noiseloom
