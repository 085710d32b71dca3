#include "core/io/npz.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/npy.h"

namespace noiseloom {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");
static_assert(sizeof(double) == 8);

constexpr Index kMostTextCharacters = Index{1} << 28;

[[noreturn]] void refuse(const ZipReader& archive, const ZipMember& member, const Text& why) {
  throw FormatError(archive.file().path(), member.name, why);
}

// Reads the preamble and leaves the stream at the data.
NpyHeader readPreamble(const ZipReader& archive, const ZipMember& member, ZipMemberStream& stream) {
  const auto parsed = [&](const auto& parse) {
    try {
      return parse();
    } catch (const Error& error) {
      refuse(archive, member, error.text());
    }
  };
  if (stream.remaining() < kNpyMagicBytes) refuse(archive, member, Core::tr("is too short to be a .npy array"));
  std::vector<std::byte> magic(kNpyMagicBytes);
  stream.read(magic);
  const std::size_t bytes = parsed([&] { return npyDictionaryBytes(magic); });  // at most 65535
  if (stream.remaining() < bytes) refuse(archive, member, Core::tr("ends within its header"));
  std::string dictionary(bytes, '\0');
  stream.read(std::as_writable_bytes(std::span(dictionary)));
  return parsed([&] { return parseNpyDictionary(dictionary); });
}

// Number of items of `itemBytes` that the member holds after its header; they must be exactly what the shape says.
std::size_t checkedCount(const ZipReader& archive, const ZipMember& member, const NpyHeader& header,
                         std::uint64_t dataBytes, std::uint64_t itemBytes) {
  const std::uint64_t most = dataBytes / itemBytes;
  std::uint64_t count = 1;
  for (const Index length : header.shape) {
    const auto size = static_cast<std::uint64_t>(length);
    if (size == 0) refuse(archive, member, Core::tr("is empty"));
    if (size > most / count) {
      refuse(archive, member, {Core::tr("its shape asks for more than the %1 bytes that it has"), dataBytes});
    }
    count *= size;
  }
  if (count * itemBytes != dataBytes) {
    refuse(archive, member, {Core::tr("its shape asks for %1 bytes but it has %2"), count * itemBytes, dataBytes});
  }
  return static_cast<std::size_t>(count);
}

}  // namespace

void NpzWriter::addArray(std::string_view name, std::span<const Index> shape, std::span<const double> values) {
  Index count = 1;
  for (const Index length : shape) {
    checkInteger("shape of " + std::string(name), length, 1, kNoLimit / count);
    count *= length;
  }
  checkSize(name, static_cast<Index>(values.size()), count);
  checkAllFinite(name, values);
  checkZipMemberSize(name, values.size_bytes());
  const std::string preamble = npyPreamble({"<f8", {shape.begin(), shape.end()}});
  m_zip.add(std::string(name) + ".npy", {std::as_bytes(std::span(preamble)), std::as_bytes(values)});
}

void NpzWriter::addText(std::string_view name, std::string_view text) {
  checkInteger("length of " + std::string(name), static_cast<Index>(text.size()), 1, kMostTextCharacters);
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
  m_file.commit();
  return hash;
}

NpyArray readNpyArray(const ZipReader& archive, const ZipMember& member) {
  ZipMemberStream stream(archive, member);
  NpyHeader header = readPreamble(archive, member, stream);
  if (header.descr != "<f8")
    refuse(archive, member, {Core::tr("has element type '%1': it must be '<f8'"), header.descr});
  if (header.shape.empty()) refuse(archive, member, Core::tr("has no dimensions"));
  NpyArray array;
  array.values.resize(checkedCount(archive, member, header, stream.remaining(), sizeof(double)));
  array.shape = std::move(header.shape);
  Sha256 hash;
  constexpr std::size_t kPiece = 1 << 17;  // hashed while still in the cache
  for (std::size_t begin = 0; begin < array.values.size(); begin += kPiece) {
    const auto piece =
        std::as_writable_bytes(std::span(array.values).subspan(begin, std::min(kPiece, array.values.size() - begin)));
    stream.read(piece);
    hash.update(piece);
  }
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    if (!std::isfinite(array.values[i])) refuse(archive, member, {Core::tr("value %1 is not a finite number"), i});
  }
  array.sha256 = hash.hex();
  return array;
}

std::string readNpyText(const ZipReader& archive, const ZipMember& member) {
  ZipMemberStream stream(archive, member);
  const NpyHeader header = readPreamble(archive, member, stream);
  if (!header.shape.empty()) refuse(archive, member, Core::tr("must be a single text"));
  const std::uint64_t characters = stream.remaining() / 4;
  if (header.descr != "<U" + std::to_string(characters) || stream.remaining() % 4 != 0) {
    refuse(archive, member, {Core::tr("has element type '%1': it must be '<U%2'"), header.descr, characters});
  }
  std::string text;
  text.reserve(static_cast<std::size_t>(characters));
  std::u32string piece(1 << 14, U'\0');
  while (stream.remaining() > 0) {
    piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), stream.remaining() / 4)));
    stream.read(std::as_writable_bytes(std::span(piece)));
    for (const char32_t c : piece) {
      if (c == 0 || c > 0x7F) refuse(archive, member, Core::tr("has a character that is not ASCII"));
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
