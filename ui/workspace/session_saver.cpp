#include "ui/workspace/session_saver.h"

#include <utility>

#include "core/base/errors.h"

namespace noiseloom {

SessionSaver::SessionSaver(std::shared_ptr<PackedDesigns> packed, QObject* parent)
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

void SessionSaver::save(const QString& path, const WorkspaceSnapshot& snapshot, const State& state,
                        const std::optional<FileStamp>& expected) {
  std::erase_if(m_waiting, [&path](const Request& other) { return other.path == path; });
  m_waiting.push_back({path, snapshot, state, expected});
  writeNext();
}

void SessionSaver::writeNext() {
  if (m_writing || m_waiting.empty()) return;
  m_writing = true;
  Request request = std::move(m_waiting.front());
  m_waiting.pop_front();
  const auto own = m_written.find(request.path);
  const FileStamp written = own == m_written.end() ? FileStamp() : own->second;
  m_job.start(
      [this, request = std::move(request), written, packed = m_packed](const std::stop_token&) -> NewestJob::Delivery {
        const FileStamp now = stampOf(request.path);
        const bool foreign = request.expected && now != FileStamp() && now != *request.expected && now != written;
        if (!foreign) writeSession(request.path.toStdString(), sessionOf(request.snapshot, *packed, true));
        const FileStamp stamp = foreign ? now : stampOf(request.path);
        return [this, path = request.path, state = request.state, foreign, stamp] {
          m_writing = false;
          if (foreign) {
            emit changedMeanwhile(path);
          } else {
            m_written[path] = stamp;
            emit saved(path, state, stamp);
          }
          writeNext();
        };
      });
}

}  // namespace noiseloom
