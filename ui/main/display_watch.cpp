#include "ui/main/display_watch.h"

#include <QByteArray>
#include <QMutex>
#include <QMutexLocker>
#include <QString>
#include <QtGlobal>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace noiseloom {
namespace {

struct QtMessage {
  QtMsgType type = QtDebugMsg;
  QByteArray category;
  QString text;
};

QtMessageHandler before = nullptr;
// What Qt said of the platforms that it tried; any of its threads may.
QMutex keptMutex;
std::vector<QtMessage> keptMessages;

void printKept() {
  QMutexLocker lock(&keptMutex);
  const std::vector<QtMessage> messages = std::exchange(keptMessages, {});
  lock.unlock();
  for (const QtMessage& message : messages)
    before(message.type, {nullptr, 0, nullptr, message.category.constData()}, message.text);
}

/// What Qt was asked to open, "DISPLAY = :0"; empty if nothing.
QByteArray displayAskedFor() {
  for (const char* variable : {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"}) {
    if (const QByteArray value = qgetenv(variable); !value.isEmpty()) return QByteArray(variable) + " = " + value;
  }
  return {};
}

// No translation is installed yet, and none of the window's is needed in a terminal.
[[noreturn]] void endWithoutDisplay() {
  const QByteArray asked = displayAskedFor();
  // Without a display nothing that Qt tried could help. Otherwise a name may be mistyped, or a library missing.
  if (!asked.isEmpty()) printKept();
  const QByteArray reason =
      asked.isEmpty() ? QByteArray("DISPLAY is not set") : "Qt cannot open one by " + asked + ", as it says above";
  std::fprintf(stderr,
               "noiseloom: the window needs a display, and %s. Start it on a desktop, or log in by ssh -X; without a "
               "display, --render FOLDER writes every plot, and noiseloom-cli does all that the window does.\n",
               reason.constData());
  std::fflush(stderr);
  std::_Exit(2);
}

void watch(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  if (type == QtFatalMsg && message.contains(QLatin1String("platform plugin"))) endWithoutDisplay();
  if (type != QtFatalMsg && QLatin1String(context.category).startsWith(QLatin1String("qt.qpa."))) {
    const QMutexLocker lock(&keptMutex);
    keptMessages.push_back({type, context.category, message});
    return;
  }
  before(type, context, message);
}

}  // namespace

DisplayWatch::DisplayWatch() {
  before = qInstallMessageHandler(watch);
}

DisplayWatch::~DisplayWatch() {
  qInstallMessageHandler(before);
  printKept();
}

}  // namespace noiseloom
