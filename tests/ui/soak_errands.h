#pragma once

#include <QElapsedTimer>
#include <QKeySequence>
#include <QString>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <random>

#include "core/scenario/scenario.h"

class QAction;
class QLineEdit;

namespace noiseloom {

class ExportFrame;
class MainWindow;

/// Whole tasks, as a person does them, and after each a look at whether it did what it should: a lesson, saving and
/// opening, exports in every format, a file that is dropped, a run of undoing, locks, the map, training, appearances,
/// commands found by text, and more designs than there are colours. Nothing else should act while one is going on.
/// Steps arrive through the event loop.
class SoakErrands {
 public:
  /// Files go into `folder`.
  SoakErrands(MainWindow& window, std::mt19937_64& random, const QString& folder);
  ~SoakErrands();

  /// Begins one and says which.
  QString begin();
  bool running() const { return !m_steps.empty(); }
  /// To be called often while one is running. What went wrong, in words.
  std::optional<QString> advance();
  /// Something else stands in the way, such as a dialog that nobody expected.
  void abandon() { m_steps.clear(); }

 private:
  /// What is done, and what is waited for before the next step.
  struct Step {
    std::function<void()> act;
    std::function<bool()> until;
    int mostMilliseconds = 0;
    QString failure;  ///< why it is wrong to wait longer; empty where it is not
  };
  void pause(int milliseconds);
  void act(std::function<void()> what);
  void wait(std::function<bool()> until, int mostMilliseconds, const QString& failure = {});
  /// Fails with the reason that it returns.
  void check(std::function<std::optional<QString>()> what);
  void trigger(const QString& objectName);
  void trigger(const QKeySequence& keys);
  void type(std::function<QLineEdit*()> into, const QString& text, bool enter);

  void lesson();
  void answer();
  void undoRun();
  void save();
  void startNew();
  void open();
  void drop();
  void exportPlots();
  void exportReport();
  void exportStrategy();
  void exportFrom(const QKeySequence& keys, std::function<void(ExportFrame&)> fill);
  void pins();
  void lock();
  void map();
  void training();
  void appearances();
  void palette();

  int below(int count) {
    return static_cast<int>(std::uniform_int_distribution<>(0, std::max(0, count - 1))(m_random));
  }
  bool chance(int percent) { return below(100) < percent; }
  /// The scenario that must be there again, unless something is being solved for.
  std::function<std::optional<QString>()> comesBack(const QString& what);
  QStringList files() const;
  void waitForFiles();
  void takeOverEntries();

  MainWindow& m_window;
  std::mt19937_64& m_random;
  QString m_folder;
  std::deque<Step> m_steps;
  bool m_acted = false;  ///< the first step has, and is waiting
  QElapsedTimer m_waiting;
  QString m_about;  ///< which lesson, which file
  std::optional<QString> m_failure;
  std::shared_ptr<Scenario> m_before;  ///< as it was when the errand began
};

}  // namespace noiseloom
