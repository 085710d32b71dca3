#include "core/io/strategy_reader.h"

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "core/io/foreign_strategy.h"
#include "core/io/npz.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

constexpr std::uint64_t kMostMetadataBytes = 1 << 20;  // real metadata has about 6 KiB

const ZipMember& need(const ZipReader& archive, const std::string& name) {
  const ZipMember* const member = archive.find(name);
  if (member == nullptr) throw FormatError(archive.file().path(), name, Core::tr("is missing"));
  return *member;
}

std::string readMetadataText(const ZipReader& archive) {
  const ZipMember& plain = need(archive, "metadata.json");
  const ZipMember& array = need(archive, "metadata.npy");
  if (plain.size > kMostMetadataBytes)
    throw FormatError(archive.file().path(), plain.name, Core::tr("is larger than any metadata"));
  if (array.size > 5 * kMostMetadataBytes)
    throw FormatError(archive.file().path(), array.name, Core::tr("is larger than any metadata"));
  std::string text = readPlainFile(archive, plain);
  if (readNpyText(archive, array) != text)
    throw FormatError(archive.file().path(), std::string("metadata.npy"), Core::tr("is not the text of metadata.json"));
  return text;
}

constexpr char kCoefficients[] = "workload_coefficients";

// Which arrays a file with this metadata has, and their shapes.
std::map<std::string, std::vector<Index>> expectedArrays(const StrategyMetadata& metadata) {
  std::map<std::string, std::vector<Index>> expected;
  for (NamedShape& array : metadata.kind->shapes(metadata.sizes)) expected.emplace(array.name, std::move(array.shape));
  const Index n = metadata.scenario.iterations;
  if (metadata.hasLearningRates) expected["learning_rates"] = {n};
  if (metadata.hasCoefficients) {
    // There may be more of them than iterations.
    const auto stated = std::ranges::find(metadata.arrays, kCoefficients, &ArrayDescription::name);
    const bool more = stated != metadata.arrays.end() && stated->shape.size() == 1 && stated->shape[0] >= n;
    expected[kCoefficients] = more ? stated->shape : std::vector<Index>{n};
  }
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
      throw FormatError(path, {Core::tr("member %1 of %2"), i + 1, archive.members().size()},
                        {Core::tr("%1 is not part of a strategy file of kind '%2'"), name, metadata.kind->id});
    }
  }
  for (const ArrayDescription& array : metadata.arrays) {
    if (!expected.contains(array.name)) {
      throw FormatError(path, std::string("metadata.json: arrays"),
                        {Core::tr("%1 is not part of a strategy file of kind '%2'"), array.name, metadata.kind->id});
    }
  }
  for (const auto& [name, shape] : expected) {
    const auto stated = std::find_if(metadata.arrays.begin(), metadata.arrays.end(),
                                     [&name = name](const ArrayDescription& array) { return array.name == name; });
    if (stated == metadata.arrays.end())
      throw FormatError(path, std::string("metadata.json: arrays"), {Core::tr("%1 is missing"), name});
    if (stated->shape != shape)
      throw FormatError(path, "metadata.json: arrays: " + name + ": shape",
                        Core::tr("contradicts the sizes that the metadata state"));
  }
}

std::vector<std::pair<std::string, Text>> contradictionsOf(const StrategyMetadata& metadata, const Strategy& strategy,
                                                           const std::map<std::string, NpyArray>& arrays) {
  std::vector<std::pair<std::string, Text>> found;
  // Where the full C of an inverse Toeplitz strategy counts as zero depends on the last bits of its series.
  const Index slack = metadata.kind->bandsDependOnRounding ? std::max<Index>(metadata.sizes.noisingBands, 8) : 0;
  if (std::abs(metadata.sizes.bands - strategy.bands()) > slack) found.emplace_back("bands", Core::tr("the arrays"));
  if ((metadata.sizes.scaling == ColumnScaling::Normalized) != metadata.kind->equalNorms(strategy))
    found.emplace_back("normalization", Core::tr("the arrays"));
  for (const StrategyArray& array : strategyArrays(strategy)) {
    if (!array.followsFrom.empty() && !follows(array, arrays.at(array.name).values))
      found.emplace_back(array.name, array.followsFrom);
  }
  return found;
}

StrategyFileContents contentsOf(const ZipReader& archive) {
  const std::filesystem::path& path = archive.file().path();
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
      throw FormatError(path, member.name, Core::tr("has another shape than the metadata state"));
    stated[description.name] = description.sha256;
    recomputed[description.name] = array.sha256;
    arrays.emplace(description.name, std::move(array));
  }
  try {
    if (metadata.hasLearningRates)
      metadata.scenario.workload = metadata.scenario.workload.withRates(std::move(arrays.at("learning_rates").values));
    if (metadata.hasCoefficients) {
      const auto make = metadata.ofMatrix ? Workload::matrix : Workload::toeplitz;
      metadata.scenario.workload =
          make(std::move(arrays.at(kCoefficients).values), std::move(metadata.coefficientsFile))
              .withSpectrum(metadata.scenario.workload.spectrum());
      metadata.scenario.validate();
    }
    const TakeArray take = [&arrays](const char* name) { return std::move(arrays.at(name).values); };
    const Strategy strategy = metadata.kind->make(metadata.sizes, take);
    if (const auto& named = metadata.scenario.imported) {
      if (sha256OfStrategy(strategy) != named->sha256())
        throw FormatError(path, std::string("imported: sha256"), Core::tr("does not follow from the arrays"));
      metadata.scenario.imported = ImportedStrategy(named->file(), named->content(), named->sha256(), strategy);
      metadata.scenario.validate();
    }
    StrategyFile file{metadata.scenario, strategy, metadata.mechanism, metadata.figures};
    file.claim = metadata.claim;
    file.optimizer = metadata.optimizer;
    file.gaussianMethod = metadata.gaussianMethod;
    file.softwareVersion = metadata.softwareVersion;
    file.metadataJson = std::move(text);
    file.sha256 = std::move(stated);
    auto contradictions = contradictionsOf(metadata, strategy, arrays);
    // The last digits of an inverse differ between processors, and the noise is made by it: from version 9 on by the
    // one that the file states, once it is known to follow from C. Files before keep the bits that their runs began
    // with.
    if (contradictions.empty() && metadata.kind->withStated && metadata.version >= kGeneratorVersion)
      file.strategy = metadata.kind->withStated(strategy, take);
    return {std::move(file), std::move(metadata), std::move(recomputed), std::move(contradictions)};
  } catch (const InvalidArgument& error) {
    throw FormatError(path, error.argument(), {Core::tr("%1 is not allowed: use %2"), error.value(), error.allowed()});
  }
}

// The file, where its arrays have the hashes that it states and fit together.
StrategyFile confirmed(StrategyFileContents contents, const std::filesystem::path& path) {
  for (const auto& [name, hash] : contents.file.sha256) {
    if (contents.recomputedSha256.at(name) != hash) {
      throw FormatError(path, name + ".npy",
                        {Core::tr("has the SHA-256 %1, not the stated %2"), contents.recomputedSha256.at(name), hash});
    }
  }
  for (const auto& [name, from] : contents.contradictions)
    throw FormatError(path, name, {Core::tr("does not follow from %1"), from});
  // They stand in no file: they are of what it states.
  for (NamedCaution& caution : cautionsOf(*designOf(contents.file)))
    contents.file.claim.cautions.push_back(std::move(caution.text));
  return std::move(contents.file);
}

}  // namespace

StrategyFileContents readStrategyContents(const std::filesystem::path& path) {
  return contentsOf(ZipReader(path));
}

StrategyFileContents readStrategyContents(std::string_view bytes, const std::filesystem::path& name) {
  return contentsOf(ZipReader(bytes, name));
}

StrategyFile readStrategyFile(const std::filesystem::path& path) {
  return confirmed(readStrategyContents(path), path);
}

StrategyFile readStrategyBytes(std::string_view bytes, const std::filesystem::path& name) {
  return confirmed(readStrategyContents(bytes, name), name);
}

}  // namespace noiseloom
