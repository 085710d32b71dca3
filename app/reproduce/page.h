#pragma once

#include <span>
#include <string>

#include "app/reproduce/reproduction.h"

namespace noiseloom {

/// One reproduction with its result.
struct ReproducedEntry {
  const Reproduction* of = nullptr;
  Reproduced found = {};
};

/// The statements of one as comma-separated text: the form of a table of a paper, which has no curve.
std::string statementsCsv(const Reproduced& found);
/// The statements for a terminal or a page: a Markdown table.
std::string statementsTable(const Reproduced& found);
/// A page in Markdown: every entry with its settings, statements and picture (ID.svg) and its points (ID.csv).
std::string pageOf(const ReproducedPaper& paper, std::span<const ReproducedEntry> entries);
/// The first page: each paper with the number of statements that agree, and all that do not, with their reasons.
std::string overviewPage(std::span<const ReproducedEntry> entries);

}  // namespace noiseloom
