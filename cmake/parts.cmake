# What is built of the project, and what that needs of the machine: installer/needs.txt names the Debian package of each target.

# noiseloom_part(option text): an optional part. AUTO builds it where all that it needs is installed, and says by name what
# is not; ON makes that an error.
function(noiseloom_part option text)
  set(${option} AUTO CACHE STRING "${text}: AUTO (where what it needs is installed), ON or OFF")
  set_property(CACHE ${option} PROPERTY STRINGS AUTO ON OFF)
endfunction()

# noiseloom_missing(result name...): a line for each name that is no target, no command of CMake and no program that was
# found: the Debian package that brings it, and the name.
function(noiseloom_missing result)
  set(missing "")
  foreach(name IN LISTS ARGN)
    if(TARGET ${name} OR COMMAND ${name} OR NOISELOOM_PROGRAM_${name})
      continue()
    endif()
    file(STRINGS ${PROJECT_SOURCE_DIR}/installer/needs.txt line REGEX "^[a-z].* ${name}( |$)")
    if(NOT line MATCHES "^[a-z]+ +([^ ]+) ")
      message(FATAL_ERROR "installer/needs.txt names no package of ${name}")
    endif()
    list(APPEND missing "${CMAKE_MATCH_1} (${name})")
  endforeach()
  set(${result} "${missing}" PARENT_SCOPE)
endfunction()

# noiseloom_require(what remedy name...): stops unless all are there, and says what to install, everything at once.
function(noiseloom_require what remedy)
  noiseloom_missing(missing ${ARGN})
  if(NOT missing)
    return()
  endif()
  list(JOIN missing ", " lines)
  list(TRANSFORM missing REPLACE " .*" "")
  list(REMOVE_DUPLICATES missing)
  list(JOIN missing " " packages)
  message(FATAL_ERROR "${what}: these Debian packages are needed and not installed: ${lines}.\n"
    "On Debian 12: apt-get install ${packages}\n${remedy}")
endfunction()

# noiseloom_wants(result option what name...): whether to build a part that needs these names.
function(noiseloom_wants result option what)
  set(${result} OFF PARENT_SCOPE)
  if(NOT ${option})
    return()
  endif()
  noiseloom_missing(missing ${ARGN})
  if(missing AND ${option} STREQUAL AUTO)
    list(JOIN missing ", " missing)
    message(STATUS "${what}: left out, as these Debian packages are not installed: ${missing}")
    return()
  endif()
  noiseloom_require("${what}" "Or leave it out: -D${option}=OFF" ${ARGN})
  set(${result} ON PARENT_SCOPE)
endfunction()
