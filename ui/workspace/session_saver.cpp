#include "ui/workspace/session_saver.h"

#include <utility>

#include "core/base/errors.h"

namespace noiseloom {

SessionSaver::SessionSaver(std::shared_ptr<PackedStrategies> packed, QObject* parent)
    : QObject(parent), m_packed(std::move(packed)) {
  connect(&m_job, &NewestJob::failed, this, [this](const QString& problem) {
    m_writing = false;
    emit failed(problem);
    writeNext();
  });
}

SessionSaver::~SessionSaver() {
  for (const Request& request : m_waiting) {
    try {
      writeSession(request.path.toStdString(), sessionOf(request.snapshot, *m_packed, true));
    } catch (const Error&) {
      // No one can be notified any more; the window's content is kept for its next start.
    }
  }
}

void SessionSaver::save(const QString& path, const WorkspaceSnapshot& snapshot, const State& state) {
  std::erase_if(m_waiting, [&path](const Request& other) { return other.path == path; });
  m_waiting.push_back({path, snapshot, state});
  writeNext();
}

void SessionSaver::writeNext() {
  if (m_writing || m_waiting.empty()) return;
  m_writing = true;
  Request request = std::move(m_waiting.front());
  m_waiting.pop_front();
  m_job.start([this, request = std::move(request), packed = m_packed](const std::stop_token&) -> NewestJob::Delivery {
    writeSession(request.path.toStdString(), sessionOf(request.snapshot, *packed, true));
    return [this, path = request.path, state = request.state] {
      m_writing = false;
      emit saved(path, state);
      writeNext();
    };
  });
}

}  // namespace noiseloom
