#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace noiseloom {

/// A claim about two benchmarks of one run: time(numerator) / time(denominator) within a limit.
struct RatioClaim {
  std::string text;
  std::string numerator;
  std::string denominator;
  enum class Limit { AtLeast, AtMost } limit;
  double bound;
};

/// Prints the usual table and, at the end, every claim whose two benchmarks were run.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  explicit RatioReporter(std::vector<RatioClaim> claims) : m_claims(std::move(claims)) {}

  void ReportRuns(const std::vector<Run>& runs) override;
  /// False when a claim does not hold.
  bool printClaims() const;

 private:
  std::vector<RatioClaim> m_claims;
  std::map<std::string, double> m_seconds;  // fastest repetition by name
};

/// The claims of each bench file.
std::vector<RatioClaim> accountingClaims();
std::vector<RatioClaim> binnedClaims();
std::vector<RatioClaim> ballsInBinsClaims();
std::vector<RatioClaim> bltClaims();
std::vector<RatioClaim> denseClaims();
std::vector<RatioClaim> explicitClaims();
std::vector<RatioClaim> noiseClaims();
std::vector<RatioClaim> strategyClaims();
std::vector<RatioClaim> toeplitzClaims();
std::vector<RatioClaim> trainingClaims();

}  // namespace noiseloom
