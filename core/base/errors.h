#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "core/base/text.h"

namespace noiseloom {

/// Base of every error that core throws for a caller's mistake or a fault of the system. Numerical outcomes are not
/// errors: they are reported as a Termination beside the best valid result.
class Error : public std::runtime_error {
 public:
  explicit Error(Text text);

  /// what() in a form that can be translated.
  const Text& text() const noexcept { return m_text; }

 private:
  Text m_text;
};

/// An argument that cannot be used, with its value and what is allowed, so that a window can show the message beside
/// the field and a command line can name the option.
class InvalidArgument : public Error {
 public:
  /// argument: snake_case name as in the files and on the command line, e.g. "bands". value: as the user would write
  /// it. allowed: completes "use ...", e.g. "an integer from 1 to 100".
  InvalidArgument(std::string argument, Text value, Text allowed);
  // Not inline: nearly every source file throws one.
  InvalidArgument(const InvalidArgument&);
  InvalidArgument(InvalidArgument&&) noexcept;
  InvalidArgument& operator=(const InvalidArgument&);
  InvalidArgument& operator=(InvalidArgument&&) noexcept;
  ~InvalidArgument() override;

  const std::string& argument() const noexcept { return m_argument; }
  const Text& value() const noexcept { return m_value; }
  const Text& allowed() const noexcept { return m_allowed; }

 private:
  std::string m_argument;
  Text m_value;
  Text m_allowed;
};

/// A failure of the file system: unreadable, unwritable, full.
class IoError : public Error {
 public:
  IoError(std::filesystem::path path, Text reason);

  const std::filesystem::path& path() const noexcept { return m_path; }
  const Text& reason() const noexcept { return m_reason; }

 private:
  std::filesystem::path m_path;
  Text m_reason;
};

/// The system's message for an error number (errno).
Text systemReason(int error);

/// A file that was read but is not what it claims to be, with the position and the fault.
class FormatError : public Error {
 public:
  FormatError(std::filesystem::path path, Text where, Text reason);

  const std::filesystem::path& path() const noexcept { return m_path; }
  const Text& where() const noexcept { return m_where; }
  const Text& reason() const noexcept { return m_reason; }

 private:
  std::filesystem::path m_path;
  Text m_where;
  Text m_reason;
};

}  // namespace noiseloom
