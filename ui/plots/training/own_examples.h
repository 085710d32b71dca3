#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/run_control.h"
#include "core/train/data_set.h"

namespace noiseloom {

/// Where a person's own examples are. Nothing of what they hold is kept beside the file itself.
struct TrainingFile {
  QString path;
  QString labels;       ///< a file of labels, of IDX and .npy files; empty: where readExamples() looks for them
  QString labelColumn;  ///< of a CSV file; empty: the last
  /// SHA-256 that a session states, of the file and of that of its labels: what they must hold. Empty: whatever they
  /// do.
  QString sha256, labelsSha256;

  /// The same place, whatever it must hold.
  bool samePlace(const TrainingFile& other) const {
    return path == other.path && labels == other.labels && labelColumn == other.labelColumn;
  }
  bool operator==(const TrainingFile&) const = default;
};

/// A file's examples in memory.
struct OwnExamples {
  TrainingFile file;        ///< with the hashes of what was read
  bool regression = false;  ///< labels are numbers to be met
  FeatureScaling scaling = FeatureScaling::Standardise;
  std::shared_ptr<const DataSet> data;
};

/// What the panel reads at most, as it is in the file, deflated or not.
inline constexpr std::uint64_t kMostOwnBytes = std::uint64_t{1} << 30;

/// Reads a file as the command line does where nothing else is asked for: one in five to test on, features standardised
/// but for pixels. For worker threads. nullptr when stopped. Throws an Error with a sentence where it cannot be read,
/// is gone, or is not what it must be.
std::shared_ptr<const OwnExamples> readOwnExamples(const TrainingFile& file, bool regression,
                                                   const RunControl& control);

/// "960 examples to train with, 240 to test on; 4 features, 3 classes; standardised"
QString describe(const OwnExamples& examples);

}  // namespace noiseloom
