#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "core/base/run_control.h"

namespace noiseloom::cli {

/// One line on standard error that follows a computation and vanishes when it ends. Silent unless standard error is a
/// terminal, which of TERM=dumb or none is none that a line can be written over: there only kept lines are shown.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// A control that stops with `stop` and shows its progress here. Must not outlive this line.
  RunControl control(std::stop_token stop);
  /// A line that stays, above the one that follows; only where standard error is a terminal.
  void keep(const std::string& line);

 private:
  void show(const Progress& progress);

  bool m_terminal;
  bool m_moves;  // whether a line can be written over
  bool m_shown = false;
  std::mutex m_mutex;
  std::chrono::steady_clock::time_point m_last;
};

/// Returns what `work` makes of a control that stops with `stop` and shows its progress in a line.
template <class Work>
auto withProgress(const std::stop_token& stop, const Work& work) {
  ProgressLine line;
  return work(line.control(stop));
}

}  // namespace noiseloom::cli
