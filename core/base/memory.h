#pragma once

namespace noiseloom {

/// Keeps freed blocks of up to 32 MiB inside the process, for programs to call once at their start. The optimiser's
/// library allocates two vectors an iteration; giving their pages back to the system and taking them again costs a
/// tenth of a solve.
void keepFreedMemory();

}  // namespace noiseloom
