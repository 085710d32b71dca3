#pragma once

#include <zlib.h>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace noiseloom::numpy {

/// One after the other.
template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string all;
  (all.append(parts), ...);
  return all;
}

/// A number's bytes, the least first.
template <class Number>
std::string littleEndian(Number number) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

/// The bytes of numpy.save(): the header as NumPy 1.26 writes it, padded to 64.
inline std::string npyBytes(const std::string& descr, const std::string& shape, const std::string& data,
                            bool fortranOrder = false) {
  std::string header = "{'descr': '" + descr + "', 'fortran_order': " + (fortranOrder ? "True" : "False") +
                       ", 'shape': " + shape + ", }";
  header.append((64 - (10 + header.size() + 1) % 64) % 64, ' ').push_back('\n');
  return "\x93NUMPY" + std::string("\x01\x00", 2) + littleEndian(static_cast<unsigned short>(header.size())) + header +
         data;
}

template <class Number>
std::string dataOf(const std::vector<Number>& values) {
  std::string data;
  for (const Number value : values) data += littleEndian(value);
  return data;
}

inline std::string npyOf(const std::vector<double>& values, const std::string& shape, bool fortranOrder = false) {
  return npyBytes("<f8", shape, dataOf(values), fortranOrder);
}

/// The bytes of numpy.savez() or numpy.savez_compressed(), as Python's zipfile writes them: local headers have version
/// 4.5 and their sizes in a ZIP64 extra field, the directory has them as they are.
inline std::string npzBytes(const std::vector<std::pair<std::string, std::string>>& members, bool compressed = false) {
  std::string file, directory;
  for (const auto& [name, content] : members) {
    std::string stored = content;
    if (compressed) {
      z_stream stream{};
      deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
      stored.resize(deflateBound(&stream, content.size()));
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
      stream.avail_in = static_cast<uInt>(content.size());
      stream.next_out = reinterpret_cast<Bytef*>(stored.data());
      stream.avail_out = static_cast<uInt>(stored.size());
      deflate(&stream, Z_FINISH);
      stored.resize(stream.total_out);
      deflateEnd(&stream);
    }
    using Short = unsigned short;
    const auto crc = static_cast<unsigned>(crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
    const std::string stated =
        joined(littleEndian(Short{45}), littleEndian(Short{0}), littleEndian(static_cast<Short>(compressed ? 8 : 0)),
               littleEndian(Short{0}), littleEndian(Short{0x21}), littleEndian(crc));
    const std::string named = name + ".npy";
    const auto offset = static_cast<unsigned>(file.size());
    file +=
        joined("PK\x03\x04", stated, littleEndian(0xFFFFFFFFU), littleEndian(0xFFFFFFFFU),
               littleEndian(static_cast<Short>(named.size())), littleEndian(Short{20}), named, littleEndian(Short{1}),
               littleEndian(Short{16}), littleEndian(static_cast<unsigned long long>(content.size())),
               littleEndian(static_cast<unsigned long long>(stored.size())), stored);
    directory +=
        joined("PK\x01\x02", littleEndian(Short{0x32D}), stated, littleEndian(static_cast<unsigned>(stored.size())),
               littleEndian(static_cast<unsigned>(content.size())), littleEndian(static_cast<Short>(named.size())),
               littleEndian(Short{0}), littleEndian(Short{0}), littleEndian(Short{0}), littleEndian(Short{0}),
               littleEndian(0x01800000U), littleEndian(offset), named);
  }
  const auto count = littleEndian(static_cast<unsigned short>(members.size()));
  return joined(file, directory, "PK\x05\x06", std::string(4, '\0'), count, count,
                littleEndian(static_cast<unsigned>(directory.size())), littleEndian(static_cast<unsigned>(file.size())),
                std::string(2, '\0'));
}

}  // namespace noiseloom::numpy
