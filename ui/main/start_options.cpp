#include "ui/main/start_options.h"

#include <QCommandLineParser>
#include <QRegularExpression>
#include <string_view>

namespace noiseloom {

void prepareEnvironment(int argc, const char* const* argv) {
  bool offscreen = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    for (const std::string_view option : {"--render", "--mechanism-pictures"}) {
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
          "Solves one small scenario with every family, writes its picture as a PNG into <folder> and exits; "
          "needs no display."),
      QStringLiteral("folder"));
  const QCommandLineOption screenshot(
      QStringLiteral("screenshot"),
      QStringLiteral("Shows the window, waits until it is solved, saves a picture of it as <file> and exits."),
      QStringLiteral("file"));
  const QCommandLineOption light(QStringLiteral("light"), QStringLiteral("Light appearance."));
  const QCommandLineOption dark(QStringLiteral("dark"), QStringLiteral("Dark appearance."));
  const QCommandLineOption scale(QStringLiteral("scale"),
                                 QStringLiteral("Scale factor of the window, 1 or 2 for example."),
                                 QStringLiteral("factor"));
  const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Size of the window: 1366x768."),
                                QStringLiteral("WxH"));
  const QCommandLineOption measure(QStringLiteral("measure-start"),
                                   QStringLiteral("Prints the seconds from start to the first plots and exits."));
  parser.addOptions({help, version, render, pictures, screenshot, light, dark, scale, size, measure});
  parser.addPositionalArgument(QStringLiteral("file"), QStringLiteral("Strategy file (.npz) whose scenario is opened."),
                               QStringLiteral("[file]"));

  StartOptions options;
  if (!parser.parse(arguments)) {
    options.error = parser.errorText();
    return options;
  }
  if (parser.isSet(help)) options.exitText = parser.helpText();
  if (parser.isSet(version)) options.exitText = QStringLiteral("noiseloom %1\n").arg(QStringLiteral(NOISELOOM_VERSION));
  if (parser.positionalArguments().size() > 1) options.error = QStringLiteral("file: at most one file can be opened");
  options.scenarioFile = parser.positionalArguments().value(0);
  options.renderFolder = parser.value(render);
  options.picturesFolder = parser.value(pictures);
  options.screenshotFile = parser.value(screenshot);
  if (parser.isSet(light)) options.appearance = Appearance::Light;
  if (parser.isSet(dark)) options.appearance = Appearance::Dark;
  if (parser.isSet(light) && parser.isSet(dark)) options.error = QStringLiteral("dark: use either --light or --dark");
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
