#include "core/base/errors.h"

#include <utility>

namespace noiseloom {

InvalidArgument::InvalidArgument(std::string argument, std::string value, std::string allowed)
    : Error(argument + " = " + value + " is not allowed: use " + allowed),
      m_argument(std::move(argument)),
      m_value(std::move(value)),
      m_allowed(std::move(allowed)) {}

IoError::IoError(std::filesystem::path path, std::string reason)
    : Error(path.string() + ": " + reason), m_path(std::move(path)), m_reason(std::move(reason)) {}

FormatError::FormatError(std::filesystem::path path, std::string where, std::string reason)
    : Error(path.string() + ": " + where + ": " + reason),
      m_path(std::move(path)),
      m_where(std::move(where)),
      m_reason(std::move(reason)) {}

}  // namespace noiseloom
