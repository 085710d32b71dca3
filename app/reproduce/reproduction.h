#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/reproduce/chart.h"
#include "app/reproduce/statement.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// At the paper's size, or with smaller n and fewer points: seconds, for tests. Statements that are meaningless at the
/// smaller size are left out there.
enum class Extent { Full, Reduced };

/// The result for one figure, table or example.
struct Reproduced {
  std::vector<std::string> settings = {};  ///< sentences: the computation, and the assumptions throughout
  Chart chart = {};
  std::vector<Statement> statements = {};
  std::vector<std::string> notes = {};  ///< sentences beside the statements: second methods, explanations

  void state(Statement statement) { statements.push_back(std::move(statement)); }
};

/// A figure, a table or an example of a paper that needs no training. list.cpp has
/// them all.
struct Reproduction {
  std::string_view id;     ///< on the command line and in names of files: "scaling-bandmf-figure-1a"
  std::string_view paper;  ///< its row in docs/references.md: "scaling-bandmf"
  std::string_view place;  ///< in the paper: "Figure 1a"
  std::string_view title;  ///< in one line
  /// Bit-identical for the same extent. Without statements when stopped.
  Reproduced (*run)(Extent extent, const RunControl& control);
};

/// A paper, and its parts that are not reproduced.
struct ReproducedPaper {
  std::string_view key;      ///< its row in docs/references.md
  std::string_view title;    ///< in full
  std::string_view leftOut;  ///< a sentence
};

/// All reproductions, in the order of papers and within them of the paper, and all papers.
std::span<const Reproduction> allReproductions();
std::span<const ReproducedPaper> allReproducedPapers();

}  // namespace noiseloom
