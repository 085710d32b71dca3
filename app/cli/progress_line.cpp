#include "app/cli/progress_line.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace noiseloom::cli {

namespace {
bool terminalMoves() {
  const char* const name = std::getenv("TERM");
  return name != nullptr && *name != '\0' && std::string_view(name) != "dumb";
}
}  // namespace

ProgressLine::ProgressLine() : m_terminal(isatty(STDERR_FILENO) != 0), m_moves(m_terminal && terminalMoves()) {}

ProgressLine::~ProgressLine() {
  if (m_shown) std::fputs("\r\033[K", stderr);
}

RunControl ProgressLine::control(std::stop_token stop) {
  RunControl control{std::move(stop), {}};
  if (m_moves) control.onProgress = [this](const Progress& progress) { show(progress); };
  return control;
}

void ProgressLine::keep(const std::string& line) {
  if (!m_terminal) return;
  const std::lock_guard lock(m_mutex);
  std::fprintf(stderr, "%s%s\n", m_shown ? "\r\033[K" : "", line.c_str());
  std::fflush(stderr);
  m_shown = false;
}

void ProgressLine::show(const Progress& progress) {
  constexpr auto kInterval = std::chrono::milliseconds(100);
  const std::lock_guard lock(m_mutex);
  const auto now = std::chrono::steady_clock::now();
  if (m_shown && now - m_last < kInterval) return;
  m_last = now;
  m_shown = true;
  std::fprintf(stderr, "\r\033[K%3.0f %%  %.60s", 100 * progress.fraction, progress.stage.english().c_str());
  std::fflush(stderr);
}

}  // namespace noiseloom::cli
