#include "core/audit/canary_run.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "core/base/errors.h"
#include "core/io/json_reader.h"
#include "core/io/npz.h"

namespace noiseloom {
namespace {

constexpr double kLargestSum = 1e100;  ///< in clip norms: squares of sums stay finite
constexpr std::uint64_t kMostMetadataBytes = 1 << 16;

[[noreturn]] void refuse(const ZipReader& archive, const std::string& array, const std::string& why) {
  throw FormatError(archive.file().path(), array, why);
}

const ZipMember& need(const ZipReader& archive, const std::string& name) {
  const ZipMember* const member = archive.find(name + ".npy");
  if (member == nullptr) refuse(archive, name, "is missing");
  return *member;
}

NpyArray readArray(const ZipReader& archive, const std::string& name, std::size_t dimensions) {
  NpyArray array = readNpyArray(archive, need(archive, name), NpyDialect::NumPy);
  if (array.shape.size() != dimensions) refuse(archive, name, "has another number of dimensions");
  return array;
}

// Whole numbers from 0 to most.
std::vector<Index> wholeOf(const ZipReader& archive, const std::string& name, std::span<const double> values,
                           Index most) {
  std::vector<Index> whole;
  for (const double value : values) {
    if (!(value >= 0 && value <= static_cast<double>(most)) || value != std::floor(value))
      refuse(archive, name, "has a value that is no whole number from 0 to " + std::to_string(most));
    whole.push_back(static_cast<Index>(value));
  }
  return whole;
}

void readMetadata(const ZipReader& archive, CanaryRun& run) {
  const ZipMember& member = need(archive, "metadata");
  if (member.size > kMostMetadataBytes) refuse(archive, "metadata", "is larger than any metadata");
  const nlohmann::json json = parseJson(readNpyText(archive, member), archive.file().path(), "metadata");
  JsonObject fields(json, archive.file().path(), "metadata");
  fields.expect("format", "noiseloom-canaries");
  fields.version(1, 1);
  run.strategySha256 = fields.text("strategy_sha256");
  run.datasetSize = fields.integer("dataset_size", 1, Index{1} << 53);
  run.clipNorm = fields.positive("clip_norm");
  fields.finish();
}

void readTaken(const ZipReader& archive, CanaryRun& run) {
  run.taken.resize(run.examples.size());
  if (archive.find("participations.npy") == nullptr) return;  // no step took a canary
  const NpyArray array = readArray(archive, "participations", 2);
  if (array.shape[1] != 2) refuse(archive, "participations", "has rows of another length than 2: step and canary");
  const std::vector<Index> values =
      wholeOf(archive, "participations", array.values, std::max(run.steps, run.count()) - 1);
  std::pair<Index, Index> before{-1, -1};
  for (std::size_t i = 0; i < values.size(); i += 2) {
    const std::pair<Index, Index> now{values[i], values[i + 1]};
    if (now.first >= run.steps || now.second >= run.count() || now <= before)
      refuse(archive, "participations", "is not of rising steps and canaries of this run");
    run.taken[static_cast<std::size_t>(now.second)].push_back(now.first);
    before = now;
  }
}

}  // namespace

CanaryRun readCanaryRun(const std::filesystem::path& path) {
  const ZipReader archive(path, ZipDialect::NumPy);
  constexpr std::string_view kNames[] = {"metadata.npy", "examples.npy", "coins.npy", "participations.npy", "sums.npy"};
  for (const ZipMember& member : archive.members()) {
    if (std::ranges::find(kNames, member.name) == std::end(kNames))
      refuse(archive, member.name, "is not part of a file of canaries");
  }
  CanaryRun run;
  readMetadata(archive, run);
  run.examples = wholeOf(archive, "examples", readArray(archive, "examples", 1).values, run.datasetSize - 1);
  if (run.count() < CanaryRun::kLeastCanaries)
    refuse(archive, "examples", "has fewer than " + std::to_string(CanaryRun::kLeastCanaries) + " canaries");
  if (std::ranges::adjacent_find(run.examples, std::greater_equal<>()) != run.examples.end())
    refuse(archive, "examples", "is not rising");
  for (const Index coin : wholeOf(archive, "coins", readArray(archive, "coins", 1).values, 1))
    run.present.push_back(coin == 1);
  if (run.present.size() != run.examples.size()) refuse(archive, "coins", "has another length than examples");
  if (std::ranges::adjacent_find(run.present, std::not_equal_to<>()) == run.present.end())
    refuse(archive, "coins", "are all alike");
  NpyArray sums = readArray(archive, "sums", 2);
  if (sums.shape[1] != run.count()) refuse(archive, "sums", "has rows of another length than examples");
  if (std::ranges::any_of(sums.values, [&](double sum) { return std::abs(sum) > kLargestSum * run.clipNorm; }))
    refuse(archive, "sums", "has a value above 1e100 clip norms");
  run.steps = sums.shape[0];
  run.sums = std::move(sums.values);
  readTaken(archive, run);
  return run;
}

}  // namespace noiseloom
