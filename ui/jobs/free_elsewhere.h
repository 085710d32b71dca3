#pragma once

#include <QThreadPool>
#include <memory>
#include <utility>

namespace noiseloom {

/// The same object, but whoever lets go of it last, in whatever thread, leaves freeing it to a worker: giving a
/// gibibyte back to the system takes longer than a frame.
template <class Value>
std::shared_ptr<Value> freedElsewhere(std::shared_ptr<Value> value) {
  Value* const raw = value.get();
  return std::shared_ptr<Value>(raw, [kept = std::move(value)](Value*) mutable {
    // At the very end of the program there are no workers.
    if (QThreadPool* workers = QThreadPool::globalInstance())
      workers->start([last = std::move(kept)]() mutable { last.reset(); });
  });
}

}  // namespace noiseloom
