#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/canary_run.h"
#include "core/base/run_control.h"
#include "core/base/text.h"
#include "core/io/strategy_file.h"

namespace noiseloom {

/// One thing that a run shows.
struct AuditCheck {
  std::string
      name;  ///< "epsilon", "gaussian_pair", "noise", "whiteness", "contribution", "participations", "other_run"
  double measured = 0;
  double claimed = 0;  ///< the design's, of what was measured
  bool passed = true;  ///< not refuted
  Text sentence;
  std::optional<double> least = {};  ///< the interval of `measured`, for those that have one
  std::optional<double> most = {};
};

constexpr double kAuditConfidence = 0.95;

/// The findings of an audit: what a run with canaries shows of its claim. A run that keeps its claim passes with
/// probability `confidence` at least. The epsilon holds with that probability whatever the run did; the intervals and
/// the Gaussian pair take for granted what `whiteness` looks at, noise that is Gaussian and independent after C.
struct Audit {
  double confidence = kAuditConfidence;
  Index canaries = 0;
  Index present = 0;
  Index steps = 0;
  Index iterations = 0;
  std::vector<AuditCheck> checks;
  std::vector<Text> notChecked;
  bool passed() const;
};

/// design, sha256: the strategy file and its hash. against: another run, which must have a key of its own. Takes
/// canaries x steps x bands, and compares noise of steps in 2^33 products at most; what is cut for that, notChecked
/// says. Throws InvalidArgument naming confidence outside of 0.5 to 1, strategy (of another run, or of a kind whose
/// noise has more rows than steps), or against (of another design). Incomplete when stopped.
Audit auditOf(const CanaryRun& run, const StrategyFile& design, std::string_view sha256,
              const CanaryRun* against = nullptr, double confidence = kAuditConfidence, const RunControl& control = {});

}  // namespace noiseloom
