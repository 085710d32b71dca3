#pragma once

#include <QString>

namespace noiseloom {

/// The last 200 things that the soak did, kept so that even a crash can print them.
namespace soak_log {

void add(const QString& line);
/// To standard error, oldest first. Safe in a signal handler.
void print();
/// Prints seed and log when the program crashes or aborts, and then lets it.
void printOnCrash(unsigned long long seed);

}  // namespace soak_log
}  // namespace noiseloom
