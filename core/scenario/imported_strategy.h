#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/errors.h"
#include "core/base/index.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

struct Scenario;

/// A strategy that no mechanism has made: what was read from a file, and which, or what was drawn. Cheap to copy.
class ImportedStrategy {
 public:
  /// file() of a strategy that was drawn (core/io/drawn_strategy.h).
  static constexpr std::string_view kDrawn = "drawn.npz";

  /// `file`: its name without a folder. `content`: what it was said to hold, as on the command line ("toeplitz"); empty
  /// where the file says so itself. `sha256`: of the strategy, by which two are told apart. No `strategy`: its numbers
  /// are not here, as in a text that only names it.
  ImportedStrategy(std::string file, std::string content, std::string sha256, std::optional<Strategy> strategy)
      : m_file(std::move(file)),
        m_content(std::move(content)),
        m_sha256(std::move(sha256)),
        m_strategy(std::move(strategy)) {}

  const std::string& file() const { return m_file; }
  /// Whether nobody's file but a person's hand made it: it bears the name that it is proposed to be saved under.
  bool isDrawn() const { return m_file == kDrawn; }
  const std::string& content() const { return m_content; }
  const std::string& sha256() const { return m_sha256; }
  const std::optional<Strategy>& strategy() const { return m_strategy; }
  /// The same strategy, whatever the name of the file that it was read from and whether the numbers are here; what was
  /// drawn stays another thing than what was read.
  bool operator==(const ImportedStrategy& other) const {
    return isDrawn() == other.isDrawn() && m_sha256 == other.m_sha256;
  }

  /// Why it cannot serve the scenario: problemAt() its iterations, or more bands than the batching allows. O(1).
  std::optional<InvalidArgument> problem(const Scenario& scenario) const;
  /// Why it cannot serve n iterations: no numbers, a matrix of another size, or more coefficients than iterations.
  std::optional<InvalidArgument> problemAt(Index iterations) const;
  /// The strategy of n iterations: kinds that go on by themselves (Toeplitz of C or of C^-1, BLT, identity, tree) are
  /// made for any n, all others are there for theirs. Throws InvalidArgument.
  Strategy at(Index iterations) const;

 private:
  std::string m_file;
  std::string m_content;
  std::string m_sha256;
  std::optional<Strategy> m_strategy;
};

/// Why a batching that runs banded strategies only cannot run this one, whatever made it: `bands` above n/k, or a kind
/// that merely decays. Nothing under every other batching.
std::optional<InvalidArgument> bandsProblem(const Scenario& scenario, const Strategy& strategy);

}  // namespace noiseloom
