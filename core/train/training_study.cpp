#include "core/train/training_study.h"

#include <atomic>
#include <mutex>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/parallel.h"

namespace noiseloom {

TrainingStudy::TrainingStudy(std::vector<TrainingPlan> plans, std::uint64_t firstSeed, const TrainingOptions& options)
    : m_plans(std::move(plans)), m_firstSeed(firstSeed), m_options(options), m_histories(m_plans.size()) {
  if (m_plans.empty()) throw InvalidArgument("plans", Core::tr("none"), Core::tr("one plan or more"));
  for (const TrainingPlan& plan : m_plans) TrainingRun(plan, firstSeed, options);
}

bool TrainingStudy::run(Index seeds, const RunControl& control) {
  checkInteger("seeds", seeds, 1, kMostSeeds - this->seeds());
  const auto plans = std::ssize(m_plans);
  const Index before = this->seeds();
  std::vector<TrainingHistory> found(seeds * plans);
  std::vector<char> complete(found.size(), 0);
  std::mutex reporting;
  Index finished = 0;
  const bool all = parallelFor(seeds * plans, control, [&](Index task) {
    TrainingRun run(m_plans[task % plans], m_firstSeed + static_cast<std::uint64_t>(before + task / plans), m_options);
    if (!run.advance(run.iterations(), control.quiet())) return;
    found[task] = std::move(run).takeState().history;
    complete[task] = 1;
    const std::lock_guard lock(reporting);
    ++finished;
    control.report(static_cast<double>(finished) / static_cast<double>(seeds * plans), Core::tr("training"));
  });
  for (Index seed = 0; seed < seeds; ++seed) {
    const std::size_t first = seed * plans;
    for (std::size_t p = 0; p < m_plans.size(); ++p) {
      if (complete[first + p] == 0) return false;
    }
    for (std::size_t p = 0; p < m_plans.size(); ++p) m_histories[p].push_back(std::move(found[first + p]));
  }
  return all;
}

bool advanceTogether(std::span<TrainingRun> runs, Index step, const RunControl& control) {
  std::atomic<bool> whole{true};
  const bool all = parallelFor(std::ssize(runs), control, [&](Index i) {
    if (!runs[i].advance(std::max<Index>(0, step - runs[i].step()), control.quiet())) whole = false;
  });
  return all && whole;
}

}  // namespace noiseloom
