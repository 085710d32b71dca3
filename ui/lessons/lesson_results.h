#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/design/design.h"
#include "ui/jobs/newest_job.h"
#include "ui/lessons/lesson_training.h"

namespace noiseloom {

/// A further design of a step.
struct LessonWanted {
  Scenario scenario;
  std::optional<Scenario> strategyOf = {};      ///< whose strategy it keeps; none: its own
  std::optional<LessonTraining> training = {};  ///< what it learns, where a text says how well
};

/// The designs that a lesson compares the document's with, solved on a worker thread and kept while the lesson runs,
/// and how well they and the document's own learn.
class LessonResults : public QObject {
  Q_OBJECT

 public:
  explicit LessonResults(QObject* parent = nullptr);

  /// The document's own design and what it learns; without a design nothing of it is wanted.
  struct Task {
    std::shared_ptr<const Design> design;
    LessonTraining training;

    bool operator==(const Task&) const = default;
  };
  /// What is wanted from now on, by name, and how well `own` learns; what is known of it stays, the rest is solved
  /// while no slider moves, and whatever else was on its way is stopped.
  void want(std::map<std::string, LessonWanted> wanted, const Task& own);
  /// The same, of the document's own design alone.
  void wantOwn(const Task& own);
  /// nullptr while it is not known.
  std::shared_ptr<const Design> find(const std::string& name) const;
  /// The same of what it learns, and of the own design.
  std::optional<LearnedValues> learned(const std::string& name) const;
  std::optional<LearnedValues> ownLearned() const;
  bool isComplete() const;
  /// Something is being solved or trained.
  bool running() const { return m_job.running(); }
  /// Stops, and forgets everything.
  void clear();

 signals:
  /// One more is known, or none can be.
  void changed();

 private:
  struct Known {
    Scenario scenario;
    std::optional<Scenario> strategyOf;
    std::shared_ptr<const Design> design = nullptr;

    bool operator==(const Known&) const = default;
  };
  std::shared_ptr<const Design> find(const LessonWanted& wanted) const;
  std::optional<LearnedValues> find(const Task& task) const;
  /// All that is to be trained and can be by now.
  std::vector<Task> tasks() const;
  /// Goes on with the first that is missing; stops what is not wanted any more.
  void solveNext();
  void solve(const LessonWanted& wanted);
  void train(const Task& task);

  std::map<std::string, LessonWanted> m_wanted;
  std::optional<Task> m_own;
  std::variant<std::monostate, Known, Task> m_working;  ///< on its way; a Known without its design
  bool m_interrupted = false;                           ///< a slider has stopped it
  std::vector<Known> m_known;
  std::vector<std::pair<Task, LearnedValues>> m_learned;
  NewestJob m_job;  // last: joined before what it uses goes
};

}  // namespace noiseloom
