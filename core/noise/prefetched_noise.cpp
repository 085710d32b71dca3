#include "core/noise/prefetched_noise.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/text.h"

namespace noiseloom {

struct PrefetchedNoise::Worker {
  std::thread thread;
  std::stop_source stop;
  pid_t process = ::getpid();
  bool made = false;  // this and the error: once the thread was joined
  std::exception_ptr error;
};

PrefetchedNoise::PrefetchedNoise(std::function<NoiseStream()> make)
    : m_make(std::move(make)),
      m_stream(std::make_unique<NoiseStream>(m_make())),
      m_begin(m_stream->begin()),
      m_end(m_stream->end()),
      m_numberType(m_stream->numberType()),
      m_iterations(m_stream->iterations()),
      m_bufferRows(m_stream->bufferRows()) {}

PrefetchedNoise::~PrefetchedNoise() {
  if (!m_worker) return;
  if (m_worker->process != ::getpid()) {
    (void)m_worker.release();  // no such thread is here to be waited for
    return;
  }
  m_worker->stop.request_stop();
  m_worker->thread.join();
}

void PrefetchedNoise::setPrefetch(bool prefetch) {
  const Index rowBytes = noiseBufferBytes(1, m_end - m_begin, m_numberType);
  if (prefetch && m_stream->memoryBytes() > physicalMemoryBytes() - rowBytes)
    throw InvalidArgument(
        "prefetch", std::string("true"),
        {Core::tr("false: one more row takes %1 bytes, more memory than this machine has"), rowBytes});
  m_prefetch = prefetch;
  const auto width = static_cast<std::size_t>(m_end - m_begin);
  const bool kept = std::visit([](const auto& row) { return !row.empty(); }, m_row);  // and maybe being written
  if (!prefetch || kept) return;
  if (m_numberType == NumberType::Float32)
    m_row = std::vector<float>(width);
  else
    m_row = std::vector<double>(width);
}

void PrefetchedNoise::setThreads(Index threads) {
  checkInteger("threads", threads, 0, kMostNoiseThreads, Core::tr("0: as many as processors, 8 at most"));
  m_threads = threads;
}

// In a forked child, the thread is not there, and what it was changing may be half changed.
void PrefetchedNoise::leaveForkedThread() {
  if (!m_worker || m_worker->process == ::getpid()) return;
  auto fresh = std::make_unique<NoiseStream>(m_make());
  (void)m_worker.release();
  m_stream = std::move(fresh);
  m_ready = false;
}

// Waits for the row that is being made, if one is; false when stopped before it was made. Throws what its thread threw.
bool PrefetchedNoise::collect(const RunControl& control) {
  leaveForkedThread();
  if (m_worker) {
    const std::stop_callback forward(control.stop, [this] { m_worker->stop.request_stop(); });
    m_worker->thread.join();
  }
  const std::unique_ptr<Worker> worker = std::move(m_worker);
  if (m_threads) m_stream->setThreads(*m_threads);
  if (!worker) return true;
  if (worker->error) std::rethrow_exception(worker->error);
  m_ready = worker->made;
  return m_ready || !control.stopRequested();
}

void PrefetchedNoise::launch() {
  if (!m_prefetch || m_step >= m_iterations) return;
  auto worker = std::make_unique<Worker>();
  const auto work = [this, own = worker.get()] {
    try {
      own->made = std::visit([&](auto& row) { return m_stream->next(std::span(row), {own->stop.get_token()}); }, m_row);
    } catch (...) {
      own->error = std::current_exception();
    }
  };
  try {
    worker->thread = std::thread(work);
  } catch (const std::system_error&) {
    return;  // no room for another thread: next() makes the row
  }
  m_worker = std::move(worker);
}

template <class Real>
bool PrefetchedNoise::hand(std::span<Real> out, const RunControl& control) {
  if (!collect(control)) return false;
  const bool fits = std::holds_alternative<std::vector<Real>>(m_row) && std::ssize(out) == m_end - m_begin;
  if (m_ready && fits) {
    const auto& row = std::get<std::vector<Real>>(m_row);
    std::copy(row.begin(), row.end(), out.begin());
    m_ready = false;
  } else {
    // The stream refuses what does not fit, also when it is a step ahead.
    if (m_stream->step() < m_step && !m_stream->advanceTo(m_step, control)) return false;
    if (!m_stream->next(out, control)) return false;
  }
  ++m_step;
  launch();
  return true;
}

bool PrefetchedNoise::prepare(const RunControl& control) {
  return collect(control) && m_stream->prepare(control);
}

bool PrefetchedNoise::next(std::span<float> out, const RunControl& control) {
  return hand(out, control);
}

bool PrefetchedNoise::next(std::span<double> out, const RunControl& control) {
  return hand(out, control);
}

bool PrefetchedNoise::advanceTo(Index step, const RunControl& control) {
  checkInteger("step", step, m_step, m_iterations);
  if (step == m_step) return true;
  if (m_worker && m_worker->process == ::getpid()) m_worker->stop.request_stop();  // its row is not wanted
  if (!collect(control)) return false;
  m_ready = false;
  const bool reached = m_stream->step() >= step || m_stream->advanceTo(step, control);
  m_step = std::max(m_step, m_stream->step());
  return reached;
}

}  // namespace noiseloom
