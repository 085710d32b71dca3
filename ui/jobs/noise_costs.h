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

/// Parameters of the largest shard, which one machine handles; nullopt if there are fewer than machines.
std::optional<Index> largestShard(const Deployment& deployment);
/// Bytes of noise history kept by the machine of the largest shard; nullopt if undefined or too large for a number.
std::optional<Index> noiseMemory(const Design& design);

/// The cost of generating noise on this machine, measured once for each kind and width of strategy, one design at a
/// time on its own thread.
class NoiseCosts : public QObject {
  Q_OBJECT

 public:
  explicit NoiseCosts(QObject* parent = nullptr);

  /// Seconds per step for the largest shard of the design's deployment; nullopt until measured.
  std::optional<double> secondsPerStep(const Design& design) const;
  /// As NoiseCost::spread; nullopt until measured.
  std::optional<double> spread(const Design& design) const;
  /// Measures unknown costs in the background. The newest request goes first.
  void request(const std::shared_ptr<const Design>& design);

 signals:
  void changed();

 private:
  static std::string keyOf(const Design& design);
  void next();

  std::map<std::string, NoiseCost> m_known;
  std::deque<std::shared_ptr<const Design>> m_waiting;
  NewestJob m_job{QStringLiteral("cost of noise"), NewestJob::Urgency::Background};
};

}  // namespace noiseloom
