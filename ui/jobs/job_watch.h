#pragma once

#include <QString>
#include <functional>

namespace noiseloom {

/// For measurements: called in the worker's thread before and after each piece of work, with the object name of its
/// NewestJob. Set it only while no job runs.
inline std::function<void(const QString& job, bool begins)> onJobWork;

}  // namespace noiseloom
