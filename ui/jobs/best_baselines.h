#pragma once

#include <QObject>
#include <deque>
#include <optional>
#include <utility>

#include "core/recommend/best_baseline.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// The best baseline of each job on show, found on its own thread once sliders rest, and remembered for some dozens.
class BestBaselines : public QObject {
  Q_OBJECT

 public:
  explicit BestBaselines(QObject* parent = nullptr);

  /// That of the job of a scenario, nullopt if there is none. nullptr: not known yet; changed() says when to ask again.
  /// The pointer lives until the next call.
  const std::optional<BestBaseline>* find(const Scenario& scenario);

 signals:
  void changed();

 private:
  void remember(const Scenario& job, const std::optional<BestBaseline>& found);

  std::deque<std::pair<Scenario, std::optional<BestBaseline>>> m_known;  ///< by baselineJob(), the newest first
  std::optional<Scenario> m_asked;
  NewestJob m_job{QStringLiteral("best baseline"), NewestJob::Urgency::Background};
};

}  // namespace noiseloom
