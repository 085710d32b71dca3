#pragma once

/// Marks a kernel that is compiled for several instruction sets; the one that fits the processor is chosen when the
/// program loads. Everything the kernel calls must be inlined into it. Sanitizers cannot run the load-time choice, and
/// get the baseline.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define NOISELOOM_MULTIVERSION __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define NOISELOOM_MULTIVERSION
#endif
#define NOISELOOM_INLINE [[gnu::always_inline]] inline
