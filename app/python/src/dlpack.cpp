#include "app/python/src/dlpack.h"

#include <cstdint>

#include "core/base/errors.h"

namespace noiseloom::python {
namespace py = pybind11;

namespace {

// The C structures of DLPack 0.x (dlpack.h), which every library that has __dlpack__ hands out when it is asked for no
// newer ones.
struct DLDevice {
  std::int32_t type;  // 1: the processor
  std::int32_t id;
};
struct DLDataType {
  std::uint8_t code;  // 2: floating point
  std::uint8_t bits;
  std::uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;  // in elements; null: contiguous
  std::uint64_t byteOffset;
};
struct DLManagedTensor {
  DLTensor tensor;
  void* context;
  void (*deleter)(DLManagedTensor*);
};
constexpr std::int32_t kProcessor = 1;
constexpr std::uint8_t kFloat = 2;

bool contiguous(const DLTensor& tensor) {
  std::int64_t expected = 1;
  for (std::int32_t i = tensor.ndim; i-- > 0;) {
    if (tensor.strides != nullptr && tensor.shape[i] > 1 && tensor.strides[i] != expected) return false;
    expected *= tensor.shape[i];
  }
  return true;
}

const std::string& wanted(NumberType type) {
  static const std::string single = "values of float32", wide = "values of float64";
  return type == NumberType::Float32 ? single : wide;
}

}  // namespace

Lent::Lent(const py::object& out, NumberType type, const char* argument) : m_argument(argument) {
  // Buffers first: they state whether a NumPy array is writable.
  if (PyObject_CheckBuffer(out.ptr()) != 0) {
    takeBuffer(out, type);
  } else if (py::hasattr(out, "__dlpack__")) {
    takeTensor(out, type);
  } else {
    refuse(py::str(py::type::of(out)), "a NumPy array, a tensor or anything else that has __dlpack__");
  }
}

Lent::~Lent() {
  if (m_buffer.obj != nullptr) PyBuffer_Release(&m_buffer);
  auto* const tensor = static_cast<DLManagedTensor*>(m_tensor);
  if (tensor != nullptr && tensor->deleter != nullptr) tensor->deleter(tensor);
}

void Lent::refuse(const std::string& what, const std::string& allowed) const {
  throw InvalidArgument(m_argument, what, allowed);
}

void Lent::takeTensor(const py::object& out, NumberType type) {
  const auto device = out.attr("__dlpack_device__")().cast<std::pair<py::object, int>>();
  if (py::int_(device.first).cast<std::int32_t>() != kProcessor)
    refuse("a tensor on a device", "one on the processor, or a generator on the device");
  m_capsule = out.attr("__dlpack__")();
  void* const pointer = PyCapsule_GetPointer(m_capsule.ptr(), "dltensor");
  if (pointer == nullptr) throw py::error_already_set();
  const DLTensor& tensor = static_cast<DLManagedTensor*>(pointer)->tensor;
  if (tensor.device.type != kProcessor) refuse("a tensor on a device", "one on the processor");
  const int bits = static_cast<int>(8 * bytesOf(type));
  if (tensor.dtype.code != kFloat || tensor.dtype.bits != bits || tensor.dtype.lanes != 1)
    refuse("a tensor of another type", wanted(type));
  if (!contiguous(tensor)) refuse("a tensor with gaps", "one that is contiguous");
  m_vector.size = 1;
  for (std::int32_t i = 0; i < tensor.ndim; ++i) m_vector.size *= static_cast<std::size_t>(tensor.shape[i]);
  m_vector.data = static_cast<char*>(tensor.data) + tensor.byteOffset;
  // Until here the capsule frees the tensor, from here on the destructor.
  PyCapsule_SetName(m_capsule.ptr(), "used_dltensor");
  m_tensor = pointer;
}

void Lent::takeBuffer(const py::object& out, NumberType type) {
  if (PyObject_GetBuffer(out.ptr(), &m_buffer, PyBUF_STRIDES | PyBUF_FORMAT) != 0) throw py::error_already_set();
  const auto check = [&](bool fine, const std::string& what, const std::string& allowed) {
    if (fine) return;
    PyBuffer_Release(&m_buffer);  // the destructor is not called when the constructor throws
    m_buffer.obj = nullptr;
    refuse(what, allowed);
  };
  const std::string format = m_buffer.format != nullptr ? m_buffer.format : "B";
  check(format == (type == NumberType::Float32 ? "f" : "d"), "an array of another type", wanted(type));
  check(PyBuffer_IsContiguous(&m_buffer, 'C') != 0, "an array with gaps", "one that is contiguous");
  check(m_buffer.readonly == 0, "an array that is read-only", "one that may be written");
  m_vector = {m_buffer.buf, static_cast<std::size_t>(m_buffer.len / m_buffer.itemsize)};
}

}  // namespace noiseloom::python
