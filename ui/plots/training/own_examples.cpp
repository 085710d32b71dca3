#include "ui/plots/training/own_examples.h"

#include <QCoreApplication>
#include <QStringList>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/errors.h"
#include "core/io/examples_file.h"
#include "core/io/sha256.h"
#include "ui/jobs/free_elsewhere.h"

namespace noiseloom {
namespace {

struct TrainingFiles {
  Q_DECLARE_TR_FUNCTIONS(TrainingFiles)
};

std::filesystem::path pathOf(const QString& path) {
  return path.toStdString();
}

/// The hash of a file no larger than allowed; empty if stopped.
QString hashOf(const QString& name, const RunControl& control) {
  const std::filesystem::path path = pathOf(name);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) throw IoError(path, Core::tr("is gone, or is no file"));
  if (std::filesystem::file_size(path, error) > kMostOwnBytes)
    throw IoError(path, Core::tr("has more than the 1 GiB that the window reads; the command line reads more"));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw IoError(path, Core::tr("cannot be opened"));
  Sha256 hash;
  std::array<char, std::size_t{1} << 16> piece{};
  while (file) {
    if (control.stopRequested()) return {};
    file.read(piece.data(), std::ssize(piece));
    hash.update(std::as_bytes(std::span(piece).first(file.gcount())));
  }
  if (file.bad()) throw IoError(path, Core::tr("cannot be read"));
  return QString::fromStdString(hash.hex());
}

void checkHash(const QString& path, const QString& found, const QString& stated) {
  if (stated.isEmpty() || found == stated) return;
  throw IoError(pathOf(path),
                Core::tr("has changed since the session was saved: choose it again to train with what it holds now"));
}

}  // namespace

std::shared_ptr<const OwnExamples> readOwnExamples(const TrainingFile& file, bool regression,
                                                   const RunControl& control) {
  auto found = std::make_shared<OwnExamples>();
  found->file = file;
  found->regression = regression;
  found->file.sha256 = hashOf(file.path, control);
  if (!file.labels.isEmpty() && !control.stopRequested()) found->file.labelsSha256 = hashOf(file.labels, control);
  if (control.stopRequested()) return nullptr;
  checkHash(file.path, found->file.sha256, file.sha256);
  checkHash(file.labels, found->file.labelsSha256, file.labelsSha256);
  ExamplesSource source{pathOf(file.path)};
  if (!file.labels.isEmpty()) source.labels = pathOf(file.labels);
  if (!file.labelColumn.isEmpty()) source.labelColumn = file.labelColumn.toStdString();
  DataOptions options;
  options.regression = regression;
  options.scaling = holdsPixels(source.data) ? FeatureScaling::None : FeatureScaling::Standardise;
  std::optional<ExampleTable> table = readExamples(source, control);
  if (!table || control.stopRequested()) return nullptr;
  found->scaling = options.scaling;
  auto data = dataSet(std::move(*table), options, control);
  if (!data) return nullptr;
  found->data = freedElsewhere(std::move(data));
  return found;
}

QString describe(const OwnExamples& examples) {
  const DataSet& data = *examples.data;
  const QString counts = TrainingFiles::tr("%1 examples to train with, %2 to test on; features: %3")
                             .arg(data.train.size())
                             .arg(data.test.size())
                             .arg(data.features);
  const QString labels = examples.regression ? TrainingFiles::tr("labels are numbers")
                                             : TrainingFiles::tr("classes: %1").arg(data.classes);
  const QString scaled = examples.scaling == FeatureScaling::Standardise ? TrainingFiles::tr("features standardised")
                                                                         : TrainingFiles::tr("pixels divided by 255");
  return QStringList{counts, labels, scaled}.join(QStringLiteral("; "));
}

}  // namespace noiseloom
