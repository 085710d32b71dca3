#include "ui/jobs/newest_job.h"

#include <QTimer>
#include <exception>
#include <utility>
#include "ui/jobs/frame_pacer.h"
#include "ui/jobs/job_watch.h"
#include "ui/style/core_text.h"

namespace noiseloom {

NewestJob::NewestJob(const QString& name, Urgency urgency, QObject* parent)
    : QObject(parent), m_background(urgency == Urgency::Background) {
  setObjectName(name);
  m_pool.setMaxThreadCount(1);
  if (!m_background) return;
  m_pool.setThreadPriority(QThread::LowPriority);
  connect(&FramePacer::instance(), &FramePacer::began, this, &NewestJob::cancel);
  connect(&FramePacer::instance(), &FramePacer::rested, this, &NewestJob::launchWaiting);
}

NewestJob::~NewestJob() {
  m_waiting.reset();
  if (m_running) m_running->stop.request_stop();
  m_pool.waitForDone();
}

void NewestJob::start(Work work, std::chrono::milliseconds patience) {
  m_waiting = std::move(work);
  launchWaiting();
  if (!m_waiting || !m_running) return;
  const auto left = patience - std::chrono::milliseconds(m_running->age.elapsed());
  if (left <= std::chrono::milliseconds::zero()) {
    supersede(m_running);
    return;
  }
  QTimer::singleShot(left, this, [this, run = std::weak_ptr<Run>(m_running)] {
    const std::shared_ptr<Run> old = run.lock();
    if (old && old == m_running && m_waiting) supersede(old);
  });
}

void NewestJob::supersede(const std::shared_ptr<Run>& run) {
  run->superseded = true;
  run->stop.request_stop();
}

void NewestJob::cancel() {
  m_waiting.reset();
  if (m_running) m_running->stop.request_stop();
}

void NewestJob::launchWaiting() {
  if (!m_waiting || m_running || (m_background && FramePacer::instance().moving())) return;
  Work work = std::move(*m_waiting);
  m_waiting.reset();
  auto run = std::make_shared<Run>();
  run->age.start();
  m_running = run;
  m_pool.start([this, run, work = std::move(work), name = objectName()] {
    if (onJobWork) onJobWork(name, true);
    Delivery delivery;
    QString error;
    try {
      delivery = work(run->stop.get_token());
    } catch (const std::exception& exception) {
      error = errorText(exception);
    } catch (...) {
      error = NewestJob::tr("unknown error");
    }
    if (onJobWork) onJobWork(name, false);
    // The destructor joins the pool before this object is destroyed, and drops undelivered events.
    QMetaObject::invokeMethod(
        this, [this, run, delivery, error] { finish(run, delivery, error); }, Qt::QueuedConnection);
  });
}

void NewestJob::finish(const std::shared_ptr<Run>& run, const Delivery& delivery, const QString& error) {
  m_running.reset();
  launchWaiting();
  if (!run->superseded) {
    if (!error.isEmpty()) emit failed(error);
    if (delivery) delivery();
  }
  if (!m_running) emit idle();
}

}  // namespace noiseloom
