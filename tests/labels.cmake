# Every test has one label:
#   quick  what is worth running after each change: all of them take less than a minute of two processors
#   slow   more than a second of processor time each, or a program's whole errand
#   timed  judges processor time: runs alone, since neighbours take caches and the other half of a core
# No test looks at a clock on the wall; TIMEOUT is there for what hangs.
set(NOISELOOM_TEST_TIMEOUT 1800)

# noiseloom_discover_tests(target [PREFIX prefix] [SLOW filter] [TIMED filter] [ENVIRONMENT list]): one CTest test for each
# test of a GoogleTest program. Filters are GoogleTest's, parted by colons; what both name is timed, and what
# neither names is quick.
function(noiseloom_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 of "" "PREFIX;SLOW;TIMED" "ENVIRONMENT")
  if(of_ENVIRONMENT)
    set(environment ENVIRONMENT "${of_ENVIRONMENT}")
  endif()
  set(properties TIMEOUT ${NOISELOOM_TEST_TIMEOUT} ${environment})
  set(common ${target} TEST_PREFIX "${of_PREFIX}" DISCOVERY_TIMEOUT 600)
  gtest_discover_tests(${common} TEST_FILTER "-${of_SLOW}:${of_TIMED}" PROPERTIES LABELS quick ${properties})
  if(of_SLOW)
    gtest_discover_tests(${common} TEST_FILTER "${of_SLOW}-${of_TIMED}" TEST_LIST ${target}_slow
      PROPERTIES LABELS slow ${properties})
  endif()
  if(of_TIMED)
    gtest_discover_tests(${common} TEST_FILTER "${of_TIMED}" TEST_LIST ${target}_timed
      PROPERTIES LABELS timed RUN_SERIAL ON ${properties})
  endif()
endfunction()
