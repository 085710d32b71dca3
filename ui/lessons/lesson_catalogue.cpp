#include "ui/lessons/lesson_catalogue.h"

#include <QCoreApplication>
#include <QFile>

#include "core/base/errors.h"

namespace noiseloom {

QStringList lessonIds() {
  return {QStringLiteral("why-correlate"), QStringLiteral("bands"),     QStringLiteral("amplification"),
          QStringLiteral("toeplitz"),      QStringLiteral("federated"), QStringLiteral("balls-in-bins"),
          QStringLiteral("memory"),        QStringLiteral("claim")};
}

std::shared_ptr<const Lesson> shippedLesson(const QString& id) {
  const QString path = QStringLiteral(":/lessons/%1.json").arg(id);
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) throw IoError(path.toStdString(), "is not among the program's resources");
  Lesson lesson = readLesson(file.readAll().toStdString(), path.toStdString());
  if (lesson.id != id) throw FormatError(path.toStdString(), "id", "must be the name of the file");
  return std::make_shared<const Lesson>(std::move(lesson));
}

QStringList textsOf(const Lesson& lesson) {
  QStringList texts{lesson.title, lesson.summary};
  for (const LessonStep& step : lesson.steps) {
    texts << step.title << step.text.source() << step.citation.place;
    if (!step.question) continue;
    texts << step.question->prompt.source();
    for (const LessonOption& option : step.question->options) texts << option.text.source();
    if (!step.question->unit.isEmpty()) texts << step.question->unit;
    texts << step.question->explanation.source();
  }
  return texts;
}

QString lessonText(const QString& source) {
  return QCoreApplication::translate("Lessons", source.toUtf8().constData());
}

}  // namespace noiseloom
