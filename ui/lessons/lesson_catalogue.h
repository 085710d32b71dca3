#pragma once

#include <QStringList>
#include <memory>

#include "ui/lessons/lesson.h"

namespace noiseloom {

/// Ids of the built-in lessons (resources/lessons), in recommended order.
QStringList lessonIds();
/// A lesson in the window's language, or else in English (resources/lessons/de); throws IoError or FormatError for an
/// unreadable resource, which a test rules out.
std::shared_ptr<const Lesson> shippedLesson(const QString& id);

}  // namespace noiseloom
