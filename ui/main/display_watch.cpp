#include "ui/main/display_watch.h"

#include <QByteArray>
#include <QString>
#include <QtGlobal>
#include <cstdio>
#include <cstdlib>

namespace noiseloom {
namespace {

QtMessageHandler before = nullptr;

/// Which display was asked for: "DISPLAY is not set", or its value.
QByteArray displayAskedFor() {
  for (const char* variable : {"WAYLAND_DISPLAY", "DISPLAY"}) {
    if (const QByteArray value = qgetenv(variable); !value.isEmpty())
      return QByteArray(variable) + " = " + value + " cannot be opened";
  }
  return "DISPLAY is not set";
}

// No translation is installed yet, and none of the window's is needed in a terminal.
[[noreturn]] void endWithoutDisplay() {
  std::fprintf(stderr,
               "noiseloom: the window needs a display, and %s. Start it on a desktop, or log in by ssh -X; without a "
               "display, --render FOLDER writes every plot, and noiseloom-cli does all that the window does.\n",
               displayAskedFor().constData());
  std::fflush(stderr);
  std::_Exit(2);
}

void watch(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  // What Qt says of each platform that it tries would stand in front of the sentence.
  if (QLatin1String(context.category).startsWith(QLatin1String("qt.qpa."))) return;
  if (type == QtFatalMsg && message.contains(QLatin1String("platform plugin"))) endWithoutDisplay();
  if (before) before(type, context, message);
}

}  // namespace

DisplayWatch::DisplayWatch() {
  before = qInstallMessageHandler(watch);
}

DisplayWatch::~DisplayWatch() {
  qInstallMessageHandler(before);
}

}  // namespace noiseloom
