#pragma once

#include <functional>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

constexpr unsigned kMostThreads = 8;
constexpr Index kFewNumbers = Index{1} << 18;

/// Calls task(0) .. task(count - 1), in no set order, on at most kMostThreads threads that end with the call. Polls the
/// stop token before each task; returns false when stopped. Tasks must be independent of each other and of the number
/// of threads: then so are the results, bit for bit. Exceptions of tasks are rethrown. `numbers` is about how many
/// numbers all tasks touch; below kFewNumbers no thread is started, as that would take longer than it saves. `threads`
/// takes the place of kMostThreads and of the number of processors where it is not 0.
bool parallelFor(Index count, const RunControl& control, const std::function<void(Index)>& task,
                 Index numbers = kFewNumbers, Index threads = 0);

/// Sets the number of threads, for tests and measurements; 0 restores the default, min(kMostThreads, processors).
void setParallelThreads(unsigned threads);

}  // namespace noiseloom
