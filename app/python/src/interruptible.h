#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace noiseloom::python {

/// Whether work in a thread of its own has ended, and how.
struct WorkState {
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false;
  std::exception_ptr failure;
};

/// Keeps a thread that was stopped until it has ended, at most until joinLeft(). Needs no interpreter's lock.
void leaveBehind(std::jthread thread, std::shared_ptr<WorkState> state);

/// Waits for all threads that were left behind: when the interpreter ends, without its lock.
void joinLeft();

/// Calls work(token) in a thread of its own without the interpreter's lock, and returns when it has ended. Checks for
/// signals meanwhile and calls meanwhile(), in the calling thread and with the lock: if either raises (Ctrl+C:
/// KeyboardInterrupt), stops the work, waits for it and throws that exception. Otherwise rethrows what the work throws.
/// patience: waits for stopped work no longer than that; `work` then has to own all that it uses, and uses no Python.
template <class Work, class Meanwhile>
void interruptible(Work work, Meanwhile meanwhile, std::optional<std::chrono::milliseconds> patience = {}) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kPollInterval = std::chrono::milliseconds(50);
  const auto state = std::make_shared<WorkState>();
  std::optional<Clock::time_point> stopped;  // once something raised
  std::exception_ptr refusal;                // of meanwhile()
  {
    const pybind11::gil_scoped_release released;
    std::jthread thread([state, own = std::move(work)](const std::stop_token& stop) mutable {
      try {
        own(stop);
      } catch (...) {
        state->failure = std::current_exception();
      }
      const std::lock_guard lock(state->mutex);
      state->ended = true;
      state->changed.notify_one();
    });
    std::unique_lock lock(state->mutex);
    while (!state->changed.wait_for(lock, kPollInterval, [&] { return state->ended; })) {
      if (stopped && patience && Clock::now() - *stopped > *patience) break;
      if (stopped) continue;
      lock.unlock();
      bool raised = false;
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
      if (raised) {
        thread.request_stop();
        stopped = Clock::now();
      }
      lock.lock();
    }
    const bool left = !state->ended;
    lock.unlock();
    if (left) leaveBehind(std::move(thread), state);
  }
  if (refusal) std::rethrow_exception(refusal);
  if (stopped) throw pybind11::error_already_set();
  if (state->failure) std::rethrow_exception(state->failure);
}
template <class Work>
void interruptible(Work work) {
  interruptible(std::move(work), [] {});
}

}  // namespace noiseloom::python
