#include "ui/jobs/best_baselines.h"

#include <algorithm>

namespace noiseloom {
namespace {

constexpr std::size_t kMostKnown = 64;  // as far as somebody goes back by Undo within a moment

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
  const auto known = std::find_if(m_known.begin(), m_known.end(), [&](const auto& each) { return each.first == job; });
  if (known != m_known.end()) return &known->second;
  if (m_asked == job && m_job.running()) return nullptr;
  m_asked = job;
  m_job.start([this, job](const std::stop_token& stop) {
    const std::optional<BestBaseline> found = bestBaseline(job, {stop});
    if (stop.stop_requested()) return NewestJob::Delivery{};
    return NewestJob::Delivery{[this, job, found] { remember(job, found); }};
  });
  return nullptr;
}

void BestBaselines::remember(const Scenario& job, const std::optional<BestBaseline>& found) {
  m_known.emplace_front(job, found);
  if (m_known.size() > kMostKnown) m_known.pop_back();
}

}  // namespace noiseloom
