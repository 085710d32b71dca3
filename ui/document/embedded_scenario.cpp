#include "ui/document/embedded_scenario.h"

#include <zlib.h>

#include <QXmlStreamReader>
#include <QtEndian>
#include <algorithm>

#include "core/base/errors.h"
#include "core/base/version.h"
#include "core/io/input_file.h"

namespace noiseloom {
namespace {

constexpr std::uint64_t kMostScenarioBytes = std::uint64_t{16} << 20;
constexpr std::uint64_t kMostReadBytes = std::uint64_t{17} << 20;
constexpr char kPngKeyword[] = "noiseloom-scenario";
constexpr char kPngSignature[] = "\x89PNG\r\n\x1a\n";
constexpr std::uint64_t kPngSignatureBytes = 8;
constexpr char kNamespace[] = "urn:noiseloom:scenario";
constexpr char kElementBegin[] = "<noiseloom:scenario xmlns:noiseloom=\"urn:noiseloom:scenario\">";
constexpr char kElementEnd[] = "</noiseloom:scenario>";

QByteArray element(const std::string& scenario) {
  return kElementBegin + QString::fromStdString(scenario).toHtmlEscaped().toUtf8() + kElementEnd;
}

quint32 checksum(const char* bytes, std::size_t count) {
  return static_cast<quint32>(::crc32(0, reinterpret_cast<const Bytef*>(bytes), static_cast<uInt>(count)));
}

void appendBigEndian(QByteArray& bytes, quint32 value) {
  char buffer[4];
  qToBigEndian(value, buffer);
  bytes.append(buffer, 4);
}

std::string bytesAt(const InputFile& file, std::uint64_t offset, std::uint64_t count) {
  std::string bytes(static_cast<std::size_t>(count), '\0');
  file.readAt(offset, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

// Walks the chunks (length, type, data, checksum) and reads only that of the scenario.
std::optional<std::string> fromPng(const InputFile& file) {
  constexpr std::uint64_t kFrame = 12;  // bytes of a chunk around its data
  const std::string prefix = std::string(kPngKeyword) + '\0';
  const std::uint64_t end = std::min(file.size(), kMostReadBytes);
  for (std::uint64_t at = kPngSignatureBytes; at + kFrame <= end;) {
    const std::string head = bytesAt(file, at, 8);
    const std::uint64_t length = qFromBigEndian<quint32>(head.data());
    const std::string type = head.substr(4);
    if (type == "IDAT" || type == "IEND") return std::nullopt;
    if (length > file.size() - at - kFrame) return std::nullopt;
    const bool ours = type == "tEXt" && length > prefix.size() && bytesAt(file, at + 8, prefix.size()) == prefix;
    if (ours) {
      if (length - prefix.size() > kMostScenarioBytes)
        throw FormatError(file.path(), std::string(kPngKeyword), Core::tr("is longer than any scenario"));
      const std::string chunk = bytesAt(file, at + 4, length + 8);
      if (checksum(chunk.data(), static_cast<std::size_t>(length) + 4) !=
          qFromBigEndian<quint32>(chunk.data() + length + 4)) {
        throw FormatError(file.path(), std::string(kPngKeyword), Core::tr("is damaged: its checksum is wrong"));
      }
      return chunk.substr(4 + prefix.size(), static_cast<std::size_t>(length) - prefix.size());
    }
    at += kFrame + length;
  }
  return std::nullopt;
}

// Reads our element from the beginning of the file: from the metadata of an SVG, or of a PDF, which stores them
// as plain XML.
std::optional<std::string> fromXml(const InputFile& file) {
  const std::string text = bytesAt(file, 0, std::min(file.size(), kMostReadBytes));
  const std::size_t begin = text.find(kElementBegin);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = text.find(kElementEnd, begin);
  if (end == std::string::npos || end - begin > kMostScenarioBytes) {
    throw FormatError(file.path(), std::string("noiseloom:scenario"),
                      Core::tr("does not end, or is longer than any scenario"));
  }
  const std::size_t length = end + sizeof kElementEnd - 1 - begin;
  QXmlStreamReader xml(QByteArray(text.data() + begin, static_cast<qsizetype>(length)));
  if (!xml.readNextStartElement() || xml.namespaceUri() != QLatin1String(kNamespace))
    throw FormatError(file.path(), std::string("noiseloom:scenario"), Core::tr("is not valid XML"));
  const QString scenario = xml.readElementText(QXmlStreamReader::ErrorOnUnexpectedElement);
  if (xml.hasError()) throw FormatError(file.path(), std::string("noiseloom:scenario"), Core::tr("is not valid XML"));
  return scenario.toStdString();
}

bool looksLikeSvg(std::string_view beginning) {
  return beginning.starts_with("<?xml") || beginning.starts_with("<svg") || beginning.starts_with("\xef\xbb\xbf<");
}

}  // namespace

std::optional<std::string> embeddedScenario(const std::filesystem::path& path) {
  const InputFile file(path);
  if (file.size() < kPngSignatureBytes) return std::nullopt;
  const std::string beginning = bytesAt(file, 0, kPngSignatureBytes);
  if (beginning == std::string(kPngSignature, kPngSignatureBytes)) return fromPng(file);
  if (beginning.starts_with("%PDF-") || looksLikeSvg(beginning)) return fromXml(file);
  return std::nullopt;
}

QByteArray pngWithScenario(const QByteArray& png, const std::string& scenario) {
  constexpr qsizetype kHeaderEnd = 8 + 25;  // signature and IHDR
  if (png.size() < kHeaderEnd || scenario.empty()) return png;
  QByteArray data("tEXt");
  data.append(kPngKeyword, sizeof kPngKeyword);  // with its terminating zero
  data.append(scenario.data(), static_cast<qsizetype>(scenario.size()));
  QByteArray chunk;
  appendBigEndian(chunk, static_cast<quint32>(data.size() - 4));
  chunk += data;
  appendBigEndian(chunk, checksum(data.data(), static_cast<std::size_t>(data.size())));
  return png.left(kHeaderEnd) + chunk + png.mid(kHeaderEnd);
}

QByteArray svgWithScenario(const QByteArray& svg, const std::string& scenario) {
  const qsizetype root = svg.indexOf("<svg");
  const qsizetype end = root < 0 ? -1 : svg.indexOf('>', root);
  if (end < 0 || scenario.empty()) return svg;
  return svg.left(end + 1) + "\n<metadata>" + element(scenario) + "</metadata>" + svg.mid(end + 1);
}

QByteArray pdfMetadata(const QString& title, const std::string& scenario) {
  return QByteArray(
             "<?xpacket begin=\"\xef\xbb\xbf\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
             "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
             "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
             "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
             "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\n<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">") +
         title.toHtmlEscaped().toUtf8() + "</rdf:li></rdf:Alt></dc:title>\n<xmp:CreatorTool>Noiseloom " +
         QByteArray(NOISELOOM_VERSION) + "</xmp:CreatorTool>\n" +
         (scenario.empty() ? QByteArray() : element(scenario)) +
         "\n</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>";
}

}  // namespace noiseloom
