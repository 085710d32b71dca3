#include "core/answer/owners_question.h"

#include <algorithm>
#include <iterator>

#include "core/answer/arguments.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/batch_file.h"
#include "core/io/or_null.h"
#include "core/owners/owner_table_file.h"

namespace noiseloom {
namespace {

Json countsJson(const OwnerCounts& counts) {
  return {{"least", counts.least},
          {"median", counts.median},
          {"mean", counts.mean},
          {"most", counts.most},
          {"without", counts.without}};
}

std::optional<Index> limitOf(Index value) {
  return value == kNoLimit ? std::nullopt : std::optional(value);
}

struct BatchCounts {
  Index smallest = 0;
  Index largest = 0;
  Index notFull = 0;  // fewer than asked for
  Index unused = 0;   // kept examples in no batch
};

BatchCounts countsOf(const OwnersFound& found) {
  const Schedule& schedule = *found.schedule;
  const Index full = found.request ? found.request->batchSize : 0;
  BatchCounts counts{.smallest = std::ssize(schedule.indices)};
  for (Index step = 0; step < schedule.iterations(); ++step) {
    const Index size = std::ssize(schedule.batch(step));
    counts.smallest = std::min(counts.smallest, size);
    counts.largest = std::max(counts.largest, size);
    counts.notFull += size < full ? 1 : 0;
  }
  std::vector<bool> used(static_cast<std::size_t>(found.table.examples()));
  for (const Index example : schedule.indices) used[static_cast<std::size_t>(example)] = true;
  counts.unused = std::ranges::count_if(found.kept, [&](Index each) { return !used[static_cast<std::size_t>(each)]; });
  return counts;
}

Json scheduleJson(const OwnersFound& found) {
  if (!found.schedule) return nullptr;
  const BatchCounts counts = countsOf(found);
  Json json{{"iterations", found.schedule->iterations()}};
  if (found.request) {
    json.update({{"batch_size", found.request->batchSize},
                 {"min_separation", found.request->separation},
                 {"participations", orNull(limitOf(found.request->participations))},
                 {"epochs", orNull(limitOf(found.request->epochs))}});
  }
  json.update({{"examples", std::ssize(found.schedule->indices)},
               {"smallest_batch", counts.smallest},
               {"largest_batch", counts.largest},
               {"batches_not_full", found.request ? Json(counts.notFull) : Json(nullptr)},
               {"unused_examples", counts.unused},
               {"kept",
                {{"participations", found.spacing->participations},
                 {"min_separation", found.spacing->separation},
                 {"examples_per_step", found.spacing->perStep}}}});
  return json;
}

// "1 owner has", "2 owners have".
std::string counted(Index count, const std::string& one, const std::string& several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

void addScheduleSentences(const OwnersFound& found, std::vector<std::string>& sentences) {
  const BatchCounts counts = countsOf(found);
  const Spacing& spacing = *found.spacing;
  if (found.request && counts.notFull > 0) {
    sentences.push_back(counted(counts.notFull, "batch has", "batches have") + " fewer than " +
                        std::to_string(found.request->batchSize) + " examples, the smallest " +
                        std::to_string(counts.smallest) + ": nobody else could be taken.");
  }
  if (counts.unused > 0)
    sentences.push_back(counted(counts.unused, "example that is kept is", "examples that are kept are") +
                        " in no batch.");
  if (spacing.perStep > 1) {
    sentences.push_back("A step has " + std::to_string(spacing.perStep) +
                        " examples of one owner, whose contribution is as many clip norms long.");
  }
  if (!found.passed())
    sentences.emplace_back("The batches do NOT keep what they are to: no claim about owners covers them.");
}

}  // namespace

std::vector<Index> OwnersFound::dropped() const {
  const std::vector<Index> all = allExamples(table.examples());
  std::vector<Index> others;
  std::ranges::set_difference(all, kept, std::back_inserter(others));
  return others;
}

bool OwnersFound::passed() const {
  return !spacing || (spacing->perStep <= 1 && spacing->separation >= least.value_or(1) &&
                      spacing->participations <= most.value_or(kNoLimit));
}

std::string designOptionsOf(const OwnersFound& found) {
  const std::string unit = "--unit user --adjacency zero-out";
  if (!found.schedule) return found.perOwner ? unit + " --examples-per-user " + std::to_string(*found.perOwner) : "";
  if (!found.passed() || found.spacing->participations == 0) return "";
  return unit + " --batching min-sep --iterations " + std::to_string(found.schedule->iterations()) + " --epochs " +
         std::to_string(found.spacing->participations) + " --min-sep " + std::to_string(found.spacing->separation);
}

std::vector<std::string> sentencesOf(const OwnersFound& found) {
  std::vector<std::string> sentences;
  if (const Index none = found.table.unowned(); none > 0) {
    sentences.push_back(counted(none, "example belongs to nobody: it counts as an owner of its own.",
                                "examples belong to nobody: each counts as an owner of its own."));
  }
  if (const Index dropped = found.table.examples() - std::ssize(found.kept); dropped > 0) {
    const Index without = ownerCounts(found.table, found.kept).without;
    sentences.push_back(counted(dropped, "example is", "examples are") + " dropped; " +
                        counted(without, "owner has", "owners have") + " none left.");
  }
  if (found.schedule) addScheduleSentences(found, sentences);
  if (designOptionsOf(found).empty()) return sentences;
  if (!found.schedule) {
    sentences.emplace_back(
        "The options of design are for batches of the kept examples alone, as noiseloom-cli batches --owners and "
        "the runtime form them.");
  }
  sentences.emplace_back(
      "The claim takes for public which examples there are and whose they are: neighbours have one table, and differ "
      "in what stands in the examples of one owner.");
  return sentences;
}

void OwnersQuestion::declare(const AddOption& add) {
  add({.name = "file",
       .type = "FILE",
       .place = &m_file,
       .help = "table of owners: a line an example with its owners, or pairs below the line example,owner",
       .positional = true});
  add({"dataset-size", "N", &m_datasetSize, "examples in the data set [the lines of the table; needed with pairs]"});
  add({"per-owner", "G", &m_perOwner, "most examples that are kept of each owner [all are kept]"});
  add({"order", "NAME", &m_order,
       "with --per-owner, which examples come first: random [the default] or fewest-owners"});
  add({"seed", "S", &m_seed, "of what is drawn; it is public [0]"});
  add({"iterations", "n", &m_iterations, "form the batches of so many steps"});
  add({"batch-size", "B", &m_batchSize, "with --iterations: most examples in a batch"});
  add({"min-sep", "b", &m_minSeparation, "fewest steps between two that have examples of one owner [1]"});
  add({"participations", "k", &m_participations, "most steps that have examples of one owner [as many as there are]"});
  add({"epochs", "K", &m_epochs, "with --iterations: most steps that one example is in [as many as there are]"});
  add({"check", "FILE.npz", &m_check, "say what these batches keep, and whether it is --min-sep and --participations"});
}

std::optional<SpacedRequest> OwnersQuestion::request() const {
  if (!m_iterations) {
    refuseTyped({{"batch_size", m_batchSize}, {"epochs", m_epochs}}, "--iterations with it");
    return std::nullopt;
  }
  if (!m_batchSize)
    throw InvalidArgument("batch_size", std::string("none"), std::string("the most examples that a batch may have"));
  SpacedRequest request{.iterations = parseCount("iterations", *m_iterations),
                        .batchSize = parseCount("batch_size", *m_batchSize)};
  if (m_minSeparation) request.separation = parseCount("min_sep", *m_minSeparation);
  if (m_participations) request.participations = parseCount("participations", *m_participations);
  if (m_epochs) request.epochs = parseCount("epochs", *m_epochs);
  return request;
}

void OwnersQuestion::check(OwnersFound& found) const {
  if (m_schedule) {
    found.schedule = m_schedule;
  } else {
    FormedBatches batches = readBatches(*m_check);
    found.schedule = Schedule{std::move(batches.offsets), std::move(batches.indices)};
  }
  if (m_minSeparation) found.least = parseCount("min_sep", *m_minSeparation);
  if (m_participations) found.most = parseCount("participations", *m_participations);
}

OwnersFound OwnersQuestion::find(const RunControl& control) const {
  const bool checks = m_check || m_schedule;
  const std::optional<SpacedRequest> asked = request();
  if (checks && asked) throw InvalidArgument("iterations", *m_iterations, std::string("it without batches to check"));
  if (!checks && !asked && (m_minSeparation || m_participations)) {
    throw InvalidArgument(m_minSeparation ? "min_sep" : "participations",
                          m_minSeparation ? *m_minSeparation : *m_participations,
                          std::string("--iterations or --check with it"));
  }
  if (m_order && !m_perOwner) throw InvalidArgument("order", *m_order, std::string("--per-owner with it"));
  const OwnerOrder order = m_order ? parseName<OwnerOrder>("order", *m_order) : OwnerOrder::Random;
  const std::optional<Index> perOwner = m_perOwner ? std::optional(parseCount("per_owner", *m_perOwner)) : std::nullopt;
  const Index seed = m_seed ? parseCount("seed", *m_seed) : 0;
  checkInteger("seed", seed, 0, kNoLimit);
  if (!m_table && !m_file) throw InvalidArgument("file", std::string("none"), std::string("a table of owners"));
  const std::optional<Index> examples =
      m_datasetSize ? std::optional(parseCount("dataset_size", *m_datasetSize)) : std::nullopt;

  OwnersFound found{.table = m_table ? *m_table : readOwnerTable(*m_file, examples),
                    .perOwner = perOwner,
                    .order = order,
                    .seed = static_cast<std::uint64_t>(seed)};
  if (control.stopRequested()) return found;
  found.kept = perOwner ? boundContributions(found.table, *perOwner, order, found.seed, control)
                        : allExamples(found.table.examples());
  if (control.stopRequested()) return found;
  if (asked) {
    found.request = asked;
    found.request->seed = found.seed;
    found.schedule = spacedBatches(found.table, found.kept, *found.request, control);
    if (control.stopRequested()) return found;
  } else if (checks) {
    check(found);
  }
  // The schedule is checked by code that did not form it.
  if (found.schedule) found.spacing = spacingOf(found.table, *found.schedule);
  return found;
}

Json OwnersQuestion::json(const OwnersFound& found) const {
  const std::string options = designOptionsOf(found);
  return {{"file", m_table ? Json(nullptr) : Json(*m_file)},
          {"dataset_size", found.table.examples()},
          {"owners", found.table.namedOwners()},
          {"unowned_examples", found.table.unowned()},
          {"repeated_entries", found.table.repeated()},
          {"per_owner", orNull(found.perOwner)},
          {"order", found.perOwner ? Json(toString(found.order)) : Json(nullptr)},
          {"seed", found.seed},
          {"kept_examples", std::ssize(found.kept)},
          {"dropped_examples", found.table.examples() - std::ssize(found.kept)},
          {"examples_of_an_owner", countsJson(ownerCounts(found.table, allExamples(found.table.examples())))},
          {"kept_of_an_owner", countsJson(ownerCounts(found.table, found.kept))},
          {"schedule", scheduleJson(found)},
          {"passed", found.passed()},
          {"design_options", options.empty() ? Json(nullptr) : Json(options)},
          {"sentences", sentencesOf(found)}};
}

Answer OwnersQuestion::answer(const RunControl& control) const {
  const OwnersFound found = find(control);
  if (control.stopRequested()) return {Ending::Stopped};
  if (m_take) m_take(found);
  return {found.passed() ? Ending::Answered : Ending::No, json(found)};
}

}  // namespace noiseloom
