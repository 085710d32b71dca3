#pragma once

#include <cstdint>

namespace noiseloom {

/// Keeps freed blocks of up to 32 MiB inside the process; programs call it once at their start. The optimiser's library
/// allocates two vectors per iteration, and returning their pages to the system each time costs a tenth of a solve.
void keepFreedMemory();

/// True if the address space of this process is limited (ulimit -v). The linear algebra library, which asks forever for
/// work space that it does not get, must then be kept from asking (blasTurn()).
bool addressSpaceIsLimited();

/// Bytes that this process may still allocate: at most its remaining address space and the machine's available memory.
std::uint64_t memoryLeft();

/// Ends the process with this code; a program calls it last, once its output is written. Where the address space is
/// limited, exit handlers are skipped: that of the linear algebra library waits for a thread.
[[noreturn]] void endProcess(int exitCode);

}  // namespace noiseloom
