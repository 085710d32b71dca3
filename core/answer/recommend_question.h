#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answer/answer.h"
#include "core/answer/error_unit_option.h"
#include "core/answer/scenario_options.h"
#include "core/claim/claim.h"
#include "core/recommend/recommendation.h"

namespace noiseloom {

/// One object (docs/formats.md): what is recommended and the alternatives as designJson() has them, what was left out,
/// and the sentences. claim: of the recommended design.
Json recommendationJson(const Recommendation& found, const PrivacyClaim& claim);
/// Bytes that the noise of the design takes on each machine of its scenario's deployment.
double memoryPerMachine(const RecommendedDesign& each);

/// `recommend`: what a job should run, and why.
class RecommendQuestion final : public Question {
 public:
  void declare(const AddOption& add) override;
  Answer answer(const RunControl& control) const override;

  /// The files that are read.
  std::vector<FileOption> inputs() const { return m_scenario.inputs(); }
  RecommendRequest request() const;
  struct Found {
    Recommendation recommendation = {};
    PrivacyClaim claim = {};  ///< of the recommended design
  };
  /// profile: the claim with its profile, as far as the request's seconds reach.
  static Found solve(const RecommendRequest& asked, bool profile, const RunControl& control);
  /// How it ended and what is to be said of that, without the JSON of it.
  static Answer ended(const Recommendation& found, const RunControl& control);

 private:
  ScenarioOptions jobOptions() const;
  std::vector<BatchingWay> ways(const Scenario& job) const;

  ScenarioOptions m_scenario;
  std::optional<std::string> m_batchings;
  std::optional<std::string> m_stepSeconds;
  ErrorUnitOption m_unit;
};

}  // namespace noiseloom
