#pragma once

#include <cstdint>

namespace noiseloom {

/// Keeps freed blocks of up to 32 MiB inside the process, for programs to call once at their start. The optimiser's
/// library allocates two vectors an iteration; giving their pages back to the system and taking them again costs a
/// tenth of a solve.
void keepFreedMemory();

/// Whether this process may not have all of the machine's addresses (ulimit -v): then the linear algebra library, which
/// asks again and again for a work space that it does not get, has to be kept from asking.
bool addressSpaceIsLimited();

/// Bytes that this process may still take: of the addresses that it is allowed, and no more than what the machine has
/// free, or could free at once.
std::uint64_t memoryLeft();

/// For a program's last line, once its output has left: ends the process with this code. Where its address space is
/// limited it ends without the libraries' own ends: that of the linear algebra library waits for a thread that asks.
[[noreturn]] void endProcess(int exitCode);

}  // namespace noiseloom
