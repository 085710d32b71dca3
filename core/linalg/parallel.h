#pragma once

#include <functional>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

constexpr unsigned kMostThreads = 8;
constexpr Index kFewNumbers = Index{1} << 18;

/// Calls task(0) .. task(count - 1), in no set order, on at most kMostThreads threads that end with the call. Polls the
/// stop token before each task; false when stopped. Tasks must not depend on each other, and must be the same whatever
/// the number of threads: then so are the results, bit for bit. What a task throws is thrown again here.
/// `numbers`: about how many numbers all the tasks touch; with fewer than kFewNumbers no thread is started, as that
/// takes longer than it saves.
bool parallelFor(Index count, const RunControl& control, const std::function<void(Index)>& task,
                 Index numbers = kFewNumbers);

/// For tests and measurements: 0 restores the default, min(kMostThreads, processors).
void setParallelThreads(unsigned threads);

}  // namespace noiseloom
