#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <string>

#include "core/noise/number_type.h"

namespace noiseloom::python {

/// The values of another library's array, in the processor's memory.
struct Vector {
  void* data = nullptr;
  std::size_t size = 0;
};

/// The values of an argument, borrowed by DLPack (a `dltensor` capsule) or by Python's buffer protocol, and checked: on
/// the processor, contiguous, of that number type, writable (buffers). Throws InvalidArgument with the argument's name.
class Lent {
 public:
  Lent(const pybind11::object& out, NumberType type, const char* argument = "out");
  ~Lent();
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  Vector vector() const { return m_vector; }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& allowed) const;
  void takeTensor(const pybind11::object& out, NumberType type);
  void takeBuffer(const pybind11::object& out, NumberType type);

  const char* m_argument;
  Vector m_vector;
  pybind11::object m_capsule;
  void* m_tensor = nullptr;  // a DLManagedTensor, which the destructor frees
  Py_buffer m_buffer{};
};

}  // namespace noiseloom::python
