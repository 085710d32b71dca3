#pragma once

#include <QThreadPool>
#include <memory>
#include <utility>

namespace noiseloom {

/// The same object, except that a worker frees it, whichever thread drops the last reference: returning a gibibyte to
/// the system takes longer than a frame.
template <class Value>
std::shared_ptr<Value> freedElsewhere(std::shared_ptr<Value> value) {
  Value* const raw = value.get();
  return std::shared_ptr<Value>(raw, [kept = std::move(value)](Value*) mutable {
    // When the program ends, there are no workers left.
    if (QThreadPool* workers = QThreadPool::globalInstance())
      workers->start([last = std::move(kept)]() mutable { last.reset(); });
  });
}

}  // namespace noiseloom
