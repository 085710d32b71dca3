#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/errors.h"
#include "core/base/index.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

struct Scenario;

/// A strategy that no mechanism has made: read from a file, with the file's name, or drawn. Cheap to copy.
class ImportedStrategy {
 public:
  /// file() of a drawn strategy (core/io/drawn_strategy.h).
  static constexpr std::string_view kDrawn = "drawn.npz";

  /// `file`: its name without a folder. `content`: its stated content, as on the command line ("toeplitz"); empty if
  /// the file states it itself. `sha256`: of the strategy, to compare two. No `strategy`: the numbers are absent, as in
  /// a text that only names it.
  ImportedStrategy(std::string file, std::string content, std::string sha256, std::optional<Strategy> strategy)
      : m_file(std::move(file)),
        m_content(std::move(content)),
        m_sha256(std::move(sha256)),
        m_strategy(std::move(strategy)) {}

  const std::string& file() const { return m_file; }
  /// True if it was drawn by hand and not read: it has the name under which it is proposed to be saved.
  bool isDrawn() const { return m_file == kDrawn; }
  const std::string& content() const { return m_content; }
  const std::string& sha256() const { return m_sha256; }
  const std::optional<Strategy>& strategy() const { return m_strategy; }
  /// Compares the strategies, whatever the file name and whether the numbers are present; a drawn strategy differs from
  /// one that was read.
  bool operator==(const ImportedStrategy& other) const {
    return isDrawn() == other.isDrawn() && m_sha256 == other.m_sha256;
  }

  /// The reason why it does not suit the scenario: problemAt(), or too many bands for the batching. O(1).
  std::optional<InvalidArgument> problem(const Scenario& scenario) const;
  /// The reason why it does not suit n iterations: no numbers, a matrix of another size, or too many coefficients.
  std::optional<InvalidArgument> problemAt(Index iterations) const;
  /// The strategy of n iterations: kinds that extend to any length (Toeplitz of C or of C^-1, BLT, identity, tree) are
  /// made for any n, all others exist for their own n. Throws InvalidArgument.
  Strategy at(Index iterations) const;

 private:
  std::string m_file;
  std::string m_content;
  std::string m_sha256;
  std::optional<Strategy> m_strategy;
};

/// The reason why a batching that runs only banded strategies cannot run this one, whatever made it: `bands` above n/k,
/// or a kind that merely decays. nullopt under every other batching.
std::optional<InvalidArgument> bandsProblem(const Scenario& scenario, const Strategy& strategy);

}  // namespace noiseloom
