#include "core/io/scratch_file.h"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp

#include <cerrno>

#include <fstream>
#include <system_error>

#include "core/base/errors.h"

namespace noiseloom {

ScratchFile::ScratchFile(const std::string& name) {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  std::string pattern = ((error ? std::filesystem::path("/tmp") : parent) / "noiseloom-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr)
    throw IoError(pattern, {Core::tr("cannot be made: %1"), systemReason(errno)});
  m_folder = pattern;
  m_path = m_folder / name;
}

ScratchFile::~ScratchFile() {
  std::error_code ignored;
  std::filesystem::remove_all(m_folder, ignored);
}

void ScratchFile::write(std::string_view bytes) const {
  std::ofstream stream(m_path, std::ios::binary | std::ios::trunc);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) throw IoError(m_path, Core::tr("cannot be written"));
}

}  // namespace noiseloom
