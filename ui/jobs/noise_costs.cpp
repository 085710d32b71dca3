#include "ui/jobs/noise_costs.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/design/cost.h"
#include "core/noise/noise_stream.h"

namespace noiseloom {
namespace {

/// The largest measured size stands for all larger shards, which do not fit the caches either.
constexpr Index kMostMeasured = Index{1} << 18;

Index measuredShard(const Deployment& deployment) {
  return std::min(largestShard(deployment).value_or(0), kMostMeasured);
}

}  // namespace

std::optional<Index> largestShard(const Deployment& deployment) {
  if (deployment.machines < 1 || deployment.parameters < deployment.machines) return std::nullopt;
  return noiseMemoryOf(0, deployment).coordinates;
}

std::optional<Index> noiseMemory(const Design& design) {
  const Deployment& deployment = design.scenario.deployment;
  if (!largestShard(deployment)) return std::nullopt;
  const double bytes = noiseMemoryOf(design.strategy.noiseRows(), deployment).perMachine;
  if (bytes > static_cast<double>(kNoLimit / 2)) return std::nullopt;
  return static_cast<Index>(bytes);
}

NoiseCosts::NoiseCosts(QObject* parent) : QObject(parent) {
  connect(&m_job, &NewestJob::idle, this, &NoiseCosts::next);
}

std::string NoiseCosts::keyOf(const Design& design) {
  const Index shard = measuredShard(design.scenario.deployment);
  return std::string(design.strategy.kindName()) + ' ' + std::to_string(design.strategy.noiseRows()) + ' ' +
         std::string(toString(design.scenario.deployment.numberType)) + ' ' + std::to_string(shard);
}

std::optional<double> NoiseCosts::secondsPerStep(const Design& design) const {
  const auto shard = largestShard(design.scenario.deployment);
  const auto known = m_known.find(keyOf(design));
  if (!shard || known == m_known.end()) return std::nullopt;
  return known->second.secondsPerStep(*shard);
}

std::optional<double> NoiseCosts::spread(const Design& design) const {
  const auto known = m_known.find(keyOf(design));
  return known == m_known.end() ? std::nullopt : std::optional(known->second.spread);
}

void NoiseCosts::request(const std::shared_ptr<const Design>& design) {
  if (!design || !largestShard(design->scenario.deployment)) return;
  const std::string key = keyOf(*design);
  const bool waits = std::ranges::any_of(m_waiting, [&](const auto& other) { return keyOf(*other) == key; });
  if (waits || m_known.contains(key)) return;
  m_waiting.push_front(design);
  if (!m_job.running()) next();
}

void NoiseCosts::next() {
  while (!m_waiting.empty() && m_known.contains(keyOf(*m_waiting.front()))) m_waiting.pop_front();
  if (m_waiting.empty()) return;
  const auto design = m_waiting.front();
  m_waiting.pop_front();
  m_job.start([this, design](const std::stop_token& stop) -> NewestJob::Delivery {
    const Deployment& deployment = design->scenario.deployment;
    const NoiseCost cost = measureNoiseCost(design->strategy, deployment.numberType, measuredShard(deployment), {stop});
    if (stop.stop_requested()) return {};
    return [this, design, cost] {
      m_known[keyOf(*design)] = cost;
      emit changed();
    };
  });
}

}  // namespace noiseloom
