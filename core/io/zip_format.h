#pragma once

#include <cstddef>
#include <cstdint>

/// Constants of the three zip records that strategy files use, shared by writer and reader.
namespace noiseloom::zip_format {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryHeader = 0x02014b50;
constexpr std::uint32_t kEndOfDirectory = 0x06054b50;
constexpr std::size_t kLocalHeaderBytes = 30;
constexpr std::size_t kDirectoryHeaderBytes = 46;
constexpr std::size_t kEndOfDirectoryBytes = 22;
constexpr std::uint16_t kVersion = 20;  // 2.0: the least that every reader knows
constexpr std::uint16_t kMadeByUnix = 0x0300 | kVersion;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint16_t kZip64Version = 45;  // what Python states of every member of an .npz, however small
constexpr std::uint16_t kZip64Extra = 1;     // names the extra field of a local header that holds both sizes
constexpr std::uint32_t kSizesInExtra = 0xFFFFFFFF;
constexpr std::uint64_t kMostInflation = 1032;         // bytes that a deflated byte can stand for
constexpr std::uint16_t kTime = 0;                     // midnight ...
constexpr std::uint16_t kDate = 0x0021;                // ... of 1980-01-01, the first day that the format can express
constexpr std::uint32_t kAttributes = 0100644U << 16;  // a regular file, rw-r--r--
constexpr std::uint64_t kMostBytes = 0xFFFFFFFE;       // 2^32 - 1 would announce ZIP64
constexpr std::size_t kMostMembers = 16;               // far above what any strategy file has

}  // namespace noiseloom::zip_format
