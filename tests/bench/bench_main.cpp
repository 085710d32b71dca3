#include <benchmark/benchmark.h>

#include "core/base/memory.h"
#include "tests/bench/ratio_reporter.h"

int main(int count, char** arguments) {
  noiseloom::keepFreedMemory();
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  std::vector<noiseloom::RatioClaim> claims;
  for (const auto claimsOf :
       {noiseloom::accountingClaims, noiseloom::binnedClaims, noiseloom::ballsInBinsClaims, noiseloom::bltClaims,
        noiseloom::denseClaims, noiseloom::explicitClaims, noiseloom::noiseClaims, noiseloom::strategyClaims,
        noiseloom::toeplitzClaims, noiseloom::trainingClaims}) {
    for (noiseloom::RatioClaim& claim : claimsOf()) claims.push_back(std::move(claim));
  }
  noiseloom::RatioReporter reporter(std::move(claims));
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return reporter.printClaims() ? 0 : 1;
}
