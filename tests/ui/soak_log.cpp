#include "tests/ui/soak_log.h"

#include <unistd.h>
#include <QByteArray>
#include <array>
#include <chrono>
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
std::FILE* everything = nullptr;
std::chrono::steady_clock::time_point begin;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

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
  std::array<char, kWidth>& kept = lines[added % kLines];
  const int length = std::snprintf(kept.data(), kWidth, "%zu  %.2f s  %s\n", added, seconds(), bytes.constData());
  if (length >= static_cast<int>(kWidth)) kept[kWidth - 2] = '\n';
  ++added;
  if (!everything) return;
  std::fputs(kept.data(), everything);
  std::fflush(everything);
}

bool writeTo(const QString& path) {
  everything = std::fopen(path.toLocal8Bit().constData(), "w");
  if (everything) std::fputs(seedLine.data(), everything);
  return everything != nullptr;
}

void print() {
  for (std::size_t i = added < kLines ? 0 : added - kLines; i < added; ++i) put(lines[i % kLines].data());
}

void printOnCrash(unsigned long long seed) {
  begin = std::chrono::steady_clock::now();
  std::snprintf(seedLine.data(), seedLine.size(), "seed %llu, what was done:\n", seed);
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) std::signal(signal, onCrash);
}

}  // namespace noiseloom::soak_log
