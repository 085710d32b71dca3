// What is left of a solve that is stopped, under every batching: designs that verify, and nothing worse than what was
// shown. Stops come at a counted call of the progress, the trace or the sink, beside each of which the token is looked
// at, so that the same stop comes at the same place on every machine.

#include "core/search/stopped_solve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/batching/list.h"
#include "core/design/baseline_error.h"
#include "core/io/strategy_file.h"
#include "core/mechanism/list.h"
#include "core/verify/verify_strategy.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/scenarios.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

class StoppedDesign : public ScratchFolder {};
class StoppedSolve : public ScratchFolder {};

// What a certificate may be above its estimate (certifyOthers() of the designer), and what a search may end apart by.
constexpr double kCertified = 1.15;

Scenario stoppable(const Batching* batching, std::optional<Index> bands = std::nullopt) {
  return Scenario({.iterations = 16,
                   .epochs = batching->once ? 1.0 : 4.0,
                   .epsilon = 3,
                   .delta = 1e-5,
                   .mechanism = *mechanismFromName("banded-toeplitz"),
                   .bands = bands,
                   .batching = batching});
}

// Requests a stop at the call whose number it is.
class CountedStop {
 public:
  explicit CountedStop(int at) : m_at(at) {}
  void operator()() {
    if (m_calls++ == m_at) m_stop.request_stop();
  }
  int calls() const { return m_calls; }
  bool came() const { return m_calls > m_at; }
  RunControl control() {
    return {m_stop.get_token(), [this](const Progress&) { (*this)(); }, [this](const TracePoint&) { (*this)(); }};
  }

 private:
  int m_at;
  int m_calls = 0;
  std::stop_source m_stop;
};

constexpr int kNever = 1 << 30;

// Some of so many calls: the first, and others that follow from the seed.
std::vector<int> someOf(int calls, unsigned seed) {
  std::vector<int> places{0};
  for (int i = 0; i < thorough(1, 30); ++i) {
    seed = 1'664'525 * seed + 1'013'904'223;
    places.push_back(static_cast<int>((seed >> 8) % static_cast<unsigned>(calls)));
  }
  return places;
}

void expectVerified(const Design& design, const std::filesystem::path& path) {
  writeStrategyFile(path, design);
  const Verification verification = verifyStrategyFile(path);
  for (const VerificationItem& item : verification.items) {
    EXPECT_TRUE(item.passed) << item.name << ": " << item.stated.english() << ", " << item.recomputed.english();
  }
  EXPECT_TRUE(verification.passed());
}

TEST_F(StoppedDesign, VerifiesWhereverTheStopComesUnderEveryBatching) {
  for (const Batching* batching : allBatchings()) {
    for (const std::optional<Index> bands : {std::optional<Index>(), std::optional<Index>(2)}) {
      if (bands && thorough(true, false)) continue;
      const Scenario scenario = stoppable(batching, bands);
      if (bands && !scenario.problems().empty()) continue;  // of one band or of other numbers
      CountedStop none(kNever);
      const auto whole = design(scenario, none.control());
      for (const int at : someOf(none.calls(), 7)) {
        SCOPED_TRACE(std::string(batching->id) + (bands ? ", 2 bands, stop " : ", stop ") + std::to_string(at));
        CountedStop stop(at);
        const auto left = design(scenario, stop.control(), {.secondsAfterStop = 1e5});
        ASSERT_TRUE(left && stop.came());
        expectVerified(*left, file("left.npz"));
        // Whoever stops it does not change the baseline, nor which side of it a design is on without amplification.
        EXPECT_NEAR(left->dpSgdRmse, whole->dpSgdRmse, 1e-9 * whole->dpSgdRmse);
      }
    }
  }
}

// Independent noise whose own certificate was stopped was taken for the baseline: three times too large.
TEST_F(StoppedDesign, HasTheBaselineOfAWholeOne) {
  const Scenario scenario = with(stoppable(&batchings::bMinSep), {.mechanism = &baselineMechanism()});
  CountedStop stop(0);
  const auto left = design(scenario, stop.control(), {.secondsAfterStop = 1e5});
  ASSERT_TRUE(left && left->certificate && left->certificate->stopped);
  EXPECT_GT(left->error.mean, 2 * left->dpSgdRmse);
  EXPECT_EQ(left->dpSgdRmse, design(scenario)->dpSgdRmse);
}

// What a window is shown.
struct Shown {
  std::vector<std::shared_ptr<const Design>> before;
  std::vector<std::shared_ptr<const Design>> after;
  bool final = false;
  bool finalBefore = false;
  double least = std::numeric_limits<double>::infinity();  // error of the curve
};

Shown shownUntil(const SolveRequest& request, CountedStop& stop) {
  Shown seen;
  const RunControl control = stop.control();
  const SolveSink sink{[&](std::shared_ptr<const Design> found, bool final) {
                         seen.final = final;
                         (stop.came() ? seen.after : seen.before).push_back(std::move(found));
                         if (!stop.came()) seen.finalBefore = final;
                         stop();
                       },
                       [&](const BandPoint& point) {
                         EXPECT_FALSE(control.stopRequested());
                         seen.least = std::min(seen.least, point.error[request.scenario.objective]);
                         stop();
                       }};
  runSolve(request, control, sink, [](SolvePhase) {});
  return seen;
}

void expectNothingWorse(const Shown& seen, const std::filesystem::path& path) {
  ASSERT_LE(seen.after.size(), 1u);
  for (const auto& found : seen.after) {
    EXPECT_FALSE(found->estimated);
    EXPECT_TRUE(seen.final);
    expectVerified(*found, path);
    for (const auto& earlier : seen.before) {
      const double allowed = earlier->estimated ? kCertified : 1 + 1e-12;
      EXPECT_LE(found->objectiveError(), allowed * earlier->objectiveError());
    }
  }
  if (seen.after.empty() && !seen.before.empty()) {
    EXPECT_TRUE(seen.finalBefore);
  }
}

TEST_F(StoppedSolve, ShowsNothingWorseWhereverTheStopComesUnderEveryBatching) {
  for (const Batching* batching : allBatchings()) {
    for (const char* mechanism : {"banded-toeplitz", "banded", "best"}) {
      if (std::string_view(mechanism) != "banded" && thorough(true, false)) continue;
      SolveRequest request;
      request.scenario = with(stoppable(batching), {.mechanism = *mechanismFromName(mechanism), .mostSeconds = 1e5});
      if (!request.scenario.problems().empty()) continue;
      CountedStop none(kNever);
      shownUntil(request, none);
      for (const int at : someOf(none.calls(), 11)) {
        SCOPED_TRACE(std::string(batching->id) + ", " + mechanism + ", stop " + std::to_string(at));
        CountedStop stop(at);
        expectNothingWorse(shownUntil(request, stop), file("shown.npz"));
      }
    }
  }
}

// So many bands and steps that nothing is drawn, and far more bands than the thumb's are best: what a stop left was the
// thumb's, ninety times worse than what was shown, beside a baseline without amplification.
TEST_F(StoppedSolve, KeepsNoMoreErrorThanOneBandHas) {
  SolveRequest request;
  request.scenario = with(stoppable(&batchings::bMinSep), {.iterations = 48'000, .epochs = 20});
  request.likelyBands = 400;
  CountedStop stop(1);
  const Shown seen = shownUntil(request, stop);
  ASSERT_EQ(seen.before.size(), 1u);
  EXPECT_TRUE(seen.before.front()->estimated);
  ASSERT_EQ(seen.after.size(), 1u);
  expectNothingWorse(seen, file("shown.npz"));
  EXPECT_GE(gainOverBaseline(*seen.after.front()), -1e-9);
}

// Without the time for a certificate the estimate stays, as one, and nothing worse takes its place.
TEST_F(StoppedSolve, AnEstimateThatNothingCertifiesStays) {
  for (const Batching* batching : {&batchings::bMinSep, &batchings::ballsInBins, &batchings::cyclicPoisson}) {
    SCOPED_TRACE(batching->id);
    SolveRequest request;
    request.scenario = stoppable(batching);
    request.secondsAfterStop = 0;
    std::stop_source source;
    std::vector<std::pair<bool, bool>> seen;
    const SolveSink sink{[&](const std::shared_ptr<const Design>& found, bool final) {
                           seen.emplace_back(found->estimated, final);
                           source.request_stop();
                         },
                         [](const BandPoint&) {}};
    EXPECT_FALSE(runSolve(request, {source.get_token(), {}}, sink));
    ASSERT_EQ(seen.size(), 1u);
    EXPECT_EQ(seen.front(), std::pair(true, false));
  }
}

}  // namespace
}  // namespace noiseloom
