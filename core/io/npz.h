#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/io/atomic_file.h"
#include "core/io/npy.h"
#include "core/io/zip.h"

namespace noiseloom {

/// An .npz archive being written: little-endian float64 arrays, one-dimensional ones of int64, texts as 0-d unicode
/// arrays, and plain files, which NumPy leaves alone. Nothing appears under the name before finish().
class NpzWriter {
 public:
  explicit NpzWriter(const std::filesystem::path& path, FileReaders readers = FileReaders::Usual)
      : m_file(std::in_place, path, readers), m_zip([this](auto bytes) { m_file->write(bytes); }) {}
  /// The archive in memory: appends it to `archive`, which must outlive the writer.
  explicit NpzWriter(std::string& archive);
  NpzWriter(const NpzWriter&) = delete;
  NpzWriter& operator=(const NpzWriter&) = delete;
  /// values: the array in C order; their number must be the product of the shape.
  void addArray(std::string_view name, std::span<const Index> shape, std::span<const double> values);
  /// May be empty.
  void addIntegers(std::string_view name, std::span<const Index> values);
  /// text: ASCII without NUL, at most 2^28 characters.
  void addText(std::string_view name, std::string_view text);
  void addFile(std::string_view name, std::string_view content);
  /// Completes and commits the file; returns its SHA-256, hex.
  std::string finish();

 private:
  std::optional<AtomicFile> m_file;
  ZipWriter m_zip;
};

struct NpyArray {
  std::vector<Index> shape;
  std::vector<double> values;  ///< C order
  std::string sha256;          ///< of the values' bytes
};

/// Reads one member "<name>.npy" as float64 in C order; NumPy's also from float32 and from Fortran order. The product
/// of the stated shape must be what the member holds before anything is allocated (a deflated member merely claims what
/// it holds: see ZipMember). Throws FormatError; every value is finite.
NpyArray readNpyArray(const ZipReader& archive, const ZipMember& member, NpyDialect dialect = NpyDialect::Own);
/// The same of a .npy file by itself, as NumPy writes it.
NpyArray readNpyFile(const InputFile& file);
/// Reads a one-dimensional array of int64, which may be empty.
std::vector<Index> readNpyIntegers(const ZipReader& archive, const ZipMember& member);
/// Reads a 0-d unicode array of ASCII characters.
std::string readNpyText(const ZipReader& archive, const ZipMember& member);
/// Reads a plain file of the archive.
std::string readPlainFile(const ZipReader& archive, const ZipMember& member);

/// SHA-256 of an array as strategy files state it: of the bytes of its little-endian values in C order.
std::string sha256OfValues(std::span<const double> values);

}  // namespace noiseloom
