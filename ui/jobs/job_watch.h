#pragma once

#include <QString>
#include <functional>

namespace noiseloom {

/// For measurements: called in the worker's thread with the object name of a NewestJob, before and after each piece of
/// its work. Set while nothing runs.
inline std::function<void(const QString& job, bool begins)> onJobWork;

}  // namespace noiseloom
