#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <set>

#include "core/io/session.h"
#include "tests/ui/soak_monkey.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/settings/appearance_keeper.h"

namespace noiseloom {

/// What a window left behind, and the next one must have.
struct LeftBehind {
  Scenario scenario;
  std::set<int> designs;
  std::map<std::string, std::string> entries;
  QString file;
};

/// One window of the soak, from its start, which takes over what the one before has left, to its end: closed by itself,
/// or gone without a word as after a crash.
class SoakLife {
 public:
  struct Options {
    unsigned long long seed = 0;
    QString folder;  ///< what is kept, and what is written
    double limitMilliseconds = 16;
    double memoryBytes = 0;
  };
  SoakLife(TimedApplication& application, const Options& options);
  ~SoakLife();

  SoakMonkey& monkey() { return *m_monkey; }

  /// Compares with what the window before has left. Empty: all is as it was.
  QString compare(const LeftBehind& left);
  /// Lets the monkey go for so long. Empty, or why it stopped.
  QString run(int milliseconds);
  /// Ends without a word once all is on the disk, or by itself. `left`: what must be there again.
  QString crash(LeftBehind& left);
  QString quit(std::optional<LeftBehind>& left);
  /// Whether the window still solves what it is asked to. Empty, or why not.
  QString stillSolves();

 private:
  QString settle();
  LeftBehind present() const;

  QString m_folder;
  ScenarioDocument m_document;
  LiveSolver m_solver{m_document};
  AppearanceKeeper m_looks;
  std::unique_ptr<MainWindow> m_window;
  std::unique_ptr<SoakMonkey> m_monkey;
};

}  // namespace noiseloom
