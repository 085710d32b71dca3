#include <zlib.h>

#include <algorithm>
#include <concepts>
#include <new>

#include "core/base/errors.h"
#include "core/io/zip.h"
#include "core/io/zip_format.h"

namespace noiseloom {
namespace {

using namespace zip_format;

// Little-endian fields of one record, in order; the caller has checked that the record is long enough.
class Fields {
 public:
  explicit Fields(std::span<const std::byte> bytes) : m_bytes(bytes) {}

  template <std::unsigned_integral Number>
  Number next() {
    Number value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i)
      value = static_cast<Number>(value | (static_cast<Number>(m_bytes[m_position + i]) << (8 * i)));
    m_position += sizeof value;
    return value;
  }

 private:
  std::span<const std::byte> m_bytes;
  std::size_t m_position = 0;
};

// The fields that both headers of a member have.
struct Stated {
  std::uint16_t version = 0;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint16_t time = 0;
  std::uint16_t date = 0;
  std::uint32_t crc = 0;
  std::uint32_t storedSize = 0;
  std::uint32_t size = 0;
  std::uint16_t nameBytes = 0;
  std::uint16_t extraBytes = 0;

  bool operator==(const Stated&) const = default;
};

Stated nextStated(Fields& fields) {
  Stated stated;
  stated.version = fields.next<std::uint16_t>();
  stated.flags = fields.next<std::uint16_t>();
  stated.method = fields.next<std::uint16_t>();
  stated.time = fields.next<std::uint16_t>();
  stated.date = fields.next<std::uint16_t>();
  stated.crc = fields.next<std::uint32_t>();
  stated.storedSize = fields.next<std::uint32_t>();
  stated.size = fields.next<std::uint32_t>();
  stated.nameBytes = fields.next<std::uint16_t>();
  stated.extraBytes = fields.next<std::uint16_t>();
  return stated;
}

// Why a member with these fields is none that such a file has; empty when it may be one.
Text objection(const Stated& stated, ZipDialect dialect) {
  const bool numpy = dialect == ZipDialect::NumPy;
  const bool deflated = numpy && stated.method == kDeflated;
  if (numpy && stated.method != kStored && !deflated)
    return {Core::tr("is compressed by method %1: only stored and deflated members are read"), stated.method};
  if (!numpy && stated.method != kStored)
    return {Core::tr("is compressed (method %1): only stored members are read"), stated.method};
  if (stated.flags != 0) return {Core::tr("has flags %1 (encrypted or streamed): they must be 0"), stated.flags};
  if (const std::uint16_t most = numpy ? kZip64Version : kVersion; stated.version > most)
    return {Core::tr("needs zip version %1: at most %2 is read"), stated.version, most};
  if (!deflated && stated.storedSize != stated.size) return Core::tr("states two sizes for stored content");
  if (std::max(stated.size, stated.storedSize) > kMostBytes) return Core::tr("uses ZIP64, which is not read");
  if (deflated && stated.size / kMostInflation > stated.storedSize)
    return {Core::tr("claims %1 bytes, more than %2 deflated ones can hold"), stated.size, stated.storedSize};
  if (!numpy && stated.extraBytes != 0)
    return Core::tr("has an extra field, which strategy files never have (saved again by another program?)");
  if (stated.nameBytes == 0) return Core::tr("has no name");
  return {};
}

Text position(std::size_t member, std::size_t members, std::uint64_t offset) {
  return {Core::tr("member %1 of %2, at byte %3"), member + 1, members, offset};
}

// The sizes of a local header, which Python puts into an extra field and leaves `kSizesInExtra` in their places.
void takeSizesFrom(std::span<const std::byte> extra, Stated& stated) {
  constexpr std::uint16_t kBothSizes = 16;
  if (stated.size != kSizesInExtra || stated.storedSize != kSizesInExtra || extra.size() != 4 + kBothSizes) return;
  Fields fields(extra);
  if (fields.next<std::uint16_t>() != kZip64Extra || fields.next<std::uint16_t>() != kBothSizes) return;
  const auto size = fields.next<std::uint64_t>();
  const auto stored = fields.next<std::uint64_t>();
  if (std::max(size, stored) > kMostBytes) return;
  stated.size = static_cast<std::uint32_t>(size);
  stated.storedSize = static_cast<std::uint32_t>(stored);
}

// Names are shown in messages: anything but printable ASCII is refused before it gets there.
bool printable(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

// About one file.
struct Refusal {
  const std::filesystem::path& path;
  [[noreturn]] void operator()(const Text& where, const Text& why) const { throw FormatError(path, where, why); }
};

// The end record: size and place of the directory.
struct DirectoryPlace {
  std::size_t members = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
};

DirectoryPlace directoryPlace(const InputFile& file, const Refusal& refuse) {
  const std::uint64_t fileSize = file.size();
  if (fileSize < kEndOfDirectoryBytes) refuse(Core::tr("file"), Core::tr("is too short to be a strategy file"));
  std::vector<std::byte> record(kEndOfDirectoryBytes);
  const std::uint64_t endOffset = fileSize - kEndOfDirectoryBytes;
  file.readAt(endOffset, record);
  Fields end(record);
  if (end.next<std::uint32_t>() != kEndOfDirectory) {
    refuse(Core::tr("end of file"),
           Core::tr("is not the end of a zip archive (cut short, or followed by something else)"));
  }
  const auto thisDisk = end.next<std::uint16_t>();
  const auto directoryDisk = end.next<std::uint16_t>();
  const auto membersHere = end.next<std::uint16_t>();
  DirectoryPlace place;
  place.members = end.next<std::uint16_t>();
  place.size = end.next<std::uint32_t>();
  place.offset = end.next<std::uint32_t>();
  if (thisDisk != 0 || directoryDisk != 0 || membersHere != place.members)
    refuse(Core::tr("end of file"), Core::tr("is that of an archive in several parts"));
  if (end.next<std::uint16_t>() != 0)
    refuse(Core::tr("end of file"), Core::tr("has a comment, which strategy files never have"));
  if (place.members > kMostMembers)
    refuse(Core::tr("end of file"), {Core::tr("announces %1 members: at most 16 are read"), place.members});
  if (place.offset + place.size != endOffset)
    refuse(Core::tr("directory"), Core::tr("does not end where the end record begins"));
  return place;
}

// A member as the directory describes it.
struct Entry {
  Text where;
  Stated stated;
  std::string name;
};

// Reads the entry at byte `at` of the directory, whose member must begin at byte `offset` of the file, and moves `at`
// behind it.
Entry entryAt(std::span<const std::byte> directory, std::size_t& at, const Text& where, std::uint64_t offset,
              ZipDialect dialect, const Refusal& refuse) {
  if (directory.size() - at < kDirectoryHeaderBytes) refuse(Core::tr("directory"), {Core::tr("ends before %1"), where});
  Fields fields{directory.subspan(at, kDirectoryHeaderBytes)};
  if (fields.next<std::uint32_t>() != kDirectoryHeader)
    refuse(where, Core::tr("is not described where the directory should do so"));
  (void)fields.next<std::uint16_t>();  // made by: any system
  const Stated stated = nextStated(fields);
  const auto commentBytes = fields.next<std::uint16_t>();
  const auto disk = fields.next<std::uint16_t>();
  (void)fields.next<std::uint16_t>();  // attributes say nothing about the content
  (void)fields.next<std::uint32_t>();
  const std::uint64_t statedOffset = fields.next<std::uint32_t>();
  at += kDirectoryHeaderBytes;
  if (const Text why = objection(stated, dialect); !why.empty()) refuse(where, why);
  if (commentBytes != 0 || disk != 0) refuse(where, Core::tr("has a comment or lies on another disk"));
  if (statedOffset != offset)
    refuse(where,
           {Core::tr("overlaps its neighbour or leaves a gap: the directory places it at byte %1"), statedOffset});
  if (directory.size() - at < stated.nameBytes)
    refuse(Core::tr("directory"), {Core::tr("ends within the name of %1"), where});
  std::string name(reinterpret_cast<const char*>(directory.data()) + at, stated.nameBytes);
  at += stated.nameBytes;
  if (directory.size() - at < stated.extraBytes)
    refuse(Core::tr("directory"), {Core::tr("ends within the extra field of %1"), where});
  at += stated.extraBytes;
  if (!printable(name)) refuse(where, Core::tr("has a name with characters other than printable ASCII"));
  return {where, stated, std::move(name)};
}

// Bytes of the member's own header at byte `offset`, which must say what the directory says; the directory begins at
// byte `end`.
std::uint64_t headerBytesOf(const Entry& entry, const InputFile& file, std::uint64_t offset, std::uint64_t end,
                            ZipDialect dialect, const Refusal& refuse) {
  const Stated& stated = entry.stated;
  const auto checkFits = [&](std::uint64_t bytes) {
    const std::uint64_t left = end - offset;
    if (left < bytes || left - bytes < entry.stated.storedSize)
      refuse(entry.where,
             {Core::tr("%1 claims %2 bytes, more than the file has"), entry.name, entry.stated.storedSize});
  };
  std::uint64_t headerBytes = kLocalHeaderBytes + stated.nameBytes;
  checkFits(headerBytes);
  std::vector<std::byte> local(headerBytes);
  file.readAt(offset, local);
  Fields fields{std::span<const std::byte>(local)};
  const bool signature = fields.next<std::uint32_t>() == kLocalHeader;
  Stated own = nextStated(fields);
  if (dialect == ZipDialect::NumPy) {
    std::vector<std::byte> extra(own.extraBytes);
    checkFits(headerBytes + extra.size());
    file.readAt(offset + headerBytes, extra);
    headerBytes += extra.size();
    takeSizesFrom(extra, own);
    own.extraBytes = stated.extraBytes;  // each header has its own
  }
  if (!signature || own != stated ||
      entry.name != std::string_view(reinterpret_cast<const char*>(local.data()) + kLocalHeaderBytes, stated.nameBytes))
    refuse(entry.where, {Core::tr("its own header and the directory disagree about %1"), entry.name});
  return headerBytes;
}

}  // namespace

ZipReader::ZipReader(const std::filesystem::path& path, ZipDialect dialect) : m_file(path) {
  readDirectory(dialect);
}

ZipReader::ZipReader(std::string_view archive, const std::filesystem::path& name)
    : m_file(std::as_bytes(std::span(archive)), name) {
  readDirectory(ZipDialect::Own);
}

void ZipReader::readDirectory(ZipDialect dialect) {
  const Refusal refuse{m_file.path()};
  const DirectoryPlace place = directoryPlace(m_file, refuse);
  std::vector<std::byte> directory(place.size);  // at most the file's size
  m_file.readAt(place.offset, directory);
  std::size_t at = 0;
  std::uint64_t offset = 0;  // where the next member must begin
  for (std::size_t i = 0; i < place.members; ++i) {
    const Entry entry = entryAt(directory, at, position(i, place.members, offset), offset, dialect, refuse);
    if (find(entry.name) != nullptr) refuse(entry.where, {Core::tr("repeats the name %1"), entry.name});
    const std::uint64_t begin = offset + headerBytesOf(entry, m_file, offset, place.offset, dialect, refuse);
    const Stated& stated = entry.stated;
    m_members.push_back({entry.name, stated.crc, stated.size, begin, stated.storedSize, stated.method == kDeflated});
    offset = begin + stated.storedSize;
  }
  if (at != directory.size()) refuse(Core::tr("directory"), Core::tr("goes on after its last member"));
  if (offset != place.offset)
    refuse({Core::tr("byte %1"), offset}, Core::tr("something lies between the last member and the directory"));
}

const ZipMember* ZipReader::find(std::string_view name) const {
  const auto found =
      std::find_if(m_members.begin(), m_members.end(), [&](const ZipMember& m) { return m.name == name; });
  return found == m_members.end() ? nullptr : &*found;
}

// A deflated member, inflated piece by piece.
class ZipMemberStream::Inflater {
 public:
  Inflater(const InputFile& file, const ZipMember& member)
      : m_file(file), m_at(member.dataOffset), m_end(member.dataOffset + member.storedSize) {
    if (inflateInit2(&m_stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&m_stream); }

  // True if all of `out` could be filled.
  bool read(std::span<std::byte> out) {
    while (!out.empty()) {
      refill();
      const std::size_t wanted = std::min<std::size_t>(out.size(), 1U << 30);
      m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
      m_stream.avail_out = static_cast<uInt>(wanted);
      const int result = inflate(&m_stream, Z_NO_FLUSH);
      const std::size_t got = wanted - m_stream.avail_out;
      out = out.subspan(got);
      m_ended = result == Z_STREAM_END;
      if ((result != Z_OK && !m_ended) || (m_ended && !out.empty())) return false;
    }
    return true;
  }
  // True if the stream ends here, with its last byte.
  bool ended() {
    std::byte beyond{};
    return m_ended || (!read({&beyond, 1}) && m_ended && m_stream.avail_out == 1);
  }
  bool usedUp() const { return m_at == m_end && m_stream.avail_in == 0; }

 private:
  void refill() {
    if (m_stream.avail_in > 0 || m_at == m_end) return;
    const auto piece = std::span(m_buffer).first(std::min<std::uint64_t>(m_buffer.size(), m_end - m_at));
    m_file.readAt(m_at, piece);
    m_at += piece.size();
    m_stream.next_in = reinterpret_cast<Bytef*>(piece.data());
    m_stream.avail_in = static_cast<uInt>(piece.size());
  }

  const InputFile& m_file;
  std::uint64_t m_at;
  std::uint64_t m_end;
  std::vector<std::byte> m_buffer = std::vector<std::byte>(std::size_t{1} << 16);
  z_stream m_stream{};
  bool m_ended = false;
};

ZipMemberStream::ZipMemberStream(const ZipReader& archive, const ZipMember& member)
    : m_archive(archive), m_member(member) {
  if (member.deflated) m_inflater = std::make_unique<Inflater>(archive.file(), member);
}

ZipMemberStream::~ZipMemberStream() = default;

void ZipMemberStream::read(std::span<std::byte> out) {
  if (out.size() > remaining()) {
    throw FormatError(m_archive.file().path(), m_member.name,
                      {Core::tr("ends after %1 bytes, too early"), m_member.size});
  }
  const auto damaged = [&] {
    throw FormatError(m_archive.file().path(), m_member.name, Core::tr("is damaged: it cannot be inflated"));
  };
  if (!m_inflater) {
    m_archive.file().readAt(m_member.dataOffset + m_position, out);
  } else if (!m_inflater->read(out)) {
    damaged();
  }
  m_position += out.size();
  if (m_inflater && remaining() == 0 && !(m_inflater->ended() && m_inflater->usedUp())) damaged();
  if (!out.empty())
    m_crc = static_cast<std::uint32_t>(crc32_z(m_crc, reinterpret_cast<const Bytef*>(out.data()), out.size()));
  if (remaining() == 0 && m_crc != m_member.crc)
    throw FormatError(m_archive.file().path(), m_member.name, Core::tr("is damaged: its CRC-32 does not match"));
}

}  // namespace noiseloom
