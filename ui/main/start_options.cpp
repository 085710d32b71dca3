#include "ui/main/start_options.h"

#include <QCommandLineParser>
#include <QRegularExpression>
#include <string_view>

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
    for (const std::string_view option : {"--render", "--mechanism-pictures", "--print-scenario"}) {
      if (argument.starts_with(option) && (argument.size() == option.size() || argument[option.size()] == '='))
        offscreen = true;
    }
    if (argument == "--scale" && i + 1 < argc) qputenv("QT_SCALE_FACTOR", argv[i + 1]);
    if (argument.starts_with("--scale=")) qputenv("QT_SCALE_FACTOR", std::string(argument.substr(8)).c_str());
  }
  if (offscreen && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
}

StartOptions parseStartOptions(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription(
      QStringLiteral("Designs correlated-noise mechanisms for differentially private training."));
  const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Shows this text."));
  const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                   QStringLiteral("Shows the version."));
  const QCommandLineOption render(
      QStringLiteral("render"),
      QStringLiteral("Solves, writes every plot as a PNG into <folder> and exits; needs no display."),
      QStringLiteral("folder"));
  const QCommandLineOption pictures(
      QStringLiteral("mechanism-pictures"),
      QStringLiteral(
          "Solves one small scenario with every mechanism, writes its picture as a PNG into <folder> and exits; "
          "needs no display."),
      QStringLiteral("folder"));
  const QCommandLineOption screenshot(
      QStringLiteral("screenshot"),
      QStringLiteral("Shows the window, waits until it is solved, saves a picture of it as <file> and exits."),
      QStringLiteral("file"));
  const QCommandLineOption light(QStringLiteral("light"), QStringLiteral("Light appearance."));
  const QCommandLineOption dark(QStringLiteral("dark"), QStringLiteral("Dark appearance."));
  const QCommandLineOption language(QStringLiteral("language"),
                                    QStringLiteral("Language of the window for this start: system, %1.")
                                        .arg(languageCodes().join(QStringLiteral(", "))),
                                    QStringLiteral("code"));
  const QCommandLineOption scale(QStringLiteral("scale"),
                                 QStringLiteral("Scale factor of the window, 1 or 2 for example."),
                                 QStringLiteral("factor"));
  const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Size of the window: 1366x768."),
                                QStringLiteral("WxH"));
  const QCommandLineOption measure(QStringLiteral("measure-start"),
                                   QStringLiteral("Prints the seconds from start to the first plots and exits."));
  const QCommandLineOption session(QStringLiteral("session"),
                                   QStringLiteral("Opens a session, or any other file that Noiseloom writes."),
                                   QStringLiteral("file"));
  const QCommandLineOption data(
      QStringLiteral("data-folder"),
      QStringLiteral("Keeps the workspace in <folder>, to come back after a crash, instead of the place that the "
                     "system has for data of programs. The variable NOISELOOM_DATA_FOLDER does the same."),
      QStringLiteral("folder"));
  const QCommandLineOption set(
      QStringLiteral("set"),
      QStringLiteral("Types <text> into the field of an argument after the start: epsilon=4. May be repeated."),
      QStringLiteral("argument=text"));
  const QCommandLineOption printScenario(
      QStringLiteral("print-scenario"),
      QStringLiteral("Prints the scenario of the window as JSON and exits; needs no display."));
  parser.addOptions({help, version, render, pictures, screenshot, light, dark, language, scale, size, measure, session,
                     data, set, printScenario});
  parser.addPositionalArgument(
      QStringLiteral("file"),
      QStringLiteral(
          "What to open: a session, a strategy file, a noise plan, a scenario, or a figure that carries one."),
      QStringLiteral("[file]"));

  StartOptions options;
  if (!parser.parse(arguments)) {
    options.error = parser.errorText();
    return options;
  }
  if (parser.isSet(help)) options.exitText = parser.helpText();
  if (parser.isSet(version)) options.exitText = QStringLiteral("noiseloom %1\n").arg(QStringLiteral(NOISELOOM_VERSION));
  if (parser.positionalArguments().size() > 1) options.error = QStringLiteral("file: at most one file can be opened");
  options.file = parser.positionalArguments().value(0);
  if (parser.isSet(session)) {
    if (!options.file.isEmpty()) options.error = QStringLiteral("session: at most one file can be opened");
    options.file = parser.value(session);
  }
  options.dataFolder = parser.value(data);
  if (parser.isSet(data) && options.dataFolder.isEmpty())
    options.error = QStringLiteral("data-folder =  is not allowed: use the path of a folder");
  for (const QString& text : parser.values(set)) {
    const qsizetype at = text.indexOf(QLatin1Char('='));
    const bool known = at > 0 && fieldOfArgument(text.left(at).toStdString()).has_value();
    if (!known) options.error = QStringLiteral("set = %1 is not allowed: use ARGUMENT=TEXT, epsilon=4").arg(text);
    options.typed.emplaceBack(text.left(at), text.mid(at + 1));
  }
  options.printScenario = parser.isSet(printScenario);
  options.renderFolder = parser.value(render);
  options.picturesFolder = parser.value(pictures);
  options.screenshotFile = parser.value(screenshot);
  if (parser.isSet(light)) options.appearance = Appearance::Light;
  if (parser.isSet(dark)) options.appearance = Appearance::Dark;
  if (parser.isSet(light) && parser.isSet(dark)) options.error = QStringLiteral("dark: use either --light or --dark");
  if (parser.isSet(language)) {
    options.language = languageOf(parser.value(language));
    if (!options.language)
      options.error = QStringLiteral("language = %1 is not allowed: use one of system, %2")
                          .arg(parser.value(language), languageCodes().join(QStringLiteral(", ")));
  }
  if (parser.isSet(scale)) {
    bool ok = false;
    const double factor = parser.value(scale).toDouble(&ok);
    if (!ok || !(factor >= 0.5 && factor <= 8))
      options.error = QStringLiteral("scale = %1 is not allowed: use a number from 0.5 to 8").arg(parser.value(scale));
  }
  if (parser.isSet(size)) {
    static const QRegularExpression pattern(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
    const QRegularExpressionMatch match = pattern.match(parser.value(size));
    if (match.hasMatch()) {
      options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    } else {
      options.error = QStringLiteral("size = %1 is not allowed: use WIDTHxHEIGHT in pixels").arg(parser.value(size));
    }
  }
  options.measureStart = parser.isSet(measure);
  return options;
}

}  // namespace noiseloom
