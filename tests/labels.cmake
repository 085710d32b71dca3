# Every test has one label:
#   quick    what is worth running after each change: all of them take less than a minute of two processors
#   slow     more than a second of processor time each, or a program's whole errand
#   timed    judges processor time: runs alone, since neighbours take caches and the other half of a core
#   nightly  not of the default run: tests above with all the cases that they have (tests/thorough.h), and long searches
# No test looks at wall-clock time; TIMEOUT is there for what hangs.
set(NOISELOOM_TEST_TIMEOUT 1800)

# Gives each test that has been added to this folder by add_test() so far folders of its own for what programs keep for their
# person, where it does not choose others itself: no test answers by what another has left there.
function(noiseloom_own_folders)
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test IN LISTS tests)
    foreach(kind CACHE CONFIG DATA STATE)
      set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "XDG_${kind}_HOME=${CMAKE_CURRENT_BINARY_DIR}/homes/${test}")
    endforeach()
  endforeach()
endfunction()

# noiseloom_discover_tests(target [PREFIX prefix] [SLOW filter] [TIMED filter] [NIGHTLY filter] [ONLY_NIGHTLY filter]
# [NIGHTLY_TIMED filter] [ENVIRONMENT list]): one CTest test for each test of a GoogleTest program. Filters are GoogleTest's,
# parted by colons; what several name is timed, and what none names is quick. What NIGHTLY names is there twice: with few
# cases under its own label, and with all of them. So is what NIGHTLY_TIMED names, which runs alone both times. What
# ONLY_NIGHTLY names is not in the default run.
function(noiseloom_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 of "" "PREFIX;SLOW;TIMED;NIGHTLY;ONLY_NIGHTLY;NIGHTLY_TIMED" "ENVIRONMENT")
  if(of_ENVIRONMENT)
    set(environment ENVIRONMENT "${of_ENVIRONMENT}")
  endif()
  set(properties TIMEOUT ${NOISELOOM_TEST_TIMEOUT})
  set(common ${target} DISCOVERY_TIMEOUT 600)
  set(prefix TEST_PREFIX "${of_PREFIX}")
  gtest_discover_tests(${common} ${prefix} TEST_FILTER "-${of_SLOW}:${of_TIMED}:${of_ONLY_NIGHTLY}"
    PROPERTIES LABELS quick ${properties} ${environment})
  if(of_SLOW)
    gtest_discover_tests(${common} ${prefix} TEST_FILTER "${of_SLOW}-${of_TIMED}:${of_ONLY_NIGHTLY}" TEST_LIST ${target}_slow
      PROPERTIES LABELS slow ${properties} ${environment})
  endif()
  if(of_TIMED)
    gtest_discover_tests(${common} ${prefix} TEST_FILTER "${of_TIMED}-${of_ONLY_NIGHTLY}" TEST_LIST ${target}_timed
      PROPERTIES LABELS timed RUN_SERIAL ON ${properties} ${environment})
  endif()
  list(APPEND of_ENVIRONMENT NOISELOOM_THOROUGH=1)
  set(prefix TEST_PREFIX "nightly.${of_PREFIX}")
  if(of_NIGHTLY OR of_ONLY_NIGHTLY)
    gtest_discover_tests(${common} ${prefix} TEST_FILTER "${of_NIGHTLY}:${of_ONLY_NIGHTLY}-${of_NIGHTLY_TIMED}"
      TEST_LIST ${target}_nightly PROPERTIES LABELS nightly ${properties} ENVIRONMENT "${of_ENVIRONMENT}")
  endif()
  if(of_NIGHTLY_TIMED)
    gtest_discover_tests(${common} ${prefix} TEST_FILTER "${of_NIGHTLY_TIMED}" TEST_LIST ${target}_nightly_timed
      PROPERTIES LABELS nightly RUN_SERIAL ON ${properties} ENVIRONMENT "${of_ENVIRONMENT}")
  endif()
endfunction()
