#include "ui/jobs/best_baselines.h"

#include <algorithm>

#include "core/design/baseline_error.h"

namespace noiseloom {
namespace {

constexpr std::size_t kMostKnown = 256;  // more than a shelf shows, or somebody goes back by Undo within a moment

}  // namespace

BestBaselines::BestBaselines(QObject* parent) : QObject(parent) {
  connect(&m_job, &NewestJob::failed, this, [this] {
    if (m_asked) remember(*m_asked, std::nullopt);
  });
  // A slider that begins to move stops the work and drops what waits: who shows it has to ask again.
  connect(&m_job, &NewestJob::idle, this, &BestBaselines::changed);
}

const std::optional<BestBaseline>* BestBaselines::find(const Scenario& scenario) {
  const Scenario job = baselineJob(scenario);
  if (const auto* found = known(job)) return found;
  if (m_asked == job && m_job.running()) return nullptr;
  m_asked = job;
  m_job.start([this, job](const std::stop_token& stop) {
    const std::optional<BestBaseline> found = bestBaseline(job, {stop});
    if (stop.stop_requested()) return NewestJob::Delivery{};
    return NewestJob::Delivery{[this, job, found] { remember(job, found); }};
  });
  return nullptr;
}

std::optional<double> BestBaselines::errorOnShow(const Design& design) {
  const double own = baselineError(design);
  if (const std::optional<BestBaseline>* found = find(design.scenario)) {
    if (!*found) return 0;
    m_ratio = own > 0 ? (*found)->error / own : 0;
    m_ratioOf = design.scenario.batching;
    return (*found)->error;
  }
  if (m_ratioOf != design.scenario.batching || !(m_ratio * own > 0)) return std::nullopt;
  return m_ratio * own;
}

std::optional<double> BestBaselines::errorOf(const Design& design) {
  const std::optional<BestBaseline>* found =
      m_job.running() ? known(baselineJob(design.scenario)) : find(design.scenario);
  if (!found) return std::nullopt;
  return *found ? (*found)->error : 0;
}

const std::optional<BestBaseline>* BestBaselines::known(const Scenario& job) const {
  const auto found = std::ranges::find(m_known, job, &std::pair<Scenario, std::optional<BestBaseline>>::first);
  return found == m_known.end() ? nullptr : &found->second;
}

void BestBaselines::remember(const Scenario& job, const std::optional<BestBaseline>& found) {
  m_known.emplace_front(job, found);
  if (m_known.size() > kMostKnown) m_known.pop_back();
}

}  // namespace noiseloom
