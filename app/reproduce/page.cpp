#include "app/reproduce/page.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "core/io/csv.h"

namespace noiseloom {
namespace {

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string row(std::initializer_list<std::string> cells) {
  std::string line = "|";
  for (const std::string& each : cells) line += " " + cell(each) + " |";
  return line + "\n";
}

// True if a line that begins with this word would be a list, a heading, a quotation or a table.
bool beginsBlock(std::string_view word) {
  return word.find_first_of("-+*>#|=<") == 0 ||
         (word.ends_with('.') && word.find_first_not_of("0123456789.") == word.npos);
}

// The page with its sentences in lines of at most 120 characters, as all pages are (tests/docs/check_prose.py).
std::string wrapped(const std::string& page) {
  constexpr std::ptrdiff_t kWidth = 120;
  const auto width = [](std::string_view text) {
    return std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
  };
  std::string text;
  for (std::size_t start = 0; start <= page.size();) {
    const std::size_t end = std::min(page.find('\n', start), page.size());
    const std::string_view line = std::string_view(page).substr(start, end - start);
    start = end + 1;
    const bool prose = !line.empty() && line.find_first_of("|#! ") != 0;
    std::ptrdiff_t filled = 0;
    for (std::size_t from = 0; from < line.size();) {
      std::size_t to = prose ? line.find(' ', from) : line.npos;
      while (to < line.size() && beginsBlock(line.substr(to + 1, line.find(' ', to + 1) - to - 1)))
        to = line.find(' ', to + 1);
      const std::string_view word = line.substr(from, to - from);
      const bool breaks = filled > 0 && filled + 1 + width(word) > kWidth;
      if (filled > 0) text += breaks ? '\n' : ' ';
      text += word;
      filled = width(word) + (filled > 0 && !breaks ? filled + 1 : 0);
      from = std::min(to, line.size() - 1) + 1;
    }
    text += '\n';
  }
  text.pop_back();  // behind the last line break there is no line
  return text;
}

template <class What>
std::size_t countOf(const Reproduced& found, What what) {
  return static_cast<std::size_t>(std::ranges::count_if(found.statements, what));
}

}  // namespace

std::string statementsCsv(const Reproduced& found) {
  CsvTable table({"about", "printed", "found", "difference", "assumed", "verdict"});
  for (const Statement& each : found.statements)
    table.row({each.about, each.printed, each.foundText(), each.difference(), each.assumed, each.verdict()});
  return table.text();
}

std::string statementsTable(const Reproduced& found) {
  if (found.statements.empty()) return "";
  std::string text = row({"statement", "printed", "found", "difference", "assumed", "verdict"}) +
                     "| --- | --- | --- | --- | --- | --- |\n";
  for (const Statement& each : found.statements)
    text += row({each.about, each.printed, each.foundText(), each.difference(), each.assumed, each.verdict()});
  return text;
}

std::string pageOf(const ReproducedPaper& paper, std::span<const ReproducedEntry> entries) {
  std::string text = "# " + std::string(paper.title) + "\n\nWhat the paper prints (" + std::string(paper.key) +
                     " in [references.md](../../references.md)), beside what comes out here. This page, its pictures "
                     "and their points are made by\n\n    noiseloom-cli reproduce " +
                     std::string(paper.key) +
                     " --out docs/results/reproduction\n\nA difference is that of what was found over what is "
                     "printed. Curves are known from what the text says of them. " +
                     std::string(paper.leftOut) + "\n";
  for (const ReproducedEntry& entry : entries) {
    if (entry.of->paper != paper.key) continue;
    const std::string id(entry.of->id);
    text += "\n## " + std::string(entry.of->place) + ": " + std::string(entry.of->title) + "\n\n";
    for (const std::string& sentence : entry.found.settings) text += sentence + "\n";
    if (!entry.found.settings.empty()) text += "\n";
    text += statementsTable(entry.found);
    for (const std::string& sentence : entry.found.notes) text += "\n" + sentence + "\n";
    const auto append = [&text](std::initializer_list<std::string_view> parts) {
      for (const std::string_view part : parts) text += part;
    };
    append({"\n![", entry.found.chart.title, "](", id, ".svg)\n\nPoints: [", id, ".csv](", id, ".csv); statements: [",
            id, "-statements.csv](", id, "-statements.csv).\n"});
  }
  return wrapped(text);
}

std::string overviewPage(std::span<const ReproducedEntry> entries) {
  std::string text =
      "# What the papers print, made again\n\nEvery figure, table and example of five papers that needs no training, "
      "made by\n\n    noiseloom-cli reproduce all --out docs/results/reproduction\n\nin minutes. The same bytes come "
      "out each time. Slow tests (`Papers/Reproductions.*`) assert the same statements at smaller sizes. A statement "
      "without a number is judged by what its word "
      "means (app/reproduce/words.h), a reason by what it predicts.\n\n" +
      row({"paper", "figures, tables, examples", "statements", "agree", "do not, with a reason",
           "do not, no reason is known"}) +
      "| --- | --- | --- | --- | --- | --- |\n";
  for (const ReproducedPaper& paper : allReproducedPapers()) {
    std::size_t count = 0, statements = 0, agree = 0, explained = 0;
    for (const ReproducedEntry& entry : entries) {
      if (entry.of->paper != paper.key) continue;
      ++count;
      statements += entry.found.statements.size();
      agree += countOf(entry.found, &Statement::holds);
      explained += countOf(entry.found, &Statement::explained);
    }
    std::string link = "[";
    link += paper.key;
    link += "](";
    link += paper.key;
    link += ".md)";
    text += row({link, std::to_string(count), std::to_string(statements), std::to_string(agree),
                 std::to_string(explained), std::to_string(statements - agree - explained)});
  }
  text += "\n## What does not agree\n\n" + row({"where", "statement", "printed", "found", "reason"}) +
          "| --- | --- | --- | --- | --- |\n";
  for (const ReproducedEntry& entry : entries) {
    for (const Statement& each : entry.found.statements) {
      if (each.holds()) continue;
      text += row({std::string(entry.of->paper) + ", " + std::string(entry.of->place), each.about, each.printed,
                   each.foundText(), each.why()});
    }
  }
  return wrapped(text);
}

}  // namespace noiseloom
