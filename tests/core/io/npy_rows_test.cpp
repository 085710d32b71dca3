#include "core/io/npy_rows.h"

#include <array>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

class NpyRowsTest : public ScratchFolder {
 protected:
  static constexpr NpyRowsShape kShape{3, 2, NumberType::Float64};
  static std::array<double, 2> row(Index i) { return {static_cast<double>(i), -0.5}; }
  static bool append(NpyRows& rows, const std::stop_token& stop = {}) {
    const std::array<double, 2> values = row(rows.rows());
    return rows.append(std::as_bytes(std::span(values)), stop);
  }
};

TEST_F(NpyRowsTest, StandsUnderItsNameOnlyWhenComplete) {
  {
    NpyRows rows(file("a.npy"), kShape, NpyRows::Begin::Anew);
    EXPECT_TRUE(append(rows));
    EXPECT_THAT(names(), ElementsAre("a.npy.part"));
    EXPECT_THROW(rows.finish(), InvalidArgument);
    EXPECT_THAT(messageOf<IoError>([&] { NpyRows(file("a.npy"), kShape, NpyRows::Begin::Resume); }),
                HasSubstr("is being written by another process"));
  }
  EXPECT_THAT(names(), ElementsAre("a.npy.part"));
  NpyRows rows(file("a.npy"), kShape, NpyRows::Begin::Resume);
  EXPECT_EQ(rows.rows(), 1);
  std::array<double, 2> read{};
  rows.read(0, std::as_writable_bytes(std::span(read)));
  EXPECT_EQ(read, row(0));
  while (rows.rows() < 3) EXPECT_TRUE(append(rows));
  EXPECT_THROW(append(rows), InvalidArgument);
  rows.finish();
  EXPECT_THAT(names(), ElementsAre("a.npy"));
  EXPECT_EQ(contentOf(file("a.npy")).size(), static_cast<std::size_t>(kShape.fileBytes()));
}

TEST_F(NpyRowsTest, LeavesNothingWithoutARowAndOtherFilesAlone) {
  putContent(file("a.npy"), "older");
  {
    NpyRows rows(file("a.npy"), kShape, NpyRows::Begin::Anew);
    EXPECT_FALSE(append(rows, stoppedAtOnce().stop));
    EXPECT_EQ(rows.rows(), 0);
  }
  EXPECT_THAT(names(), ElementsAre("a.npy"));
  EXPECT_EQ(contentOf(file("a.npy")), "older");
  EXPECT_THROW(NpyRows(file("none/a.npy"), kShape, NpyRows::Begin::Anew), IoError);
  EXPECT_THROW(NpyRows(file("a.npy"), kShape, NpyRows::Begin::Resume), FormatError);
  EXPECT_EQ(contentOf(file("a.npy")), "older");
}

TEST_F(NpyRowsTest, RefusesSizesThatCannotBe) {
  EXPECT_THROW((void)NpyRowsShape({Index{1} << 40, Index{1} << 40}).fileBytes(), InvalidArgument);
  EXPECT_THAT(messageOf<IoError>([&] {
                NpyRows(file("a.npy"), {1 << 20, Index{1} << 38}, NpyRows::Begin::Anew);
              }),
              HasSubstr("needs 1152921504606847104 bytes, and the disk has room for"));
  EXPECT_THAT(names(), IsEmpty());
}

}  // namespace
}  // namespace noiseloom
