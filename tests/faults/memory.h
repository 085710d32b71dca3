#pragma once

#include <stop_token>

namespace noiseloom {

/// From here on `operator new` gives so many more pieces of memory, on all threads together, and then throws
/// std::bad_alloc; those of a negative number without end.
void giveAllocations(long long count);
/// Memory without end again.
void giveMemory();

/// Asks for a stop at the allocation of that number from here on, counted from 0 on all threads together; polls are far
/// fewer than allocations. `source` has to outlive it or endStops().
void stopAtAllocation(long long number, std::stop_source& source);
void endStops();

}  // namespace noiseloom
