#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answer/account_answer.h"
#include "core/answer/account_batching.h"

namespace noiseloom {

/// `account`: of noise multiplier, epsilon, delta, sampling probability and compositions solves any one from the
/// others; for several phases of training epsilon, delta or a common factor of the noise; for strategy files of several
/// runs and other releases the epsilon of all.
class AccountQuestion final : public Question {
 public:
  /// Neither where it ended without either.
  struct Found {
    Answer ended = {};  ///< how, and what is to be said of that, without the JSON of it
    std::optional<Account> account = {};
    std::optional<ComposedRuns> composed = {};
  };

  void declare(const AddOption& add) override;
  Answer answer(const RunControl& control) const override;
  Found solve(const RunControl& control) const;

 private:
  /// The name of the unknown, or why there is none.
  struct Unknown {
    std::string name;
    std::string problem;
  };
  Unknown unknown() const;
  Unknown unknownOfPhases() const;
  Unknown unknownOfBatching() const;
  Found solveComposed(const RunControl& control) const;
  const std::optional<std::string>& given(const std::string& name) const;
  void solve(Account& account, const RunControl& control) const;
  void solvePhases(Account& account, const RunControl& control) const;
  void addRenyi(Account& account) const;

  std::optional<std::string> m_noiseMultiplier;
  std::optional<std::string> m_epsilon;
  std::optional<std::string> m_delta;
  std::optional<std::string> m_samplingProbability;
  std::optional<std::string> m_compositions;
  std::optional<std::string> m_solve;
  std::optional<std::string> m_adjacency;
  std::vector<std::string> m_phases;
  std::vector<std::string> m_profile;
  std::vector<std::string> m_renyi;
  std::vector<std::string> m_composed;
  std::vector<std::string> m_releases;
  std::optional<std::string> m_bestOf;
  std::optional<std::string> m_trials;
  BatchingAccount m_batching;
};

}  // namespace noiseloom
