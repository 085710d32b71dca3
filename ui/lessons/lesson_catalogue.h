#pragma once

#include <QStringList>
#include <memory>

#include "ui/lessons/lesson.h"

namespace noiseloom {

/// Ids of the lessons that ship (resources/lessons), in the order in which they are best taken.
QStringList lessonIds();
/// One of them; throws IoError or FormatError for a resource that cannot be read, which a test rules out.
std::shared_ptr<const Lesson> shippedLesson(const QString& id);
/// Every text of a lesson that is shown, for translators, in reading order.
QStringList textsOf(const Lesson& lesson);
/// The same of all lessons, each once, as Qt's tools find them in the sources.
QStringList translatableLessonTexts();
/// In the language of the window.
QString lessonText(const QString& source);

}  // namespace noiseloom
