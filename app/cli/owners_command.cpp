#include <CLI/CLI.hpp>
#include <iterator>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/answer/owners_question.h"
#include "core/answer/readable.h"
#include "core/io/atomic_file.h"
#include "core/io/batch_file.h"

namespace noiseloom::cli {
namespace {

std::string linesOf(const std::vector<Index>& examples) {
  std::string text;
  for (const Index example : examples) text += std::to_string(example) + "\n";
  return text;
}

std::string shown(const OwnerCounts& counts) {
  return std::to_string(counts.least) + " to " + std::to_string(counts.most) + ", median " +
         std::to_string(counts.median) + ", mean " + readable(counts.mean) +
         ", none: " + std::to_string(counts.without);
}

std::string text(const OwnersFound& found) {
  const OwnerTable& table = found.table;
  TextTable rows;
  rows.row({"Examples", std::to_string(table.examples())});
  rows.row({"Owners", std::to_string(table.namedOwners())});
  if (table.repeated() > 0) rows.row({"Repeated entries", std::to_string(table.repeated()), "counted once"});
  rows.row({"Examples of an owner", shown(ownerCounts(table, allExamples(table.examples())))});
  if (found.perOwner) {
    rows.row({"Kept examples", std::to_string(found.kept.size())});
    rows.row({"Dropped examples", std::to_string(table.examples() - std::ssize(found.kept))});
    rows.row({"Kept of an owner", shown(ownerCounts(table, found.kept))});
  }
  if (found.schedule) {
    rows.row({"Batches", std::to_string(found.schedule->iterations())});
    rows.row({"Examples in them", std::to_string(found.schedule->indices.size())});
    rows.row({"Most steps of an owner", std::to_string(found.spacing->participations)});
    rows.row({"Fewest steps between", std::to_string(found.spacing->separation)});
    rows.row({"Most of an owner in a step", std::to_string(found.spacing->perStep)});
  }
  std::string sentences;
  for (const std::string& sentence : sentencesOf(found)) sentences += "\n" + sentence;
  const std::string options = designOptionsOf(found);
  if (!options.empty()) sentences += "\n\nFor every owner: noiseloom-cli design " + options;
  return rows.text() + (sentences.empty() ? "" : sentences + "\n");
}

/// `owners`: whose the examples are, which of them are kept, and batches that keep owners apart. Exit code 1 where
/// batches that are checked do not.
class OwnersCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  OwnersQuestion m_question;
  std::optional<std::string> m_kept, m_dropped, m_batches;
};

void OwnersCommand::declare(CLI::App& command) {
  m_question.declare(optionsOf(command));
  command.add_option("--kept", m_kept, "where the kept examples go, a number a line")->type_name("FILE");
  command.add_option("--dropped", m_dropped, "where the dropped examples go")->type_name("FILE");
  command.add_option("--batches", m_batches, "with --iterations: where the batches go")->type_name("FILE.npz");
  declareJson(command);
}

Outcome OwnersCommand::run(const std::stop_token& stop) const {
  checkOutputs(m_question.inputs(), {{"kept", m_kept}, {"dropped", m_dropped}, {"batches", m_batches}});
  const OwnersFound found = withProgress(stop, [&](const RunControl& control) { return m_question.find(control); });
  if (stop.stop_requested()) return {kExitCancelled, "", "cancelled: nothing was written"};
  if (m_batches && !found.request)
    return {kExitUsage, "", "--batches is for batches that are formed: use --iterations with it"};
  if (m_kept) writeFileAtomically(*m_kept, linesOf(found.kept));
  if (m_dropped) writeFileAtomically(*m_dropped, linesOf(found.dropped()));
  if (m_batches)
    writeBatches(*m_batches, {0, found.schedule->iterations(), found.schedule->offsets, found.schedule->indices});
  return {found.passed() ? kExitSuccess : kExitNo, m_json ? printedJson(m_question.json(found)) : text(found), ""};
}

}  // namespace

std::unique_ptr<Command> ownersCommand() {
  return std::make_unique<OwnersCommand>();
}

}  // namespace noiseloom::cli
