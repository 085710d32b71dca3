#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "app/reproduce/page.h"
#include "app/reproduce/reproduction.h"
#include "core/answer/arguments.h"
#include "core/base/errors.h"
#include "core/io/atomic_file.h"

namespace noiseloom::cli {
namespace {

/// `reproduce`: figures, tables and examples of the papers, beside what they print.
class ReproduceCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  std::vector<const Reproduction*> chosen() const;
  bool all() const { return std::ranges::find(m_names, "all") != m_names.end(); }
  bool asksForPaper(std::string_view key) const { return all() || std::ranges::find(m_names, key) != m_names.end(); }
  void writeEntry(const ReproducedEntry& entry) const;
  void writePage(const ReproducedPaper& paper, const std::vector<ReproducedEntry>& entries) const;

  std::vector<std::string> m_names;
  std::string m_out;
};

void ReproduceCommand::declare(CLI::App& command) {
  command
      .add_option("names", m_names,
                  "figures, tables or examples of papers, a paper's key, or all; without: what there is")
      ->type_name("NAME");
  command.add_option("--out", m_out, "folder for pictures (SVG), points (CSV) and pages, replacing older ones")
      ->type_name("FOLDER");
}

std::vector<const Reproduction*> ReproduceCommand::chosen() const {
  std::vector<const Reproduction*> found;
  for (const std::string& name : m_names) {
    const bool known = name == "all" || std::ranges::any_of(allReproductions(), [&name](const Reproduction& each) {
                         return each.id == name || each.paper == name;
                       });
    if (known) continue;
    std::vector<std::string_view> names{"all"};
    for (const ReproducedPaper& paper : allReproducedPapers()) names.push_back(paper.key);
    for (const Reproduction& each : allReproductions()) names.push_back(each.id);
    refuseName("names", name, names);
  }
  for (const Reproduction& each : allReproductions()) {
    if (asksForPaper(each.paper) || std::ranges::find(m_names, each.id) != m_names.end()) found.push_back(&each);
  }
  return found;
}

void ReproduceCommand::writeEntry(const ReproducedEntry& entry) const {
  const std::filesystem::path folder(m_out);
  const std::string id(entry.of->id);
  writeFileAtomically(folder / (id + ".svg"), entry.found.chart.svg());
  writeFileAtomically(folder / (id + ".csv"), entry.found.chart.csv());
  writeFileAtomically(folder / (id + "-statements.csv"), statementsCsv(entry.found));
}

void ReproduceCommand::writePage(const ReproducedPaper& paper, const std::vector<ReproducedEntry>& entries) const {
  if (!m_out.empty() && asksForPaper(paper.key))
    writeFileAtomically(std::filesystem::path(m_out) / (std::string(paper.key) + ".md"), pageOf(paper, entries));
}

Outcome ReproduceCommand::run(const std::stop_token& stop) const {
  if (m_names.empty()) {
    TextTable table;
    for (const Reproduction& each : allReproductions())
      table.row({std::string(each.id), std::string(each.place) + ": " + std::string(each.title)});
    return {kExitSuccess, table.text(), ""};
  }
  const std::vector<const Reproduction*> wanted = chosen();
  if (!m_out.empty()) {
    std::error_code error;
    std::filesystem::create_directories(m_out, error);
    if (error || !std::filesystem::is_directory(m_out))
      throw InvalidArgument("out", m_out, std::string("a folder that is there or can be made"));
  }
  std::vector<ReproducedEntry> entries;
  std::string text;
  std::size_t unexplained = 0;
  {
    ProgressLine line;
    const RunControl control = line.control(stop);
    const auto share = 1.0 / static_cast<double>(wanted.size());
    for (const Reproduction* each : wanted) {
      const double from = share * static_cast<double>(entries.size());
      control.report(from, Text(std::string(each->id)));
      ReproducedEntry entry{each, each->run(Extent::Full, control.part(from, from + share))};
      if (stop.stop_requested()) {
        return {
            kExitCancelled, text,
            "cancelled: " + std::to_string(entries.size()) + " of " + std::to_string(wanted.size()) + " are complete"};
      }
      if (!m_out.empty()) writeEntry(entry);
      text +=
          "## " + std::string(each->paper) + ", " + std::string(each->place) + ": " + std::string(each->title) + "\n\n";
      for (const std::string& sentence : entry.found.settings) text += sentence + "\n";
      text += "\n" + statementsTable(entry.found);
      for (const std::string& sentence : entry.found.notes) text += "\n" + sentence + "\n";
      text += "\n";
      unexplained +=
          static_cast<std::size_t>(std::ranges::count_if(entry.found.statements, std::not_fn(&Statement::accounted)));
      entries.push_back(std::move(entry));
      // A paper's entries stand together: its page is there as soon as the last of them is.
      if (entries.size() < wanted.size() && wanted[entries.size()]->paper == each->paper) continue;
      writePage(*std::ranges::find(allReproducedPapers(), each->paper, &ReproducedPaper::key), entries);
    }
  }
  if (!m_out.empty() && all()) writeFileAtomically(std::filesystem::path(m_out) / "README.md", overviewPage(entries));
  if (unexplained > 0)
    return {kExitNo, text, std::to_string(unexplained) + " statements do not agree, and nothing says so"};
  return {kExitSuccess, text, ""};
}

}  // namespace

std::unique_ptr<Command> reproduceCommand() {
  return std::make_unique<ReproduceCommand>();
}

}  // namespace noiseloom::cli
