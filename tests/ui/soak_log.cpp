#include "tests/ui/soak_log.h"

#include <unistd.h>
#include <QByteArray>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace noiseloom::soak_log {
namespace {

constexpr std::size_t kLines = 200;
constexpr std::size_t kWidth = 240;

std::array<std::array<char, kWidth>, kLines> lines{};
std::size_t added = 0;
std::array<char, 64> seedLine{};

void put(const char* text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text));
}

void onCrash(int signal) {
  put("\ncrashed; ");
  put(seedLine.data());
  print();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void add(const QString& line) {
  const QByteArray bytes = line.toUtf8();
  std::snprintf(lines[added % kLines].data(), kWidth, "%zu  %s\n", added, bytes.constData());
  ++added;
}

void print() {
  for (std::size_t i = added < kLines ? 0 : added - kLines; i < added; ++i) put(lines[i % kLines].data());
}

void printOnCrash(unsigned long long seed) {
  std::snprintf(seedLine.data(), seedLine.size(), "seed %llu, the last actions:\n", seed);
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) std::signal(signal, onCrash);
}

}  // namespace noiseloom::soak_log
