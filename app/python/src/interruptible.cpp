#include "app/python/src/interruptible.h"

#include <unistd.h>

#include <vector>

namespace noiseloom::python {
namespace {

struct Left {
  std::jthread thread;
  std::shared_ptr<WorkState> state;
  pid_t process;

  bool ended() const {
    const std::lock_guard lock(state->mutex);
    return state->ended;
  }
};

struct AllLeft {
  std::mutex mutex;
  std::vector<Left> threads;
};

// Never destroyed: a thread of it may outlive what is.
AllLeft& allLeft() {
  static auto* const all = new AllLeft;
  return *all;
}

}  // namespace

void leaveBehind(std::jthread thread, std::shared_ptr<WorkState> state) {
  AllLeft& all = allLeft();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.threads, [](const Left& each) { return each.process == ::getpid() && each.ended(); });
  all.threads.push_back({std::move(thread), std::move(state), ::getpid()});
}

void joinLeft() {
  std::vector<Left> left;
  {
    AllLeft& all = allLeft();
    const std::lock_guard lock(all.mutex);
    left.swap(all.threads);
  }
  for (Left& each : left) {
    if (each.process == ::getpid())
      each.thread.join();
    else
      each.thread.detach();  // a forked child has no such thread
  }
}

}  // namespace noiseloom::python
