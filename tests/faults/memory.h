#pragma once

namespace noiseloom::testing {

/// From here on `operator new` gives so many more pieces of memory, on all threads together, and then throws
/// std::bad_alloc; those of a negative number without end.
void giveAllocations(long long count);
/// Memory without end again.
void giveMemory();

}  // namespace noiseloom::testing
