#pragma once

#include <QByteArray>
#include <QString>
#include <filesystem>
#include <optional>
#include <string>

namespace noiseloom {

/// The scenario (core/io/scenario_json.h) inside an exported PNG, SVG or PDF file, recognised by its first bytes;
/// nullopt if the file is of another kind or carries none. Reads at most the first 17 MiB, where every writer below
/// puts it, and never allocates by a number that the file merely claims. Throws IoError for a file that cannot be read,
/// and FormatError for one whose scenario is damaged or too long.
std::optional<std::string> embeddedScenario(const std::filesystem::path& path);

/// The PNG file with the scenario as its tEXt chunk "noiseloom-scenario", after the header. Scenarios are ASCII.
QByteArray pngWithScenario(const QByteArray& png, const std::string& scenario);
/// The SVG file with the scenario as <metadata> of its root element.
QByteArray svgWithScenario(const QByteArray& svg, const std::string& scenario);
/// XMP metadata of a PDF: title, software and the scenario.
QByteArray pdfMetadata(const QString& title, const std::string& scenario);

}  // namespace noiseloom
