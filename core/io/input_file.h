#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace noiseloom {

/// A regular file opened for reading at any position, or bytes in memory that stand for one. Pipes, devices and folders
/// are refused (they could block or never end). Nothing is mapped, so a file cut short while it is read is an IoError
/// and not a crash.
class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& path);
  /// content: must outlive this object. name: what errors call it.
  InputFile(std::span<const std::byte> content, std::filesystem::path name);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  const std::filesystem::path& path() const { return m_path; }
  /// Bytes when it was opened.
  std::uint64_t size() const { return m_size; }
  /// The nine permission bits when it was opened.
  unsigned permissions() const { return m_permissions; }
  /// Fills `out` from `offset`; the caller keeps inside size().
  void readAt(std::uint64_t offset, std::span<std::byte> out) const;

 private:
  std::filesystem::path m_path;
  std::span<const std::byte> m_content;  // where there is no descriptor
  std::uint64_t m_size = 0;
  unsigned m_permissions = 0;
  int m_descriptor = -1;
};

/// Fills `out` from `offset` of an open file; `path`: what an IoError calls it.
void readAt(int descriptor, const std::filesystem::path& path, std::uint64_t offset, std::span<std::byte> out);

/// The first 512 bytes without the blanks before them, which distinguish the formats.
std::string startOfFile(const std::filesystem::path& path);

/// The whole file as text; refuses more than `mostBytes`, by name, before anything is allocated.
std::string readTextFile(const std::filesystem::path& path, std::uint64_t mostBytes);

}  // namespace noiseloom
