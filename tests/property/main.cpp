#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/thorough.h"

int main(int count, char** arguments) {
  // The same cases in every run, unless the caller asks for others; the last argument keeps what the caller has set.
  setenv("RC_PARAMS",
         noiseloom::thorough<const char*>("seed=20261121 max_success=4000", "seed=20261121 max_success=40000"), 0);
  testing::InitGoogleTest(&count, arguments);
  return RUN_ALL_TESTS();
}
