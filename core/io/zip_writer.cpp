#include <zlib.h>

#include <concepts>

#include "core/base/errors.h"
#include "core/io/zip.h"
#include "core/io/zip_format.h"

namespace noiseloom {
namespace {

using namespace zip_format;

template <std::unsigned_integral Number>
void put(std::vector<std::byte>& out, Number value) {
  for (std::size_t i = 0; i < sizeof value; ++i) out.push_back(static_cast<std::byte>((value >> (8 * i)) & 0xFF));
}

// The fields that both headers of a member share, from the version needed to the length of the extra field.
void putShared(std::vector<std::byte>& out, std::uint32_t crc, std::uint64_t size, std::size_t nameBytes) {
  put(out, kVersion);
  put(out, std::uint16_t{0});  // flags
  put(out, kStored);
  put(out, kTime);
  put(out, kDate);
  put(out, crc);
  put(out, static_cast<std::uint32_t>(size));  // compressed
  put(out, static_cast<std::uint32_t>(size));
  put(out, static_cast<std::uint16_t>(nameBytes));
  put(out, std::uint16_t{0});  // no extra field
}

}  // namespace

void checkZipMemberSize(std::string_view member, std::uint64_t bytes) {
  if (bytes <= kMostBytes) return;
  throw InvalidArgument("size of " + std::string(member), {Core::tr("%1 bytes"), bytes},
                        {Core::tr("at most %1 bytes (4 GiB) a strategy file"), kMostBytes});
}

void ZipWriter::append(std::span<const std::byte> bytes) {
  m_write(bytes);
  m_hash.update(bytes);
  m_offset += bytes.size();
}

void ZipWriter::add(std::string_view name, std::initializer_list<std::span<const std::byte>> parts) {
  std::uint64_t size = 0;
  for (const auto& part : parts) size += part.size();
  checkZipMemberSize(name, size);
  // Offsets are 32-bit too: the directory must still begin below 4 GiB.
  checkZipMemberSize(name, m_offset + kLocalHeaderBytes + name.size() + size);
  uLong crc = crc32_z(0, nullptr, 0);
  for (const auto& part : parts) {
    if (!part.empty()) crc = crc32_z(crc, reinterpret_cast<const Bytef*>(part.data()), part.size());
  }
  const auto nameBytes = std::as_bytes(std::span(name));

  std::vector<std::byte> header;
  put(header, kLocalHeader);
  putShared(header, static_cast<std::uint32_t>(crc), size, name.size());

  put(m_directory, kDirectoryHeader);
  put(m_directory, kMadeByUnix);
  putShared(m_directory, static_cast<std::uint32_t>(crc), size, name.size());
  put(m_directory, std::uint16_t{0});  // no comment
  put(m_directory, std::uint16_t{0});  // disk 0
  put(m_directory, std::uint16_t{0});  // internal attributes
  put(m_directory, kAttributes);
  put(m_directory, static_cast<std::uint32_t>(m_offset));
  m_directory.insert(m_directory.end(), nameBytes.begin(), nameBytes.end());
  ++m_members;

  append(header);
  append(nameBytes);
  for (const auto& part : parts) append(part);
}

std::string ZipWriter::finish() {
  checkZipMemberSize("the archive", m_offset + m_directory.size());
  const std::uint64_t directoryOffset = m_offset;
  append(m_directory);
  std::vector<std::byte> end;
  put(end, kEndOfDirectory);
  put(end, std::uint16_t{0});  // this disk
  put(end, std::uint16_t{0});  // the directory's disk
  put(end, static_cast<std::uint16_t>(m_members));
  put(end, static_cast<std::uint16_t>(m_members));
  put(end, static_cast<std::uint32_t>(m_directory.size()));
  put(end, static_cast<std::uint32_t>(directoryOffset));
  put(end, std::uint16_t{0});  // no comment
  append(end);
  return m_hash.hex();
}

}  // namespace noiseloom
