# Every test has exactly one of the labels quick, slow, timed and nightly (labels.cmake), so that together they are all tests.
# cmake -D CTEST=ctest -D BINARY_DIR=.. -P labels_test.cmake
cmake_minimum_required(VERSION 3.25)

function(expect_none why)
  execute_process(COMMAND ${CTEST} --test-dir ${BINARY_DIR} --show-only ${ARGN} OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
  if(NOT found MATCHES "Total Tests: 0\n")
    message(FATAL_ERROR "tests ${why}:\n${found}")
  endif()
endfunction()

expect_none("without a label" --label-exclude "^(quick|slow|timed|nightly)$")
expect_none("with two labels" -L "^quick$" -L "^(slow|timed|nightly)$")
expect_none("with two labels" -L "^slow$" -L "^(timed|nightly)$")
expect_none("with two labels" -L "^timed$" -L "^nightly$")
