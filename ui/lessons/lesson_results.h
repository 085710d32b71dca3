#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/design/design.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// The designs that a lesson compares the document's with, solved on a worker thread and kept while the lesson runs.
class LessonResults : public QObject {
  Q_OBJECT

 public:
  explicit LessonResults(QObject* parent = nullptr);

  /// What is wanted from now on, by name; what is known of it stays, the rest is solved.
  void want(std::map<std::string, Scenario> scenarios);
  /// nullptr while it is not known.
  std::shared_ptr<const Design> find(const std::string& name) const;
  bool isComplete() const;
  /// Stops, and forgets everything.
  void clear();

 signals:
  /// One more is known, or none can be.
  void changed();

 private:
  void solveNext();

  std::map<std::string, Scenario> m_wanted;
  std::vector<std::pair<Scenario, std::shared_ptr<const Design>>> m_known;
  NewestJob m_job;  // last: joined before what it uses goes
};

}  // namespace noiseloom
