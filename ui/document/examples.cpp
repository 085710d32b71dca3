#include "ui/document/examples.h"

#include <QCoreApplication>
#include <QFile>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/errors.h"
#include "core/io/json_reader.h"
#include "core/io/scenario_json.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

constexpr std::array kIds{"cifar10", "stackoverflow", "keyboard", "bert-base", "tiny"};

// The texts in the files, for translators.
[[maybe_unused]] constexpr std::array kTexts{
    QT_TRANSLATE_NOOP("Examples", "CIFAR-10"),
    QT_TRANSLATE_NOOP("Examples", "StackOverflow next word"),
    QT_TRANSLATE_NOOP("Examples", "Federated keyboard"),
    QT_TRANSLATE_NOOP("Examples", "BERT-base on 32 machines"),
    QT_TRANSLATE_NOOP("Examples", "Tiny: nine steps"),
    QT_TRANSLATE_NOOP("Examples",
                      "Image classification with privacy for each example: 50 000 images, batches of 500, 20 epochs."),
    QT_TRANSLATE_NOOP("Examples",
                      "Next-word prediction with privacy for each user: 342 477 users, about 1000 a step, 6 epochs in "
                      "2052 steps."),
    QT_TRANSLATE_NOOP("Examples",
                      "A keyboard model trained on devices that wait between two rounds: 400 rounds were planned, 385 "
                      "could be promised afterwards (see the privacy claim)."),
    QT_TRANSLATE_NOOP("Examples",
                      "A model of 100 million parameters trained for 16 384 steps and 8 epochs, its noise made by 32 "
                      "machines."),
    QT_TRANSLATE_NOOP("Examples",
                      "A general strategy of 3 bands for 9 steps, small enough to read every entry of the matrix.")};

QString translated(const std::string& text) {
  return QCoreApplication::translate("Examples", text.c_str());
}

ExampleScenario readExample(const QString& id) {
  const QString path = QStringLiteral(":/scenarios/%1.json").arg(id);
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly))
    throw IoError(path.toStdString(), Core::tr("is not among the program's resources"));
  const std::string text = file.readAll().toStdString();
  const std::filesystem::path name(path.toStdString());
  const nlohmann::json parsed = parseJson(text, name, "example");
  JsonObject json(parsed, name, "example");
  json.expect("format", "noiseloom-example");
  (void)json.integer("version", 1, 1);
  json.expect("id", id.toStdString());
  ExampleScenario example{.id = id,
                          .name = translated(json.text("name")),
                          .description = translated(json.text("description")),
                          .citation = withCitations(QString::fromStdString(json.text("citation"))),
                          .scenario = readScenario(json.object("scenario"))};
  json.finish();
  return example;
}

}  // namespace

std::vector<ExampleScenario> exampleScenarios() {
  std::vector<ExampleScenario> examples;
  for (const char* id : kIds) examples.push_back(readExample(QString::fromLatin1(id)));
  return examples;
}

}  // namespace noiseloom
