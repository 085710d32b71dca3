#include "ui/export/report.h"

#include <QDir>
#include <QFileInfo>
#include <memory>
#include <span>

#include "core/io/atomic_file.h"
#include "ui/export/summary_page.h"

namespace noiseloom {
namespace {

QString pictureFolder(const QString& path) {
  return QFileInfo(path).completeBaseName() + QStringLiteral("_files");
}

std::vector<ReportPicture> picturesOf(const Report& report) {
  std::vector<ReportPicture> pictures;
  for (const ReportBlock& block : report.blocks) {
    if (const auto* picture = std::get_if<ReportPicture>(&block)) pictures.push_back(*picture);
  }
  return pictures;
}

QByteArray documentOf(const Report& report, ReportFormat format, const QString& path) {
  switch (format) {
    case ReportFormat::Html: return reportHtml(report);
    case ReportFormat::Pdf: return reportPdf(report);
    case ReportFormat::Markdown: return reportMarkdown(report, pictureFolder(path));
    case ReportFormat::Summary: return summaryPdf(report);
  }
  return {};
}

}  // namespace

QString reportSuffix(ReportFormat format) {
  switch (format) {
    case ReportFormat::Html: return QStringLiteral(".html");
    case ReportFormat::Pdf:
    case ReportFormat::Summary: return QStringLiteral(".pdf");
    case ReportFormat::Markdown: return QStringLiteral(".md");
  }
  return {};
}

QStringList reportPaths(const Report& report, ReportFormat format, const QString& path) {
  QStringList paths{path};
  if (format != ReportFormat::Markdown) return paths;
  const QDir folder(QFileInfo(path).dir().filePath(pictureFolder(path)));
  for (const ReportPicture& picture : picturesOf(report))
    paths += folder.filePath(picture.name + QStringLiteral(".png"));
  return paths;
}

QStringList writeReport(const Report& report, ReportFormat format, const QString& path) {
  QStringList paths = reportPaths(report, format, path);
  const std::vector<ReportPicture> pictures = picturesOf(report);
  // The folder of a report must exist, as for every other file; that of its pictures is created.
  const auto document = std::make_unique<AtomicFile>(path.toStdString());
  const auto write = [](AtomicFile& file, const QByteArray& bytes) {
    file.write(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))));
  };
  write(*document, documentOf(report, format, path));
  std::vector<std::unique_ptr<AtomicFile>> files;
  for (qsizetype i = 1; i < paths.size(); ++i) {
    const QString folder = QFileInfo(paths[i]).absolutePath();
    makeFolders(folder.toStdString());
    files.push_back(std::make_unique<AtomicFile>(paths[i].toStdString()));
    write(*files.back(), pictures[i - 1].png);
  }
  for (const auto& file : files) file->commit();
  document->commit();
  return paths;
}

}  // namespace noiseloom
