#include "core/io/strategy_reader.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/errors.h"
#include "core/io/npz.h"

namespace noiseloom {
namespace {

constexpr std::uint64_t kMostMetadataBytes = 1 << 20;  // real metadata has about 6 KiB

const ZipMember& need(const ZipReader& archive, const std::string& name) {
  const ZipMember* const member = archive.find(name);
  if (member == nullptr) throw FormatError(archive.file().path(), name, "is missing");
  return *member;
}

std::string readMetadataText(const ZipReader& archive) {
  const ZipMember& plain = need(archive, "metadata.json");
  const ZipMember& array = need(archive, "metadata.npy");
  if (plain.size > kMostMetadataBytes)
    throw FormatError(archive.file().path(), plain.name, "is larger than any metadata");
  if (array.size > 5 * kMostMetadataBytes)
    throw FormatError(archive.file().path(), array.name, "is larger than any metadata");
  std::string text = readPlainFile(archive, plain);
  if (readNpyText(archive, array) != text) {
    throw FormatError(archive.file().path(), "metadata.npy", "is not the text of metadata.json");
  }
  return text;
}

// Which arrays a file with this metadata has, and their shapes.
std::map<std::string, std::vector<Index>> expectedArrays(const StrategyMetadata& metadata) {
  std::map<std::string, std::vector<Index>> expected;
  const Index n = metadata.scenario.iterations;
  if (metadata.kind == "banded") {
    expected["bands"] = {n, metadata.bands};
  } else {
    expected["strategy_coef"] = {metadata.bands};
    if (metadata.kind == "toeplitz" && metadata.normalizedColumns && metadata.bands > 1) {
      expected["column_scale_tail"] = {metadata.bands - 1};
    }
  }
  if (metadata.hasLearningRates) expected["learning_rates"] = {n};
  return expected;
}

// Metadata, members and expectation must name the same arrays, each exactly once.
void checkArrayNames(const ZipReader& archive, const StrategyMetadata& metadata,
                     const std::map<std::string, std::vector<Index>>& expected) {
  const auto& path = archive.file().path();
  for (std::size_t i = 0; i < archive.members().size(); ++i) {
    const std::string& name = archive.members()[i].name;
    const bool array = name.ends_with(".npy") && expected.contains(name.substr(0, name.size() - 4));
    if (!array && name != "metadata.json" && name != "metadata.npy") {
      throw FormatError(path, "member " + std::to_string(i + 1) + " of " + std::to_string(archive.members().size()),
                        name + " is not part of a strategy file of kind '" + metadata.kind + "'");
    }
  }
  for (const ArrayDescription& array : metadata.arrays) {
    if (!expected.contains(array.name)) {
      throw FormatError(path, "metadata.json: arrays",
                        array.name + " is not part of a strategy file of kind '" + metadata.kind + "'");
    }
  }
  for (const auto& [name, shape] : expected) {
    const auto stated = std::find_if(metadata.arrays.begin(), metadata.arrays.end(),
                                     [&name = name](const ArrayDescription& array) { return array.name == name; });
    if (stated == metadata.arrays.end()) throw FormatError(path, "metadata.json: arrays", name + " is missing");
    if (stated->shape != shape)
      throw FormatError(path, "metadata.json: arrays: " + name + ": shape", "contradicts iterations or bands");
  }
}

// s[j] of the last b-1 columns follows from the coefficients; the file repeats it for readers without this program.
bool columnScaleFollows(const Strategy& strategy, const std::map<std::string, NpyArray>& arrays) {
  const auto stated = arrays.find("column_scale_tail");
  if (stated == arrays.end()) return true;
  const auto* toeplitz = strategy.as<ToeplitzStrategy>();
  Index column = strategy.iterations() - static_cast<Index>(stated->second.values.size());
  return std::ranges::all_of(stated->second.values, [&](double value) {
    const double expected = toeplitz->columnScale(column++);
    return std::abs(value - expected) <= 1e-12 * expected;
  });
}

Strategy makeStrategy(const std::filesystem::path& path, const StrategyMetadata& metadata,
                      std::map<std::string, NpyArray>& arrays) {
  const Index n = metadata.scenario.iterations;
  if (metadata.kind == "banded")
    return Strategy(BandedStrategy(n, metadata.bands, std::move(arrays.at("bands").values)));
  std::vector<double>& coefficients = arrays.at("strategy_coef").values;
  if (metadata.kind == "identity") {
    if (coefficients != std::vector<double>{1.0})
      throw FormatError(path, "strategy_coef.npy", "must be [1] for the identity");
    return Strategy(IdentityStrategy(n));
  }
  return Strategy(ToeplitzStrategy(n, std::move(coefficients),
                                   metadata.normalizedColumns ? ColumnScaling::Normalized : ColumnScaling::None));
}

}  // namespace

StrategyFileContents readStrategyContents(const std::filesystem::path& path) {
  const ZipReader archive(path);
  std::string text = readMetadataText(archive);
  StrategyMetadata metadata = parseStrategyMetadata(text, path);
  const auto expected = expectedArrays(metadata);
  checkArrayNames(archive, metadata, expected);

  std::map<std::string, NpyArray> arrays;
  std::map<std::string, std::string> stated;
  std::map<std::string, std::string> recomputed;
  for (const ArrayDescription& description : metadata.arrays) {
    const ZipMember& member = need(archive, description.name + ".npy");
    NpyArray array = readNpyArray(archive, member);
    if (array.shape != description.shape)
      throw FormatError(path, member.name, "has another shape than the metadata state");
    stated[description.name] = description.sha256;
    recomputed[description.name] = array.sha256;
    arrays.emplace(description.name, std::move(array));
  }
  try {
    if (metadata.hasLearningRates) {
      metadata.scenario.workload =
          Workload::learningRates(std::move(arrays.at("learning_rates").values), metadata.scenario.workload.beta());
    }
    const Strategy strategy = makeStrategy(path, metadata, arrays);
    StrategyFile file{
        metadata.scenario,        strategy,         metadata.sensitivity, metadata.noiseMultiplier, metadata.stddev,
        metadata.lossMean,        metadata.lossMax, metadata.rmse,        metadata.maxError,        metadata.lowerBound,
        metadata.softwareVersion, std::move(text),  std::move(stated)};
    return {std::move(file), std::move(metadata), std::move(recomputed), columnScaleFollows(strategy, arrays)};
  } catch (const InvalidArgument& error) {
    throw FormatError(path, error.argument(), error.value() + " is not allowed: use " + error.allowed());
  }
}

StrategyFile readStrategyFile(const std::filesystem::path& path) {
  StrategyFileContents contents = readStrategyContents(path);
  for (const auto& [name, hash] : contents.file.sha256) {
    if (contents.recomputedSha256.at(name) != hash) {
      throw FormatError(path, name + ".npy",
                        "has the SHA-256 " + contents.recomputedSha256.at(name) + ", not the stated " + hash);
    }
  }
  if (!contents.columnScaleFollows) {
    throw FormatError(path, "column_scale_tail.npy", "does not follow from strategy_coef");
  }
  return std::move(contents.file);
}

}  // namespace noiseloom
