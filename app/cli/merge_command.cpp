#include <CLI/CLI.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/output_path.h"
#include "app/cli/sweep_journal.h"
#include "core/base/errors.h"
#include "core/io/atomic_file.h"

namespace noiseloom::cli {
namespace {

/// `merge`: the table of a sweep from the parts that `sweep --shard` wrote, as one process would have written it.
class MergeCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  std::vector<std::string> m_parts;
  std::string m_out;
};

void MergeCommand::declare(CLI::App& command) {
  command.add_option("parts", m_parts, "parts that `sweep --shard` wrote")->type_name("PART.csv")->required();
  command.add_option("--out", m_out, "the table, replacing an older one")->type_name("FILE.csv")->required();
  declareJson(command);
}

Outcome MergeCommand::run(const std::stop_token&) const {
  std::vector<FileOption> inputs;
  for (const std::string& part : m_parts) inputs.push_back({"parts", part});
  checkOutputs(inputs, {{"out", m_out}});
  SweepRows all;
  for (const std::string& part : m_parts) addPart(all, readSweepPart(part), part);
  if (!all.complete()) {
    const std::size_t count = all.rows.empty() ? 0 : all.rows.begin()->second.first.count;
    std::string missing;
    std::size_t more = 0;
    for (std::size_t at = 0; at < count; ++at) {
      if (all.rows.contains(at)) continue;
      if (++more <= 5) missing += (missing.empty() ? "" : ", ") + std::to_string(at);
    }
    if (more > 5) missing += " and " + std::to_string(more - 5) + " more";
    throw Error({Core::tr("parts are missing: of %1 values those at %2 (counted from 0) are in none of these files"),
                 static_cast<Index>(count), missing});
  }
  writeFileAtomically(m_out, all.table());
  return sweepSummary(m_out, all, false, 0, m_json);
}

}  // namespace

std::unique_ptr<Command> mergeCommand() {
  return std::make_unique<MergeCommand>();
}

}  // namespace noiseloom::cli
