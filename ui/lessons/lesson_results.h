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

/// A further design requested by a step.
struct LessonWanted {
  Scenario scenario;
  std::optional<Scenario> strategyOf = {};      ///< scenario whose strategy it keeps; nullopt: its own
  std::optional<LessonTraining> training = {};  ///< set if a text says how well it learns
};

/// The designs that a lesson compares with the document's, solved on a worker thread and kept while the lesson runs,
/// and the training results of all of them.
class LessonResults : public QObject {
  Q_OBJECT

 public:
  explicit LessonResults(QObject* parent = nullptr);

  /// A design and what it is trained on; without a design, nothing is trained.
  struct Task {
    std::shared_ptr<const Design> design;
    LessonTraining training;

    bool operator==(const Task&) const = default;
  };
  /// Sets the requested designs by name, and the training of `own`. Known results are kept, the rest is computed while
  /// no slider moves, and other work in progress is stopped.
  void want(std::map<std::string, LessonWanted> wanted, const Task& own);
  /// Sets only the training of the document's own design.
  void wantOwn(const Task& own);
  /// nullptr until it is known.
  std::shared_ptr<const Design> find(const std::string& name) const;
  /// The training results of a named design and of the document's own; nullopt until known.
  std::optional<LearnedValues> learned(const std::string& name) const;
  std::optional<LearnedValues> ownLearned() const;
  bool isComplete() const;
  /// True while something is being solved or trained.
  bool running() const { return m_job.running(); }
  void clear();

 signals:
  /// Another result is known, or cannot be computed.
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
  /// All training tasks whose design is known.
  std::vector<Task> tasks() const;
  /// Starts the first missing computation; stops work that is no longer requested.
  void solveNext();
  void solve(const LessonWanted& wanted);
  void train(const Task& task);

  std::map<std::string, LessonWanted> m_wanted;
  std::optional<Task> m_own;
  std::variant<std::monostate, Known, Task> m_working;  ///< in progress; a Known without its design
  bool m_interrupted = false;                           ///< interrupted by a slider
  std::vector<Known> m_known;
  std::vector<std::pair<Task, LearnedValues>> m_learned;
  NewestJob m_job{QStringLiteral("what a lesson says"),
                  NewestJob::Urgency::Background};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
