#include "ui/main/start_options.h"

#include <QCommandLineParser>
#include <QRegularExpression>
#include <QUrl>
#include <algorithm>
#include <string_view>

#include "core/base/version.h"
#include "ui/document/field.h"
#include "ui/settings/language.h"

namespace noiseloom {
namespace {

QStringList languageCodes() {
  QStringList codes;
  for (const Language language : builtInLanguages()) codes += codeOf(language);
  return codes;
}

std::optional<Language> languageOf(const QString& code) {
  if (code == codeOf(Language::System)) return Language::System;
  for (const Language language : builtInLanguages()) {
    if (code == codeOf(language)) return language;
  }
  return std::nullopt;
}

}  // namespace

void prepareEnvironment(int argc, const char* const* argv) {
  bool offscreen = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    for (const std::string_view option : {"--render", "--print-scenario", "--help", "-h", "--version", "-v"}) {
      if (argument.starts_with(option) && (argument.size() == option.size() || argument[option.size()] == '='))
        offscreen = true;
    }
    if (argument == "--scale" && i + 1 < argc) qputenv("QT_SCALE_FACTOR", argv[i + 1]);
    if (argument.starts_with("--scale=")) qputenv("QT_SCALE_FACTOR", std::string(argument.substr(8)).c_str());
  }
  if (offscreen && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
}

std::vector<std::string> argumentsForQt(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  const auto session = std::find(arguments.begin(), std::find(arguments.begin(), arguments.end(), "--"), "--session");
  if (session != arguments.end() && *session == "--session" && session + 1 != arguments.end()) {
    *session += "=" + session[1];
    arguments.erase(session + 1);
  }
  return arguments;
}

namespace {

QString languagesText() {
  return languageCodes().join(QStringLiteral(", "));
}

void declareOptions(QCommandLineParser& parser) {
  parser.setApplicationDescription(
      QStringLiteral("Designs correlated-noise mechanisms for differentially private training."));
  const auto add = [&parser](const char* names, const char* help, const char* value = "") {
    parser.addOption(
        {QString::fromLatin1(names).split(QLatin1Char(' ')), QString::fromLatin1(help), QString::fromLatin1(value)});
  };
  add("h help", "Shows this text.");
  add("v version", "Shows the version.");
  add("render", "Solves, writes every plot as a PNG into <folder> and exits; needs no display.", "folder");
  add("screenshot", "Shows the window, waits until it is solved, saves a picture of it as <file> and exits.", "file");
  add("light", "Light appearance.");
  add("dark", "Dark appearance.");
  add("language", qPrintable(QStringLiteral("Language of the window for this start: system, %1.").arg(languagesText())),
      "code");
  add("scale", "Scale factor of the window, 1 or 2 for example.", "factor");
  add("size", "Size of the window: 1366x768.", "WxH");
  add("session", "Opens a session, or any other file that Noiseloom writes.", "file");
  add("data-folder",
      "Keeps the workspace in <folder>, to come back after a crash, instead of the place that the system has for data "
      "of programs. The variable NOISELOOM_DATA_FOLDER does the same.",
      "folder");
  add("print-scenario", "Prints the scenario of the window as JSON and exits; needs no display.");
  parser.addPositionalArgument(
      QStringLiteral("file"),
      QStringLiteral(
          "What to open: a session, a strategy file, a noise plan, a scenario, a figure that carries one, or a link "
          "(noiseloom://...)."),
      QStringLiteral("[file]"));
}

}  // namespace

StartOptions parseStartOptions(const QStringList& arguments) {
  QCommandLineParser parser;
  declareOptions(parser);
  const auto given = [&parser](const char* name) { return parser.isSet(QLatin1String(name)); };
  const auto valueOf = [&parser](const char* name) { return parser.value(QLatin1String(name)); };
  StartOptions options;
  if (!parser.parse(arguments)) {
    options.error = parser.errorText();
    return options;
  }
  if (given("help")) options.exitText = parser.helpText();
  if (given("version")) {
    options.exitText =
        QStringLiteral("noiseloom %1 (%2)\n").arg(QStringLiteral(NOISELOOM_VERSION), QLatin1String(builtFromCommit()));
  }
  options.file = parser.positionalArguments().value(0);
  // A desktop that opens links names files by their URLs, too.
  if (const QUrl url(options.file); url.isLocalFile()) options.file = url.toLocalFile();
  options.otherFiles = std::max<int>(0, static_cast<int>(parser.positionalArguments().size()) - 1);
  if (given("session")) {
    if (!options.file.isEmpty()) options.error = QStringLiteral("session: at most one file can be opened");
    options.file = valueOf("session");
  }
  options.dataFolder = valueOf("data-folder");
  if (given("data-folder") && options.dataFolder.isEmpty())
    options.error = QStringLiteral("data-folder =  is not allowed: use the path of a folder");
  options.printScenario = given("print-scenario");
  options.renderFolder = valueOf("render");
  options.screenshotFile = valueOf("screenshot");
  if (options.otherFiles > 0 && options.isBatch())
    options.error = QStringLiteral("file: at most one file can be opened");
  if (given("light")) options.appearance = Appearance::Light;
  if (given("dark")) options.appearance = Appearance::Dark;
  if (given("light") && given("dark")) options.error = QStringLiteral("dark: use either --light or --dark");
  if (given("language")) {
    options.language = languageOf(valueOf("language"));
    if (!options.language)
      options.error = QStringLiteral("language = %1 is not allowed: use one of system, %2")
                          .arg(valueOf("language"), languagesText());
  }
  if (given("scale")) {
    bool ok = false;
    const double factor = valueOf("scale").toDouble(&ok);
    if (!ok || !(factor >= 0.5 && factor <= 8))
      options.error = QStringLiteral("scale = %1 is not allowed: use a number from 0.5 to 8").arg(valueOf("scale"));
  }
  if (given("size")) {
    static const QRegularExpression pattern(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
    const QRegularExpressionMatch match = pattern.match(valueOf("size"));
    if (match.hasMatch()) {
      options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    } else {
      options.error = QStringLiteral("size = %1 is not allowed: use WIDTHxHEIGHT in pixels").arg(valueOf("size"));
    }
  }
  return options;
}

}  // namespace noiseloom
