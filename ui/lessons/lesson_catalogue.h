#pragma once

#include <QStringList>
#include <memory>

#include "ui/lessons/lesson.h"

namespace noiseloom {

/// Ids of the lessons that ship (resources/lessons), in the order in which they are best taken.
QStringList lessonIds();
/// One of them in the language of the window, else in English (resources/lessons/de); throws IoError or FormatError for
/// a resource that cannot be read, which a test rules out.
std::shared_ptr<const Lesson> shippedLesson(const QString& id);

}  // namespace noiseloom
