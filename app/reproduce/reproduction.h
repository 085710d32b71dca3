#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/reproduce/chart.h"
#include "app/reproduce/statement.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// As the paper has it, or with smaller n and fewer points: seconds, for tests. Statements that say nothing at the
/// smaller size are left out there.
enum class Extent { Full, Reduced };

/// What came out of one figure, table or example.
struct Reproduced {
  std::vector<std::string> settings = {};  ///< sentences: what was computed, and what was assumed throughout
  Chart chart = {};
  std::vector<Statement> statements = {};
  std::vector<std::string> notes = {};  ///< sentences beside the statements: second methods, explanations
};

/// A figure, a table or an example of a paper that needs no training. There is one object of each (core/reproduce),
/// so that addresses compare.
struct Reproduction {
  std::string_view id;     ///< on the command line and in names of files: "scaling-bandmf-figure-1a"
  std::string_view paper;  ///< its row in docs/references.md: "scaling-bandmf"
  std::string_view place;  ///< in the paper: "Figure 1a"
  std::string_view title;  ///< what it shows, in a line
  /// The same for the same extent, to the last bit. Without statements when stopped.
  Reproduced (*run)(Extent extent, const RunControl& control);
};

/// A paper with what of it is not here.
struct ReproducedPaper {
  std::string_view key;      ///< its row in docs/references.md
  std::string_view title;    ///< in full
  std::string_view leftOut;  ///< a sentence
};

/// Every reproduction, in the order of papers and within them of the paper, and every paper.
std::span<const Reproduction* const> allReproductions();
std::span<const ReproducedPaper> allReproducedPapers();

}  // namespace noiseloom
