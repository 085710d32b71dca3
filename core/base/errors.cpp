#include "core/base/errors.h"

#include <system_error>
#include <utility>

namespace noiseloom {

Error::Error(Text text) : std::runtime_error(text.english()), m_text(std::move(text)) {}

InvalidArgument::InvalidArgument(std::string argument, Text value, Text allowed)
    : Error({Core::tr("%1 = %2 is not allowed: use %3"), argument, value, allowed}),
      m_argument(std::move(argument)),
      m_value(std::move(value)),
      m_allowed(std::move(allowed)) {}

InvalidArgument::InvalidArgument(const InvalidArgument&) = default;
InvalidArgument::InvalidArgument(InvalidArgument&&) noexcept = default;
InvalidArgument& InvalidArgument::operator=(const InvalidArgument&) = default;
InvalidArgument& InvalidArgument::operator=(InvalidArgument&&) noexcept = default;
InvalidArgument::~InvalidArgument() = default;

IoError::IoError(std::filesystem::path path, Text reason)
    : Error({Core::tr("%1: %2"), path.string(), reason}), m_path(std::move(path)), m_reason(std::move(reason)) {}

Text systemReason(int error) {
  const std::string words = std::system_category().message(error);
  for (const Phrase known :
       {Core::tr("No such file or directory"), Core::tr("Permission denied"), Core::tr("No space left on device"),
        Core::tr("File too large"), Core::tr("Read-only file system"), Core::tr("Is a directory")}) {
    if (known.english() == words) return known;
  }
  return words;
}

FormatError::FormatError(std::filesystem::path path, Text where, Text reason)
    : Error({Core::tr("%1: %2: %3"), path.string(), where, reason}),
      m_path(std::move(path)),
      m_where(std::move(where)),
      m_reason(std::move(reason)) {}

}  // namespace noiseloom
