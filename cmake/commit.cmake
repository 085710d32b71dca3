# Writes OUTPUT, the source that names the commit of the checkout at SOURCE, where it says something else than before:
#   cmake -DSOURCE=... -DOUTPUT=... -P commit.cmake
# Run at each build (core/base/CMakeLists.txt), so that a new commit compiles this one source and links the programs.
# An OUTPUT that is no .cpp is the name alone: the file COMMIT of a source archive, which is read where there is no
# checkout to ask (installer/wheel_backend.py).
if(EXISTS ${SOURCE}/COMMIT)
  file(STRINGS ${SOURCE}/COMMIT commit LIMIT_COUNT 1 REGEX "^[0-9a-f]+[+]?$")
endif()
if(NOT commit)
  set(commit unknown)
endif()
find_program(GIT git)
if(GIT)
  # A tree without a .git of its own may stand in another project's checkout.
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --show-toplevel OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET)
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET RESULT_VARIABLE failed)
  file(REAL_PATH ${SOURCE} source)
  if(top STREQUAL source AND NOT failed)
    execute_process(COMMAND ${GIT} -C ${SOURCE} --no-optional-locks diff --quiet HEAD RESULT_VARIABLE changed)
    set(commit ${head})
    if(changed)
      string(APPEND commit +)
    endif()
  endif()
endif()
if(NOT OUTPUT MATCHES "\\.cpp$")
  file(WRITE ${OUTPUT} "${commit}\n")
  return()
endif()
# file(CONFIGURE) leaves a file alone that holds the same already.
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[#include "core/base/version.h"

namespace noiseloom {

const char* builtFromCommit() noexcept {
  return "@commit@";
}

}  // namespace noiseloom
]])
