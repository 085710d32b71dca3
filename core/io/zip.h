#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/input_file.h"
#include "core/io/sha256.h"

namespace noiseloom {

/// Throws InvalidArgument naming the member when it cannot be stored without ZIP64: `bytes` of at most 2^32 - 2.
void checkZipMemberSize(std::string_view member, std::uint64_t bytes);

/// Writes stored (uncompressed) members one after another, PKWARE APPNOTE 6.3 without ZIP64, with a constant time
/// stamp: the same members give the same bytes.
class ZipWriter {
 public:
  /// write: takes the archive's bytes, piece by piece and in order.
  explicit ZipWriter(std::function<void(std::span<const std::byte>)> write) : m_write(std::move(write)) {}
  /// One member whose content is `parts` in order.
  void add(std::string_view name, std::initializer_list<std::span<const std::byte>> parts);
  /// Writes the directory and returns the SHA-256 of the whole file, hex.
  std::string finish();

 private:
  void append(std::span<const std::byte> bytes);

  std::function<void(std::span<const std::byte>)> m_write;
  Sha256 m_hash;
  std::uint64_t m_offset = 0;
  std::uint64_t m_members = 0;
  std::vector<std::byte> m_directory;
};

/// Which archives a reader takes.
enum class ZipDialect {
  Own,   ///< as ZipWriter writes it
  NumPy  ///< as numpy.savez and numpy.savez_compressed do: members may be deflated and have extra fields (their ZIP64
         ///< sizes are compared with the directory's; sizes beyond 2^32 - 2 are refused all the same)
};

/// One member of an archive, as both of its headers state it.
struct ZipMember {
  std::string name;
  std::uint32_t crc = 0;
  std::uint64_t size = 0;        ///< bytes of content
  std::uint64_t dataOffset = 0;  ///< of the content in the file
  std::uint64_t storedSize = 0;  ///< bytes that it takes in the file
  bool deflated = false;         ///< `size` is then a claim, of at most 1032 times the stored size
};

/// Reads back what ZipWriter writes, or NumPy, and refuses everything else with a FormatError: compressed (but for
/// NumPy's) or encrypted members, ZIP64, extra fields (but for NumPy's), comments, duplicate names, gaps, overlaps and
/// anything before or after the archive. The members tile the file from its first byte to the directory, so that what
/// they take cannot add up to more than the file has.
class ZipReader {
 public:
  explicit ZipReader(const std::filesystem::path& path, ZipDialect dialect = ZipDialect::Own);
  /// The same of an archive in memory, which must outlive the reader; errors call it `name`.
  ZipReader(std::string_view archive, const std::filesystem::path& name);

  const InputFile& file() const { return m_file; }
  const std::vector<ZipMember>& members() const { return m_members; }
  /// nullptr when there is none of that name.
  const ZipMember* find(std::string_view name) const;

 private:
  void readDirectory(ZipDialect dialect);

  InputFile m_file;
  std::vector<ZipMember> m_members;
};

/// Reads the content of one member in pieces, inflated where it is deflated; the last piece checks the CRC-32 of the
/// whole.
class ZipMemberStream {
 public:
  ZipMemberStream(const ZipReader& archive, const ZipMember& member);
  ZipMemberStream(const ZipMemberStream&) = delete;
  ZipMemberStream& operator=(const ZipMemberStream&) = delete;
  ~ZipMemberStream();
  std::uint64_t remaining() const { return m_member.size - m_position; }
  /// Throws FormatError when fewer bytes remain, or when they end here with the wrong CRC-32.
  void read(std::span<std::byte> out);

 private:
  class Inflater;

  const ZipReader& m_archive;
  const ZipMember& m_member;
  std::uint64_t m_position = 0;
  std::uint32_t m_crc = 0;
  std::unique_ptr<Inflater> m_inflater;  ///< of deflated members
};

}  // namespace noiseloom
