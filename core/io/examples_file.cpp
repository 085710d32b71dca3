#include "core/io/examples_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/errors.h"
#include "core/io/byte_source.h"
#include "core/io/examples_csv.h"
#include "core/io/npy.h"

namespace noiseloom {
namespace {

enum class Format { Csv, Npy, Idx };

// An array of numbers in a file, whose bytes come next from the source.
struct RawArray {
  std::vector<Index> shape;
  char type = 'f';        // f: floating point, i and u: whole numbers, b: booleans
  std::size_t bytes = 4;  // of a number
  bool bigEndian = false;
};

Format formatOf(const std::filesystem::path& path) {
  ByteSource source(path);
  std::array<char, 4> start{};
  const std::size_t got = source.read(std::as_writable_bytes(std::span(start)));
  if (got == start.size() && std::string_view(start.data(), 4) == "\x93NUM") return Format::Npy;
  const bool idx = got == start.size() && start[0] == 0 && start[1] == 0 && start[2] >= 8 && start[2] <= 14;
  return idx ? Format::Idx : Format::Csv;
}

[[noreturn]] void refuse(const ByteSource& source, Phrase where, const Text& reason) {
  throw FormatError(source.path(), where, reason);
}

RawArray npyHeader(ByteSource& source) {
  constexpr Phrase kHeader = Core::tr("header");
  std::array<std::byte, kNpyMagicBytes> magic{};
  source.readAll(magic, kHeader);
  NpyHeader header;
  try {
    std::string dictionary(npyDictionaryBytes(magic), '\0');
    source.readAll(std::as_writable_bytes(std::span(dictionary)), kHeader);
    header = parseNpyDictionary(dictionary);
  } catch (const FormatError&) {
    throw;
  } catch (const Error& error) {
    refuse(source, kHeader, error.text());
  }
  constexpr std::array<std::string_view, 11> kTypes{"<f4", "<f8", "|b1", "|u1", "|i1", "<u2",
                                                    "<i2", "<u4", "<i4", "<u8", "<i8"};
  if (std::ranges::find(kTypes, header.descr) == kTypes.end())
    refuse(source, kHeader,
           {Core::tr("has element type '%1': float32, float64, booleans and whole numbers are read"), header.descr});
  return {std::move(header.shape), header.descr[1], static_cast<std::size_t>(header.descr[2] - '0'), false};
}

RawArray idxHeader(ByteSource& source) {
  constexpr Phrase kHeader = Core::tr("header");
  std::array<std::uint8_t, 4> magic{};
  source.readAll(std::as_writable_bytes(std::span(magic)), kHeader);
  RawArray array;
  array.bigEndian = true;
  switch (magic[2]) {
    case 0x08: array.type = 'u', array.bytes = 1; break;
    case 0x09: array.type = 'i', array.bytes = 1; break;
    case 0x0B: array.type = 'i', array.bytes = 2; break;
    case 0x0C: array.type = 'i', array.bytes = 4; break;
    case 0x0D: array.type = 'f', array.bytes = 4; break;
    case 0x0E: array.type = 'f', array.bytes = 8; break;
    default: refuse(source, kHeader, Core::tr("is not that of an IDX file"));
  }
  if (magic[0] != 0 || magic[1] != 0 || magic[3] < 1 || magic[3] > 4)
    refuse(source, kHeader, Core::tr("is not that of an IDX file of one to four dimensions"));
  for (std::uint8_t i = 0; i < magic[3]; ++i) {
    std::array<std::uint8_t, 4> length{};
    source.readAll(std::as_writable_bytes(std::span(length)), kHeader);
    Index value = 0;
    for (const std::uint8_t byte : length) value = value * 256 + byte;
    array.shape.push_back(value);
  }
  return array;
}

template <class Number>
double valueAt(const std::byte* bytes, bool bigEndian) {
  std::array<std::byte, sizeof(Number)> own;
  std::memcpy(own.data(), bytes, sizeof(Number));
  if (bigEndian) std::ranges::reverse(own);
  return static_cast<double>(std::bit_cast<Number>(own));
}

double valueOf(const RawArray& array, const std::byte* bytes) {
  const bool big = array.bigEndian;
  if (array.type == 'f') return array.bytes == 4 ? valueAt<float>(bytes, big) : valueAt<double>(bytes, big);
  const bool positive = array.type != 'i';
  switch (array.bytes) {
    case 1: return positive ? valueAt<std::uint8_t>(bytes, big) : valueAt<std::int8_t>(bytes, big);
    case 2: return positive ? valueAt<std::uint16_t>(bytes, big) : valueAt<std::int16_t>(bytes, big);
    case 4: return positive ? valueAt<std::uint32_t>(bytes, big) : valueAt<std::int32_t>(bytes, big);
    default: return positive ? valueAt<std::uint64_t>(bytes, big) : valueAt<std::int64_t>(bytes, big);
  }
}

// How many numbers an example has; first checks all that the header claims against what the file can hold.
Index widthOf(const ByteSource& source, const RawArray& array, Index mostWidth) {
  constexpr Phrase kHeader = Core::tr("header");
  if (array.shape.empty()) refuse(source, kHeader, Core::tr("has no dimensions"));
  Index width = 1;
  for (std::size_t i = 0; i < array.shape.size(); ++i) {
    if (array.shape[i] == 0) refuse(source, kHeader, Core::tr("says that it is empty"));
    if (i == 0) continue;
    if (array.shape[i] > mostWidth / width)
      refuse(source, kHeader, {Core::tr("has more than the %1 features that are read"), mostWidth});
    width *= array.shape[i];
  }
  if (array.shape[0] > kMostTrainingNumbers / width)
    refuse(source, kHeader, {Core::tr("has more than the %1 numbers that are read"), kMostTrainingNumbers});
  const auto bytes = static_cast<std::uint64_t>(array.shape[0] * width) * array.bytes;
  if (bytes > source.mostBytes())
    refuse(source, kHeader, {Core::tr("asks for %1 bytes, more than the file has"), bytes});
  return width;
}

// Hands all numbers in their order to take(position, value). Returns false when stopped.
template <class Take>
bool readNumbers(ByteSource& source, const RawArray& array, Index count, const RunControl& control, const Take& take) {
  constexpr Index kPiece = Index{1} << 17;
  std::vector<std::byte> piece(static_cast<std::size_t>(std::min(kPiece, count)) * array.bytes);
  for (Index begin = 0; begin < count; begin += kPiece) {
    if (control.stopRequested()) return false;
    const auto here = static_cast<std::size_t>(std::min(kPiece, count - begin));
    const auto bytes = std::span(piece).first(here * array.bytes);
    source.readAll(bytes, Core::tr("numbers"));
    for (std::size_t i = 0; i < here; ++i)
      take(static_cast<std::size_t>(begin) + i, valueOf(array, bytes.data() + i * array.bytes));
  }
  std::byte more{};
  if (source.read(std::span(&more, 1)) != 0)
    refuse(source, Core::tr("end of file"), Core::tr("more bytes than its header says"));
  return true;
}

[[noreturn]] void refuseValue(const ByteSource& source, std::size_t at, Index width) {
  const auto position = static_cast<Index>(at);
  throw FormatError(source.path(), {Core::tr("example %1, feature %2"), position / width, position % width},
                    Core::tr("is not a number that can be used"));
}

RawArray headerOf(ByteSource& source, Format format) {
  return format == Format::Npy ? npyHeader(source) : idxHeader(source);
}

std::optional<std::vector<double>> readLabels(const std::filesystem::path& path, Index examples,
                                              const RunControl& control) {
  const Format format = formatOf(path);
  ByteSource source(path);
  if (format == Format::Csv) refuse(source, Core::tr("file"), Core::tr("is neither an IDX file nor a .npy array"));
  const RawArray array = headerOf(source, format);
  const Index width = widthOf(source, array, 1);
  if (array.shape[0] != examples)
    refuse(source, Core::tr("header"), {Core::tr("has %1 labels for %2 examples"), array.shape[0], examples});
  std::vector<double> labels(array.shape[0] * width);
  const bool whole = readNumbers(source, array, std::ssize(labels), control, [&](std::size_t at, double value) {
    if (!std::isfinite(value)) refuseValue(source, at, 1);
    labels[at] = value;
  });
  if (!whole) return std::nullopt;
  return labels;
}

// The file of labels beside a file of images, by the names that MNIST and its like use; nullopt if there is none.
std::optional<std::filesystem::path> labelsBeside(const std::filesystem::path& data) {
  std::string name = data.filename().string();
  for (const auto& [images, labels] : {std::pair<std::string_view, std::string_view>{"images", "labels"},
                                       std::pair<std::string_view, std::string_view>{"idx3", "idx1"}}) {
    const std::size_t at = name.find(images);
    if (at != std::string::npos) name.replace(at, images.size(), labels);
  }
  const std::filesystem::path found = data.parent_path() / name;
  std::error_code error;
  if (found == data || !std::filesystem::is_regular_file(found, error)) return std::nullopt;
  return found;
}

}  // namespace

std::optional<CsvSurvey> surveyCsv(const std::filesystem::path& data, const RunControl& control) {
  const Format format = formatOf(data);
  ByteSource source(data);
  if (format != Format::Csv) refuse(source, Core::tr("file"), Core::tr("is no CSV file"));
  return surveyCsvExamples(source, control);
}

bool holdsPixels(const std::filesystem::path& data) {
  if (formatOf(data) != Format::Idx) return false;
  ByteSource source(data);
  const RawArray array = idxHeader(source);
  return array.type == 'u';
}

std::optional<ExampleTable> readExamples(const ExamplesSource& asked, const RunControl& control) {
  const Format format = formatOf(asked.data);
  ByteSource source(asked.data);
  if (asked.labelColumn && format != Format::Csv)
    throw InvalidArgument("label_column", *asked.labelColumn, Core::tr("none: only CSV files have named columns"));
  if (format == Format::Csv) {
    if (asked.labels)
      throw InvalidArgument("labels", asked.labels->string(), Core::tr("none: a CSV file has them in a column"));
    return readCsvExamples(source, asked.labelColumn, asked.csv, control);
  }
  if (asked.csv != CsvChoices{})
    throw InvalidArgument("leave_out", Core::tr("columns or rows"),
                          Core::tr("none: only CSV files have any to choose"));
  const RawArray array = headerOf(source, format);
  auto labelsFile = asked.labels;
  if (!labelsFile && format == Format::Idx) {
    labelsFile = labelsBeside(asked.data);
    if (!labelsFile) {
      throw InvalidArgument("labels", Core::tr("none"),
                            {Core::tr("the IDX file with the labels of %1"), asked.data.filename().string()});
    }
  }
  const bool inColumn = !labelsFile;
  if (array.shape.size() < 2 && inColumn)
    refuse(source, Core::tr("header"), Core::tr("has one dimension: examples are rows of features and a label"));
  const Index width = widthOf(source, array, kMostFeatures + (inColumn ? 1 : 0));
  if (width < 2 && inColumn)
    refuse(source, Core::tr("header"), Core::tr("has one column: examples are rows of features and a label"));
  ExampleTable table;
  table.features = width - (inColumn ? 1 : 0);
  const Index examples = array.shape[0];
  if (!inColumn) {  // the smaller file first: whether they fit is known at once
    auto labels = readLabels(*labelsFile, examples, control);
    if (!labels) return std::nullopt;
    table.labels = std::move(*labels);
  } else {
    table.labels.reserve(examples);
  }
  table.values.resize(examples * table.features);
  const std::size_t columns = width;
  const double unit = format == Format::Idx && array.type == 'u' ? 1.0 / 255 : 1;
  std::size_t filled = 0;
  const bool whole = readNumbers(source, array, examples * width, control, [&](std::size_t at, double value) {
    const auto narrow = static_cast<float>(value * unit);
    if (!std::isfinite(narrow)) refuseValue(source, at, width);
    if (inColumn && (at + 1) % columns == 0)
      table.labels.push_back(value);
    else
      table.values[filled++] = narrow;
  });
  if (!whole) return std::nullopt;
  return table;
}

}  // namespace noiseloom
