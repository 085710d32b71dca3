#pragma once

/// Marks a kernel that is compiled for several instruction sets; the one that fits the processor is chosen when the
/// program loads. Everything that the kernel calls must be inlined into it. Under sanitizers, which do not support that
/// choice, only the baseline is compiled. NOISELOOM_X86_LEVEL is the highest level of x86-64 that kernels are compiled
/// for (core/CMakeLists.txt).
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#if NOISELOOM_X86_LEVEL >= 4
#define NOISELOOM_MULTIVERSION __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#elif NOISELOOM_X86_LEVEL == 3
#define NOISELOOM_MULTIVERSION __attribute__((target_clones("arch=x86-64-v3", "default")))
#endif
#endif
#ifndef NOISELOOM_MULTIVERSION
#define NOISELOOM_MULTIVERSION
#endif
#define NOISELOOM_INLINE [[gnu::always_inline]] inline
