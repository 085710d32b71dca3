#include "core/io/npz.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");
static_assert(sizeof(double) == 8);

constexpr Index kMostTextCharacters = Index{1} << 28;

// Where an array stands, for messages.
struct NpzPlace {
  const std::filesystem::path& file;
  Text array;
};

NpzPlace placeOf(const ZipReader& archive, const ZipMember& member) {
  return {archive.file().path(), member.name};
}

[[noreturn]] void refuseAt(const NpzPlace& place, const Text& why) {
  throw FormatError(place.file, place.array, why);
}

// A .npy file as a stream of bytes.
class FileStream {
 public:
  explicit FileStream(const InputFile& file) : m_file(file) {}
  std::uint64_t remaining() const { return m_file.size() - m_position; }
  void read(std::span<std::byte> out) {
    m_file.readAt(m_position, out);
    m_position += out.size();
  }

 private:
  const InputFile& m_file;
  std::uint64_t m_position = 0;
};

// Reads the preamble and leaves the stream at the data.
template <class Stream>
NpyHeader readPreamble(const NpzPlace& place, Stream& stream, NpyDialect dialect) {
  const auto parsed = [&](const auto& parse) {
    try {
      return parse();
    } catch (const Error& error) {
      refuseAt(place, error.text());
    }
  };
  if (stream.remaining() < kNpyMagicBytes) refuseAt(place, Core::tr("is too short to be a .npy array"));
  std::vector<std::byte> magic(kNpyMagicBytes);
  stream.read(magic);
  const std::size_t bytes = parsed([&] { return npyDictionaryBytes(magic); });  // at most 65535
  if (stream.remaining() < bytes) refuseAt(place, Core::tr("ends within its header"));
  std::string dictionary(bytes, '\0');
  stream.read(std::as_writable_bytes(std::span(dictionary)));
  return parsed([&] { return parseNpyDictionary(dictionary, dialect); });
}

// Number of items of `itemBytes` that stand after the header; they must be exactly what the shape says.
std::size_t checkedCount(const NpzPlace& place, const NpyHeader& header, std::uint64_t dataBytes,
                         std::uint64_t itemBytes) {
  const std::uint64_t most = dataBytes / itemBytes;
  std::uint64_t count = 1;
  for (const Index length : header.shape) {
    const auto size = static_cast<std::uint64_t>(length);
    if (size == 0) refuseAt(place, Core::tr("is empty"));
    if (size > most / count)
      refuseAt(place, {Core::tr("its shape asks for more than the %1 bytes that it has"), dataBytes});
    count *= size;
  }
  if (count * itemBytes != dataBytes)
    refuseAt(place, {Core::tr("its shape asks for %1 bytes but it has %2"), count * itemBytes, dataBytes});
  return static_cast<std::size_t>(count);
}

// float32 as float64, exactly. `values` holds them in its last half.
void widen(std::vector<double>& values) {
  const std::size_t count = values.size();
  const auto* narrow = reinterpret_cast<const std::byte*>(values.data()) + count * sizeof(float);
  for (std::size_t i = 0; i < count; ++i) {
    float value = 0;
    std::memcpy(&value, narrow + i * sizeof value, sizeof value);
    values[i] = static_cast<double>(value);  // never beyond what is still to be read
  }
}

std::vector<double> transposed(const std::vector<double>& values, std::size_t rows, std::size_t columns) {
  std::vector<double> out(values.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) out[i * columns + j] = values[j * rows + i];
  }
  return out;
}

template <class Stream>
NpyArray readArray(const NpzPlace& place, Stream& stream, NpyDialect dialect) {
  NpyHeader header = readPreamble(place, stream, dialect);
  const bool narrow = dialect == NpyDialect::NumPy && header.descr == "<f4";
  if (!narrow && header.descr != "<f8") {
    refuseAt(place, dialect == NpyDialect::Own
                        ? Text(Core::tr("has element type '%1': it must be '<f8'"), header.descr)
                        : Text(Core::tr("has element type '%1': it must be '<f8' or '<f4'"), header.descr));
  }
  if (header.shape.empty()) refuseAt(place, Core::tr("has no dimensions"));
  NpyArray array;
  array.values.resize(checkedCount(place, header, stream.remaining(), narrow ? sizeof(float) : sizeof(double)));
  array.shape = std::move(header.shape);
  Sha256 hash;
  const auto all = std::as_writable_bytes(std::span(array.values));
  const auto bytes = narrow ? all.subspan(all.size() / 2) : all;
  constexpr std::size_t kPiece = 1 << 20;  // hashed while still in the cache
  for (std::size_t begin = 0; begin < bytes.size(); begin += kPiece) {
    const auto piece = bytes.subspan(begin, std::min(kPiece, bytes.size() - begin));
    stream.read(piece);
    hash.update(piece);
  }
  if (narrow) widen(array.values);
  if (header.fortranOrder && array.shape.size() == 2) {
    array.values =
        transposed(array.values, static_cast<std::size_t>(array.shape[0]), static_cast<std::size_t>(array.shape[1]));
  }
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    if (!std::isfinite(array.values[i])) refuseAt(place, {Core::tr("value %1 is not a finite number"), i});
  }
  array.sha256 = hash.hex();
  return array;
}

}  // namespace

NpzWriter::NpzWriter(std::string& archive)
    : m_zip([&archive](std::span<const std::byte> bytes) {
        archive.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      }) {}

void NpzWriter::addArray(std::string_view name, std::span<const Index> shape, std::span<const double> values) {
  Index count = 1;
  for (const Index length : shape) {
    checkInteger("shape of " + std::string(name), length, 1, kNoLimit / count);
    count *= length;
  }
  checkSize(name, std::ssize(values), count);
  checkAllFinite(name, values);
  checkZipMemberSize(name, values.size_bytes());
  const std::string preamble = npyPreamble({"<f8", {shape.begin(), shape.end()}});
  m_zip.add(std::string(name) + ".npy", {std::as_bytes(std::span(preamble)), std::as_bytes(values)});
}

void NpzWriter::addIntegers(std::string_view name, std::span<const Index> values) {
  checkZipMemberSize(name, values.size_bytes());
  const std::string preamble = npyPreamble({"<i8", {std::ssize(values)}});
  m_zip.add(std::string(name) + ".npy", {std::as_bytes(std::span(preamble)), std::as_bytes(values)});
}

void NpzWriter::addText(std::string_view name, std::string_view text) {
  checkInteger("length of " + std::string(name), std::ssize(text), 1, kMostTextCharacters);
  std::u32string characters;
  characters.reserve(text.size());
  for (const char c : text) {
    if (c <= 0) throw InvalidArgument(std::string(name), Core::tr("a character beyond ASCII"), Core::tr("ASCII text"));
    characters += static_cast<char32_t>(c);
  }
  const std::string preamble = npyPreamble({"<U" + std::to_string(text.size()), {}});
  m_zip.add(std::string(name) + ".npy", {std::as_bytes(std::span(preamble)), std::as_bytes(std::span(characters))});
}

void NpzWriter::addFile(std::string_view name, std::string_view content) {
  m_zip.add(name, {std::as_bytes(std::span(content))});
}

std::string NpzWriter::finish() {
  std::string hash = m_zip.finish();
  if (m_file) m_file->commit();
  return hash;
}

NpyArray readNpyArray(const ZipReader& archive, const ZipMember& member, NpyDialect dialect) {
  ZipMemberStream stream(archive, member);
  return readArray(placeOf(archive, member), stream, dialect);
}

NpyArray readNpyFile(const InputFile& file) {
  FileStream stream(file);
  return readArray({file.path(), Core::tr("file")}, stream, NpyDialect::NumPy);
}

std::vector<Index> readNpyIntegers(const ZipReader& archive, const ZipMember& member) {
  ZipMemberStream stream(archive, member);
  const NpzPlace place = placeOf(archive, member);
  const NpyHeader header = readPreamble(place, stream, NpyDialect::NumPy);
  if (header.descr != "<i8" || header.shape.size() != 1)
    refuseAt(place, Core::tr("is not a one-dimensional array of 64-bit integers"));
  std::vector<Index> values;
  if (header.shape[0] == 0 && stream.remaining() == 0) return values;
  values.resize(checkedCount(place, header, stream.remaining(), sizeof(Index)));
  stream.read(std::as_writable_bytes(std::span(values)));
  return values;
}

std::string readNpyText(const ZipReader& archive, const ZipMember& member) {
  ZipMemberStream stream(archive, member);
  const NpzPlace place = placeOf(archive, member);
  const NpyHeader header = readPreamble(place, stream, NpyDialect::Own);
  if (!header.shape.empty()) refuseAt(place, Core::tr("must be a single text"));
  const std::uint64_t characters = stream.remaining() / 4;
  if (header.descr != "<U" + std::to_string(characters) || stream.remaining() % 4 != 0)
    refuseAt(place, {Core::tr("has element type '%1': it must be '<U%2'"), header.descr, characters});
  std::string text;
  text.reserve(characters);
  std::u32string piece(1 << 14, U'\0');
  while (stream.remaining() > 0) {
    piece.resize(std::min<std::uint64_t>(piece.size(), stream.remaining() / 4));
    stream.read(std::as_writable_bytes(std::span(piece)));
    for (const char32_t c : piece) {
      if (c == 0 || c > 0x7F) refuseAt(place, Core::tr("has a character that is not ASCII"));
      text += static_cast<char>(c);
    }
  }
  return text;
}

std::string readPlainFile(const ZipReader& archive, const ZipMember& member) {
  std::string content(static_cast<std::size_t>(member.size), '\0');
  ZipMemberStream(archive, member).read(std::as_writable_bytes(std::span(content)));
  return content;
}

std::string sha256OfValues(std::span<const double> values) {
  return sha256Hex(std::as_bytes(values));
}

}  // namespace noiseloom
