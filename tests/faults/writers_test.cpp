// Every writer on a full disk, without permission, and killed at every call that changes a file: the older file stays
// whole until the new one is, nothing else is left, and the message names the file and the reason.

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/cli/sweep_journal.h"
#include "app/reproduce/chart.h"
#include "core/base/errors.h"
#include "core/io/atomic_file.h"
#include "core/io/batch_file.h"
#include "core/io/csv.h"
#include "core/io/kept_noise_costs.h"
#include "core/io/noise_plan.h"
#include "core/io/npy_rows.h"
#include "core/io/session.h"
#include "core/io/strategy_file.h"
#include "core/record/run_record.h"
#include "core/sampling/batch_sampler.h"
#include "core/search/designer.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/faults/system_calls.h"
#include "tests/faults/whole_files.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Design> designOfVersion(double version) {
  Scenario scenario({.iterations = 12,
                     .epochs = 3,
                     .epsilon = version,
                     .mechanism = *mechanismFromName("bsr"),
                     .bands = 2,
                     .deployment = {100, 2, NumberType::Float32}});
  return design(scenario);
}

std::vector<Writer> writers() {
  std::vector<Writer> all;
  std::vector<std::shared_ptr<const Design>> designs;
  for (const int version : {1, 2}) designs.push_back(designOfVersion(version));
  const auto of = [designs](int version) -> const Design& { return *designs[static_cast<std::size_t>(version - 1)]; };
  all.push_back({"Strategy", [of](const fs::path& file, int version) { writeStrategyFile(file, of(version)); }});
  all.push_back({"Plan", [of](const fs::path& file, int version) {
                   writeNoisePlan(file, makeNoisePlan(of(version), "a.npz", std::string(64, 'a')));
                 }});
  all.push_back({"Batches", [](const fs::path& file, int version) {
                   Scenario scenario({.iterations = 12, .epochs = 3, .mechanism = *mechanismFromName("dp-sgd")});
                   const auto found = design(scenario);
                   const std::array<std::uint8_t, SecretKey::kBytes> key{static_cast<std::uint8_t>(version)};
                   const auto sampler = batchSampler(found->scenario, found->strategy, 40, SecretKey::fromBytes(key));
                   writeBatchFile(file, *sampler, 0, 12);
                 }});
  all.push_back({"Session", [of](const fs::path& file, int version) {
                   Session session;
                   session.scenario = of(version).scenario;
                   session.designs.push_back(sessionDesign(1, "a", true, of(version)));
                   writeSession(file, session);
                 }});
  all.push_back({"Table", [](const fs::path& file, int version) {
                   CsvTable table({"a", "b"});
                   for (int i = 0; i < 2000; ++i) table.row({std::to_string(i * version), "x, y"});
                   writeFileAtomically(file, table.text());
                 }});
  all.push_back({"Picture", [](const fs::path& file, int version) {
                   Chart chart{.title = "of version " + std::to_string(version), .x = {"a"}, .y = {"b"}};
                   writeFileAtomically(file, chart.svg());
                 }});
  return all;
}

class WriterFaults : public WholeFiles, public ::testing::WithParamInterface<const char*> {
 protected:
  WriterFaults() : WholeFiles(writerOf(GetParam())) {}
  static const Writer& writerOf(const std::string& name) {
    static const std::vector<Writer> all = writers();
    return *std::ranges::find(all, name, &Writer::name);
  }
};

TEST_P(WriterFaults, KilledAtEveryCallTheOlderFileStaysOrTheNewOneIsWhole) {
  killedAtEveryCall([&](int at) { return survives(at, [&] { writeNewer(); }); });
}

TEST_P(WriterFaults, WithoutSpaceOrPermissionTheOlderFileStaysAndTheMessageSaysWhy) {
  withoutSpaceOrPermission();
}

TEST_P(WriterFaults, WritesThatDoHalfComeToTheSame) {
  halfWrites();
}

INSTANTIATE_TEST_SUITE_P(Files, WriterFaults,
                         ::testing::Values("Strategy", "Plan", "Batches", "Session", "Table", "Picture"),
                         [](const auto& each) { return std::string(each.param); });

class GrowingFaults : public ScratchFolder {
 protected:
  // Works on an empty folder with a fault at each call in turn, then looks.
  void killedAtEveryCall(const std::function<void()>& work, const std::function<void(int)>& look) {
    int at = 0;
    bool ended = false;
    for (; !ended && at < kMostCalls; ++at) {
      clear();
      ended = survives(at, work);
      look(at);
    }
    EXPECT_TRUE(ended);
    EXPECT_GT(at, 3);
  }
  void clear() {
    for (const auto& entry : fs::directory_iterator(folder())) fs::remove_all(entry.path());
  }
};

// Rows of noise.

constexpr NpyRowsShape kRows{3, 4, NumberType::Float64};

void writeRows(const fs::path& path, NpyRows::Begin begin) {
  NpyRows rows(path, kRows, begin);
  while (rows.rows() < kRows.rows) {
    const std::array<double, 4> row{static_cast<double>(rows.rows()), 2, 3, 4};
    rows.append(std::as_bytes(std::span(row)), {});
  }
  rows.finish();
}

TEST_F(GrowingFaults, RowsOfNoiseGoOnAfterEveryKill) {
  writeRows(file("whole.npy"), NpyRows::Begin::Anew);
  const std::string whole = contentOf(file("whole.npy"));
  const fs::path path = file("a.npy");
  killedAtEveryCall([&] { writeRows(path, NpyRows::Begin::Anew); },
                    [&](int at) {
                      EXPECT_TRUE(!fs::exists(path) || contentOf(path) == whole) << at;
                      EXPECT_NO_THROW(writeRows(path, NpyRows::Begin::Resume)) << at;
                      EXPECT_EQ(contentOf(path), whole) << at;
                      EXPECT_THAT(names(), ElementsAre("a.npy")) << at;
                    });
}

TEST_F(GrowingFaults, RowsOfNoiseGoOnAfterAFullDisk) {
  writeRows(file("whole.npy"), NpyRows::Begin::Anew);
  const std::string whole = contentOf(file("whole.npy"));
  const fs::path path = file("a.npy");
  for (const Fault fault : {Fault::NoSpace, Fault::Forbidden}) {
    int refused = 0;
    for (int at = 0; at < 10; ++at) {
      clear();
      const std::string message = messageWith(fault, at, [&] { writeRows(path, NpyRows::Begin::Anew); });
      if (!message.empty()) {
        ++refused;
        EXPECT_THAT(message, AllOf(HasSubstr(path.string()), HasSubstr(reasonOf(fault))));
        EXPECT_FALSE(fs::exists(path)) << at;
        EXPECT_NO_THROW(writeRows(path, NpyRows::Begin::Resume)) << at;
      }
      EXPECT_EQ(contentOf(path), whole) << at;
    }
    EXPECT_GT(refused, 0);
  }
}

// The record of a run.

const RecordHeader kHeader{.strategySha256 = std::string(64, 'a'), .iterations = 3, .datasetSize = 9, .shardEnd = 4};

SecretKey keyOfRun() {
  return SecretKey::fromBytes(std::array<std::uint8_t, SecretKey::kBytes>{7});
}

void addStep(RunRecord& record, Index step) {
  record.add(step, std::vector<Index>{step, step + 1}, std::vector<float>{1, 2, 3, 4});
}

// Appends to `done` as each step's call returns, in another file that no fault touches once it is open.
void recordSteps(const fs::path& path, int done) {
  RunRecord record(path, kHeader, keyOfRun());
  for (Index step = 0; step < kHeader.iterations; ++step) {
    addStep(record, step);
    const char mark = '.';
    if (::send(done, &mark, 1, 0) != 1) throw std::runtime_error("no mark");
  }
}

TEST_F(GrowingFaults, ARecordLosesNoStepWhoseCallReturned) {
  const fs::path path = file("r");
  int ends[2] = {-1, -1};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  killedAtEveryCall([&] { recordSteps(path, ends[0]); },
                    [&](int at) {
                      char marks[16];
                      const ssize_t done = ::recv(ends[1], marks, sizeof marks, MSG_DONTWAIT);
                      { RunRecord again(path, kHeader, keyOfRun(), std::max<Index>(0, done)); }
                      const RecordFile read = readRecordFile(path);
                      EXPECT_FALSE(read.cutOff) << at;
                      Index steps = 0;
                      for (const RecordLine& line : read.lines) steps += line.kind == RecordLine::Kind::Step ? 1 : 0;
                      EXPECT_GE(steps, std::max<ssize_t>(0, done)) << at;
                    });
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(GrowingFaults, ARecordOnAFullDiskEndsAsItDidAndGoesOn) {
  const fs::path path = file("r");
  RunRecord record(path, kHeader, keyOfRun());
  addStep(record, 0);
  const std::string before = contentOf(path);
  for (const int at : {0, 1}) {
    const std::string message = messageWith(Fault::NoSpace, at, [&] { addStep(record, 1); });
    EXPECT_THAT(message, AllOf(HasSubstr(path.string()), HasSubstr(reasonOf(Fault::NoSpace))));
    EXPECT_EQ(contentOf(path), before);
  }
  addStep(record, 1);
  const RecordFile read = readRecordFile(path);
  EXPECT_EQ(read.lines.size(), 2U);
  // One that cannot begin leaves nothing that the next one would stumble over.
  for (int at = 0; at < 4; ++at) {
    const fs::path other = file("o");
    (void)messageWith(Fault::NoSpace, at, [&] { RunRecord(other, kHeader, keyOfRun()); });
    EXPECT_NO_THROW(RunRecord(other, kHeader, keyOfRun())) << at;
    EXPECT_NO_THROW(readRecordFile(other)) << at;
    fs::remove(other);
  }
}

TEST_F(GrowingFaults, ARecordReachesTheDiskWhenItIsAsked) {
  const fs::path path = file("r");
  RunRecord record(path, kHeader, keyOfRun());
  record.setFlushEachLine(false);
  bool added = false;
  const std::string message = messageWith(Fault::NoSpace, 1, [&] {  // of one call each
    addStep(record, 0);
    added = true;
    record.flush();
  });
  EXPECT_TRUE(added);
  EXPECT_THAT(message, HasSubstr(path.string()));
  EXPECT_NO_THROW(record.flush());
  EXPECT_EQ(readRecordFile(path).lines.size(), 1U);
}

// What a sweep has solved.

std::vector<cli::SweepPlace> places() {
  return {{0, 2, std::string(64, 'a')}, {1, 2, std::string(64, 'b')}};
}

void sweepRows(const fs::path& table, bool resume) {
  cli::SweepJournal journal(table, {"value", "why"}, places(), {}, resume);
  for (const std::size_t at : {std::size_t{0}, std::size_t{1}}) {
    if (!journal.has(at)) journal.add(at, {"4, 5", ""});
  }
}

TEST_F(GrowingFaults, ASweepGoesOnAfterEveryKill) {
  const fs::path table = file("t.csv");
  killedAtEveryCall([&] { sweepRows(table, false); },
                    [&](int at) {
                      EXPECT_FALSE(fs::exists(table)) << at;
                      EXPECT_NO_THROW(sweepRows(table, true)) << at;
                      EXPECT_THAT(names(), ElementsAre("t.csv.journal-0-of-1")) << at;
                      EXPECT_EQ(cli::readSweepPart(file("t.csv.journal-0-of-1")).rows.size(), 2U) << at;
                    });
}

TEST_F(GrowingFaults, ASweepOnAFullDiskKeepsTheRowsBefore) {
  const fs::path table = file("t.csv");
  cli::SweepJournal journal(table, {"value", "why"}, places(), {}, false);
  journal.add(0, {"4, 5", ""});
  const fs::path path = file("t.csv.journal-0-of-1");
  const std::string before = contentOf(path);
  for (const Fault fault : {Fault::NoSpace, Fault::Forbidden}) {
    for (const int at : {0, 1, 2}) {
      const std::string message = messageWith(fault, at, [&] { journal.add(1, {"6", ""}); });
      if (message.empty()) continue;
      EXPECT_THAT(message, AllOf(HasSubstr(path.string()), HasSubstr(reasonOf(fault))));
      EXPECT_EQ(contentOf(path), before) << at;
    }
  }
  journal.add(1, {"6", ""});
  EXPECT_EQ(cli::readSweepPart(path).rows.size(), 2U);
}

// What noise costs is measured again where it cannot be kept.

TEST_F(GrowingFaults, KeptCostsAreWholeOrNone) {
  static int number = 0;
  const auto keep = [&] {
    const KeptNoiseCosts kept(file("cache"));
    learnNoiseCosts({{{"of this test", ++number, NumberType::Float32, 64}, {0.5, 0, "a"}}});
  };
  const fs::path path = file("cache") / "noise-costs.json";
  killedAtEveryCall(keep, [&](int at) {
    if (fs::exists(path)) {
      EXPECT_EQ(contentOf(path).back(), '\n') << at;
    }
    keep();
    EXPECT_EQ(contentOf(path).back(), '\n') << at;
    EXPECT_EQ(std::distance(fs::directory_iterator(file("cache")), {}), 1) << at;
  });
  const std::string before = contentOf(path);
  for (const Fault fault : {Fault::NoSpace, Fault::Forbidden}) {
    beginFault(fault, 0);
    EXPECT_NO_THROW(keep());
    endFault();
    EXPECT_EQ(contentOf(path), before);
  }
}

}  // namespace
}  // namespace noiseloom
