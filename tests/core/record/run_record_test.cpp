#include "core/record/run_record.h"

#include <limits>
#include <set>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/record/record_fixture.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

TEST_F(RecordTest, IsItsOwnersAloneAndHoldsCodesOnly) {
  rightRun(0, 24);
  const auto mode = std::filesystem::status(file("r")).permissions();
  EXPECT_EQ(mode, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const RecordFile read = readRecordFile(file("r"));
  EXPECT_TRUE(read.header == header);
  ASSERT_EQ(read.lines.size(), 24U + 1);
  EXPECT_EQ(read.lines.back().kind, RecordLine::Kind::End);
  EXPECT_EQ(read.lines.back().step, 24);
  EXPECT_FALSE(read.cutOff);
  // No code comes twice, nor as that of another run.
  std::set<std::string> codes{read.run};
  for (const RecordLine& line : read.lines) codes.insert({line.batch, line.noise, line.release});
  EXPECT_EQ(codes.size(), 1U + 3 * 24 + 1);  // the end has none
  RunRecord other(file("o"), header, keyNumber(2));
  rightSteps(other, 0, 2);
  for (const RecordLine& line : readRecordFile(file("o")).lines) {
    EXPECT_FALSE(codes.contains(line.batch));
    EXPECT_FALSE(codes.contains(line.noise));
  }
  // A plain hash of a batch would be a guess to test.
  const auto batch = batchOf(0);
  EXPECT_THAT(contentOf(file("r")), Not(HasSubstr(sha256Hex(std::as_bytes(std::span(batch))))));
}

// BLAKE2b of 32 bytes of "NoiseRec", a zero byte and eight zero bytes, keyed with the record's sub-key.
TEST_F(RecordTest, TheCodeOfTheRunIsThatOfItsKey) {
  const SecretKey key = keyNumber(1);
  EXPECT_EQ(RecordCodes(key).run(), RecordCodes(keyNumber(1)).run());
  EXPECT_NE(RecordCodes(key).run(), RecordCodes(keyNumber(2)).run());
  const std::vector<Index> some{1, 2}, less{1};
  EXPECT_NE(RecordCodes(key).batch(0, some), RecordCodes(key).batch(1, some));
  EXPECT_NE(RecordCodes(key).batch(0, some), RecordCodes(key).batch(0, less));
}

TEST_F(RecordTest, LinesAreThoseOfARecordThatFlushesEach) {
  {
    RunRecord record(file("late"), header, keyNumber(1));
    record.setFlushEachLine(false);
    rightSteps(record, 0, 24);
    record.flush();
  }
  rightRun(0, 24);
  EXPECT_EQ(contentOf(file("late")), contentOf(file("r")));
}

TEST_F(RecordTest, GoesOnAfterAKillAmidALine) {
  rightRun(0, 5);
  const std::string whole = contentOf(file("r"));
  putContent(file("r"), whole.substr(0, whole.size() - 30));
  EXPECT_TRUE(readRecordFile(file("r")).cutOff);
  EXPECT_EQ(readRecordFile(file("r")).lines.size(), 4U);
  rightRun(3, 24);
  EXPECT_EQ(readRecordFile(file("r")).lines.size(), 4U + 1 + 21 + 1);
  EXPECT_THAT(failures(), IsEmpty());
}

TEST_F(RecordTest, RefusesWhatIsNotItsRun) {
  { begun(); }
  EXPECT_THAT(messageOf<FormatError>([&] { RunRecord(file("r"), header, keyNumber(2)); }), HasSubstr("another key"));
  RecordHeader other = header;
  other.shardEnd = 11;
  EXPECT_THAT(messageOf<FormatError>([&] { RunRecord(file("r"), other, keyNumber(1)); }), HasSubstr("shard"));
  RunRecord writing = begun();
  EXPECT_THAT(messageOf<IoError>([&] { begun(); }), HasSubstr("another job"));
  EXPECT_THAT(messageOf<InvalidArgument>([&] {
                writing.add(0, std::vector<Index>{3, 3}, noiseOf(0));
              }),
              HasSubstr("increasing order"));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { writing.add(0, batchOf(0), std::vector<float>(7)); }),
              HasSubstr("noise"));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { writing.add(0, batchOf(0), std::vector<double>(8)); }),
              HasSubstr("float32"));
  EXPECT_THROW(RunRecord(file("new"), header, keyNumber(1), 25), InvalidArgument);
}

TEST_F(RecordTest, WritesNoHeaderThatItWouldNotRead) {
  const auto refused = [&](const char* name, auto change) {
    RecordHeader other = header;
    change(other);
    EXPECT_THAT(messageOf<InvalidArgument>([&] { RunRecord(file("r"), other, keyNumber(1)); }), HasSubstr(name));
    EXPECT_FALSE(std::filesystem::exists(file("r"))) << name;
  };
  refused("ranks = 0", [](RecordHeader& other) { other.ranks = 0; });
  refused("ranks = -1", [](RecordHeader& other) { other.ranks = -1; });
  refused("dataset_size = -3", [](RecordHeader& other) { other.datasetSize = -3; });
  refused("iterations = 0", [](RecordHeader& other) { other.iterations = 0; });
  refused("shard_begin = -1", [](RecordHeader& other) { other.shardBegin = -1; });
  refused("shard_end = 2", [](RecordHeader& other) { other.shardEnd = 2; });
  refused("divisor = 0", [](RecordHeader& other) { other.divisor = 0; });
  refused("clip_norm", [](RecordHeader& other) { other.clipNorm = std::numeric_limits<double>::quiet_NaN(); });
  refused("noise_scale = -1", [](RecordHeader& other) { other.noiseScale = -1; });
  refused("stddev = -1", [](RecordHeader& other) { other.stddev = -1; });
}

TEST_F(RecordTest, RefusesAStepThatReleasesSomethingElseAfterAResume) {
  rightRun(0, 9);
  RunRecord record = begun();  // the checkpoint was not loaded: step 0 once more
  const std::string before = contentOf(file("r"));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { record.add(0, batchOf(0), noiseOf(0), released("another state")); }),
              HasSubstr("step 0 with another outcome"));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { record.checkRelease(0, released("another state")); }),
              HasSubstr("step 0 with another outcome"));
  EXPECT_NO_THROW(record.checkRelease(0, released("state after 0")));
  EXPECT_NO_THROW(record.checkRelease(9, released("of which it knows nothing")));
  EXPECT_EQ(contentOf(file("r")), before);
  rightSteps(record, 0, 9);  // to the bit
  EXPECT_THAT(failures(), IsEmpty());
}

TEST_F(RecordTest, AJobThatStopsBeforeAStepLeavesItAsItWas) {
  rightRun(0, 5);
  const std::string before = contentOf(file("r"));
  for (const Index from : {0, 3, 5, 24}) {
    { begun(from); }
    EXPECT_EQ(contentOf(file("r")), before) << from;
  }
  {
    RunRecord record = begun(3);
    EXPECT_THROW(record.add(3, std::vector<Index>{3, 3}, noiseOf(3)), InvalidArgument);
  }
  EXPECT_EQ(contentOf(file("r")), before);
  rightRun(3, 24);
  const RecordFile read = readRecordFile(file("r"));
  EXPECT_EQ(read.lines[5].kind, RecordLine::Kind::Resume);
  EXPECT_EQ(read.lines[5].step, 3);
  finished = true;
  EXPECT_THAT(failures(), IsEmpty());
}

TEST_F(RecordTest, EndsWithTheLastStepOrWhereItIsSaid) {
  const auto ends = [&] {
    std::vector<Index> all;
    for (const RecordLine& line : readRecordFile(file("r")).lines) {
      if (line.kind == RecordLine::Kind::End) all.push_back(line.step);
    }
    return all;
  };
  {
    RunRecord record = begun();
    rightSteps(record, 0, 5);
    record.finish();
    record.finish();
  }
  EXPECT_THAT(ends(), ElementsAre(5));
  {
    RunRecord record = begun(5);
    rightSteps(record, 5, 24);
    record.finish();
  }
  EXPECT_THAT(ends(), ElementsAre(5, 24));
  // Killed before the end was written.
  const std::string whole = contentOf(file("r"));
  putContent(file("r"), whole.substr(0, whole.rfind("{\"end\"")));
  { begun(24); }
  EXPECT_THAT(ends(), ElementsAre(5, 24));
  finished = true;
  EXPECT_THAT(failures(), IsEmpty());
}

TEST_F(RecordTest, GoesOnWithAnotherNumberOfRanks) {
  header.ranks = 2;
  {
    RunRecord record = begun();
    rightSteps(record, 0, 5);
  }
  for (const Index from : {5, 9}) {
    header.ranks = from == 5 ? 3 : 1;
    RunRecord record = begun(from);
    rightSteps(record, from, from + 4);
  }
  {
    RunRecord record = begun(13);  // with as many as before
    rightSteps(record, 13, 24);
  }
  std::vector<Index> ranks;
  const RecordFile read = readRecordFile(file("r"));
  for (const RecordLine& line : read.lines)
    if (line.kind == RecordLine::Kind::Resume) ranks.push_back(line.ranks);
  EXPECT_EQ(read.header.ranks, 2);
  EXPECT_THAT(ranks, ElementsAre(3, 1, 0));
  finished = true;
  EXPECT_THAT(failures(), IsEmpty());
  EXPECT_EQ(verified().covers.english(), "24 of 24 steps, of batches that 1 to 3 ranks shared");
}

TEST_F(RecordTest, RefusesFilesThatOthersRead) {
  { begun(); }
  std::filesystem::permissions(file("r"), std::filesystem::perms::group_read, std::filesystem::perm_options::add);
  EXPECT_THAT(messageOf<IoError>([&] { begun(); }), HasSubstr("0600"));
  EXPECT_THROW(RunRecord(folder(), header, keyNumber(1)), IoError);
}

TEST_F(RecordTest, ReadersTakeEveryByteForHostile) {
  rightRun(0, 2);
  const std::string good = contentOf(file("r"));
  const auto refused = [&](const std::string& content) {
    putContent(file("r"), content);
    return messageOf<FormatError>([&] { readRecordFile(file("r")); });
  };
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  EXPECT_THAT(refused(""), HasSubstr("no line"));
  EXPECT_THAT(refused("\n"), HasSubstr("line 1"));
  EXPECT_THAT(refused(with("\"step\":1", "\"step\":-1")), HasSubstr("line 3"));
  EXPECT_THAT(refused(with("\"step\":1", "\"stop\":1")), HasSubstr("line 3"));
  EXPECT_THAT(refused(with("\"version\":2", "\"version\":3")), HasSubstr("version"));
  EXPECT_THAT(refused(with("\"reduction\":\"sum\"", "\"reduction\":\"max\"")), HasSubstr("max"));
  EXPECT_THAT(refused(with("\"version\":2", "\"version\":1")), HasSubstr("ranks"));
  EXPECT_THAT(refused(with("\"ranks\":1", "\"ranks\":0")), HasSubstr("ranks"));
  EXPECT_THAT(refused(with("\"divisor\":1.0,\"seal", "\"divisor\":0.0,\"seal")), HasSubstr("line 2"));
  EXPECT_THAT(refused(with("\"batch\":\"", "\"batch\":\"x")), HasSubstr("line 2"));
  EXPECT_THAT(refused(with(",\"seal\"", ",\"zeal\"")), HasSubstr("seal"));
  for (std::size_t size = 1; size < good.size(); size += 7) {
    putContent(file("r"), good.substr(0, size));
    try {
      readRecordFile(file("r"));
    } catch (const FormatError&) {
    }
  }
}

}  // namespace
}  // namespace noiseloom
