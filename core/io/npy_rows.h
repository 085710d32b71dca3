#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>

#include "core/base/index.h"
#include "core/noise/number_type.h"

namespace noiseloom {

/// An array of rows: little-endian float32 or float64 in C order.
struct NpyRowsShape {
  Index rows = 0;
  Index columns = 0;
  NumberType numberType = NumberType::Float32;

  Index rowBytes() const { return columns * bytesOf(numberType); }
  /// With the preamble. Throws InvalidArgument ("parameters") where 64 bits do not hold it.
  Index fileBytes() const;
};

/// A .npy file that grows row by row, for noise: nobody but its owner may read it (mode 0600). Until finish() it stands
/// beside its name, with ".part" added, under the preamble of the whole array; whatever stood under the name stays
/// untouched. An object that goes before finish() leaves the whole rows there for another run to continue, and nothing
/// where there is none; what a killed process leaves is cut to whole rows by the next one. One process at a time.
class NpyRows {
 public:
  enum class Begin {
    Anew,   ///< refused where a part is there: its rows took somebody's time
    Resume  ///< after the rows of a part or of a complete file; anew where there is neither
  };
  /// Checks what is there for shape, number type and length, and the disk for room. Throws IoError, FormatError.
  NpyRows(const std::filesystem::path& path, const NpyRowsShape& shape, Begin begin);
  NpyRows(const NpyRows&) = delete;
  NpyRows& operator=(const NpyRows&) = delete;
  ~NpyRows();

  /// Whole rows that are there.
  Index rows() const { return m_rows; }
  /// Where they are.
  const std::filesystem::path& part() const { return m_part; }
  /// Bytes of row `row` < rows(), as many as a row has.
  void read(Index row, std::span<std::byte> out) const;
  /// One more row. False when stopped: then what there was of it is cut off again.
  bool append(std::span<const std::byte> row, const std::stop_token& stop);
  /// After the last row: flushes and renames. Nothing to do where the complete file was there.
  void finish();

  /// "FILE.npy.part".
  static std::filesystem::path partOf(const std::filesystem::path& path);

 private:
  void open(Begin begin);
  void checkContent();
  void checkRoom() const;
  void close(bool keep) noexcept;
  void writeAt(Index offset, std::span<const std::byte> bytes) const;
  Index offsetOf(Index row) const;

  std::filesystem::path m_path;
  std::filesystem::path m_part;  // the file itself where it is complete
  NpyRowsShape m_shape;
  std::string m_preamble;
  Index m_rows = 0;
  int m_descriptor = -1;
  bool m_complete = false;  // under its own name
};

}  // namespace noiseloom
