#include <QBuffer>
#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QImage>

#include "core/io/scenario_json.h"
#include "tests/fuzz/fuzz_reader.h"
#include "ui/document/embedded_scenario.h"
#include "ui/lessons/lesson.h"

// Of a library, where its user has to ask for them; outside of every namespace, as the macro wants it.
static void makeResourcesKnown() {
  Q_INIT_RESOURCE(noiseloom);
}

namespace noiseloom::fuzz {
namespace {

void readPicture(std::string_view, const std::filesystem::path& file) {
  if (const auto scenario = embeddedScenario(file)) parseScenario(*scenario, file);
}

std::vector<std::string> pictures() {
  const std::string scenario = scenarioText(Scenario());
  QByteArray png;
  QBuffer buffer(&png);
  buffer.open(QIODevice::WriteOnly);
  QImage image(4, 4, QImage::Format_RGB32);
  image.fill(Qt::white);
  image.save(&buffer, "PNG");
  const QByteArray svg = "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><g/></svg>";
  const std::string pdf =
      "%PDF-1.4\n1 0 obj << >> stream\n" + pdfMetadata("a", scenario).toStdString() + "\nendstream\n%%EOF";
  return {pngWithScenario(png, scenario).toStdString(), svgWithScenario(svg, scenario).toStdString(), pdf};
}

void readLessonText(std::string_view bytes, const std::filesystem::path& file) {
  readLesson(bytes, file);
}

// Those that are shipped.
std::vector<std::string> lessons() {
  makeResourcesKnown();
  std::vector<std::string> files;
  for (const QString& name : QDir(":/lessons").entryList({"*.json"}, QDir::Files)) {
    QFile file(":/lessons/" + name);
    if (file.open(QIODevice::ReadOnly)) files.push_back(file.readAll().toStdString());
  }
  return files;
}

void readFormula(std::string_view bytes, const std::filesystem::path&) {
  LessonExpression{std::string(bytes)};
}

std::vector<std::string> formulas() {
  return {"design.rmse / baseline.rmse < 0.5 and design.bands >= 2", "round(100 * (1 - design.rmse))"};
}

constexpr Reader kReaders[] = {
    {"picture", readPicture, pictures},
    {"lesson", readLessonText, lessons},
    {"lesson-expression", readFormula, formulas},
};

}  // namespace

std::span<const Reader> windowReaders() {
  return kReaders;
}

}  // namespace noiseloom::fuzz
