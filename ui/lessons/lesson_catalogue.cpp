#include "ui/lessons/lesson_catalogue.h"

#include <QFile>

#include "core/base/errors.h"
#include "ui/settings/language.h"

namespace noiseloom {

QStringList lessonIds() {
  return {QStringLiteral("why-correlate"), QStringLiteral("bands"),
          QStringLiteral("amplification"), QStringLiteral("toeplitz"),
          QStringLiteral("federated"),     QStringLiteral("sampled-or-shuffled"),
          QStringLiteral("wait-b-steps"),  QStringLiteral("balls-in-bins"),
          QStringLiteral("memory"),        QStringLiteral("claim"),
          QStringLiteral("does-it-learn"), QStringLiteral("rmse-and-learning"),
          QStringLiteral("momentum"),      QStringLiteral("same-data-other-promise"),
          QStringLiteral("draw-your-own")};
}

std::shared_ptr<const Lesson> shippedLesson(const QString& id) {
  const QString path = pageInLanguage(QStringLiteral(":/lessons"), id + QStringLiteral(".json"));
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly))
    throw IoError(path.toStdString(), std::string("is not among the program's resources"));
  Lesson lesson = readLesson(file.readAll().toStdString(), path.toStdString());
  if (lesson.id != id)
    throw FormatError(path.toStdString(), std::string("id"), std::string("must be the name of the file"));
  return std::make_shared<const Lesson>(std::move(lesson));
}

}  // namespace noiseloom
