#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>

namespace noiseloom::python {

/// Calls work(token) in a thread of its own without the interpreter's lock, and returns when it has ended. Checks for
/// signals meanwhile and calls meanwhile(), in the calling thread and with the lock: if either raises (Ctrl+C:
/// KeyboardInterrupt), stops the work, waits for it and throws that exception. Otherwise rethrows what the work throws.
template <class Work, class Meanwhile>
void interruptible(Work work, Meanwhile meanwhile) {
  constexpr auto kPollInterval = std::chrono::milliseconds(50);
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false;
  std::exception_ptr failure;
  bool raised = false;
  std::exception_ptr refusal;  // of meanwhile()
  {
    const pybind11::gil_scoped_release released;
    std::jthread thread([&](const std::stop_token& stop) {
      try {
        work(stop);
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      ended = true;
      changed.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, kPollInterval, [&] { return ended; })) {
      if (raised) continue;
      lock.unlock();
      {
        const pybind11::gil_scoped_acquire acquired;
        raised = PyErr_CheckSignals() != 0;
        try {
          if (!raised) meanwhile();
        } catch (...) {
          refusal = std::current_exception();
          raised = true;
        }
      }
      if (raised) thread.request_stop();
      lock.lock();
    }
  }
  if (refusal) std::rethrow_exception(refusal);
  if (raised) throw pybind11::error_already_set();
  if (failure) std::rethrow_exception(failure);
}
template <class Work>
void interruptible(Work work) {
  interruptible(work, [] {});
}

}  // namespace noiseloom::python
