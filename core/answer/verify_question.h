#pragma once

#include <optional>
#include <string>

#include "core/answer/answer.h"
#include "core/verify/verify_record.h"

namespace noiseloom {

/// A verification as one object (docs/formats.md). file: the name of what was verified. Only that of a record says what
/// it covers: others cover all of their file.
Json verificationJson(const std::string& file, const RecordVerification& verification);

/// `verify`: recomputes what a strategy file states, or a noise plan with its strategy file, or compares the record of
/// a training job with its strategy file.
class VerifyQuestion final : public Question {
 public:
  void declare(const AddOption& add) override;
  /// Ending::No where anything does not hold; the JSON is verificationJson()'s.
  Answer answer(const RunControl& control) const override;
  /// `covers` is empty unless a record was verified. Throws what core does for files that cannot be read. The result is
  /// incomplete when stopped.
  RecordVerification verify(const RunControl& control) const;
  /// The file that is verified, as it was given. Throws InvalidArgument unless there is exactly one.
  const std::string& checkedFile() const;

 private:
  RecordVerification ofRecord(const RunControl& control) const;
  Verification ofFile(const RunControl& control) const;

  std::optional<std::string> m_file;
  std::optional<std::string> m_job;
  std::optional<std::string> m_strategy;
  std::optional<std::string> m_keyFile;
  std::optional<std::string> m_against;
  bool m_finished = false;
};

}  // namespace noiseloom
