#pragma once

#include <QObject>
#include <deque>
#include <optional>
#include <utility>

#include "core/design/design.h"
#include "core/recommend/best_baseline.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// The best baseline of each job on show, found on its own thread once sliders rest, and remembered for some hundreds.
class BestBaselines : public QObject {
  Q_OBJECT

 public:
  explicit BestBaselines(QObject* parent = nullptr);

  /// That of the job of a scenario, nullopt if there is none. nullptr: not known yet; changed() says when to ask again.
  /// The pointer lives until the next call.
  const std::optional<BestBaseline>* find(const Scenario& scenario);
  /// Its error, 0 if there is none, for the design on show. While that is not known: by its last ratio to DP-SGD under
  /// the same batching, nullopt without one.
  std::optional<double> errorOnShow(const Design& design);
  /// The same for any other design, which waits until nothing else is being found. nullopt: not known yet.
  std::optional<double> errorOf(const Design& design);

 signals:
  void changed();

 private:
  const std::optional<BestBaseline>* known(const Scenario& job) const;
  void remember(const Scenario& job, const std::optional<BestBaseline>& found);

  std::deque<std::pair<Scenario, std::optional<BestBaseline>>> m_known;  ///< by baselineJob(), the newest first
  std::optional<Scenario> m_asked;
  const Batching* m_ratioOf = nullptr;
  double m_ratio = 0;  ///< of the best baseline's error to that under m_ratioOf
  NewestJob m_job{QStringLiteral("best baseline"), NewestJob::Urgency::Background};
};

}  // namespace noiseloom
