#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/cli/process.h"
#include "tests/core/io/scratch_folder.h"

namespace noiseloom::test {
namespace {

class ReproduceTo : public noiseloom::ScratchFolder {};

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Reproduce, ListsWhatThereIs) {
  const ProcessResult result = runCli({"reproduce"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_NE(result.out.find("scaling-bandmf-figure-1a"), std::string::npos) << result.out;
}

TEST(Reproduce, RefusesAnUnknownNameAndSaysWhatThereIs) {
  const ProcessResult result = runCli({"reproduce", "figure-99"});
  expectRefused(result, "figure-99");
  EXPECT_NE(result.err.find("scaling-bandmf-example-b1"), std::string::npos) << result.err;
}

TEST_F(ReproduceTo, WritesPointsStatementsAndAPictureTheSameTwice) {
  const std::filesystem::path folder = file("made") / "inner";
  const std::string id = "scaling-bandmf-example-b1";
  const ProcessResult result = runCli({"reproduce", id, "amplified-bandmf-table-4", "--out", folder.string()});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_NE(result.out.find("Example B.1"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("| sigma, eps = 1 | 4.22468 | 4.22468 |"), std::string::npos) << result.out;
  const std::string svg = contents(folder / (id + ".svg")), csv = contents(folder / (id + ".csv")),
                    statements = contents(folder / (id + "-statements.csv"));
  EXPECT_TRUE(svg.starts_with("<svg"));
  EXPECT_NE(csv.find("\"printed, diagonal 0\",1,0.74"), std::string::npos) << csv;
  EXPECT_NE(statements.find("agrees"), std::string::npos) << statements;
  EXPECT_FALSE(std::filesystem::exists(folder / "scaling-bandmf.md"));  // not the whole paper
  EXPECT_EQ(runCli({"reproduce", id, "--out", folder.string()}).exitCode, 0);
  EXPECT_EQ(contents(folder / (id + ".svg")), svg);
  EXPECT_EQ(contents(folder / (id + ".csv")), csv);
}

TEST_F(ReproduceTo, RefusesAFileForAFolder) {
  const std::filesystem::path path = file("not_a_folder");
  std::ofstream(path) << "x";
  const ProcessResult result = runCli({"reproduce", "scaling-bandmf-example-b1", "--out", path.string()});
  expectRefused(result, "--out");
}

}  // namespace
}  // namespace noiseloom::test
