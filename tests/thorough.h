#pragma once

#include <cstdlib>

namespace noiseloom {

/// How many cases, draws or steps a test takes: `few` in the default run, `many` in the nightly one (label nightly: the
/// same test once more, with NOISELOOM_THOROUGH set; labels.cmake). Both are fixed numbers, and both check the same
/// things.
template <class Number>
Number thorough(Number few, Number many) {
  return std::getenv("NOISELOOM_THOROUGH") ? many : few;
}

}  // namespace noiseloom
