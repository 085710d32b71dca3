#include "tests/cli/zip_retouch.h"

#include <zlib.h>

#include <cstdint>
#include <stdexcept>

namespace noiseloom::test {
namespace {

std::uint32_t get(const std::string& bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.at(at + i))) << (8 * i);
  }
  return value;
}

void put32(std::string& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes.at(at + i) = static_cast<char>(value >> (8 * i));
}

std::string widened(const std::string& text) {
  std::string wide;
  for (const char c : text) wide += {c, '\0', '\0', '\0'};
  return wide;
}

void replaceAll(std::string& bytes, const std::string& from, const std::string& to) {
  for (auto at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + to.size())) {
    bytes.replace(at, from.size(), to);
  }
}

}  // namespace

std::string retouchZip(std::string zip, const std::function<std::string(const std::string&, std::string)>& retouch) {
  constexpr std::size_t kEndBytes = 22;
  constexpr std::size_t kDirectoryHeaderBytes = 46;
  constexpr std::size_t kLocalHeaderBytes = 30;
  const std::size_t end = zip.size() - kEndBytes;  // no comment
  const std::uint32_t members = get(zip, end + 10, 2);
  std::size_t at = get(zip, end + 16, 4);
  for (std::uint32_t i = 0; i < members; ++i) {
    const std::string name = zip.substr(at + kDirectoryHeaderBytes, get(zip, at + 28, 2));
    const std::size_t local = get(zip, at + 42, 4);
    const std::size_t begin = local + kLocalHeaderBytes + get(zip, local + 26, 2) + get(zip, local + 28, 2);
    const std::size_t size = get(zip, at + 20, 4);
    const std::string changed = retouch(name, zip.substr(begin, size));
    if (changed.size() != size) throw std::invalid_argument("a retouched member must keep its size");
    zip.replace(begin, size, changed);
    const auto crc = static_cast<std::uint32_t>(
        crc32_z(crc32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(changed.data()), changed.size()));
    put32(zip, local + 14, crc);
    put32(zip, at + 16, crc);
    at += kDirectoryHeaderBytes + name.size() + get(zip, at + 30, 2) + get(zip, at + 32, 2);
  }
  return zip;
}

std::string replaceText(std::string bytes, const std::string& from, const std::string& to) {
  if (from.size() != to.size()) throw std::invalid_argument("replacements must keep the size");
  replaceAll(bytes, from, to);
  replaceAll(bytes, widened(from), widened(to));
  return bytes;
}

}  // namespace noiseloom::test
