#pragma once

#include <QString>

namespace noiseloom {

/// What the soak did: the last 200 things, kept so that even a crash can print them, and all of them in a file when
/// one is wanted.
namespace soak_log {

void add(const QString& line);
/// Everything that comes from now on goes to that file, too, at once. False when it cannot be written.
bool writeTo(const QString& path);
/// To standard error, oldest first. Safe in a signal handler.
void print();
/// Prints seed and log when the program crashes or aborts, and then lets it.
void printOnCrash(unsigned long long seed);

}  // namespace soak_log
}  // namespace noiseloom
