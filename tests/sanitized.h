#pragma once

namespace noiseloom {

/// Sanitizers reserve address space by the terabyte, so that a limit on it means nothing beside them, and make
/// programs many times as slow.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace noiseloom
