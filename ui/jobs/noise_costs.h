#pragma once

#include <QObject>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/design/design.h"
#include "core/noise/cost_model.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// Parameters of the largest shard, which one machine generates noise for; nothing when there are fewer than machines.
std::optional<Index> largestShard(const Deployment& deployment);
/// Bytes of noise history that the machine of the largest shard keeps; nothing where that is undefined or too large for
/// a number.
std::optional<Index> noiseMemory(const Design& design);

/// What generating noise takes on this machine, measured once for each kind and width of strategy, a design at a time
/// on a thread of its own.
class NoiseCosts : public QObject {
  Q_OBJECT

 public:
  explicit NoiseCosts(QObject* parent = nullptr);

  /// Seconds a step for the largest shard of the design's deployment; nothing until it is measured.
  std::optional<double> secondsPerStep(const Design& design) const;
  /// As NoiseCost::spread; nothing until it is measured.
  std::optional<double> spread(const Design& design) const;
  /// Measures in the background what is not known yet. The newest request goes first.
  void request(const std::shared_ptr<const Design>& design);

 signals:
  void changed();

 private:
  static std::string keyOf(const Design& design);
  void next();

  std::map<std::string, NoiseCost> m_known;
  std::deque<std::shared_ptr<const Design>> m_waiting;
  NewestJob m_job;
};

}  // namespace noiseloom
