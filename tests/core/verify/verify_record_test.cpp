// Mistakes that training jobs make, each told by the record or named as one that it cannot tell: the table of
// docs/formats.md.

#include "core/verify/verify_record.h"

#include "tests/calls.h"
#include "tests/core/record/record_fixture.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

class VerifyRecord : public RecordTest {
 protected:
  std::string allNotChecked(bool withKey = true) const {
    std::string all;
    for (const std::string& one : verified(withKey).notChecked) all += one + "\n";
    return all;
  }
};

TEST_F(VerifyRecord, ARightRunPasses) {
  rightRun(0, 24);
  EXPECT_THAT(failures(), IsEmpty());
  EXPECT_THAT(failures(false), IsEmpty());
  EXPECT_THAT(allNotChecked(false), HasSubstr("need the run's key"));
  std::vector<std::string> names;
  for (const VerificationItem& item : verified().items) names.push_back(item.name);
  EXPECT_THAT(names, ElementsAre("strategy_sha256", "iterations", "clip_norm", "stddev", "dataset_size", "noise_scale",
                                 "clip norm of each step", "divisor of each step", "order of steps", "repeated steps",
                                 "end", "run", "seals", "batches", "participations", "steps between two", "noise"));
}

TEST_F(VerifyRecord, ARunThatStopsEarlyPasses) {
  rightRun(0, 7);
  EXPECT_THAT(failures(), IsEmpty());
  EXPECT_EQ(verified().covers.english(), "7 of 24 steps");
  finished = true;
  EXPECT_THAT(failures(false),
              ElementsAre(HasSubstr("end: 7 of 24 steps: the run goes on, or the record was cut off")));
  {
    RunRecord record = begun(7);
    record.finish();
  }
  EXPECT_THAT(failures(), IsEmpty());
}

TEST_F(VerifyRecord, ARecordOfVersion1Passes) {
  header.version = 1;
  header.ranks = 0;
  std::vector<RecordLine> lines;
  for (Index step = 0; step < 9; ++step) lines.push_back(right(step, "state after " + std::to_string(step)));
  forge(lines);
  EXPECT_THAT(failures(), IsEmpty());
  EXPECT_THAT(allNotChecked(), HasSubstr("clip norm and divisor of each step"));
  header.version = 2;  // of this program, which goes on with it as it is
  header.ranks = 1;
  rightRun(9, 24);
  finished = true;
  EXPECT_THAT(failures(), IsEmpty());
  EXPECT_EQ(readRecordFile(file("r")).header.version, 1);
}

TEST_F(VerifyRecord, EveryBatchingOfARightRunPasses) {
  for (const Batching* batching : batchings::kOffered) {
    SCOPED_TRACE(std::string(batching->id));
    for (const Index iterations : {24, 23}) {
      Scenario other = with(scenario, {.iterations = iterations, .batching = batching});
      if (batching == &batchings::randomAllocation || batching == &batchings::balancedIterations || !batching->banded)
        other.bands = batching->banded ? std::optional<Index>(1) : other.bands;
      if (!other.problems().empty()) continue;  // allocations want whole epochs
      writeStrategyFile(file("s.npz"), *design(other));
      strategy = std::make_unique<StrategyFile>(readStrategyFile(file("s.npz")));
      header.strategySha256 = sha256OfFile(file("s.npz"));
      header.iterations = iterations;
      header.stddev = strategy->figures.stddev;
      std::filesystem::remove(file("r"));
      rightRun(0, iterations);
      EXPECT_THAT(failures(), IsEmpty());
    }
  }
}

TEST_F(VerifyRecord, AResumeThatRepeatsStepsToTheBitPasses) {
  rightRun(0, 9);
  rightRun(6, 24);  // its checkpoint was older than its record
  EXPECT_THAT(failures(), IsEmpty());
  EXPECT_THAT(failures(false), IsEmpty());
}

// A job that forgets to load its checkpoint and is refused has left a line, and no step.
TEST_F(VerifyRecord, AResumeWithoutAStepTakesNoneAway) {
  std::vector<RecordLine> lines;
  const auto steps = [&](Index from, Index to) {
    for (Index step = from; step < to; ++step) lines.push_back(right(step, "state after " + std::to_string(step)));
  };
  steps(0, 5);
  lines.push_back({RecordLine::Kind::Resume, 0});
  lines.push_back({RecordLine::Kind::Resume, 5});
  steps(5, 24);
  forge(lines);
  EXPECT_THAT(failures(), IsEmpty());
}

TEST_F(VerifyRecord, Mistake01ShuffledInsteadOfSampled) {
  {
    RunRecord record = begun();
    for (Index step = 0; step < 24; ++step) {
      std::vector<Index> batch;
      for (Index x = step % 6; x < 200; x += 6) batch.push_back(x);
      record.add(step, batch, noiseOf(step));
    }
  }
  EXPECT_THAT(failures(), ElementsAre(AllOf(HasSubstr("batches: step 0 took another batch"), HasSubstr("all 24"))));
}

TEST_F(VerifyRecord, Mistake02AStepTwiceAfterAResume) {
  std::vector<RecordLine> lines;
  const auto steps = [&](Index from, Index to) {
    for (Index step = from; step < to; ++step) lines.push_back(right(step, "state after " + std::to_string(step)));
  };
  steps(0, 9);
  lines.push_back({RecordLine::Kind::Resume, 8});
  lines.push_back(right(8, "state after 8, twice"));  // from parameters that had seen step 8 already
  steps(9, 24);
  forge(lines);
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("repeated steps: step 8 was done twice with the same noise")));
}

TEST_F(VerifyRecord, Mistake02IsNamedWhereNothingOfTheReleaseIsRecorded) {
  {
    RunRecord record = begun();
    for (Index step = 0; step < 9; ++step) record.add(step, batchOf(step), noiseOf(step));
  }
  {
    RunRecord record = begun(8);
    for (Index step = 8; step < 24; ++step) record.add(step, batchOf(step), noiseOf(step));
  }
  EXPECT_THAT(failures(), IsEmpty());
  EXPECT_THAT(allNotChecked(), HasSubstr("whether 1 repeated steps released the same again"));
}

TEST_F(VerifyRecord, Mistake03AStepTwiceWithoutAResume) {
  {
    RunRecord record = begun();
    rightSteps(record, 0, 9);
    rightSteps(record, 8, 24);
  }
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("order of steps: step 8 is done again")));
}

TEST_F(VerifyRecord, Mistake04AResumeThatSkipsSteps) {
  rightRun(0, 9);
  rightRun(12, 24);
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("resumed at step 12, which leaves out steps from 9 on"),
                                           "end: 21 steps are recorded"));
}

TEST_F(VerifyRecord, Mistake05AStepLeftOut) {
  {
    RunRecord record = begun();
    rightSteps(record, 0, 9);
    rightSteps(record, 10, 24);
  }
  EXPECT_THAT(failures(false),
              ElementsAre(HasSubstr("step 10 follows where step 9 was next"), "end: 23 steps are recorded"));
}

TEST_F(VerifyRecord, Mistake06TheNoiseOfTheSumOnTheMean) {
  header.reduction = Reduction::Mean;
  header.divisor = 100.0 / 3;
  rightRun(0, 24);
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("noise_scale: 0.03")));
  std::filesystem::remove(file("r"));
  header.noiseScale = 1 / header.divisor;
  rightRun(0, 24);
  EXPECT_THAT(failures(), IsEmpty());
}

TEST_F(VerifyRecord, Mistake07TheNoiseOfTheMeanOnTheSum) {
  header.noiseScale = 0.03;
  { begun(); }
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("noise_scale")));
  std::filesystem::remove(file("r"));
  header.noiseScale = 1;
  header.divisor = 30;  // a sum that is divided is a mean
  { begun(); }
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("noise_scale")));
}

TEST_F(VerifyRecord, Mistake08TheStandardDeviationSquared) {
  {
    RunRecord record = begun();
    for (Index step = 0; step < 24; ++step)
      record.add(step, batchOf(step), noiseOf(step, 1, 2, strategy->figures.stddev));
  }
  EXPECT_THAT(failures(), ElementsAre(HasSubstr("noise: step 0 has other noise")));
  std::filesystem::remove(file("r"));
  header.stddev *= header.stddev;
  { begun(); }
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("stddev")));
}

TEST_F(VerifyRecord, Mistake09TheWrongShard) {
  {
    RunRecord record = begun();
    for (Index step = 0; step < 24; ++step) record.add(step, batchOf(step), noiseOf(step, 1, 0));
  }
  EXPECT_THAT(failures(), ElementsAre(HasSubstr("its shard")));
}

TEST_F(VerifyRecord, Mistake10ShardsThatOverlap) {
  { begun(); }
  RecordHeader twin = header;
  twin.shardBegin = 0;
  twin.shardEnd = 3;
  { RunRecord(file("twin"), twin, keyNumber(1)); }
  against = file("twin");
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("shards that overlap")));
  twin.shardEnd = 2;
  { RunRecord(file("apart"), twin, keyNumber(1)); }
  against = file("apart");
  EXPECT_THAT(failures(false), IsEmpty());
}

TEST_F(VerifyRecord, Mistake11TwoRunsWithOneKey) {
  { begun(); }
  RecordHeader other = header;
  other.strategySha256 = std::string(64, 'a');
  { RunRecord(file("other"), other, keyNumber(1)); }
  against = file("other");
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("two runs with one key")));
  { RunRecord(file("fresh"), header, keyNumber(2)); }
  against = file("fresh");
  EXPECT_THAT(failures(false), IsEmpty());
}

TEST_F(VerifyRecord, Mistake12TheLastExamplesOfABatchDropped) {
  {
    RunRecord record = begun();
    for (Index step = 0; step < 24; ++step) {
      auto batch = batchOf(step);
      batch.resize(batch.size() / 8 * 8);
      record.add(step, batch, noiseOf(step));
    }
  }
  EXPECT_THAT(failures(), ElementsAre(HasSubstr("took another batch than is drawn for it")));
}

TEST_F(VerifyRecord, Mistake13ABatchThatIsEmpty) {
  {
    RunRecord record = begun();
    rightSteps(record, 0, 23);
    record.add(23, {}, noiseOf(23));
  }
  EXPECT_THAT(failures(), ElementsAre(HasSubstr("step 23 took nobody")));
}

TEST_F(VerifyRecord, Mistake14BatchesOneStepOff) {
  {
    RunRecord record = begun();
    for (Index step = 0; step < 23; ++step) record.add(step, batchOf(step + 1), noiseOf(step));
  }
  EXPECT_THAT(failures(), ElementsAre(HasSubstr("step 0 took the batch of step 1")));
}

TEST_F(VerifyRecord, Mistake15NoiseFromTheBeginningAfterAResume) {
  rightRun(0, 9);
  {
    RunRecord record = begun(9);
    for (Index step = 9; step < 24; ++step) record.add(step, batchOf(step), noiseOf(step - 9));
  }
  EXPECT_THAT(failures(), ElementsAre(HasSubstr("noise: step 9 has other noise")));
}

TEST_F(VerifyRecord, Mistake16NoiseFromAnotherKeyAfterAResume) {
  rightRun(0, 9);
  {
    RunRecord record = begun(7);
    for (Index step = 7; step < 24; ++step) record.add(step, batchOf(step), noiseOf(step, 2));
  }
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("step 7 was done twice, with two draws of the noise")));
  EXPECT_THAT(failures(), Contains(HasSubstr("noise: step 7 has other noise")));
}

TEST_F(VerifyRecord, Mistake17BatchesDrawnAnewAfterAResume) {
  rightRun(0, 9);
  {
    RunRecord record = begun(7);
    for (Index step = 7; step < 24; ++step) record.add(step, batchOf(step, 2), noiseOf(step));
  }
  EXPECT_THAT(failures(false), ElementsAre(HasSubstr("step 7 was done twice, with two batches")));
}

TEST_F(VerifyRecord, Mistake18MoreStepsThanDesigned) {
  {
    RunRecord record = begun();
    rightSteps(record, 0, 24);
    record.add(24, batchOf(0), noiseOf(0));
  }
  EXPECT_THAT(failures(), ElementsAre(HasSubstr("step 24 is beyond the 24 steps")));
}

TEST_F(VerifyRecord, Mistake19AnotherStrategyDataSetOrClipNorm) {
  header.strategySha256 = std::string(64, 'b');
  header.datasetSize = 300;
  header.clipNorm = 1;
  { begun(); }
  EXPECT_THAT(failures(false),
              ElementsAre(HasSubstr("strategy_sha256"), HasSubstr("clip_norm"), HasSubstr("dataset_size")));
  EXPECT_THAT(failures(), Contains(HasSubstr("dataset_size")));
}

TEST_F(VerifyRecord, Mistake20ARecordThatWasEdited) {
  rightRun(0, 9);
  std::string text = contentOf(file("r"));
  const std::size_t begin = text.find("{\"step\":8");
  putContent(file("r"), text.substr(0, begin) +
                            text.substr(begin).replace(text.substr(begin).find("\"release\":\"") + 11, 1, "z"));
  EXPECT_THROW(failures(), FormatError);
  const std::size_t at = text.find("\"release\":\"", text.find("{\"step\":4")) + 11;
  text[at] = text[at] == '0' ? '1' : '0';
  putContent(file("r"), text);
  EXPECT_THAT(failures(), ElementsAre(HasSubstr("seals: line 6 was changed")));
  EXPECT_THAT(failures(false), IsEmpty());  // which takes the key to tell
}

TEST_F(VerifyRecord, NothingIsMadeByAHeaderThatWasEdited) {
  rightRun(0, 3);
  std::string text = contentOf(file("r"));
  text.replace(text.find("\"shard_end\":10"), 14, "\"shard_end\":1000000000000000");
  putContent(file("r"), text);
  EXPECT_THAT(failures(), ElementsAre(HasSubstr("seals: line 1 was changed")));
  EXPECT_THAT(allNotChecked(), HasSubstr("first line was changed"));
}

TEST_F(VerifyRecord, Mistake21TheKeyOfAnotherRun) {
  { RunRecord(file("r"), header, keyNumber(2)); }
  EXPECT_THAT(failures(), ElementsAre(HasSubstr("run: ")));
  EXPECT_THAT(allNotChecked(), HasSubstr("the key is that of another run"));
}

TEST_F(VerifyRecord, Mistake22ADivisorThatIsNotTheClaimsBatch) {
  header.reduction = Reduction::Mean;
  header.ranks = 2;
  for (const auto& [divisor, said] : std::initializer_list<std::pair<double, std::string>>{
           {200 / 3.0, "divisor: 33.3333, the claim's batch: with 2 times as much"},
           {100000 / 3.0, "divisor: 33.3333, the claim's batch: with 1000 times"},
           {20, "divisor: 33.3333, the claim's batch"},
           {100 / 3.0, ""},
           {34, ""}}) {
    header.divisor = divisor;
    header.noiseScale = 1 / divisor;
    std::filesystem::remove(file("r"));
    { begun(); }
    if (said.empty()) {
      EXPECT_THAT(failures(false), IsEmpty()) << divisor;
    } else {
      EXPECT_THAT(failures(false), ElementsAre(HasSubstr(said))) << divisor;
    }
  }
  EXPECT_EQ(verified().covers.english(), "0 of 24 steps, of batches that 2 ranks shared");
}

TEST_F(VerifyRecord, Mistake23AClipNormOrADivisorThatChanges) {
  {
    RunRecord record = begun();
    for (Index step = 0; step < 9; ++step)
      record.add(step, batchOf(step), noiseOf(step), {}, StepFigures{step == 3 ? 20000.0 : 2.0, step > 6 ? 31.0 : 1.0});
  }
  EXPECT_THAT(failures(false), ElementsAre("clip norm of each step: step 3 was clipped at 20000",
                                           "divisor of each step: step 7 was divided by 31; in all 2 steps differ"));
}

TEST_F(VerifyRecord, Mistake24ARecordThatWasCut) {
  rightRun(0, 24);
  finished = true;
  EXPECT_THAT(failures(), IsEmpty());
  const std::string whole = contentOf(file("r"));
  for (const char* at : {"{\"end\"", "{\"step\":9,", "{\"step\":0,"}) {
    putContent(file("r"), whole.substr(0, whole.find(at)));
    EXPECT_THAT(failures(), ElementsAre(HasSubstr("end: "))) << at;
  }
  EXPECT_EQ(verified().covers.english(), "0 of 24 steps");
  // An end that somebody else puts there has no seal, or that of another place.
  const std::string end = whole.substr(whole.find("{\"end\""));
  putContent(file("r"), whole.substr(0, whole.find("{\"step\":9,")) + end);
  EXPECT_THAT(failures(), Contains(HasSubstr("seals: line 11 was changed")));
}

TEST_F(VerifyRecord, WhatItCannotSeeItNames) {
  rightRun(0, 24);
  EXPECT_THAT(allNotChecked(), AllOf(HasSubstr("gradients were clipped"), HasSubstr("nothing else was released")));
}

TEST_F(VerifyRecord, StopsWhenAsked) {
  rightRun(0, 24);
  EXPECT_NO_THROW(verifyRunRecord({file("r"), file("s.npz"), keyNumber(1), {}}, stoppedAtOnce()));
}

}  // namespace
}  // namespace noiseloom
